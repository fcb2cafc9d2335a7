"""A list for the draft waits with its seat until the game starts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("seat", sa.Column("ahead", sa.String(), nullable=True))
