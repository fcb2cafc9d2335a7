"""Tables by mail: opened, invited to, joined, left and started."""

from __future__ import annotations

import json
import re

import pytest

from tests.server.desk.commands.scene import Scene, only, refused
from tests.server.playing import open_game


def test_new_with_all_options(scene: Scene) -> None:
    text = only(
        scene.anna.ask("new 4, auth=key deliveries=hidden, private=yes hold=yes resigned=empty bot=random"),
        scene.anna,
    )
    game = scene.house.game(re.findall(r"join (\w{6})", text)[0])
    assert json.loads(game.options) == {
        "players": 4,
        "auth": "key",
        "face_down": True,
        "private": True,
        "hold": True,
        "resigned": "empty",
        "press": "white",
        "rated": False,
        "pace": "none",
        "undo": 0,
        "bots": 0,
        "bot": "random",
        "languages": [],
    }
    assert len(scene.house.entries(game.id)) == 1


def test_new_from_a_mailbox_takes_a_seat(scene: Scene) -> None:
    text = only(scene.dora.ask("new seats=2"), scene.dora)
    assert "Seats taken: 1 of 2" in text


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("new players=5", "new/option"),
        ("new auth=none", "new/option"),
        ("new colour=red", "new/option"),
        ("new year's greetings", "command/usage"),
        ("new languages=x", "new/option"),
    ],
)
def test_new_wrongly(scene: Scene, sent: str, code: str) -> None:
    refused(scene.anna.ask(sent), scene.anna, code)


def test_not_too_many_open_games(scene: Scene) -> None:
    for _ in range(10):
        only(scene.anna.ask("new"), scene.anna)
    refused(scene.anna.ask("new"), scene.anna, "new/too-many")


def test_invite(scene: Scene) -> None:
    game = open_game([scene.anna, scene.ben], "private=yes")
    sent = scene.anna.ask(f"invite {game} Dora, ben anna")
    assert [(got.recipient, got.subject) for got in sent] == [
        (scene.dora.address, f"[invitation] Grubenpost {game}"),
        (scene.ben.address, f"[invitation] Grubenpost {game}"),
        (scene.anna.address, f"Grubenpost {game}"),
    ]
    assert "Anna (anna) invites you to a game for 2." in sent[0].text
    # Nobody is invited twice, and a reply to the invitation is enough to join.
    assert len(scene.anna.ask(f"invite {game} dora")) == 1
    assert "You have joined" in only(
        scene.house.write(scene.dora.address, f"join {game}\n> {sent[0].code}"), scene.dora
    )


def test_who_wants_no_mail_is_not_invited_by_mail(scene: Scene) -> None:
    game = open_game([scene.anna, scene.ben])
    scene.dora.ask("set mails none")
    assert [got.recipient for got in scene.anna.ask(f"invite {game} dora")] == [scene.anna.address]


def test_invite_wrongly(scene: Scene) -> None:
    game = open_game([scene.anna, scene.ben])
    refused(scene.anna.ask(f"invite {game}"), scene.anna, "command/usage")
    refused(scene.anna.ask(f"invite {game} nobody"), scene.anna, "player/unknown")
    refused(scene.clara.ask(f"invite {game} dora"), scene.clara, "invite/not-yours")
    refused(scene.anna.ask(f"invite {scene.game} dora"), scene.anna, "invite/not-yours")
    refused(scene.anna.ask("invite zzzzz9 dora"), scene.anna, "game/unknown")


def test_join_wrongly(scene: Scene) -> None:
    dora = scene.dora
    refused(dora.join("zzzzz9"), dora, "game/unknown")
    refused(dora.join(scene.game), dora, "game/not-open")
    refused(dora.ask("join"), dora, "command/usage")
    refused(dora.join(open_game([scene.anna, scene.ben], "auth=key")), dora, "game/own-keys")
    refused(dora.join(open_game([scene.anna, scene.ben], "private=yes")), dora, "game/by-invitation")
    game = open_game([scene.anna, scene.ben], "hold=yes")
    assert "Seats taken: 1 of 2" in only(dora.join(game), dora)
    refused(dora.join(game), dora, "game/in-already")
    scene.anna.join(game)
    refused(scene.ben.join(game), scene.ben, "game/full")
    refused(scene.anna.ask(f"join {game}"), scene.anna, "player/own-key")


def test_an_id_is_read_however_it_is_typed(scene: Scene) -> None:
    game = open_game([scene.anna, scene.ben])
    typed = game.upper().replace("0", "O").replace("1", "l")
    assert "You have joined" in only(scene.dora.ask(f"Join: {typed}."), scene.dora)


def test_leave_and_come_back(scene: Scene) -> None:
    game = open_game([scene.anna, scene.ben])
    scene.dora.join(game)
    assert "You have left" in only(scene.dora.ask(f"leave {game}"), scene.dora)
    refused(scene.dora.ask(f"leave {game}"), scene.dora, "game/not-in")
    only(scene.dora.join(game), scene.dora)
    refused(scene.ben.ask(f"leave {scene.game}"), scene.ben, "leave/started")


def test_start(scene: Scene) -> None:
    game = open_game([scene.anna, scene.ben], "hold=yes")
    only(scene.dora.join(game), scene.dora)
    refused(scene.anna.ask(f"start {game}"), scene.anna, "game/not-full")
    only(scene.anna.join(game), scene.anna)
    refused(scene.dora.ask(f"start {game}"), scene.dora, "start/not-yours")
    mails = scene.anna.start(game)
    assert sorted(got.recipient for got in mails) == [scene.anna.address, scene.dora.address]
    assert scene.house.game(game).state == "running"
    refused(scene.anna.ask(f"start {game}"), scene.anna, "game/started")
