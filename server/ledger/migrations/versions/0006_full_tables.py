"""Since when a full table waits for shares of the shuffle."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("game", sa.Column("full_at", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_game_full_at"), "game", ["full_at"])
