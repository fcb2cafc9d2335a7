"""Advice for a player: an action, and why that one."""

from __future__ import annotations

from random import Random

import pytest

from engine.bots import baron
from engine.bots.advice import CLOSE, ONLY, WHY, advise, greatest_gain
from engine.bots.baron import search
from engine.bots.foresight import Lead
from engine.bots.selfplay import play_one
from engine.rules import Bank, Game, check, play, view


def course() -> list[Game]:
    finished = play_one(8, 1, ["greedy", "greedy"])
    found = [finished.opening]
    for action in finished.actions:
        found.append(play(found[-1], action).game)
    return found[:-1]


def test_the_advice_is_what_the_search_found_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baron, "WIDTH", 5)
    said = set()
    for number, game in enumerate(course()[::6]):
        seen = view(game, game.turn)
        advice = advise(seen, Random(number), 60)
        assert advice.action == search(seen, Random(number), 60)[0].action
        check(game, advice.action, game.turn)
        assert advice.gain >= 0 or advice.why is CLOSE
        said.add(advice.why)
    assert len(said & set(WHY.values())) > 1


def test_without_time_to_think_it_claims_nothing() -> None:
    game = course()[20]
    advice = advise(view(game, game.turn), Random(1), stop=lambda: True)
    assert (advice.gain, advice.why) == (0.0, CLOSE)
    assert advice.instead_of is not None


def test_where_there_is_no_choice_it_says_so() -> None:
    game = course()[40]
    seen = view(game, game.turn)
    seen.workers[seen.turn] = 1
    seen.count = [9] * len(seen.count)
    advice = advise(seen, Random(1))
    assert (advice.action, advice.instead_of, advice.why) == (Bank(), None, ONLY)


@pytest.mark.parametrize("part", Lead._fields)
def test_the_greatest_gain_is_named(part: str) -> None:
    nothing = Lead(0, 0, 0, 0, 0, 0)
    some = Lead(1, 1, 1, 1, 1, 1)._replace(**{part: 3})
    assert greatest_gain([some, some], [nothing, nothing]) == part
    assert part in WHY
