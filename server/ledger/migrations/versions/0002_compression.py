"""Mails are compressed by lz4, where PostgreSQL has it: its own method takes three times as long."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_HAS_LZ4 = "SELECT 'lz4' = ANY(enumvals) FROM pg_settings WHERE name = 'default_toast_compression'"


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "postgresql" and connection.execute(sa.text(_HAS_LZ4)).scalar():
        op.execute("ALTER TABLE inbox ALTER COLUMN raw SET COMPRESSION lz4")
        op.execute("ALTER TABLE outbox ALTER COLUMN mime SET COMPRESSION lz4")
