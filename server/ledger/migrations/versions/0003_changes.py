"""Changes of addresses and keys end codes, can wait and be stopped, and are told to former addresses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("player", sa.Column("epoch", sa.Integer(), server_default="0", nullable=False))
    op.add_column("player", sa.Column("frozen_until", sa.BigInteger(), nullable=True))
    op.add_column("player", sa.Column("stopped_recovery", sa.String(), nullable=True))
    op.add_column("address", sa.Column("main_at", sa.BigInteger(), nullable=True))
    op.add_column("address", sa.Column("drop_at", sa.BigInteger(), nullable=True))
    op.add_column("code", sa.Column("epoch", sa.Integer(), nullable=True))
    op.execute("UPDATE code SET epoch = 0 WHERE player_id IS NOT NULL")
    op.create_table(
        "former",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("dropped_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_former")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_former_player_id")),
        sa.UniqueConstraint("address", name=op.f("uq_former_address")),
        sa.CheckConstraint("address = lower(address)", name=op.f("ck_former_folded")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_former_player_id"), "former", ["player_id"])
    op.create_index(op.f("ix_former_dropped_at"), "former", ["dropped_at"])
