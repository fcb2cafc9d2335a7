"""What a player remembers of games: the newest position, and every checkpoint."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from client.memory.memory import Keeping, Kept, TwoHistories
from client.post.mailbox import Watermark
from client.profile.home import Home
from client.refusals import BadProfile
from engine.wire.turn import Turn, read_turn
from tests.client.pretend import TOLD, new_game, written
from tests.engine.record.club import Match


def turn_of(match: Match, seat: int = 0) -> Turn:
    return read_turn(written(match, seat))


def turns(plies: int, luck: int = 1) -> list[Turn]:
    """A turn after each ply of a game. With other luck the same game takes another course."""
    match, rng = new_game(), Random(luck)
    found = []
    for _ in range(plies):
        match.play_on(rng, 1)
        found.append(turn_of(match))
    return found


@pytest.fixture
def keeping(tmp_path: Path) -> Keeping:
    return Keeping(Home(tmp_path, tmp_path))


def test_what_is_kept_is_found_again(keeping: Keeping, tmp_path: Path) -> None:
    kept = Kept("game-1")
    for turn in turns(5):
        assert kept.notice(turn)
    keeping.keep(kept)
    again = Keeping(Home(tmp_path, tmp_path)).game("game-1")
    assert again == kept
    assert again.told == TOLD
    assert len(again.checkpoints) == 5


def test_nothing_is_known_of_a_new_game(keeping: Keeping) -> None:
    assert keeping.game("game-9") == Kept("game-9")
    assert keeping.watermark() == Watermark()


def test_the_watermark_is_kept(keeping: Keeping) -> None:
    keeping.keep_watermark(Watermark(17, 4))
    assert keeping.watermark() == Watermark(17, 4)


def test_late_mails_change_nothing_but_are_remembered() -> None:
    first, second, third = turns(3)
    kept = Kept("game-1")
    assert kept.notice(first)
    assert kept.notice(third)
    assert not kept.notice(second)
    assert not kept.notice(third)
    assert kept.turn == third
    assert set(kept.checkpoints) == {turn.entries for turn in (first, second, third)}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_histories_are_told_and_kept_as_proof(order: tuple[int, int], keeping: Keeping) -> None:
    """The server signed both; whichever comes second gives it away, also when it is of an older ply."""
    courses = [turns(8, luck=1)[-1], turns(8, luck=2)[-1]]
    assert courses[0].entries == courses[1].entries
    first, second = (courses[number] for number in order)
    kept = Kept("game-1")
    kept.notice(first)
    with pytest.raises(TwoHistories, match="two histories") as told:
        kept.notice(second)
    assert told.value.code == "turn/two-histories"
    assert kept.turn == first
    keeping.keep(kept)
    again = keeping.game("game-1")
    assert [json.loads(proof)["head"] for proof in again.forks] == [second.head]
    assert first.checkpoint in again.checkpoints.values()


def test_a_fork_is_seen_in_the_past_too() -> None:
    kept = Kept("game-1")
    for turn in turns(8, luck=1):
        kept.notice(turn)
    with pytest.raises(TwoHistories):
        kept.notice(turns(4, luck=2)[-1])


def test_a_longer_log_with_fewer_plies_is_refused() -> None:
    match = new_game()
    match.play_on(Random(1), 6)
    kept = Kept("game-1")
    kept.notice(turn_of(match))
    back = new_game()
    for _ in range(10):
        back.book.note("press", back.now)
    with pytest.raises(TwoHistories, match="goes back"):
        kept.notice(turn_of(back))


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b"null",
        b'{"format": "grubenpost-game/1"}',
        b'{"format": "grubenpost-game/2"}',
        b"[" * 100_000,
    ],
)
def test_damaged_files_are_told_by_their_name(damage: bytes, keeping: Keeping, tmp_path: Path) -> None:
    for path, read in (
        (tmp_path / "games" / "game-1.json", lambda: keeping.game("game-1")),
        (tmp_path / "mailbox.json", keeping.watermark),
    ):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(damage)
        with pytest.raises(BadProfile, match="is damaged") as told:
            read()
        assert str(path) in str(told.value)


def test_a_spoilt_position_is_damage(keeping: Keeping, tmp_path: Path) -> None:
    kept = Kept("game-1")
    kept.notice(turns(1)[0])
    keeping.keep(kept)
    path = tmp_path / "games" / "game-1.json"
    facts = json.loads(path.read_bytes())
    facts["turn"]["position"]["coal"] = [99, 0, 0, 0]
    path.write_text(json.dumps(facts))
    with pytest.raises(BadProfile):
        keeping.game("game-1")
