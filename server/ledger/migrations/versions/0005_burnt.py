"""Letters that were refused are kept by their ids, so that nobody can use them later."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "burnt",
        sa.Column("letter_id", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("letter_id", name=op.f("pk_burnt")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_burnt_player_id")),
    )
    op.create_index(op.f("ix_burnt_player_id"), "burnt", ["player_id"])
