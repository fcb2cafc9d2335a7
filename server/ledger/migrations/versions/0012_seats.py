"""Seats that are lent and offered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("seat", sa.Column("lent_by", sa.String(), nullable=True))
    op.add_column("seat", sa.Column("lent_until", sa.BigInteger(), nullable=True))
    op.add_column("seat", sa.Column("offer", sa.String(), nullable=True))
    op.create_index(op.f("ix_seat_lent_until"), "seat", ["lent_until"])
