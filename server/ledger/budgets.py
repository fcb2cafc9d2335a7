"""What the server does at most of its own accord, so that nobody can turn it against others.

Asking is spending: each function belongs inside `Ledger.writing()`, and counts only if that commits.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from sqlalchemy import BigInteger, bindparam, case, or_
from sqlmodel import Session, col, delete

from server.ledger.models import Answered, Tally
from server.ledger.writing import dialect_of, insert_into, run

DAY: Final = 24 * 3600


def allow_answer(session: Session, address: str, now: int) -> bool:
    """Whether unauthenticated mail from this address may be answered: once in 24 hours."""
    new: Any = insert_into(dialect_of(session), Answered).values(address=address.casefold(), at=now, count=1)
    statement = new.on_conflict_do_update(
        index_elements=["address"],
        set_={"at": new.excluded.at, "count": col(Answered.count) + 1},
        where=col(Answered.at) <= now - DAY,
    ).returning(col(Answered.address))
    return session.exec(statement).first() is not None


def allow_tally(session: Session, name: str, now: int, window: int, most: int) -> bool:
    """Whether this may happen once more: so often at most in a window, which begins with the first time."""
    if most < 1:
        return False
    facts = {"name": name, "window_start": now, "count": 1, "over_at": now - window, "most": most}
    return run(session, _tally(dialect_of(session)), facts).first() is not None


@cache
def _tally(dialect: str) -> Any:
    """Made once, because every mail is counted."""
    new: Any = insert_into(dialect, Tally)
    over = col(Tally.window_start) <= bindparam("over_at", type_=BigInteger)
    return new.on_conflict_do_update(
        index_elements=["name"],
        set_={
            "window_start": case((over, new.excluded.window_start), else_=col(Tally.window_start)),
            "count": case((over, 1), else_=col(Tally.count) + 1),
        },
        where=or_(over, col(Tally.count) < bindparam("most", type_=BigInteger)),
    ).returning(col(Tally.name))


def forget_answered(session: Session, now: int) -> int:
    """Forget the addresses of strangers that count no more: how many there were."""
    return session.exec(delete(Answered).where(col(Answered.at) <= now - DAY)).rowcount
