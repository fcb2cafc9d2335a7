"""The mailbox is the journal: each mail has a time and a place in one order, and duties have theirs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_WAITING = sa.text("next_at IS NOT NULL")


def upgrade() -> None:
    op.add_column("inbox", sa.Column("at", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("inbox", sa.Column("lane", sa.String(), nullable=True))
    op.add_column("inbox", sa.Column("put_off", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE inbox SET at = received_at")
    op.drop_index("ix_inbox_due", "inbox")
    op.create_index("ix_inbox_due", "inbox", ["at", "id"], sqlite_where=_WAITING, postgresql_where=_WAITING)
    op.add_column("mailbox", sa.Column("last_at", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("mailbox", sa.Column("read_until", sa.BigInteger(), nullable=False, server_default="0"))
    op.execute("UPDATE mailbox SET last_at = (SELECT coalesce(max(received_at), 0) FROM inbox)")
    op.create_table(
        "journal",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("forgotten_until", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("sent_until", sa.BigInteger(), nullable=False),
        sa.Column("missing", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_journal")),
        sa.CheckConstraint("state IN ('', 'catching up', 'held')", name=op.f("ck_journal_state")),
    )
