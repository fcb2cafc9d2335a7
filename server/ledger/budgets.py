"""Budgets: how much the server does at most of its own accord, so that nobody can turn it against others.

Asking is spending: each function belongs inside `Ledger.writing()`, and counts only if that commits.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from sqlalchemy import BigInteger, bindparam, case, or_
from sqlmodel import Session, col, delete

from server.ledger.models import Answered, Tally
from server.ledger.statements import dialect_of, insert_into, run

DAY: Final = 24 * 3600
SKEW: Final = 3600
"""A clock that is set back by so many seconds changes little; what is further ahead was a wrong clock's."""


def allow_answer(session: Session, address: str, now: int) -> bool:
    """Whether unauthenticated mail from this address may be answered: once in 24 hours."""
    new: Any = insert_into(dialect_of(session), Answered).values(address=address.casefold(), at=now, count=1)
    statement = new.on_conflict_do_update(
        index_elements=["address"],
        set_={"at": new.excluded.at, "count": col(Answered.count) + 1},
        where=or_(col(Answered.at) <= now - DAY, col(Answered.at) > now + SKEW),
    ).returning(col(Answered.address))
    return session.exec(statement).first() is not None


def allow_tally(session: Session, name: str, now: int, window: int, most: int) -> bool:
    """Whether this may happen once more: so often at most in a window, which begins with the first time."""
    return spend_tally(session, name, now, window, most) > 0


def spend_tally(session: Session, name: str, now: int, window: int, most: int, by: int = 1) -> int:
    """The same, or several times at once: how often it has happened with this, or 0 if that is too often."""
    if most < by:
        return 0
    facts = {"name": name, "window_start": now, "count": by, "over_at": now - window, "most": most - by}
    facts["ahead"] = now + SKEW
    return run(session, _tally(dialect_of(session)), facts).scalar_one_or_none() or 0


def next_room(session: Session, name: str, now: int, window: int, most: int) -> int:
    """The time of the next free place for something that has just happened too often: so many can wait for
    each window to come, and each of them is told a window of its own."""
    line = f"{name} line"
    begun, last = (session.get(Tally, one, populate_existing=True) for one in (name, line))
    first = (begun.window_start if begun else now) + window
    if last is None:
        last = Tally(name=line, window_start=first, count=0)
    if last.window_start < first:
        last.window_start, last.count = first, 0
    elif last.count >= most:
        last.window_start, last.count = last.window_start + window, 0
    last.count += 1
    session.add(last)
    return last.window_start


@cache
def _tally(dialect: str) -> Any:
    """Made once, because every mail is counted."""
    new: Any = insert_into(dialect, Tally)
    began = col(Tally.window_start)
    over = or_(began <= bindparam("over_at", type_=BigInteger), began > bindparam("ahead", type_=BigInteger))
    return new.on_conflict_do_update(
        index_elements=["name"],
        set_={
            "window_start": case((over, new.excluded.window_start), else_=col(Tally.window_start)),
            "count": case((over, new.excluded.count), else_=col(Tally.count) + new.excluded.count),
        },
        where=or_(over, col(Tally.count) <= bindparam("most", type_=BigInteger)),
    ).returning(col(Tally.count))


def forget_answered(session: Session, now: int) -> int:
    """Forget the addresses of strangers that count no more: how many there were."""
    return session.exec(delete(Answered).where(col(Answered.at) <= now - DAY)).rowcount


def forget_spent(session: Session, address: str) -> None:
    """Forget what an address has spent, also for purposes of its own."""
    purposes = col(Answered.address).startswith(f"{address} ", autoescape=True)
    session.exec(delete(Answered).where(or_(col(Answered.address) == address, purposes)))
    session.exec(delete(Tally).where(col(Tally.name).endswith(f" {address}", autoescape=True)))


def forget_tallies(session: Session, now: int, longest: int = DAY) -> int:
    """Forget what was counted in windows that are over: how many there were."""
    return session.exec(delete(Tally).where(col(Tally.window_start) <= now - longest)).rowcount
