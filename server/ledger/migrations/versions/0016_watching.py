"""The public games that players follow without sitting in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "watch",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("how", sa.String(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("how IN ('turns', 'daily', 'results')", name=op.f("ck_watch_how")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_watch_game_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_watch_player_id")),
        sa.PrimaryKeyConstraint("player_id", "game_id", name=op.f("pk_watch")),
    )
    op.create_index(op.f("ix_watch_game_id"), "watch", ["game_id"])
