"""The baron searches, within the bounds that it is given."""

from __future__ import annotations

from random import Random

import pytest

from engine.bots import baron
from engine.bots.baron import search
from engine.bots.judge import Judge
from engine.bots.selfplay import opening, play_game, play_one
from engine.rules import Action, Bank, Game, play, view, winners


@pytest.fixture
def thorough(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit, value in {"NODES": 60, "WIDTH": 6, "ROUNDS": 2}.items():
        monkeypatch.setattr(baron, limit, value)


def middle(players: int = 2) -> Game:
    """The view of a player in the midst of a game."""
    finished = play_one(8, 1, ["greedy"] * players)
    game = finished.opening
    for action in finished.actions[:40]:
        game = play(game, action).game
    return view(game, game.turn)


@pytest.mark.usefixtures("thorough")
def test_it_beats_foreman() -> None:
    for number, seats in enumerate((["baron", "foreman"], ["foreman", "baron"])):
        finished = play_game(opening(2, Random(5)), seats, [Random(number), Random(number)])
        assert winners(finished.game) == (seats.index("baron"),)


def test_without_time_it_does_as_foreman_would() -> None:
    seen = middle()
    found = search(seen, Random(1), stop=lambda: True)
    assert found[0].action == Judge(2).best(seen)
    assert not any(weighed.leads for weighed in found)


@pytest.mark.usefixtures("thorough")
@pytest.mark.parametrize("nodes", [30, 100, 300])
def test_the_nodes_bound_the_work(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = 0
    rate = Judge.rate

    def counted(judge: Judge, game: Game) -> object:
        nonlocal judged
        judged += 1
        return rate(judge, game)

    monkeypatch.setattr(Judge, "rate", counted)
    search(middle(), Random(1), nodes)
    one_pass = baron.WIDTH * (2 * baron.ROUNDS + 1)
    assert judged <= nodes + one_pass
    assert judged > 1


@pytest.mark.usefixtures("thorough")
def test_more_nodes_try_the_better_half_more_often() -> None:
    found = search(middle(), Random(1), 400)
    tried = [len(weighed.leads) for weighed in found]
    assert tried[0] == max(tried) > min(tried) > 0
    assert len(found) == baron.WIDTH


@pytest.mark.usefixtures("thorough")
def test_a_stop_signal_ends_it_and_no_action_was_tried_more_often() -> None:
    left = 10

    def stop() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    found = search(middle(), Random(1), 10_000, stop)
    assert {len(weighed.leads) for weighed in found} == {1}


@pytest.mark.usefixtures("thorough")
def test_an_action_that_must_be_tried_is_tried_to_the_end() -> None:
    poor: Action = Bank()
    found = search(middle(), Random(1), 300, also=[poor])
    weighed = next(each for each in found if each.action == poor)
    assert len(weighed.leads) == len(found[0].leads)
    assert weighed.lead < found[0].lead


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_chance_gives_the_same_search(players: int) -> None:
    seen = middle(players)
    assert search(seen, Random(3), 60) == search(seen, Random(3), 60)


def test_with_one_way_to_go_it_does_not_think() -> None:
    seen = middle()
    seen.workers[seen.turn] = 1
    seen.count = [9] * len(seen.count)
    (only,) = search(seen, Random(1))
    assert only.action == Bank()
