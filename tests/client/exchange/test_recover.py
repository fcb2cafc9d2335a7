"""A lost key: the code, the letter of the new key, the wait, and the old key's veto."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from client.profile.own_key import next_home
from client.profile.profile import House
from engine.errors import Refused
from engine.record.keyring.keyfile import public_key, unlock
from engine.record.keyring.keyring import DELAY
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import open_letter
from engine.wire.facts import Facts
from server.mail.reading import Incoming
from tests.client.athome import AtHome
from tests.client.pretend import Said, answer_mail, make_profile, refusing
from tests.engine.record.club import SERVER, player_key

CODE = "GP-7K3M-Q9XW-2TRD"
CODE_MAIL = Said(f"Somebody says that the key of anna is lost: {CODE}.\n", facts=Facts(recover=CODE))
BEGUN = "In 72 hours your new key will be in force.\n"
NOT_KNOWN = refusing("keyring/unknown-key", "no such key")


@pytest.fixture
def anna(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AtHome:
    return AtHome(tmp_path, monkeypatch)


@pytest.fixture
def lost(anna: AtHome) -> AtHome:
    """Anna has begun a recovery."""
    anna.pretend.answer = _begin
    assert BEGUN.strip() in anna.must("recover", "--yes")
    return anna


def _begin(mail: Incoming) -> list[bytes | Refused]:
    """As the server does: the code is a notice that answers nothing."""
    return [answer_mail(BEGUN, mail)] if mail.letters else [answer_mail(CODE_MAIL)]


def _wait_72_hours(anna: AtHome) -> None:
    (next_home(anna.home).config / "recovery").write_text(f"{int(time.time()) - DELAY - 1}\n")


def test_a_code_comes_and_the_new_key_seals_the_letter(lost: AtHome) -> None:
    asked, sent = lost.pretend.received(0), lost.pretend.received(1)
    assert (asked.text.strip(), asked.letters) == ("recover", ())
    new = unlock(next_home(lost.home).key.read_bytes(), "")
    letter = open_letter(sent.letters[0], lambda _: [new.public]).letter
    assert isinstance(letter, Recover)
    assert (letter.server, letter.handle, letter.key, letter.code) == (SERVER, "anna", new.public, CODE)
    assert public_key(lost.home.key.read_bytes()) == player_key("anna").public
    assert lost.waiting() == []


def test_for_72_hours_nothing_is_asked(lost: AtHome) -> None:
    before = len(lost.pretend.sent)
    assert "comes into force at" in lost.must("recover")
    assert len(lost.pretend.sent) == before


def test_afterwards_the_new_key_takes_the_place_of_the_old_one(lost: AtHome) -> None:
    new = unlock(next_home(lost.home).key.read_bytes(), "")
    _wait_72_hours(lost)
    lost.answer_with("You are in no game.\n")
    assert "in force from now on" in lost.must("recover")
    asked = open_letter(lost.pretend.received(-1).letters[0], lambda _: [new.public]).letter
    assert isinstance(asked, Request)
    assert public_key(lost.home.key.read_bytes()) == new.public
    old = lost.home.config / f"player-{player_key('anna').public.key_id}.key"
    assert public_key(old.read_bytes()) == player_key("anna").public
    assert not next_home(lost.home).config.exists()


def test_a_key_that_the_server_does_not_obey_is_not_taken(lost: AtHome) -> None:
    _wait_72_hours(lost)
    lost.answer_with(NOT_KNOWN)
    result = lost.run("recover")
    assert result.exit_code == 1
    assert "does not obey your new key" in result.output
    assert public_key(lost.home.key.read_bytes()) == player_key("anna").public
    assert next_home(lost.home).key.exists()
    lost.pretend.answer = _begin
    lost.must("recover", "--anew", "--yes")
    assert "comes into force at" in lost.must("recover")


def test_it_works_without_the_old_key_file(anna: AtHome) -> None:
    anna.home.key.unlink()
    anna.pretend.answer = _begin
    anna.must("recover", "--yes")
    _wait_72_hours(anna)
    anna.answer_with("You are in no game.\n")
    anna.must("recover")
    assert anna.home.key.exists()


def test_a_code_that_came_already(anna: AtHome) -> None:
    anna.pretend.answer = _begin
    anna.must("recover", "--yes", "--code", CODE)
    assert len(anna.pretend.sent) == 1
    assert anna.pretend.received(0).letters


def test_no_code_comes(anna: AtHome) -> None:
    """Codes that are to be sent back, in other mails, are not taken for it."""
    anna.pretend.answer = lambda *_: [
        answer_mail(Said(f"Reply with yes.\n\n  {CODE}\n", facts=Facts(confirm=CODE)))
    ]
    result = anna.run("recover", "--yes", "--patience", "0")
    assert result.exit_code == 4
    assert "--code CODE" in " ".join(result.output.split())
    assert len(anna.pretend.sent) == 1


@pytest.mark.parametrize("words", ["Hier ist er.\n", f"Not this one:\n\n  {CODE[:-1]}Z\n"])
def test_on_a_new_machine_the_field_counts_too(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has told the server's key there, so nothing proves the mail; it is understood all the same."""
    known = make_profile()
    profile = replace(known, house=House(known.house.name, known.house.address))
    anna = AtHome(tmp_path, monkeypatch, profile)
    code_mail = Said(words, facts=Facts(recover=CODE))
    anna.pretend.answer = lambda mail: [
        answer_mail(BEGUN if mail.letters else code_mail, mail if mail.letters else None)
    ]
    anna.must("recover", "--yes")
    new = unlock(next_home(anna.home).key.read_bytes(), "")
    letter = open_letter(anna.pretend.received(1).letters[0], lambda _: [new.public]).letter
    assert isinstance(letter, Recover)
    assert letter.code == CODE


def test_the_server_says_no(anna: AtHome) -> None:
    anna.answer_with(refusing("command/none"))
    assert anna.run("recover", "--yes").exit_code == 1
    assert anna.waiting() == []


def test_nothing_is_sent_unless_the_player_is_sure(anna: AtHome) -> None:
    assert anna.run("recover").exit_code == 1
    assert anna.pretend.sent == []
    assert not next_home(anna.home).config.exists()


def test_without_a_profile_no_key_is_made(anna: AtHome) -> None:
    anna.home.profile.unlink()
    result = anna.run("recover", "--yes")
    assert result.exit_code == 1
    assert "`grubenpost init` makes one" in " ".join(result.output.split())
    assert not next_home(anna.home).config.exists()


def test_a_wrong_code_is_refused_here(anna: AtHome) -> None:
    assert anna.run("recover", "--yes", "--code", "?").exit_code == 1
    assert anna.pretend.sent == []


def test_a_rotation_ends_a_recovery_that_waits(lost: AtHome) -> None:
    lost.answer_with("Your new key is in force from now on.\n")
    lost.must("rotate", "--yes")
    assert not next_home(lost.home).config.exists()


def test_a_veto_names_the_recovery(anna: AtHome) -> None:
    anna.answer_with("The recovery is stopped.\n")
    assert "stopped" in anna.must("veto", "ab" * 32)
    letter = anna.letter()
    assert isinstance(letter, Veto)
    assert (letter.handle, letter.recover) == ("anna", "ab" * 32)


def test_a_veto_of_nothing_that_could_be_meant(anna: AtHome) -> None:
    assert anna.run("veto", "me").exit_code == 1
    assert anna.pretend.sent == []
