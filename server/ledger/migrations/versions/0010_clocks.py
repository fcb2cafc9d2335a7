"""Clocks: the pace of a game, when its time is up, absences, outages, and what the host does to a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("game", sa.Column("pace", sa.String(), nullable=True))
    op.add_column("game", sa.Column("due_at", sa.BigInteger(), nullable=True))
    op.add_column("game", sa.Column("remind_at", sa.BigInteger(), nullable=True))
    op.add_column("game", sa.Column("nudged_ply", sa.Integer(), nullable=True))
    op.create_index(op.f("ix_game_due_at"), "game", ["due_at"])
    op.create_index(op.f("ix_game_remind_at"), "game", ["remind_at"])
    op.add_column("player", sa.Column("reminded_at", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("game", sa.Column("in_outage", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("player", sa.Column("bounced_at", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_player_bounced_at"), "player", ["bounced_at"])
    op.add_column("player", sa.Column("forced", sa.Boolean(), server_default=sa.false(), nullable=False))
    _create_absence()
    _create_host_act()
    _create_outage()
    game = sa.table("game", *(sa.column(name) for name in ("state", "due_at", "moved_at")))
    # Games that wait for players from before: their players are warned before they are let go.
    op.execute(sa.update(game).where(game.c.state == "open").values(due_at=game.c.moved_at + 21 * 86400))


def _create_absence() -> None:
    op.create_table(
        "absence",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("first", sa.String(), nullable=False),
        sa.Column("last", sa.String(), nullable=False),
        sa.Column("begins", sa.BigInteger(), nullable=False),
        sa.Column("ends", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_absence_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_absence")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_absence_player_id"), "absence", ["player_id"])


def _create_host_act() -> None:
    op.create_table(
        "hostact",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.CheckConstraint("act IN ('pause', 'resume')", name=op.f("ck_hostact_act")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_hostact_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hostact")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_hostact_game_id"), "hostact", ["game_id"])
    op.create_index(op.f("ix_hostact_done"), "hostact", ["done"])


def _create_outage() -> None:
    op.create_table(
        "outage",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("begins", sa.BigInteger(), nullable=False),
        sa.Column("ends", sa.BigInteger(), nullable=True),
        sa.Column("begun", sa.Boolean(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.CheckConstraint("why IN ('fetch', 'send')", name=op.f("ck_outage_why")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outage")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_outage_over"), "outage", ["over"])
