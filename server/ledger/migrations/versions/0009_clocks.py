"""Clocks: the pace of a game, when its time is up, and when its players are reminded."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("game", sa.Column("pace", sa.String(), nullable=True))
    op.add_column("game", sa.Column("due_at", sa.BigInteger(), nullable=True))
    op.add_column("game", sa.Column("remind_at", sa.BigInteger(), nullable=True))
    op.add_column("game", sa.Column("nudged_ply", sa.Integer(), nullable=True))
    op.create_index(op.f("ix_game_due_at"), "game", ["due_at"])
    op.create_index(op.f("ix_game_remind_at"), "game", ["remind_at"])
    op.add_column("player", sa.Column("reminded_at", sa.BigInteger(), server_default="0", nullable=False))
