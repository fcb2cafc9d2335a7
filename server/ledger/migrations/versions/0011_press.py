"""Press: the words of players to each other, and the players whom they do not want to hear."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("to_id", sa.Integer(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("sent", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_press_game_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_press_player_id")),
        sa.ForeignKeyConstraint(["to_id"], ["player.id"], name=op.f("fk_press_to_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press")),
    )
    op.create_index(op.f("ix_press_game_id"), "press", ["game_id"])
    op.create_index(op.f("ix_press_player_id"), "press", ["player_id"])
    op.create_table(
        "muted",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("other_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["other_id"], ["player.id"], name=op.f("fk_muted_other_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_muted_player_id")),
        sa.PrimaryKeyConstraint("player_id", "other_id", name=op.f("pk_muted")),
    )
    op.create_index(op.f("ix_muted_other_id"), "muted", ["other_id"])
