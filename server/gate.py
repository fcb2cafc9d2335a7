"""The gate: mail that nothing authenticates is answered once a day an address, and not too often in all."""

from __future__ import annotations

from server.ledger.budgets import allow_answer, allow_tally
from server.visit import NOT_AT_ALL, Visit

HOUR = 3600
MAILS_AN_HOUR = 60


class Silence(Exception):
    """This mail gets no answer; the text says why, for the ledger."""


def may_speak(visit: Visit) -> None:
    """Spend one answer of the sender's and of everyone's, or be silent."""
    if visit.gated or visit.authority != NOT_AT_ALL:
        return
    settings = visit.settings
    if not visit.sender:
        raise Silence("no sender")
    if not allow_answer(visit.session, visit.sender, visit.now):
        raise Silence("answered today")
    if not allow_tally(
        visit.session, "answers", visit.now, settings.answer_window, settings.answers_per_window
    ):
        raise Silence("too many answers")
    visit.gated = True


def not_too_often(visit: Visit) -> None:
    """Nobody gets more than so many letters an hour dealt with, so that others do not have to wait."""
    if visit.player is None or visit.authority == NOT_AT_ALL:
        return
    if not allow_tally(visit.session, f"player {visit.player.id}", visit.now, HOUR, MAILS_AN_HOUR):
        raise Silence("a flood")
