"""The pace of mails that go out, in a minute, an hour and a day: counted in the ledger, for all workers.

Each limit is a bucket of tokens: a mail takes one, and they come back evenly. The bucket holds a quarter of
its window's mails and the other three quarters come back within the window, so no window ever has more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from server.ledger import models as rows
from server.ledger.queues import claim_outbox, settle_outbox_untried
from server.ledger.statements import dialect_of, insert_into, insert_values_once, run

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
SKEW: Final = MINUTE
PAUSE: Final = MINUTE // 4
"""The seconds that a mail waits whose recipient has had enough for now."""


@dataclass(frozen=True)
class Pace:
    """Mails a minute in all and to one recipient, and in all an hour and a day; 0 for any number."""

    in_all: int = 0
    to_one: int = 0
    an_hour: int = 0
    a_day: int = 0

    def claim(self, session: Session, worker: str, now: int, lease: int, most: int) -> list[rows.Outbox]:
        """Take the mails that are most urgent, or wait longest, and may go now."""
        whole = list(_find_buckets(session, self._whole(), now).values())
        if any(bucket.mended for bucket in whole):
            _write(session, whole)  # else the tokens would come back only when that time comes
        while room := min([most, *(bucket.tokens for bucket in whole)]):
            claimed = claim_outbox(session, worker, now, lease, room)
            admitted = self._admit(session, claimed, now)
            if admitted or not claimed:
                if whole and admitted:
                    for bucket in whole:
                        bucket.take(len(admitted))
                    _write(session, whole)
                return admitted
        return []

    def _whole(self) -> dict[str, Limit]:
        """The limits for all mails together, by the names of their buckets."""
        limits = {
            "mails": Limit(self.in_all, MINUTE),
            "mails a day": Limit(self.a_day, DAY),
            "mails an hour": Limit(self.an_hour, HOUR),
        }
        return {name: limit for name, limit in limits.items() if limit.most}

    def _admit(self, session: Session, claimed: list[rows.Outbox], now: int) -> list[rows.Outbox]:
        """Those whose recipients may get more. The others are given back until later."""
        if not self.to_one or not claimed:
            return claimed
        names = sorted({_bucket_name(mail) for mail in claimed})
        buckets = _find_buckets(session, dict.fromkeys(names, Limit(self.to_one, MINUTE)), now)
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


class Limit(NamedTuple):
    """So many in a window of so many seconds."""

    most: int
    window: int


class Bucket:
    """One limit's tokens. Other workers wait for it until the transaction ends."""

    def __init__(self, name: str, began: int, count: int, limit: Limit, now: int) -> None:
        self._name = name
        self._window = limit.window
        self._holds = max(1, limit.most // 4)
        self.mended = began > now + SKEW
        """Whether a clock was wrong when it was written; other machines may be a little ahead."""
        began = now if self.mended else began
        # Counted in parts of a token, as many as the window has seconds: each brings a whole number of them.
        back = max(1, limit.most - self._holds) * max(0, now - began)
        self._count = max(0, count - back)
        self._began = max(now, began)

    @property
    def tokens(self) -> int:
        return max(0, self._holds - -(-self._count // self._window))

    def take(self, tokens: int) -> None:
        self._count += tokens * self._window

    def values(self) -> dict[str, object]:
        return {"name": self._name, "window_start": self._began, "count": self._count}


def _find_buckets(session: Session, limits: Mapping[str, Limit], now: int) -> dict[str, Bucket]:
    """The buckets of these limits, whose names are sorted: all workers lock and make them in one order, so
    that no two wait for each other."""
    names = list(limits)
    if not names:
        return {}
    found = _lock(session, names)
    if missing := [name for name in names if name not in found]:
        new = [{"name": name, "window_start": now, "count": 0} for name in missing]
        insert_values_once(session, rows.Tally, new, "name")
        found = _lock(session, names)
    return {name: Bucket(name, began, count, limits[name], now) for name, (began, count) in found.items()}


def _lock(session: Session, names: Sequence[str]) -> dict[str, tuple[int, int]]:
    return {name: (began, count) for name, began, count in run(session, _LOCK, {"names": names})}


def _write(session: Session, buckets: Iterable[Bucket]) -> None:
    """Write locked buckets, all of them in one go."""
    run(session, _filled(dialect_of(session)), [bucket.values() for bucket in buckets])


# Made once, because they are part of sending every mail.

_LOCK: Final = (
    select(rows.Tally.name, rows.Tally.window_start, rows.Tally.count)
    .where(col(rows.Tally.name).in_(bindparam("names", expanding=True)))
    .order_by(col(rows.Tally.name))
    .with_for_update()
)


@cache
def _filled(dialect: str) -> Any:
    new: Any = insert_into(dialect, rows.Tally)
    filled = {"window_start": new.excluded.window_start, "count": new.excluded.count}
    return new.on_conflict_do_update(index_elements=["name"], set_=filled).returning(col(rows.Tally.name))


def _bucket_name(mail: rows.Outbox) -> str:
    """Addresses are kept in one place only, from where they can be erased; here is a digest."""
    return f"mails to {sha256(mail.recipient.casefold().encode('utf-8', 'replace')).hexdigest()[:32]}"
