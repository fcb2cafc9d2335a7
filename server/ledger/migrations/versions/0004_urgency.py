"""Urgency of mails: the urgent ones go first if a provider lets only so many out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_WAITING = sa.text("next_at IS NOT NULL")


def upgrade() -> None:
    op.add_column("outbox", sa.Column("urgency", sa.Integer(), nullable=False, server_default="0"))
    op.drop_index("ix_outbox_due", "outbox")
    op.create_index(
        "ix_outbox_due",
        "outbox",
        ["urgency", "next_at", "id"],
        sqlite_where=_WAITING,
        postgresql_where=_WAITING,
    )
