"""Claiming: what the inbox and the outbox have in common."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from server.ledger.models import Inbox, Outbox

Waiting = TypeVar("Waiting", Inbox, Outbox)


def find_due(session: Session, kind: type[Waiting], now: int, most: int) -> Sequence[Waiting]:
    """The rows that wait longest, locked until the transaction ends; those that others lock are left out.

    On SQLite the transaction itself keeps the others out.
    """
    found: Sequence[Waiting] = session.exec(_due(kind), params={"now": now, "most": most}).all()
    return found


@cache
def _due(kind: type[Inbox] | type[Outbox]) -> Any:
    """Made once, because it is part of every move."""
    return (
        select(kind)
        .where(col(kind.next_at) <= bindparam("now"))
        .order_by(col(kind.next_at), col(kind.id))
        .limit(bindparam("most"))
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )


def take(row: Inbox | Outbox, worker: str, now: int, lease: int) -> None:
    """The row is this worker's until the lease is over. The attempt counts, whatever becomes of it."""
    row.attempts += 1
    row.lease_by = worker
    row.next_at = now + lease
