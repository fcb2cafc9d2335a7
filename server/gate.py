"""The gate: what the server answers at most, so that nobody can make it talk to others or to itself.

Mail that nothing authenticates is answered once a day an address, and not too often in all. Somebody who
proves who they are may ask and move as they like, within reason.
"""

from __future__ import annotations

from typing import Final

from engine.errors import Refused
from server.answering import tell_host
from server.ledger.budgets import allow_answer, allow_tally
from server.visit import DAY, NOT_AT_ALL, Visit

HOUR: Final = 3600
REFUSALS_A_DAY: Final = 20
WITHOUT_WORDS: Final = frozenset({"command/none", "confirm/yes"})
"""Refusals of mails that say nothing to us: a machine may have written them, and would go on doing so."""


class Silence(Exception):
    """This mail gets no answer; the text says why, for the ledger."""


class Flood(Exception):
    """Somebody sends more than can be meant; the mail is kept for the host."""


def may_speak(visit: Visit) -> None:
    """Spend one answer of the sender's and of everyone's, or be silent."""
    if visit.gated or visit.authority != NOT_AT_ALL:
        return
    if not visit.sender:
        raise Silence("no sender")
    if visit.relayed:
        raise Silence(f"it came by a list: {visit.relayed}")
    spend_answer(visit, visit.sender)
    visit.gated = True


def spend_answer(visit: Visit, address: str) -> None:
    """An address that may not have asked gets one mail a day from us; all of them together get so many."""
    settings = visit.settings
    with visit.session.begin_nested() as spent:
        if not allow_answer(visit.session, address, visit.now):
            raise Silence("answered today")
        if allow_tally(
            visit.session, "answers", visit.now, settings.answer_window, settings.answers_per_window
        ):
            return
        spent.rollback()
    text = "So much unauthenticated mail came in that most of it gets no answer for a while.\n"
    tell_host(visit, f"answers {visit.now // DAY}", text)
    raise Silence("too many answers")


def may_refuse(visit: Visit, refusal: Refused) -> None:
    """Refusals are answered too, but never so often that two machines could keep each other busy."""
    may_speak(visit)
    if visit.authority == NOT_AT_ALL:
        return
    who = f"player {visit.player.id}" if visit.player else visit.sender
    once = visit.player is None or refusal.code in WITHOUT_WORDS
    if once and not allow_answer(visit.session, f"{who} {refusal.code}", visit.now):
        raise Silence("said today")
    if not once and not allow_tally(visit.session, f"refused {who}", visit.now, DAY, REFUSALS_A_DAY):
        raise Silence("too many refusals")


def not_too_often(visit: Visit) -> None:
    """Nobody gets more than so many mails an hour dealt with, so that others do not have to wait."""
    if visit.player is None or visit.authority == NOT_AT_ALL:
        return
    most = visit.settings.mails_per_hour
    if not allow_tally(visit.session, f"player {visit.player.id}", visit.now, HOUR, most):
        raise Flood(f"more than {most} mails of {visit.player.handle} in an hour")
