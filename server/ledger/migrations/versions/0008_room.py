"""Texts of mails are packed; blocks, the newest backup, and how full a mailbox is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_TEXTS = (("inbox", "raw"), ("outbox", "mime"))


def upgrade() -> None:
    op.create_table(
        "blocked",
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("what", name=op.f("pk_blocked")),
    )
    op.create_table(
        "backup",
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("read", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("at", name=op.f("pk_backup")),
    )
    op.add_column("mailbox", sa.Column("quota_used", sa.BigInteger(), nullable=True))
    op.add_column("mailbox", sa.Column("quota_limit", sa.BigInteger(), nullable=True))
    for table, column in _TEXTS:
        _mark_texts_that_look_packed(table, column)


def _mark_texts_that_look_packed(table: str, column: str) -> None:
    """A packed text begins with 00. One that does so by itself says from now on that it is as it is."""
    connection = op.get_bind()
    old = sa.table(table, sa.column("id", sa.Integer), sa.column(column, sa.LargeBinary))
    first = sa.func.substr(old.c[column], 1, 1) == b"\x00"
    for row_id, text in connection.execute(sa.select(old.c.id, old.c[column]).where(first)).all():
        marked = sa.update(old).where(old.c.id == row_id).values({column: b"\x00=" + bytes(text)})
        connection.execute(marked)
