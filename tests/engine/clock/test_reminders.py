"""One mail a day for all games together, and games that never begin."""

from __future__ import annotations

import pytest

from engine.clock import facts as said
from engine.clock.fold import happen
from engine.clock.notation import parse
from engine.clock.reminders import Waiting, by_urgency, next_reminder
from engine.clock.stale import LEAST, NOTICE, expiry
from engine.clock.state import Clock, new_clock
from engine.clock.terms import DAY, HOUR, PRESETS, Terms
from tests.engine.clock.driving import START


def waiting(game: str, terms: Terms | None, began: int = START) -> Waiting:
    return Waiting(game, happen(new_clock(terms, ["UTC"], began), said.TurnBegan(began, 0)))


def stopped(one: Waiting) -> Clock:
    return happen(one.clock, said.Stopped(one.clock.at, "pause"))


def test_the_first_reminder_of_any_game_is_next() -> None:
    games = [waiting("a", Terms(4 * DAY)), waiting("b", Terms(2 * DAY)), waiting("c", None)]
    assert next_reminder(games, START - 9 * DAY) == START + DAY


def test_there_is_a_day_between_two_mails() -> None:
    """Both are due at half of their time, an hour apart; the second one comes a day after the first."""
    games = [waiting("a", Terms(2 * DAY)), waiting("b", Terms(2 * DAY), START + HOUR)]
    first = next_reminder(games, START)
    assert first == START + DAY
    assert next_reminder(games, first) == START + 2 * DAY
    assert next_reminder(games, START + 2 * DAY) is None


@pytest.mark.parametrize("last", [START, START + 5 * HOUR, START + 3 * DAY])
def test_never_sooner_than_a_day_after_the_last(last: int) -> None:
    games = [waiting(name, terms) for name, terms in PRESETS.items()]
    due = next_reminder(games, last)
    assert due is not None
    assert due >= last + DAY


def test_who_waits_for_nothing_is_not_reminded() -> None:
    assert next_reminder([], START) is None
    assert next_reminder([Waiting("a", stopped(waiting("a", Terms(DAY))))], START) is None


def test_the_most_urgent_game_comes_first() -> None:
    games = [
        waiting("none", None),
        waiting("slow", Terms(9 * DAY)),
        Waiting("stopped", stopped(waiting("a", Terms(HOUR)))),
        waiting("soon", Terms(DAY)),
        waiting("old", Terms(9 * DAY), START - 5 * DAY),
    ]
    assert [one.game for one in by_urgency(games)] == ["soon", "old", "slow", "none", "stopped"]


@pytest.mark.parametrize("pace", [*PRESETS, "60d+bank:180d+grace:30d", "10m"])
def test_a_game_that_never_begins_is_let_go_after_a_warning(pace: str) -> None:
    terms = parse(pace)
    warned, ends = expiry(START, terms)
    assert START < warned == ends - NOTICE
    assert ends >= START + LEAST
    assert terms is None or warned >= START + terms.allowance, "never sooner than a first move may take"
