"""`grubenpost notes` at the desk of a real server: kept, fetched with the turn, shown offline, erased."""

from __future__ import annotations

from pathlib import Path

from server.ledger.store import Ledger
from tests.client.clubhouse import Clubhouse
from tests.server.house import House


def test_notes(tmp_path: Path) -> None:
    house = House(Ledger(f"sqlite:///{tmp_path / 'ledger.sqlite'}"))
    club = Clubhouse(house, tmp_path / "homes")
    both = anna, ben = [club.member(handle) for handle in ("anna", "ben")]
    for client in both:
        client.must("register")
    options = ("--players", "2", "--own-keys", "--no-seat", "--quiet")
    game = anna.must("new", *options).strip()
    for client in both:
        client.must("join", game, "--draft", "kk, any")
    for client in (*both, *both):
        client.must("fetch")
    assert "no notes" in anna.must("notes", game)
    assert "remember Friday" in anna.must("notes", game, "remember Friday")
    for command in ("notes", "board"):
        assert "] remember Friday" in anna.must(command, game)
        assert "Friday" not in ben.must(command, game)
    for client in both:
        client.must("fetch")
    assert "] remember Friday" in anna.must("notes", game)
    assert "note/running" in anna.run("notes", game, "--publish").output
    assert "note/one-at-a-time" in anna.run("notes", game, "x", "--drop").output
    assert "note/semicolon" in anna.run("notes", game, "x; y").output
    anna.must("notes", game, "--drop")
    assert "no notes" in anna.must("notes", game)
