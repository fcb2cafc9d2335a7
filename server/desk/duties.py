"""Duties: what falls due by itself, because nobody has objected, has come, or because it is morning.

A duty belongs to the moment at which it is due, not to the one at which somebody looked: it is done before
the first mail that came at that moment or later, in the order of the moments, and its clock shows that
moment. So it makes no difference whether the server was there in time, was away for a week, or is rebuilt
from its mailbox. A new kind of duty is a `Duty` in `DUTIES`: what of it waits, and how one of these is done.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple

from sqlmodel import Session

from engine.record.keyring.keyring import Keyring
from server.clocks.reminding import remind, reminders_due
from server.clocks.stale import stale_due, warn_or_let_go
from server.games.handing_over import give_back, loans_due
from server.games.leaving import absences_due, free_absent
from server.games.time_up import deadlines_due, run_out
from server.leagues.rounds import go_on_with, rounds_due
from server.outgoing.digest import digests_due, write_digest
from server.outgoing.observer_mails import mornings_due, write_morning
from server.players.addresses import drop_due, main_due, settle_drop, settle_main
from server.players.erasure import forget_former, formers_due
from server.players.key_changes import finish_recovery, recoveries_due
from server.players.memos import do_memo, memos_due
from server.players.unreached import bounced_due, give_up_waiting
from server.visit.visit import Visit
from server.votes.voting import settle_votes, votes_due

Waiting = Iterable[tuple[int, str]]
"""The times at which each is due, and the thing that it is about: a handle, a game, an address."""


class Duty(NamedTuple):
    """A kind of duty."""

    name: str
    waiting: Callable[[Session, Keyring], Waiting]
    do: Callable[[Visit, str], None]
    moving: bool = False
    """Whether a move changes what of it waits. What a move makes fall due does so much later (`HORIZON`)."""


class DueDuty(NamedTuple):
    """One duty. They are done in this order."""

    at: int
    rank: int
    about: str

    @property
    def duty(self) -> Duty:
        return DUTIES[self.rank]

    @property
    def name(self) -> str:
        """From which all is named that it causes."""
        return f"duty {self.duty.name} {self.about} {self.at}"


DUTIES: Final = (
    Duty("recovered", recoveries_due, finish_recovery),
    Duty("main address", main_due, settle_main),
    Duty("dropped address", drop_due, settle_drop),
    Duty("absent", absences_due, free_absent),
    Duty("forgotten address", formers_due, forget_former),
    Duty("digest", digests_due, write_digest),
    Duty("time up", deadlines_due, run_out, moving=True),
    Duty("reminder", reminders_due, remind, moving=True),
    Duty("memo", memos_due, do_memo),
    Duty("stale", stale_due, warn_or_let_go),
    Duty("bounced", bounced_due, give_up_waiting),
    Duty("lent seat", loans_due, give_back, moving=True),
    Duty("watched", mornings_due, write_morning),
    Duty("vote", votes_due, settle_votes),
    Duty("league", rounds_due, go_on_with, moving=True),
)


def first_due(
    session: Session, ring: Keyring, but: Collection[DueDuty] = (), *, moving: bool | None = None
) -> DueDuty | None:
    """The duty that falls due first, now or later: of all, or only of those that moves change, or do not."""
    waiting = (
        DueDuty(at, rank, about)
        for rank, duty in enumerate(DUTIES)
        if moving is None or duty.moving == moving
        for at, about in duty.waiting(session, ring)
    )
    return min((due for due in waiting if due not in but), default=None)
