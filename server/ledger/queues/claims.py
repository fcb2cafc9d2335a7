"""Claiming and settling: what the inbox and the outbox have in common."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, TypeVar

from sqlalchemy import bindparam
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Session, col, select

from server.ledger.models import Inbox, Outbox
from server.ledger.statements import run, table_of

Waiting = TypeVar("Waiting", Inbox, Outbox)

CLAIMED: Final = {Inbox: "new", Outbox: "sending"}
"""The state of a row that a worker has taken."""


def find_due(session: Session, now: int, most: int) -> Sequence[Outbox]:
    """The mails to be sent that are most urgent or wait longest, locked until the transaction ends; those
    that others lock are left out.

    On SQLite the transaction itself keeps the others out.
    """
    return session.exec(_DUE, params={"now": now, "most": most}).all()


def take(session: Session, due: Sequence[Waiting], worker: str, now: int, lease: int) -> list[Waiting]:
    """These rows are this worker's until the lease is over. The attempt counts, whatever becomes of it."""
    if not due:
        return []
    kind, until = type(due[0]), now + lease
    run(session, _taken(kind), {"ids": [row.id for row in due], "worker": worker, "until": until})
    for row in due:  # the rows in hand follow those in the database
        set_committed_value(row, "state", CLAIMED[kind])
        set_committed_value(row, "attempts", row.attempts + 1)
        set_committed_value(row, "lease_by", worker)
        set_committed_value(row, "next_at", until)
    return list(due)


def settle(session: Session, row: Waiting, **values: object) -> bool:
    """Write down what became of a row; False if it is no longer this worker's.

    The attempts tell this claim from a later one of this worker, the name from one after a new start.
    """
    claim = {"claimed": row.id, "by": row.lease_by, "attempt": row.attempts}
    return run(session, _settled(type(row)), {**claim, "lease_by": "", **values}).rowcount == 1


# Made once, because they are part of every move.


_DUE: Final = (
    select(Outbox)
    .where(col(Outbox.next_at) <= bindparam("now"))
    .order_by(col(Outbox.urgency), col(Outbox.next_at), col(Outbox.id))
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
    .execution_options(populate_existing=True)
)


@cache
def _taken(kind: type[Inbox] | type[Outbox]) -> Any:
    table = table_of(kind)
    return (
        table.update()
        .where(table.c.id.in_(bindparam("ids", expanding=True)))
        .values(
            state=CLAIMED[kind],
            attempts=table.c.attempts + 1,
            lease_by=bindparam("worker"),
            next_at=bindparam("until"),
        )
    )


@cache
def _settled(kind: type[Inbox] | type[Outbox]) -> Any:
    """The statement that settles rows: it sets the columns that the values name."""
    table = table_of(kind)
    return table.update().where(
        table.c.id == bindparam("claimed"),
        table.c.state == CLAIMED[kind],
        table.c.lease_by == bindparam("by"),
        table.c.attempts == bindparam("attempt"),
    )
