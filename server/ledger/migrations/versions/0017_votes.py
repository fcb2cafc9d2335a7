"""Votes: when the next one in a game is over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("game", sa.Column("vote_due", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_game_vote_due"), "game", ["vote_due"])
