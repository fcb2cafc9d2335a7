"""The commands of a player, against a pretended server: what they show, what they send, what they keep."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from client.refusals import NoPost
from engine.record.keyring.keyfile import lock, public_key, unlock
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.post import open_letter
from engine.wire.facts import Facts
from tests.client.athome import GAME, AtHome
from tests.client.pretend import Said, answer_mail, refusing, turn_mail
from tests.engine.record.club import player_key


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("games", "games"),
        ("invite k3t9qa ben clara", "invite k3t9qa ben clara"),
        ("start k3t9qa", "start k3t9qa"),
        ("resign k3t9qa --yes", "resign k3t9qa"),
        ("set zone Europe/Berlin", "set zone Europe/Berlin"),
        ("send history k3t9qa since 40", "history k3t9qa since 40"),
    ],
)
def test_an_errand(words: str, text: str, anna: AtHome) -> None:
    anna.answer_with("This is the answer.\n")
    assert anna.must(*words.split()).strip() == "This is the answer."
    letter = anna.letter()
    assert isinstance(letter, Request)
    assert letter.text == text
    assert not anna.waiting()


def test_an_errand_that_is_refused(anna: AtHome) -> None:
    anna.answer_with(refusing("start/not-yours", "only its host can"))
    result = anna.run("start", "k3t9qa")
    assert (result.exit_code, "only its host can" in result.output) == (1, True)
    assert not anna.waiting()


def test_an_errand_without_an_answer_is_the_same_letter_again(anna: AtHome) -> None:
    assert anna.run("games", "--patience", "0").exit_code == 4
    (first,) = anna.ids()
    anna.answer_with("None is open.\n")
    assert "None is open." in anna.must("games")
    assert anna.ids() == [first, first]
    assert not anna.waiting()


def test_an_answer_that_came_late_is_not_asked_for_again(anna: AtHome) -> None:
    assert anna.run("games", "--patience", "0").exit_code == 4
    anna.pretend.arriving.append(answer_mail("None is open.\n", anna.pretend.received()))
    assert "None is open." in anna.must("fetch")
    assert not anna.waiting()
    assert len(anna.pretend.sent) == 1


def test_a_registration_goes_on_where_it_was_stopped(anna: AtHome) -> None:
    """The question came after nobody waited for it any more, and was even fetched."""
    assert anna.run("register", "--patience", "0").exit_code == 4
    question = Said("Is it you?\n", facts=Facts(confirm="GP-7K3M-Q9XW-2TRD"))
    anna.pretend.arriving.append(answer_mail(question, anna.pretend.received()))
    assert anna.run("register", "--patience", "0").exit_code == 4, "the answer to the code is awaited"
    assert len(set(anna.ids())) == 2
    anna.answer_with("Welcome, Anna!\n", "Done.\n")
    assert "You are registered as anna." in anna.must("register")
    assert not anna.waiting()
    texts = [mail.get_body(("plain",)).get_content() for mail in anna.pretend.sent]  # type: ignore[union-attr]
    assert len({text for text in texts if "GP-7K3M-Q9XW-2TRD" in text}) == 1


@pytest.mark.parametrize("command", ["rotate --yes", "join k3t9qa"])
def test_what_has_to_be_finished_is_not_settled_by_fetching(command: str, anna: AtHome) -> None:
    assert anna.run(*command.split(), "--patience", "0").exit_code == 4
    anna.pretend.arriving.append(answer_mail("It is done.\n", anna.pretend.received()))
    assert f"`grubenpost {command.split(maxsplit=1)[0]}`" in anna.must("fetch")
    assert len(anna.waiting()) == 1
    anna.must(*command.split())
    assert anna.waiting() == []
    assert len(anna.pretend.sent) == 1
    assert anna.home.config.joinpath("next").exists() is False


def test_a_language_that_was_set_is_spoken_from_now_on(anna: AtHome) -> None:
    anna.answer_with("Gut.\n")
    anna.must("set", "language", "de")
    assert 'language = "de"' in anna.home.profile.read_text("utf-8")


def test_opening_a_game_takes_a_seat(anna: AtHome) -> None:
    anna.answer_with(Said("The game is open.\n", facts=Facts(opened=("k3t9qa",))), "Good.\n")
    assert anna.must("new", "--players", "2", "--own-keys", "--private", "--quiet") == "k3t9qa\n"
    first, second = anna.letter(0), anna.letter(1)
    assert isinstance(first, Request)
    assert first.text == "new players=2 auth=key deliveries=open private=yes hold=no resigned=bot"
    assert isinstance(second, Join)
    assert second.game == "k3t9qa"
    assert anna.json("status")[0]["state"] == "open"


def test_a_game_against_bots_begins_at_once(anna: AtHome) -> None:
    anna.others()  # until it is Anna's turn
    opened = Said("The game is open.\n", facts=Facts(opened=("game-1",)))
    anna.pretend.answer = lambda mail: [
        turn_mail(anna.match, answers=mail) if len(anna.pretend.sent) > 1 else answer_mail(opened, mail)
    ]
    told = anna.must("new", "--players", "3", "--bots", "2", "--bot", "baron")
    assert "Others join it" not in told
    assert "it is your turn" in told
    request = anna.letter(0)
    assert isinstance(request, Request)
    assert request.text.endswith("resigned=bot bots=2 bot=baron")
    assert anna.json("status")[0]["mine"]


def test_the_receipt_tells_what_happened(playing: AtHome) -> None:
    assert "Ben goes to the bank for 1 Mark." in playing.must("move", GAME, "1", "--yes")


def test_where_no_game_is_known(anna: AtHome) -> None:
    result = anna.run("board")
    assert result.exit_code == 1
    assert "`grubenpost games` lists" in " ".join(result.output.split())
    anna.home.profile.unlink()
    assert "`grubenpost init` makes one" in anna.must("status")


def test_the_same_trouble_is_told_once(anna: AtHome) -> None:
    anna.pretend.answer = lambda *_: [NoPost("post/imap", "nobody listens there")] * 3
    result = anna.run("games", "--patience", "1")
    assert result.output.count("nobody listens there") == 1


def test_another_key(anna: AtHome) -> None:
    anna.answer_with("Your new key is in force from now on.\n")
    anna.must("rotate", "--yes")
    letter = anna.letter()
    assert isinstance(letter, Rotate)
    assert letter.old == player_key("anna").public
    assert public_key(anna.home.key.read_bytes()) == letter.new
    (old,) = anna.home.config.glob("player-*.key")
    assert unlock(old.read_bytes(), "").public == letter.old
    assert anna.home.key.stat().st_mode & 0o777 == 0o600


def test_another_key_that_was_interrupted_is_the_same_one_again(anna: AtHome) -> None:
    assert anna.run("rotate", "--yes", "--patience", "0").exit_code == 4
    assert public_key(anna.home.key.read_bytes()) == player_key("anna").public
    anna.answer_with("Your new key is in force from now on.\n")
    anna.must("rotate", "--yes")
    first, second = anna.letter(0), anna.letter(1)
    assert first == second
    assert isinstance(first, Rotate)
    assert public_key(anna.home.key.read_bytes()) == first.new


def test_a_seat_that_was_given_up_is_forgotten(anna: AtHome) -> None:
    no_table = refusing("game/not-running", "the game k3t9qa is not under way")
    anna.answer_with("You have a seat.\n", no_table, "You have left the game k3t9qa.\n")
    anna.must("join", "k3t9qa")
    assert [facts["game"] for facts in anna.json("status")] == ["k3t9qa"]
    anna.must("leave", "k3t9qa")
    assert anna.json("status") == []


def test_a_locked_key_is_opened_by_its_passphrase(playing: AtHome) -> None:
    playing.home.key.write_bytes(lock(player_key("anna"), "sesame", bytes(16), n=1024))
    assert playing.must("sign", GAME, "1", GRUBENPOST_PASSPHRASE="sesame").startswith("format")
    assert playing.must("sign", GAME, "1", typed="sesame\n").startswith("format")
    result = playing.run("move", GAME, "1", "--yes", GRUBENPOST_PASSPHRASE="simsalabim")
    assert (result.exit_code, "passphrase" in result.output) == (1, True)
    assert not playing.pretend.sent
    playing.must("fetch")  # which needs no key


def test_the_archive_is_checked_and_kept(playing: AtHome) -> None:
    from engine.record.archive import archive as archives

    data = archives.write(archives.running(playing.match.book, playing.match.server))
    name = f"grubenpost-{GAME}.json"
    playing.pretend.answer = lambda mail: [answer_mail("Here it is.\n", mail, {name: data})]
    path = Path(playing.must("archive", GAME, "--quiet").strip())
    assert path.read_bytes() == data
    damaged = data.replace(b'"at":', b'"at": ', 1)
    playing.pretend.answer = lambda mail: [answer_mail("Here it is.\n", mail, {name: damaged})]
    assert playing.run("archive", GAME).exit_code == 1


def test_a_letter_for_a_bad_day(anna: AtHome, tmp_path: Path) -> None:
    file = tmp_path / "revoke.toml"
    anna.must("revoke", "--write", str(file))
    assert not anna.pretend.sent
    assert isinstance(open_letter(file.read_bytes(), lambda _: ()).letter, Revoke)
    anna.answer_with("Your key is revoked.\n")
    anna.must("submit", str(file))
    assert isinstance(anna.letter(), Revoke)


def test_without_a_profile_the_way_to_one_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = AtHome(tmp_path, monkeypatch)
    for command in ("register", "games", "fetch"):
        result = anna.run(command, GRUBENPOST_HOME=str(tmp_path / "none"))
        assert (result.exit_code, "`grubenpost init` makes one" in " ".join(result.output.split())) == (
            1,
            True,
        )


def test_only_one_corresponds_at_a_time(anna: AtHome, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    monkeypatch.setattr("client.profile.files.PATIENCE", 0.0)
    with anna.home.lock.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        result = anna.run("fetch")
    assert (result.exit_code, "another grubenpost is at work" in result.output) == (1, True)


def test_json_is_json(playing: AtHome) -> None:
    for command in ("status", "board", "legal", "score", "since", "history"):
        assert json.loads(playing.must(command, "--json"))
