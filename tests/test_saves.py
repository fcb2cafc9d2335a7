"""The saved games are golden: each verifies, replays, and ends as it always has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.library.replay import replay_page
from engine.record.archive.verify import verify
from engine.rules import Game, new_game, parse, play
from engine.rules.events import Bought

SAVES = Path(__file__).parent.parent / "saves"
ENDINGS = {
    "2p-shared-victory": ((-7, -7), (0, 1), 86),
    "2p-greedy": ((135, 105), (0,), 86),
    "3p-coal-shortage": ((36, 5, 25), (0,), 105),
    "3p-greedy-against-random": ((154, 24, -3), (0,), 110),
    "4p-empty-stack": ((7, -9, 61, -2), (2,), 125),
    "4p-greedy-face-down": ((92, 87, 82, 74), (0,), 125),
    "3p-by-mail": ((128, 109, 103), (0,), 110),
}


def facts_of(name: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((SAVES / f"{name}.json").read_bytes())
    return facts


def positions(facts: dict[str, Any]) -> list[Game]:
    options = facts["options"]
    game = new_game(
        options["players"], **facts["stacks"], start=facts["start"], face_down=options["face_down"]
    )
    found = [game]
    for ply in facts["plies"]:
        game = play(game, parse(ply["action"]), ply["seat"]).game
        found.append(game)
    return found


def test_every_saved_game_is_listed() -> None:
    files = {path.stem for path in SAVES.glob("*.json")}
    page = (SAVES / "README.md").read_text("utf-8")
    assert files == set(ENDINGS)
    assert all(f"`{name}.json`" in page for name in files)


@pytest.mark.parametrize("name", ENDINGS)
def test_saved_game_ends_as_it_always_has(name: str) -> None:
    vp, winners, plies = ENDINGS[name]
    certificate = verify((SAVES / f"{name}.json").read_bytes())
    assert (certificate.vp, certificate.winners, certificate.plies) == (vp, winners, plies)
    assert certificate.state == "finished"
    assert positions(facts_of(name))[-1].vp == list(vp)


@pytest.mark.parametrize("name", ENDINGS)
def test_saved_game_has_a_replay(name: str) -> None:
    """It is made from the archive by `grubenpost export`, as the page beside the games tells."""
    page = replay_page((SAVES / f"{name}.json").read_bytes(), called=name)
    assert len(page.encode()) < 500_000
    assert page.count("<html") == 1


def test_one_is_signed_and_tells_how_everyone_played() -> None:
    certificate = verify((SAVES / "3p-by-mail.json").read_bytes())
    assert certificate.signed
    assert certificate.auths == ("key", "mailbox", "key")
    assert (certificate.letters, certificate.delegated) == (113, 38)


def test_coal_really_runs_short() -> None:
    facts = facts_of("3p-coal-shortage")
    games = positions(facts)
    bought = [
        event
        for game, ply in zip(games, facts["plies"], strict=False)
        for event in play(game, parse(ply["action"])).events
        if isinstance(event, Bought)
    ]
    assert any(len(event.coal) < event.tile.lorries or len(set(event.coal)) > 1 for event in bought)


def test_a_stack_really_runs_out() -> None:
    games = positions(facts_of("4p-empty-stack"))
    assert any(not game.card_stack for game in games)


def test_delivered_cards_really_lie_face_down() -> None:
    assert facts_of("4p-greedy-face-down")["options"]["face_down"] is True
