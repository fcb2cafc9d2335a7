"""The baron's remarks on a game."""

from __future__ import annotations

import pytest

from engine.bots import baron
from engine.bots.annotate import LEAST, REASONS, Remark, annotate, turning_points
from engine.bots.selfplay import Finished, play_one
from engine.library.replay.notes import read_notes
from engine.rules import Action, Bank, Money, check, play
from engine.tongue import tongue


@pytest.fixture(scope="module")
def finished() -> Finished:
    return play_one(12, 1, ["random", "greedy"])


def test_there_is_a_remark_on_each_ply_and_its_move_was_legal(finished: Finished) -> None:
    game = finished.opening
    remarks = list(annotate(finished.opening, finished.actions, nodes=20))
    for remark, action, seat in zip(remarks, finished.actions, finished.seats, strict=True):
        assert (remark.ply, remark.seat, remark.played) == (game.ply, seat, action)
        assert remark.loss >= 0
        assert remark.why in REASONS
        check(game, remark.best, seat)
        game = play(game, action).game


def test_who_plays_at_random_loses_more_than_greedy(
    finished: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(baron, "WIDTH", 5)
    lost = [0.0, 0.0]
    for remark in annotate(finished.opening, finished.actions, nodes=40):
        lost[remark.seat] += remark.loss
    assert lost[0] > 2 * lost[1]


def test_the_same_seed_gives_the_same_remarks(finished: Finished) -> None:
    one, same = (list(annotate(finished.opening, finished.actions[:12], 3, nodes=30)) for _ in range(2))
    assert one == same


def test_it_stops_when_told_to(finished: Finished) -> None:
    assert list(annotate(finished.opening, finished.actions, stop=lambda: True)) == []


def remark(ply: int, loss: float, lead: float = 0.0, best: Action | None = None) -> Remark:
    return Remark(ply, 0, Bank(), best or Money(6), loss, lead, "orders")


def test_the_turning_points_are_the_costliest_plies_in_order() -> None:
    remarks = [remark(0, 20), remark(1, LEAST - 1), remark(2, 7), remark(3, 30), remark(4, 9)]
    assert [each.ply for each in turning_points(remarks, 3)] == [0, 3, 4]
    assert turning_points(remarks, 0) == []


def test_a_note_is_what_transcript_and_replay_take() -> None:
    note = remark(3, 9.26, lead=4).note(tongue("en"))
    assert note["turning"] is True
    assert note["text"] == "This gave the lead away. More orders would have got done in time."
    (read,) = read_notes([note], 10)
    assert read == {"ply": 3, "best": "money 6", "loss": 9.3, "lead": -5.3, "text": note["text"]}
    assert remark(3, 9, lead=12).note(tongue("en"))["turning"] is False
