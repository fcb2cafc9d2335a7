"""The order of mails: all in one, but for those that touch nothing that others before them touch.

A mail's lane names what it can touch. Mails without a name in common may be dealt with in any order, by
several workers at once; a mail of which nothing is known touches everything. Strangers' mails touch nothing
that a move does, and come when nothing else can be done: however many there are, no move waits for them,
unless it came much later. None is put off by less than that, so what has gone before one would have done so
anyway.

What a mail can touch is known when all before it is done that touches everything. If such a mail gets a place
before others that were sorted, because it was put off, they are sorted anew when it is done.

Sorting means to look into a mail, and one that kills its reader must not do so for ever. So it is marked
first: whoever comes after a reader that died while sorting takes the marked mails one by one, as if sorted
into no lane. While few mails wait and nobody else has any, none is sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, bindparam, tuple_
from sqlmodel import Session, col, or_, select

from server.ledger.models import Inbox
from server.ledger.statements import run, table_of

EVERYTHING: Final = "everything"
MARKED: Final = ""
"""The lane of a mail that somebody is about to sort."""
STRANGERS: Final = "strangers"
HORIZON: Final = 300
"""The least seconds until something falls due that a move brings about: mails in lanes may go so far ahead of
each other, and none gets past a deadline that one before it has yet to set."""
AHEAD: Final = 64
"""So many mails are looked at in one go."""
OVERTAKING: Final = 15 * 60
"""A mail goes before a stranger's that came less than so many seconds before it."""

Sort = Callable[[int], str | None]
"""Finds the lane of a mail, when everything before it that touches everything is done; None if this worker
has not read it."""


class QueueOrder(NamedTuple):
    """The rest that the order hangs on: the next duty, and how mails are sorted."""

    before: int | None = None
    """The time of a duty: mails that come at this time or later have to wait for it."""
    sort: Sort | None = None


class Claim(NamedTuple):
    """A claim: so many mails that are due now and come before the end."""

    now: int
    end: int
    most: int
    sort: Sort | None


class QueuedMail(NamedTuple):
    """The facts that the order hangs on, of a mail that waits or is being dealt with."""

    id: int
    at: int
    lane: str | None
    attempts: int
    next_at: int

    @property
    def place(self) -> tuple[int, int]:
        return self.at, self.id


def find_next(session: Session, claim: Claim) -> Sequence[Inbox]:
    """The mails that may be dealt with now, in the order in which one worker has to."""
    walk = Walk(session, claim)
    chosen = walk.taken or walk.strangers_turn()
    found = session.exec(_ROWS, params={"ids": chosen}).all() if chosen else []
    return sorted(found, key=lambda mail: (mail.at, mail.id))


def mark_unsorted(session: Session, now: int, few: int) -> Sequence[Inbox]:
    """Mails that are to be read and sorted before anything is claimed; none, while only a few wait."""
    lines = [QueuedMail(*row) for row in run(session, _LINES, {"most": AHEAD})]
    strangers = run(session, _STRANGERS, {"most": 1}).first() is not None
    if len(lines) <= few and not strangers and all(line.next_at <= now for line in lines):
        return []
    new = [line.id for line in lines if line.lane is None and line.next_at <= now and not line.attempts]
    if not new:
        return []
    run(session, _SORTED, [{"mail": mail_id, "into": MARKED} for mail_id in new])
    return session.exec(_ROWS, params={"ids": new}).all()


def unsort_behind(session: Session, at: int, mail_id: int = 0) -> None:
    """Something has been done that may have changed what mails can touch: those behind it are sorted anew."""
    run(session, _UNSORTED, {"since": at, "mail": mail_id})


class Walk:
    """A walk along the mails that wait, from the first one on."""

    def __init__(self, session: Session, claim: Claim) -> None:
        self._session = session
        self._claim = claim
        self._held: set[str] = set()
        """The names of all that those touch that come before, and are not ours."""
        self._all_ours = False
        """Whether a mail that touches everything is ours: then all behind it may be too, one by one."""
        self._horizon: int | None = None
        """From when on nothing goes beside what comes first."""
        self.taken: list[int] = []
        self._strangers = [QueuedMail(*row) for row in run(session, _STRANGERS, {"most": claim.most})]
        self._found_strangers = False
        """Whether some were sorted in this walk: there may be others before them."""
        lines = [QueuedMail(*row) for row in run(session, _LINES, {"most": AHEAD})]
        self._wall = lines[-1].place if len(lines) == AHEAD else None
        """The first place behind which strangers' mails have to wait."""
        for line in lines:
            if self._is_beyond(line) or len(self.taken) == claim.most or not self._pass(line):
                break

    def strangers_turn(self) -> list[int]:
        """Strangers' mails, of which only one worker has some at a time."""
        chosen: list[int] = []
        for line in () if self._found_strangers else self._strangers:
            walled = self._wall is not None and self._wall < line.place
            if walled or line.at >= self._claim.end or line.next_at > self._claim.now:
                break
            if line.attempts and chosen:
                break
            chosen.append(line.id)
            if line.attempts:
                break
        return chosen

    def _is_beyond(self, line: QueuedMail) -> bool:
        """Whether a mail came too late to be dealt with now."""
        first = self._strangers[0].at if self._strangers else line.at
        return line.at >= self._claim.end or line.at >= first + OVERTAKING

    def _is_behind_strangers(self, line: QueuedMail) -> bool:
        return bool(self._strangers) and self._strangers[0].place < line.place

    def _pass(self, line: QueuedMail) -> bool:
        """Take a mail, or go past it; false if nothing behind it can be taken."""
        free = line.next_at <= self._claim.now
        if self._horizon is None:
            self._horizon = line.at + HORIZON
        if line.attempts and self.taken:
            return False  # it goes alone
        if self._all_ours:  # one that was sorted too early is sorted anew first
            return free and not line.lane and not self._is_behind_strangers(line) and self._take(line)
        lane = line.lane or (self._sort(line) if free else EVERYTHING)
        if lane == STRANGERS:
            self._found_strangers = True
            self._strangers = sorted([*self._strangers, line], key=lambda one: one.place)
            return True
        if lane == EVERYTHING:
            self._wall = line.place
            self._all_ours = free and not self._held and not self._is_behind_strangers(line)
            return self._all_ours and self._take(line)
        if line.at >= self._horizon:
            return False
        names = set(lane.split())
        if not free or self._held & names:
            self._held |= names
            return True
        return self._take(line)

    def _take(self, line: QueuedMail) -> bool:
        self.taken.append(line.id)
        return not line.attempts

    def _sort(self, line: QueuedMail) -> str:
        lane = self._claim.sort(line.id) if self._claim.sort is not None else None
        if lane is not None:
            run(self._session, _SORTED, {"mail": line.id, "into": lane})
        return lane or EVERYTHING


_TABLE: Final = table_of(Inbox)
_SORTED: Final = _TABLE.update().where(_TABLE.c.id == bindparam("mail")).values(lane=bindparam("into"))
_UNSORTED: Final = (
    _TABLE.update()
    .where(
        _TABLE.c.next_at.is_not(None),
        _TABLE.c.lane.not_in((MARKED, EVERYTHING)),
        tuple_(_TABLE.c.at, _TABLE.c.id) > tuple_(bindparam("since", type_=BigInteger), bindparam("mail")),
    )
    .values(lane=None)
)
_ROWS: Final = (
    select(Inbox)
    .where(col(Inbox.id).in_(bindparam("ids", expanding=True)))
    .execution_options(populate_existing=True)
)


def _waiting(*which: Any) -> Any:
    columns: list[Any] = [Inbox.id, Inbox.at, Inbox.lane, Inbox.attempts, Inbox.next_at]
    return (
        select(*columns)
        .where(col(Inbox.next_at).is_not(None), *which)
        .order_by(col(Inbox.at), col(Inbox.id))
        .limit(bindparam("most"))
    )


_LINES: Final = _waiting(or_(col(Inbox.lane).is_(None), col(Inbox.lane) != STRANGERS))
_STRANGERS: Final = _waiting(col(Inbox.lane) == STRANGERS)
