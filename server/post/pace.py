"""How many mails go out in a minute, in all and to one recipient: counted in the ledger, for all workers.

Each limit is a bucket of tokens: a mail takes one, and they come back evenly. The bucket holds a quarter of
a minute's mails and the other three quarters come back within a minute, so no minute ever has more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from server.ledger.models import Outbox, Tally
from server.ledger.queues import claim_outbox
from server.ledger.writing import insert_all_once
from server.post.outbox import give_back

WINDOW: Final = 60
PAUSE: Final = WINDOW // 4
"""How long a mail waits, in seconds, whose recipient has had enough for now."""


_LOCK: Final = (
    select(Tally)
    .where(col(Tally.name).in_(bindparam("names", expanding=True)))
    .order_by(col(Tally.name))
    .with_for_update()
    .execution_options(populate_existing=True)
)
"""Made once, because it is part of sending every mail."""


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
                if whole:
                    whole.take(len(admitted))
                return admitted
        return []

    def _admit(self, session: Session, claimed: list[Outbox], now: int) -> list[Outbox]:
        """Those whose recipients may get more. The others are given back until later."""
        if not self.to_one:
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
                give_back(session, mail, now + PAUSE)
        return admitted


class Bucket:
    """One limit's tokens. Other workers wait for it until the transaction ends."""

    def __init__(self, tally: Tally, most: int, now: int) -> None:
        self._holds = max(1, most // 4)
        self._tally = tally
        # Counted in parts of a token, WINDOW to one: so every second brings a whole number of them.
        back = max(1, most - self._holds) * max(0, now - self._tally.window_start)
        self._tally.count = max(0, self._tally.count - back)
        self._tally.window_start = max(now, self._tally.window_start)

    @property
    def tokens(self) -> int:
        return max(0, self._holds - -(-self._tally.count // WINDOW))

    def take(self, tokens: int) -> None:
        self._tally.count += tokens * WINDOW


def _find_buckets(session: Session, names: Sequence[str], most: int, now: int) -> dict[str, Bucket]:
    """The buckets of these names, which are sorted: all workers lock and make them in one order, so that no
    two wait for each other."""
    tallies = _lock(session, names)
    if missing := [name for name in names if name not in tallies]:
        insert_all_once(session, [Tally(name=name, window_start=now, count=0) for name in missing], "name")
        tallies = _lock(session, names)
    return {name: Bucket(tally, most, now) for name, tally in tallies.items()}


def _lock(session: Session, names: Sequence[str]) -> dict[str, Tally]:
    return {tally.name: tally for tally in session.exec(_LOCK, params={"names": names})}


def _bucket_name(mail: Outbox) -> str:
    """Addresses are kept in one place only, from where they can be erased; here is a digest."""
    return f"mails to {sha256(mail.recipient.casefold().encode('utf-8', 'replace')).hexdigest()[:32]}"
