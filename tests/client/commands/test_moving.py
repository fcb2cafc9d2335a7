"""Moves by the client: tried, sealed, sent, waited for, and taken back while nobody has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.refusals import NoPost
from engine.record.letters.kinds.move import Move
from engine.record.letters.post import open_letter
from server.mail.reading import read_mail
from tests.client.athome import GAME, AtHome, a_move
from tests.client.pretend import refusing, turn_mail
from tests.engine.record.club import SERVER, player_key

REFUSED = refusing("move/stale", "it answers an old position")


# Moving


def test_try_sends_nothing(playing: AtHome) -> None:
    move = a_move(playing.match)
    assert playing.must("try", GAME, *move.split()).startswith(f"{move}\n")
    assert not playing.pretend.sent


@pytest.mark.parametrize("how", ["number", "words", "one word"])
def test_a_move(how: str, playing: AtHome) -> None:
    entry = playing.json("legal", GAME)[0]
    words = {"number": ["1"], "words": entry["move"].split(), "one word": [entry["move"]]}[how]
    before = playing.game.ply
    shown = playing.must("move", GAME, *words, "--yes")
    assert playing.moves() == [entry["move"]]
    assert shown.startswith(f"{entry['move']}\n")
    assert "(you)" in shown
    assert playing.json("status")[0]["ply"] > before
    assert not playing.waiting()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["99"], "there is no action of the number 99"),
        (["fly", "to", "the", "moon"], "is not a move"),
        (["mine", "99"], "mine 99"),
    ],
)
def test_what_is_no_move_is_refused_here(words: list[str], why: str, playing: AtHome) -> None:
    result = playing.run("move", GAME, *words, "--yes")
    assert result.exit_code == 1
    assert why in " ".join(result.output.split())
    assert not playing.pretend.sent


def test_it_must_be_the_players_turn(anna: AtHome) -> None:
    while anna.game.turn == 0:
        anna.match.move(a_move(anna.match))
    anna.pretend.arriving.append(turn_mail(anna.match))
    anna.must("fetch")
    for command in ("move", "sign"):
        result = anna.run(command, GAME, "1", *(["--yes"] if command == "move" else []))
        assert (result.exit_code, "'s turn" in result.output) == (1, True)


def test_without_a_yes_nothing_is_sent(playing: AtHome) -> None:
    result = playing.run("move", GAME, "1")
    assert (result.exit_code, "add --yes" in result.output) == (1, True)
    assert not playing.pretend.sent


def test_a_move_that_could_not_be_sent_goes_out_as_the_same_letter(
    playing: AtHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = playing.pretend.send

    def cut(message: object) -> None:
        send(message)  # type: ignore[arg-type]
        playing.pretend.arriving.clear()  # the server has it, and its answer is lost
        raise NoPost("post/smtp", "the line is cut")

    monkeypatch.setattr(playing.pretend, "send", cut)
    result = playing.run("move", GAME, "1", "--yes")
    assert result.exit_code == 3
    assert "Sent, and not answered yet" in result.output
    assert playing.json("status")[0]["pending"]
    monkeypatch.setattr(playing.pretend, "send", send)
    playing.pretend.arriving.append(turn_mail(playing.match))
    playing.must("move", GAME)
    assert len(playing.taken) == 1
    assert len(set(playing.ids())) == 1
    assert not playing.waiting()


@pytest.mark.parametrize("how", ["number", "words"])
@pytest.mark.parametrize("command", ["move", "sign"])
def test_a_bare_mining_space_is_never_sealed(command: str, how: str, playing: AtHome) -> None:
    while not any(entry["move"].startswith("mine") for entry in playing.json("legal", GAME)):
        playing.must("move", GAME, a_move(playing.match), "--yes")
    entry = next(entry for entry in playing.json("legal", GAME) if entry["move"].startswith("mine"))
    words = [str(entry["number"])] if how == "number" else entry["move"].split()
    agreed = ["--yes"] if command == "move" else []
    before = playing.moves()
    result = playing.run(command, GAME, *words, *agreed)
    assert result.exit_code != 0
    assert "does not say which work steps you want" in " ".join(result.output.split())
    assert playing.moves() == before
    playing.must(command, GAME, f"{entry['move']}: nothing", *agreed)
    if command == "move":
        assert playing.moves()[-1] == entry["move"]


def test_another_move_waits_until_the_first_one_is_settled(playing: AtHome) -> None:
    playing.pretend.answer = lambda *_: []
    result = playing.run("move", GAME, "1", "--yes", "--patience", "0")
    assert result.exit_code == 4
    result = playing.run("move", GAME, "2", "--yes")
    assert (result.exit_code, "has no receipt yet" in " ".join(result.output.split())) == (1, True)
    assert len(playing.pretend.sent) == 1


def test_what_nobody_has_can_be_taken_back(playing: AtHome, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = playing.pretend.connect

    def refused() -> None:
        raise NoPost("post/smtp", "nobody listens there")

    monkeypatch.setattr(playing.pretend, "connect", refused)
    result = playing.run("move", GAME, "1", "--yes")
    assert (result.exit_code, "Written down, and not sent yet" in result.output) == (3, True)
    monkeypatch.setattr(playing.pretend, "connect", connect)
    second = playing.json("legal", GAME)[1]["move"]
    playing.must("move", GAME, "2", "--yes")
    assert playing.moves() == [second]
    assert not playing.waiting()


def test_a_refused_move_is_forgotten(playing: AtHome) -> None:
    playing.answer_with(REFUSED)
    result = playing.run("move", GAME, "1", "--yes")
    assert (result.exit_code, "it answers an old position" in result.output) == (1, True)
    assert not playing.waiting()
    assert playing.json("status")[0]["pending"] is None


def test_not_waiting(playing: AtHome) -> None:
    assert "brings the receipt" in playing.must("move", GAME, "1", "--yes", "--no-wait")
    assert playing.json("status")[0]["pending"]
    playing.must("fetch")
    assert playing.json("status")[0]["pending"] is None
    assert not playing.waiting()


def test_not_waiting_for_a_refusal(playing: AtHome) -> None:
    playing.answer_with(REFUSED)
    playing.must("move", GAME, "1", "--yes", "--no-wait")
    assert "it answers an old position" in playing.must("fetch")
    assert playing.json("status")[0]["pending"] is None
    assert not playing.waiting()


def test_sign_and_submit(playing: AtHome, tmp_path: Path) -> None:
    sealed = playing.must("sign", GAME, "1")
    letter = open_letter(sealed.encode(), lambda _: [player_key("anna").public]).letter
    assert isinstance(letter, Move)
    assert letter.action == playing.json("legal", GAME)[0]["move"]
    assert not playing.pretend.sent
    mail = read_mail(playing.must("submit", "--eml", typed=sealed).encode(), SERVER)
    assert mail.letters == (sealed.encode(),)
    assert not playing.pretend.sent
    playing.must("submit", "-", typed=sealed)
    assert playing.taken == [sealed.encode()]
    assert not playing.waiting()


def test_a_signed_file_and_an_armoured_one(playing: AtHome, tmp_path: Path) -> None:
    file = tmp_path / "my.move"
    playing.must("sign", GAME, "1", "--out", str(file))
    assert file.read_text().startswith('format = "grubenpost-move/1"')
    assert playing.must("sign", GAME, "1", "--armour").startswith("BEGIN GRUBENPOST.")
    playing.must("submit", str(file), "--no-wait")
    assert playing.taken == [file.read_bytes()]


@pytest.mark.parametrize("content", ["", "hello", 'format = "grubenpost-move/1"\n'])
def test_what_is_no_letter_is_not_submitted(content: str, playing: AtHome) -> None:
    assert playing.run("submit", typed=content).exit_code == 1
    assert not playing.pretend.sent
