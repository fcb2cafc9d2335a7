"""Leagues, who has signed up for them, and their games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "league",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("host_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("pace", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=True),
        sa.Column("field", sa.String(), nullable=False),
        sa.Column("byes", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("kind IN ('robin', 'swiss')", name=op.f("ck_league_kind")),
        sa.CheckConstraint("state IN ('open', 'running', 'over')", name=op.f("ck_league_state")),
        sa.ForeignKeyConstraint(["host_id"], ["player.id"], name=op.f("fk_league_host_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league")),
        sa.UniqueConstraint("name", name=op.f("uq_league_name")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_league_host_id"), "league", ["host_id"])
    op.create_table(
        "entrant",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("out", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_entrant_league_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_entrant_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entrant")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_entrant_league_id"), "entrant", ["league_id"])
    op.create_index(op.f("ix_entrant_player_id"), "entrant", ["player_id"])
    op.create_table(
        "leaguetable",
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("seats", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_leaguetable_game_id")),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_leaguetable_league_id")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_leaguetable")),
    )
    op.create_index(op.f("ix_leaguetable_league_id"), "leaguetable", ["league_id"])
