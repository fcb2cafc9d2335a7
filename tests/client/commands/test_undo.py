"""`grubenpost undo` at the desk of a real server: a move waits, is shown, taken back, and undone by all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.record.game.changes.undo import shows
from engine.rules import Draw, Mine, from_data, legal_actions, play
from server.ledger.store import Ledger
from tests.client.clubhouse import Client, Clubhouse
from tests.server.house import House


class Pair:
    """Anna and Ben with their clients, in a game whose draft went by lists."""

    def __init__(self, club: Clubhouse, window: str) -> None:
        self.club = club
        self.both = [club.member(handle) for handle in ("anna", "ben")]
        for client in self.both:
            client.must("register")
        options = ("--players", "2", "--own-keys", "--undo", window)
        self.game = self.both[0].must("new", *options, "--no-seat", "--quiet").strip()
        for client in self.both:
            client.must("join", self.game, "--draft", "kk, any")
        self.fetch()

    def fetch(self) -> None:
        for client in (*self.both, *self.both):
            client.must("fetch")

    def in_turn(self) -> list[Client]:
        """Who is to move, and who waits."""
        return sorted(self.both, key=lambda client: not client.status(self.game)["mine"])

    def plies(self) -> int:
        return sum(entry.kind == "ply" for entry in self.club.house.entries(self.game))

    def harmless(self, client: Client) -> str:
        """A move that shows nothing."""
        seen = from_data(json.loads(client.must("board", self.game, "--json"))["position"])
        return next(
            action.write()
            for action in legal_actions(seen)
            if not isinstance(action, Draw | Mine) and not shows(seen, play(seen, action).events)
        )


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Clubhouse]:
    with Ledger(f"sqlite:///{tmp_path / 'ledger.sqlite'}") as ledger:
        yield Clubhouse(House(ledger), tmp_path / "homes")


@pytest.mark.parametrize("again", [True, False])
def test_a_move_that_waits_is_shown_and_taken_back(club: Clubhouse, again: bool) -> None:
    two = Pair(club, "10m")
    mover, _ = two.in_turn()
    before = two.plies()
    told = mover.must("move", two.game, "bank", "--yes")
    assert "takes it back" in told
    assert "is played at" in mover.must("status")
    assert (mover.status(two.game)["mine"], bool(mover.status(two.game)["held_until"])) == (False, True)
    if again:
        assert "move/held" in mover.run("move", two.game, "bank", "--yes").output
    assert "is taken back" in mover.must("undo", two.game)
    assert mover.status(two.game)["mine"]
    mover.must("move", two.game, "bank", "--yes")
    two.club.house.time += 3600
    two.club.house.tick()
    two.club.hand_out(two.club.house.new_mails())
    two.fetch()
    assert two.plies() == before + 1
    assert mover.status(two.game)["held_until"] is None


def test_what_all_take_back_is_no_second_history(club: Clubhouse) -> None:
    two = Pair(club, "off")
    mover, other = two.in_turn()
    ply = mover.status(two.game)["ply"]
    mover.must("move", two.game, two.harmless(mover), "--yes")
    two.fetch()
    assert "Still to agree" in mover.must("undo", two.game)
    other.must("undo", two.game, str(ply))
    two.fetch()
    for client in two.both:
        found = client.status(two.game)
        assert (found["ply"], found["two_histories"]) == (ply, False)
    assert mover.status(two.game)["mine"]
    mover.must("move", two.game, "bank", "--yes")
    two.fetch()
    assert other.status(two.game)["mine"]
