"""Every mail command: what it does, how it is refused, and who may not send it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import pytest

from engine.record.archive.verify import verify
from server.ledger import models as rows
from server.words.command import COMMANDS
from tests.server.beginnings import remembered
from tests.server.house import Got, House, Member
from tests.server.playing import hand_out, make_club, open_game, play_on, position, start_game

DAY = 24 * 3600


@dataclass
class Scene:
    """Anna, Ben and Clara play a game; Dora does not. Anna and Dora have keys in no other game."""

    house: House
    anna: Member
    ben: Member
    clara: Member
    dora: Member
    game: str

    @property
    def players(self) -> list[Member]:
        return [self.anna, self.ben, self.clara]


@pytest.fixture
@remembered
def scene(house: House) -> Scene:
    anna, ben, clara, dora = make_club(house)
    return Scene(house, anna, ben, clara, dora, start_game([anna, ben, clara]))


def only(mails: list[Got], member: Member) -> str:
    """The text of the one answer that came of it."""
    (got,) = mails
    assert got.recipient == member.address
    return got.text


def refused(mails: list[Got], member: Member, code: str) -> None:
    text = only(mails, member)
    assert f"nothing was changed ({code})" in text, text
    assert member.house.outcome() == f"refused: {code}"


# help, games, status


def test_every_command_is_in_the_help(scene: Scene) -> None:
    text = only(scene.anna.ask("help"), scene.anna)
    for name, known in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(known.usage)}$", text, re.MULTILINE)


def test_help_on_every_topic(scene: Scene) -> None:
    for name, known in COMMANDS.items():
        text = only(scene.anna.ask(f"help {name}"), scene.anna)
        assert known.usage in text
        assert known.help in text
    assert "mine 8: to g" in only(scene.anna.ask("help moves"), scene.anna)


def test_help_on_nothing_known(scene: Scene) -> None:
    refused(scene.anna.ask("help chess"), scene.anna, "help/topic")
    refused(scene.anna.ask("help me to win"), scene.anna, "command/usage")


def test_games(scene: Scene) -> None:
    assert "No game is open" in only(scene.dora.ask("games"), scene.dora)
    options = "deliveries=hidden languages=de+en"
    game = open_game([scene.anna, scene.ben], options)
    secret = open_game([scene.anna, scene.ben], "private=yes")
    text = only(scene.dora.ask("games"), scene.dora)
    expected = (
        f"{game}: 0 of 2 seats (nobody yet); mailbox players welcome, deliveries face down, spoken: de, en"
    )
    assert expected in text
    assert secret not in text
    assert secret in only(scene.anna.ask("games"), scene.anna)
    scene.anna.ask(f"invite {secret} dora")
    assert f"{secret}: 0 of 2" in only(scene.dora.ask("games"), scene.dora)
    refused(scene.dora.ask("games now"), scene.dora, "command/usage")


def test_private_games_do_not_crowd_out_the_others(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.desk.commands.games.MOST", 2)
    for _ in range(3):
        open_game([scene.anna, scene.ben], "private=yes")
    game = open_game([scene.anna, scene.ben])
    assert game in only(scene.dora.ask("games"), scene.dora)
    assert only(scene.anna.ask("games"), scene.anna).count("by invitation") == 2


def test_a_mail_of_each_style(scene: Scene) -> None:
    mails = scene.dora.ask("set language ru\ntest")
    assert {got.recipient for got in mails} == {scene.dora.address}
    samples = {got.subject: got for got in mails if got.subject != "Grubenpost"}
    assert set(samples) == {f"[{style}] Grubenpost" for style in ("html", "text", "ascii", "spoken")}
    assert [name for name, got in samples.items() if got.page] == ["[html] Grubenpost"]
    assert [name for name, got in samples.items() if got.text.isascii()] == ["[ascii] Grubenpost"]
    assert not any("code:" in got.text for got in samples.values())


def test_a_language_has_its_own_spelling_in_ascii(scene: Scene) -> None:
    (answer,) = scene.dora.ask("set language de\nset style ascii\nhelp forget")
    assert answer.text.isascii()
    assert "oeffentlich" in answer.text
    mails = scene.dora.write("test")
    assert mails[0].text.isascii()


def test_nobody_is_sent_samples_in_a_forged_name(scene: Scene) -> None:
    refused(scene.dora.write("test"), scene.dora, "test/code")


def test_status(scene: Scene) -> None:
    assert "You are in no game" in only(scene.dora.ask("status"), scene.dora)
    first = position(scene.anna).turn
    for member in scene.players:
        text = only(member.ask("status"), member)
        whose = "YOUR TURN" if member.turn["seat"] == first else f"{scene.players[first].handle} to move"
        assert f"{scene.game}: {whose} since Sep 21, 2026" in text
        assert "(UTC), ply 0" in text


def test_status_in_the_players_zone(scene: Scene) -> None:
    scene.ben.ask("set zone asia/tokyo")
    assert "(Asia/Tokyo), ply 0" in only(scene.ben.ask("status"), scene.ben)


# set


def test_set_name(scene: Scene) -> None:
    assert "Your name is now Бен  Bäcker".replace("  ", " ") in only(
        scene.ben.ask("set name Бен  Bäcker"), scene.ben
    )
    assert {p.handle: p.name for p in scene.house.all(rows.Player)}["ben"] == "Бен Bäcker"
    refused(scene.ben.ask("set name a\u202eb"), scene.ben, "letter/bad-value")
    refused(scene.ben.ask(f"set name {'x' * 41}"), scene.ben, "letter/too-long")


@pytest.mark.parametrize(
    ("sent", "column", "value"),
    [
        ("set language DE", "language", "de"),
        ("set zone europe/berlin", "zone", "Europe/Berlin"),
        ("SET Style SPOKEN", "style", "spoken"),
        ("set mails daily", "mails", "daily"),
        ("set checkpoint off", "checkpoint", False),
        ("set position Off", "position", False),
    ],
)
def test_set(scene: Scene, sent: str, column: str, value: object) -> None:
    only(scene.anna.ask(sent), scene.anna)
    (anna,) = scene.house.all(rows.Player, rows.Player.handle == "anna")
    assert getattr(anna, column) == value


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("set", "command/usage"),
        ("set name", "command/usage"),
        ("set shoes 42", "command/usage"),
        ("set language klingon", "set/value"),
        ("set style loud", "set/value"),
        ("set zone ../../etc/passwd", "set/zone"),
        ("set address not-an-address", "set/address"),
        ("set address a@b..c", "set/address"),
        ("set address anna@example.org maybe", "set/address"),
        ("set address anna@example.org off", "set/address-main"),
    ],
)
def test_set_wrongly(scene: Scene, sent: str, code: str) -> None:
    refused(scene.anna.ask(sent), scene.anna, code)


def test_a_further_address(scene: Scene) -> None:
    new = "anna@work.example.org"
    code, answer = scene.anna.ask(f"set address {new}")
    assert (code.recipient, answer.recipient) == (new, scene.anna.address)
    assert scene.anna.address not in code.text
    added = scene.house.write(new, f"yes\n{code.code}")
    assert sorted(got.recipient for got in added) == [scene.anna.address, new]
    # It may ask now; answers still go to the main one.
    assert only(scene.house.write(new, "status"), scene.anna)
    moved = scene.anna.ask(f"set address {new}")
    assert sorted(got.recipient for got in moved) == [scene.anna.address, new]
    dropped = scene.anna.ask(f"set address {scene.anna.address} off")
    assert sorted(got.recipient for got in dropped) == [scene.anna.address, new]
    assert {row.address for row in scene.house.all(rows.Address) if row.main} == {
        new,
        *(member.address for member in (scene.ben, scene.clara, scene.dora)),
    }
    assert len(scene.house.all(rows.Address)) == 4


def test_whether_an_address_is_registered_is_not_told(scene: Scene) -> None:
    free = scene.anna.ask("set address nobody@example.net")
    taken = scene.anna.ask(f"set address {scene.ben.address}")
    assert [got.recipient for got in free] == ["nobody@example.net", scene.anna.address]
    assert [got.recipient for got in taken] == [scene.anna.address]
    assert free[1].text.replace("nobody@example.net", "X") == taken[0].text.replace(scene.ben.address, "X")


def test_nobody_is_bombed_with_codes(scene: Scene) -> None:
    scene.anna.ask("set address victim@example.net")
    for member in (scene.anna, scene.ben, scene.clara):
        refused(member.ask("set address victim@example.net"), member, "set/address-often")


# new, invite, join, leave, start


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
        "bots": 0,
        "bot": "random",
        "languages": [],
    }
    assert len(scene.house.entries(game.id)) == 1


def test_new_from_a_mailbox_takes_a_seat(scene: Scene) -> None:
    text = only(scene.dora.ask("new seats=2"), scene.dora)
    assert "1 of 2 seats are taken" in text


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
    assert "1 of 2 seats" in only(dora.join(game), dora)
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


# what one sees of a game


@pytest.mark.parametrize("name", ["board", "legal", "score", "history", "resend"])
def test_asking_about_a_game(scene: Scene, name: str) -> None:
    play_on(scene.players, 8)
    anna, dora = scene.anna, scene.dora
    for sent in (name, f"{name} {scene.game}", f"{name.upper()} {scene.game.upper()}"):
        (got,) = anna.ask(sent)
        assert got.recipient == anna.address
        assert got.subject.endswith(f"Grubenpost {scene.game}")
    refused(dora.ask(f"{name} {scene.game}"), dora, "game/not-in")
    refused(dora.ask(name), dora, "game/none")
    refused(anna.ask(f"{name} zzzzz9"), anna, "game/unknown")
    refused(anna.ask(f"{name} the game"), anna, "command/usage")
    game = open_game([anna, scene.ben])
    anna.join(game)
    (answer,) = anna.ask(f"{name} {game}")
    assert "not started" in answer.text or "not under way" in answer.text or "No moves" in answer.text


def test_which_game_when_there_are_two(scene: Scene) -> None:
    start_game([scene.anna, scene.clara])
    refused(scene.anna.ask("board"), scene.anna, "game/which")


def test_history_since(scene: Scene) -> None:
    play_on(scene.players, 9)
    text = only(scene.anna.ask(f"history {scene.game} since 7"), scene.anna)
    assert re.findall(r"^ +(\d+)  \w", text, re.MULTILINE) == ["7", "8"]
    assert "No moves since then." in only(scene.anna.ask("history since 99"), scene.anna)
    refused(scene.anna.ask("history since yesterday"), scene.anna, "command/usage")
    refused(scene.anna.ask("history since 9999999"), scene.anna, "command/usage")


def test_resend_has_a_fresh_code(scene: Scene) -> None:
    while (turn := position(scene.anna).turn) != scene.ben.turn["seat"]:
        play_on(scene.players, 1, seed=turn)
    old = scene.ben.last.code if scene.ben.last else ""
    (again,) = hand_out([scene.ben], scene.ben.ask("resend"))
    assert again.code != old
    assert again.subject == f"[your turn] Grubenpost {scene.game}"
    assert len(scene.ben.move("1")) == 3
    # Both codes were for this ply.
    (late,) = scene.house.write(scene.ben.address, f"2\n> {old}")
    assert late.recipient == scene.ben.address
    assert "move/not-your-turn" in late.text


def test_archive_while_it_runs_and_when_it_is_over(scene: Scene) -> None:
    play_on(scene.players, 12)
    (got,) = scene.ben.ask(f"archive {scene.game}")
    certificate = verify(got.files[f"grubenpost-{scene.game}.json"])
    assert (certificate.state, certificate.plies) == ("running", 12)
    refused(scene.dora.ask(f"archive {scene.game}"), scene.dora, "game/not-in")
    refused(scene.ben.ask("archive"), scene.ben, "command/usage")
    play_on(scene.players)
    (got,) = scene.clara.ask(f"archive {scene.game}")
    certificate = verify(got.files[f"grubenpost-{scene.game}.json"])
    assert certificate.state == "finished"
    assert certificate.players == ("Anna", "Ben Bäcker", "Клара")
    for command in ("legal", "try bank", "resign", "abandon"):
        (answer,) = scene.anna.ask(
            f"{command.split()[0]} {scene.game} {' '.join(command.split()[1:])}".strip()
        )
        assert "game/not-running" in answer.text
    for command in ("board", "score", "history", "resend"):
        only(scene.anna.ask(f"{command} {scene.game}"), scene.anna)


def test_try_records_nothing(scene: Scene) -> None:
    play_on(scene.players, 9)
    member = scene.players[position(scene.anna).turn]
    before = len(scene.house.entries(scene.game))
    text = only(member.ask("try money 5"), member)
    assert "`money 5` is legal. It would do this (nothing is recorded)" in text
    assert "takes 5 Marks" in text
    refused(member.ask("try mine 10: to g, load g x9"), member, "rule/no-coal-there")
    refused(member.ask("try jumping"), member, "notation/unknown-verb")
    other = next(m for m in scene.players if m is not member)
    refused(other.ask("try money 5"), other, "move/not-your-turn")
    assert len(scene.house.entries(scene.game)) == before


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
    assert asked[0].subject == f"[give it up?] Grubenpost {scene.game}"
    assert "Still to agree: ben, clara." in asked[2].text
    refused(scene.anna.ask(f"abandon {scene.game}"), scene.anna, "abandon/said")
    scene.house.write(scene.ben.address, f"abandon {scene.game}\n> {asked[0].code}")
    assert scene.house.game(scene.game).state == "running"
    last = scene.clara.ask(f"abandon {scene.game}")
    assert {got.subject for got in last} == {f"[game over] Grubenpost {scene.game}"}
    assert "the game was given up" in last[0].text
    assert "What happened:" in last[0].text
    game = scene.house.game(scene.game)
    assert (game.state, game.turn_seat) == ("abandoned", None)
    refused(scene.anna.ask(f"abandon {scene.game}"), scene.anna, "game/not-running")
    refused(scene.dora.ask(f"abandon {scene.game}"), scene.dora, "game/not-in")


def test_who_moves_on_takes_it_back(scene: Scene) -> None:
    for member in scene.players[:2]:
        member.ask(f"abandon {scene.game}")
    play_on(scene.players, 3)
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
