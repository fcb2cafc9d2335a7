"""The digest of the position that a game's log leads to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("game", sa.Column("position", sa.String(), nullable=True))
