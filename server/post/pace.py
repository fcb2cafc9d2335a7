"""How many mails go out in a minute, in all and to one recipient: counted in the ledger, for all workers.

Each limit is a bucket of tokens: a mail takes one, and they come back evenly. The bucket holds a quarter of
a minute's mails and the other three quarters come back within a minute, so no minute ever has more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from server.ledger.models import Outbox, Tally
from server.ledger.queues import claim_outbox, settle_outbox_untried
from server.ledger.writing import dialect_of, insert_into, insert_values_once, run

WINDOW: Final = 60
PAUSE: Final = WINDOW // 4
"""How long a mail waits, in seconds, whose recipient has had enough for now."""


@dataclass(frozen=True)
class Pace:
    """Mails a minute; 0 for as many as there are."""

    in_all: int = 0
    to_one: int = 0

    def claim(self, session: Session, worker: str, now: int, lease: int, most: int) -> list[Outbox]:
        """Take the mails that wait longest and may go now."""
        whole = _find_buckets(session, ["mails"], self.in_all, now)["mails"] if self.in_all else None
        while room := min(most, whole.tokens) if whole else most:
            claimed = claim_outbox(session, worker, now, lease, room)
            admitted = self._admit(session, claimed, now)
            if admitted or not claimed:
                if whole and admitted:
                    whole.take(len(admitted))
                    _write(session, [whole])
                return admitted
        return []

    def _admit(self, session: Session, claimed: list[Outbox], now: int) -> list[Outbox]:
        """Those whose recipients may get more. The others are given back until later."""
        if not self.to_one or not claimed:
            return claimed
        names = sorted({_bucket_name(mail) for mail in claimed})
        buckets = _find_buckets(session, names, self.to_one, now)
        admitted = []
        for mail in claimed:
            bucket = buckets[_bucket_name(mail)]
            if bucket.tokens:
                bucket.take(1)
                admitted.append(mail)
            else:
                settle_outbox_untried(session, mail, now + PAUSE)
        _write(session, buckets.values())
        return admitted


class Bucket:
    """One limit's tokens. Other workers wait for it until the transaction ends."""

    def __init__(self, name: str, began: int, count: int, most: int, now: int) -> None:
        self._name = name
        self._holds = max(1, most // 4)
        # Counted in parts of a token, WINDOW to one: so every second brings a whole number of them.
        back = max(1, most - self._holds) * max(0, now - began)
        self._count = max(0, count - back)
        self._began = max(now, began)

    @property
    def tokens(self) -> int:
        return max(0, self._holds - -(-self._count // WINDOW))

    def take(self, tokens: int) -> None:
        self._count += tokens * WINDOW

    def values(self) -> dict[str, object]:
        return {"name": self._name, "window_start": self._began, "count": self._count}


def _find_buckets(session: Session, names: Sequence[str], most: int, now: int) -> dict[str, Bucket]:
    """The buckets of these names, which are sorted: all workers lock and make them in one order, so that no
    two wait for each other."""
    found = _lock(session, names)
    if missing := [name for name in names if name not in found]:
        new = [{"name": name, "window_start": now, "count": 0} for name in missing]
        insert_values_once(session, Tally, new, "name")
        found = _lock(session, names)
    return {name: Bucket(name, began, count, most, now) for name, (began, count) in found.items()}


def _lock(session: Session, names: Sequence[str]) -> dict[str, tuple[int, int]]:
    return {name: (began, count) for name, began, count in run(session, _LOCK, {"names": names})}


def _write(session: Session, buckets: Iterable[Bucket]) -> None:
    """Write locked buckets, all of them in one go."""
    run(session, _filled(dialect_of(session)), [bucket.values() for bucket in buckets])


# Made once, because they are part of sending every mail.

_LOCK: Final = (
    select(Tally.name, Tally.window_start, Tally.count)
    .where(col(Tally.name).in_(bindparam("names", expanding=True)))
    .order_by(col(Tally.name))
    .with_for_update()
)


@cache
def _filled(dialect: str) -> Any:
    new: Any = insert_into(dialect, Tally)
    filled = {"window_start": new.excluded.window_start, "count": new.excluded.count}
    return new.on_conflict_do_update(index_elements=["name"], set_=filled).returning(col(Tally.name))


def _bucket_name(mail: Outbox) -> str:
    """Addresses are kept in one place only, from where they can be erased; here is a digest."""
    return f"mails to {sha256(mail.recipient.casefold().encode('utf-8', 'replace')).hexdigest()[:32]}"
