"""`grubenpost plan` at the desk of a real server: offered, shown, sealed, played, withdrawn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.ledger.store import Ledger
from tests.client.athome import GAME, AtHome
from tests.client.clubhouse import Client, Clubhouse
from tests.server.house import House


class Pair:
    """Anna and Ben with their clients, in a game whose draft went by lists."""

    def __init__(self, club: Clubhouse) -> None:
        self.club = club
        self.anna, self.ben = self.both = [club.member(handle) for handle in ("anna", "ben")]
        for client in self.both:
            client.must("register")
        self.game = self.anna.must("new", "--players", "2", "--own-keys", "--no-seat", "--quiet").strip()
        for client in self.both:
            client.must("join", self.game, "--draft", "kk, any")
        self.fetch()

    def fetch(self) -> None:
        for client in (*self.both, *self.both):
            client.must("fetch")

    def in_turn(self) -> list[Client]:
        """Who is to move, and who waits."""
        return sorted(self.both, key=lambda client: not client.status(self.game)["mine"])

    def plies(self) -> list[dict[str, Any]]:
        facts = [json.loads(entry.facts) for entry in self.club.house.entries(self.game)]
        return [each for each in facts if each["kind"] == "ply"]


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with Ledger(f"sqlite:///{tmp_path / 'ledger.sqlite'}") as ledger:
        yield Pair(Clubhouse(House(ledger), tmp_path / "homes"))


def test_orders_with_the_client(pair: Pair) -> None:
    assert [ply["by"] for ply in pair.plies()] == ["standing"] * 6  # the draft went by the lists
    mover, waiter = pair.in_turn()
    game = pair.game
    assert "You have ordered nothing" in waiter.must("plan", game, "--show")
    assert "A bot would order:" in waiter.must("plan", game)
    offered = json.loads(waiter.must("plan", game, "--json"))
    assert offered["last"] == ""
    assert offered["proposed"]["orders"].startswith("next: ")
    tried = waiter.must("try", game, "next: money 4 if not ousted; else bank")
    assert "2  bank" in tried
    assert waiter.run("plan", game, "next: money 3", "--yes").exit_code == 1
    sent = waiter.must("plan", game, "next: bank; then: bank", "--yes")
    assert "which nobody else sees" in sent
    assert json.loads(waiter.must("plan", game, "--show", "--json"))["orders"] == "next: bank; then: bank"
    waiter.must("plan", game, "--yes", "--turns", "2")
    waiter.must("plan", game, "--drop")
    assert "You have ordered nothing" in waiter.must("plan", game, "--show")
    waiter.must("plan", game, "next: bank; then: bank", "--yes")
    told = mover.must("move", game, "bank", "--yes")
    assert "goes to the bank" in told
    assert [ply.get("by") for ply in pair.plies()][6:] == [None, "standing"]
    waiter.must("fetch")
    assert "Your orders have played `bank`" in waiter.must("since", game)


def test_the_last_orders_are_offered_again(pair: Pair) -> None:
    mover, waiter = pair.in_turn()
    waiter.must("plan", pair.game, "next: bank; then: money 4", "--yes")
    mover.must("move", pair.game, "bank", "--yes")
    waiter.must("fetch")
    offered = json.loads(waiter.must("plan", pair.game, "--json"))
    assert offered["last"].startswith("next: bank; then: money 4")
    assert waiter.waiting() == []


def test_help_and_no_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = AtHome(tmp_path, monkeypatch)
    assert "next: order C-kk if costs <= 2" in anna.must("help", "orders")
    anna.begin()
    monkeypatch.setattr("client.session.planning.propose", lambda *_, **__: None)
    refused = anna.run("plan", GAME, "--yes")
    assert refused.exit_code == 1
    assert "orders/no-turn" in refused.output
