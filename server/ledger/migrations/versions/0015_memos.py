"""Memos: one table for all that no mail tells, instead of one for the host's acts and one for outages."""

from __future__ import annotations

import json
from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "memo",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("more", sa.String(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("kept", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memo")),
        sa.UniqueConstraint("name", name=op.f("uq_memo_name")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_memo_done"), "memo", ["done"])
    op.create_index(op.f("ix_memo_kept"), "memo", ["kept"])
    told = {row["name"]: row for row in [*_acts(), *_outages()]}  # the same is told once
    found = sorted(told.values(), key=lambda row: (row["at"], row["name"]))
    memo = sa.table("memo", *(sa.column(name) for name in _COLUMNS))
    if found:
        op.get_bind().execute(memo.insert(), found)
    op.drop_table("hostact")
    op.drop_table("outage")


_COLUMNS = ("name", "at", "act", "about", "more", "done", "kept")


def _acts() -> list[dict[str, object]]:
    columns = ("at", "act", "game_id", "reason", "done")
    table = sa.table("hostact", *(sa.column(name) for name in columns))
    found = op.get_bind().execute(sa.select(*(table.c[name] for name in columns))).all()
    return [
        _memo(at, act, game, {"reason": reason} if reason else {}, bool(done))
        for at, act, game, reason, done in found
    ]


def _outages() -> list[dict[str, object]]:
    columns = ("why", "begins", "ends", "begun", "over")
    table = sa.table("outage", *(sa.column(name) for name in columns))
    found = op.get_bind().execute(sa.select(*(table.c[name] for name in columns))).all()
    begins = [_memo(at, "out", why, {}, bool(begun)) for why, at, _, begun, _ in found]
    ends = [_memo(at, "well", why, {}, bool(over)) for why, _, at, _, over in found if at is not None]
    return [*begins, *ends]


def _memo(at: int, act: str, about: str, more: dict[str, str], done: bool) -> dict[str, object]:
    told = {"act": act, "at": at, "about": about, "more": more}
    name = sha256(_json(told).encode()).hexdigest()
    # What was done before has no place in the mailbox, where mails of later moments lie already.
    return {
        "name": name,
        "at": at,
        "act": act,
        "about": about,
        "more": _json(more),
        "done": done,
        "kept": done,
    }


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
