"""Every mail command: what it does, how it is refused, and who may not send it."""

from __future__ import annotations

import re

import pytest

from engine.record.archive.verify import verify
from server.ledger import models as rows
from server.words.command import COMMANDS
from tests.server.desk.commands.scene import Scene, only, refused
from tests.server.playing import hand_out, play_on, position, start_game

DAY = 24 * 3600


# resign, abandon


@pytest.mark.parametrize("how", ["bot", "empty"])
def test_resign_and_the_others_finish(scene: Scene, how: str) -> None:
    game = start_game([scene.anna, scene.ben], f"resigned={how}")
    play_on([scene.anna, scene.ben], 10)
    told = scene.ben.ask(f"resign {game}")
    assert {got.recipient for got in told} == {scene.anna.address, scene.ben.address}
    (news,) = [got for got in told if got.recipient == scene.anna.address]
    assert "Ben Bäcker has resigned; " in news.text
    hand_out([scene.anna], told)
    while not position(scene.anna).over:
        assert position(scene.anna).turn == scene.anna.turn["seat"]
        play_on([scene.anna], 1)
    refused(scene.ben.ask(f"board {game}"), scene.ben, "game/not-in")
    certificate = verify(scene.ben.ask(f"archive {game}")[0].files[f"grubenpost-{game}.json"])
    assert certificate.state == "finished"
    assert certificate.untyped > 10


def test_resign_in_the_middle_of_a_choice(scene: Scene) -> None:
    game = start_game([scene.anna, scene.clara], "resigned=empty")
    pair = [scene.anna, scene.clara]
    play_on(pair, 6)
    drawer = pair[position(scene.anna).turn]
    hand_out(pair, drawer.move("order draw"))
    assert position(drawer).drawn
    told = hand_out(pair, drawer.ask(f"resign {game}"))
    assert {got.recipient for got in told} == {scene.anna.address, scene.clara.address}
    other = next(member for member in pair if member is not drawer)
    assert not position(other).drawn
    assert position(other).turn == other.turn["seat"]
    play_on([other], 2)


def test_when_all_have_resigned_the_game_is_given_up(scene: Scene) -> None:
    play_on(scene.players, 7)
    for member in scene.players[:2]:
        member.ask(f"resign {scene.game}")
        assert scene.house.game(scene.game).state == "running"
    (answer,) = scene.clara.ask(f"resign {scene.game}")
    assert "The game has ended." in answer.text
    game = scene.house.game(scene.game)
    assert (game.state, game.turn_seat) == ("abandoned", None)
    (got,) = scene.clara.ask(f"archive {scene.game}")
    assert verify(got.files[f"grubenpost-{scene.game}.json"]).winners == ()
    refused(scene.clara.ask(f"resign {scene.game}"), scene.clara, "game/not-in")


def test_abandon_by_agreement(scene: Scene) -> None:
    play_on(scene.players, 5)
    asked = scene.anna.ask(f"abandon {scene.game}")
    assert [got.recipient for got in asked] == [scene.ben.address, scene.clara.address, scene.anna.address]
    assert asked[0].subject == f"[a vote] with Anna, Клара · Grubenpost {scene.game}"
    assert "Still to agree: ben, clara." in asked[2].text
    refused(scene.anna.ask(f"abandon {scene.game}"), scene.anna, "voting/said")
    scene.house.write(scene.ben.address, f"abandon {scene.game}\n> {asked[0].code}")
    assert scene.house.game(scene.game).state == "running"
    last = scene.clara.ask(f"abandon {scene.game}")
    assert {got.subject for got in last} == {
        f"[game over] with {others} · Grubenpost {scene.game}"
        for others in ("Ben Bäcker, Клара", "Anna, Клара", "Anna, Ben Bäcker")
    }
    assert "the game was abandoned" in last[0].text
    assert "What happened:" in last[0].text
    game = scene.house.game(scene.game)
    assert (game.state, game.turn_seat) == ("abandoned", None)
    refused(scene.anna.ask(f"abandon {scene.game}"), scene.anna, "game/not-running")
    refused(scene.dora.ask(f"abandon {scene.game}"), scene.dora, "game/not-in")


def test_one_no_is_enough_to_go_on(scene: Scene) -> None:
    for member in scene.players[:2]:
        member.ask(f"abandon {scene.game}")
    play_on(scene.players, 3)
    scene.anna.ask(f"vote {scene.game} abandon no")
    scene.clara.ask(f"abandon {scene.game}")
    assert scene.house.game(scene.game).state == "running"


def test_the_last_who_would_go_on_resigns(scene: Scene) -> None:
    scene.anna.ask(f"abandon {scene.game}")
    scene.ben.ask(f"abandon {scene.game}")
    scene.clara.ask(f"resign {scene.game}")
    assert scene.house.game(scene.game).state == "abandoned"


# several at once


def test_all_or_nothing(scene: Scene) -> None:
    refused(scene.anna.ask("set name Nobody; new; board zzzzz9"), scene.anna, "game/unknown")
    assert {p.handle: p.name for p in scene.house.all(rows.Player)}["anna"] == "Anna"
    assert len(scene.house.all(rows.Game)) == 1
    text = only(scene.anna.ask("set name Aenne; set zone UTC; status"), scene.anna)
    assert [line for line in text.splitlines() if line.startswith("You wrote:")] == [
        "You wrote: set name Aenne",
        "You wrote: set zone UTC",
        "You wrote: status",
    ]


def test_a_game_that_is_opened_and_undone_in_one_mail(scene: Scene) -> None:
    """The refusal must not refer to a game that does not exist."""
    refused(scene.dora.ask("new 2 bots=1\nboard\nset zone nowhere"), scene.dora, "set/zone")
    assert len(scene.house.all(rows.Game)) == 1


def test_too_many_commands(scene: Scene) -> None:
    refused(scene.anna.ask(";".join(["status"] * 21)), scene.anna, "command/too-many")
    only(scene.anna.ask(";".join(["status"] * 20)), scene.anna)


def test_every_command_has_been_tried() -> None:
    """A new command needs tests: its name has to stand in one of these files."""
    from pathlib import Path

    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parents[2].rglob("test_*.py"))
    assert [name for name in COMMANDS if not re.search(rf'["` ({{]{name}[" `}}{{;:]', tests)] == []
