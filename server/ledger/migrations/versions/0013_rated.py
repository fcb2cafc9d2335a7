"""Rated games that have ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "rated",
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("seats", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_rated_game_id")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_rated")),
    )
    op.create_index(op.f("ix_rated_ended_at"), "rated", ["ended_at"])
