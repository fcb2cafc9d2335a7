"""The kit finds every bot that breaks a law, and none of ours does."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import pytest

from engine.bots import NAMES, bot, choose
from engine.bots.conformance import examine, otherwise
from engine.bots.selfplay import opening
from engine.rules import Action, Bank, Game, Money, to_data, view
from engine.rules.game import CHOOSE, DRAFT, TURN


@pytest.mark.parametrize("name", NAMES)
def test_our_bots_keep_the_laws_in_every_phase(name: str) -> None:
    report = examine(bot(name))
    assert report.faults == ()
    assert report.phases == {DRAFT, TURN, CHOOSE}
    assert report.games == 3
    assert report.decisions > 200


def illegal(seen: Game, rng: Random) -> Action:
    return Money(7) if seen.phase == TURN else choose("random", seen, rng)


def broken(seen: Game, rng: Random) -> Action:
    if seen.phase == CHOOSE:
        raise KeyError("no idea")
    return choose("random", seen, rng)


def careless(seen: Game, rng: Random) -> Action:
    action = choose("random", seen, rng)
    if isinstance(action, Bank):
        seen.workers[seen.turn] -= 1
    return action


def wordy(seen: Game, rng: Random) -> Any:
    return choose("random", seen, rng).write()


def moody() -> Any:
    mood = count()
    return lambda seen, rng: choose("random", seen, Random(next(mood)))


@pytest.mark.parametrize(
    ("decide", "law"),
    [
        (illegal, "illegal"),
        (broken, "broken"),
        (careless, "changes-the-view"),
        (wordy, "not-an-action"),
        (moody(), "not-repeatable"),
    ],
)
def test_a_bot_that_breaks_a_law_is_found(decide: Any, law: str) -> None:
    faults = examine(decide).faults
    assert {fault.law for fault in faults} == {law}


def test_a_bot_that_knows_the_stacks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cheating takes a leak: here the view is one."""
    monkeypatch.setattr("engine.bots.conformance.view", lambda game, seat: game.copy())

    def spying(seen: Game, rng: Random) -> Action:
        hidden = f"{seen.tile_stack} {seen.card_stack}"
        return choose("random", view(seen, seen.turn), Random(hidden))

    assert {fault.law for fault in examine(spying).faults} == {"sees-the-hidden"}


def test_otherwise_looks_the_same_and_is_not() -> None:
    game = opening(3, Random(1), face_down=True)
    other = otherwise(game, Random(2))
    assert to_data(other) != to_data(game)
    assert to_data(view(other, game.turn)) == to_data(view(game, game.turn))
