"""Commands that show: help, games, status, samples, and what one sees of a game."""

from __future__ import annotations

import re

import pytest

from engine.record.archive.verify import verify
from engine.tongue import LANGUAGES, tongue
from server.desk.commands.help_ import overview
from server.words.command import COMMANDS
from tests.server.desk.commands.scene import Scene, only, refused
from tests.server.playing import hand_out, open_game, play_on, position, start_game

# help, games, status


def test_every_command_is_in_the_help(scene: Scene) -> None:
    text = only(scene.anna.ask("help"), scene.anna)
    for name, known in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(str(known.purpose))}$", text, re.MULTILINE)


def test_help_on_every_topic(scene: Scene) -> None:
    for name, known in COMMANDS.items():
        text = only(scene.anna.ask(f"help {name}"), scene.anna)
        assert known.usage in text
        assert known.help in text
    assert "mine 8: to g" in only(scene.anna.ask("help moves"), scene.anna)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_overview_has_a_line_of_purpose_for_every_command(language: str) -> None:
    lines = overview("pit@example.org", tongue(language)).splitlines()
    assert max(map(len, lines)) <= 78
    for name, known in COMMANDS.items():
        (line,) = [line for line in lines if line.split()[:1] == [name] and line.startswith("  ")]
        assert line.split(maxsplit=1)[1] == tongue(language).phrase(known.purpose)


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
        f"{game}: seats taken: 0 of 2 (nobody yet); mailbox players welcome, deliveries face down, "
        "spoken: de, en"
    )
    assert expected in text
    assert secret not in text
    assert secret in only(scene.anna.ask("games"), scene.anna)
    scene.anna.ask(f"invite {secret} dora")
    assert f"{secret}: seats taken: 0 of 2" in only(scene.dora.ask("games"), scene.dora)
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
        assert "(UTC), move 0" in text


def test_status_in_the_players_zone(scene: Scene) -> None:
    scene.ben.ask("set zone asia/tokyo")
    assert "(Asia/Tokyo), move 0" in only(scene.ben.ask("status"), scene.ben)


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
    assert again.subject == f"[your turn] with Anna, Клара · Grubenpost {scene.game}"
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
