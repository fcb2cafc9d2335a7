"""The server's key, pinned when registering: what does not fit is refused; a change has to be accepted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from client.exchange.requests import register
from client.memory.memory import Keeping
from client.profile.home import Home
from client.profile.profile import House, read_profile, write_profile
from client.refusals import NoAnswer
from engine.errors import Refused
from engine.record.log.checkpoint import write_line
from server.mail.reading import Incoming
from tests.client.athome import GAME, AtHome
from tests.client.bots.test_seat import annas_turn
from tests.client.exchange.forging import MALLORY, Post, codes
from tests.client.exchange.test_bymail import QUESTION
from tests.client.pretend import (
    answer_mail,
    answering,
    carrying,
    corresponding,
    facts_of,
    make_profile,
    server_mail,
    signed_by,
    turn_mail,
)
from tests.engine.record.club import SERVER, server_key


def stranger(folder: Path, **known: Any) -> tuple[Home, Any]:
    """Somebody who is not registered yet, and knows of the server's key what is said here."""
    home, profile = Home(folder, folder), make_profile()
    profile = replace(profile, house=House(SERVER, profile.house.address, **known))
    write_profile(home, profile)
    return home, profile


WELCOME = (QUESTION, "Welcome, anna!\n", "Your name is now Anna.\n")


def test_registering_pins_the_key(tmp_path: Path) -> None:
    home, profile = stranger(tmp_path)
    with corresponding(tmp_path, profile) as (letters, pretend):
        told: list[House] = []
        letters.intake.on_key = told.append
        pretend.answer = answering(*WELCOME)
        register(letters)
        assert [house.key for house in told] == [server_key().public]
    house = read_profile(home).house
    assert (house.key, house.fingerprint) == (server_key().public, server_key().public.fingerprint)


@pytest.mark.parametrize("known", ["key", "fingerprint"])
def test_what_the_host_told_must_fit(known: str, tmp_path: Path) -> None:
    other = server_key("other.example.org").public
    told = {"key": other} if known == "key" else {"fingerprint": other.fingerprint}
    home, profile = stranger(tmp_path, **told)
    with corresponding(tmp_path, profile) as (letters, pretend):
        troubles: list[Refused] = []
        letters.on_trouble = troubles.append
        pretend.answer = answering(*WELCOME)
        with pytest.raises(NoAnswer):
            register(letters, patience=0)
        assert codes(troubles) == ["server/other-key"]
        assert len(pretend.sent) == 1, "no code is sent back to somebody else"
    assert read_profile(home).house == profile.house


def test_the_right_fingerprint_brings_the_key(tmp_path: Path) -> None:
    home, profile = stranger(tmp_path, fingerprint=server_key().public.fingerprint)
    with corresponding(tmp_path, profile) as (letters, pretend):
        pretend.answer = answering(*WELCOME)
        register(letters)
    assert read_profile(home).house.key == server_key().public


def test_a_profile_of_former_times_gets_the_key_from_the_next_mail(tmp_path: Path) -> None:
    """It has the fingerprint only. A mail by another key is refused before and after."""
    home, profile = stranger(tmp_path, fingerprint=server_key().public.fingerprint)
    match = annas_turn()
    false = signed_by(
        MALLORY, {**facts_of(match, 0), "checkpoint": write_line(match.book.checkpoint(MALLORY))}
    )
    with corresponding(tmp_path, profile) as (letters, pretend):
        troubles: list[Refused] = []
        letters.on_trouble = troubles.append
        pretend.arriving.extend([carrying(false, match), turn_mail(match), carrying(false, match)])
        letters.fetch()
        assert codes(troubles) == ["server/other-key"] * 2
        turn = letters.kept(GAME).turn
        assert turn is not None
        assert turn.signer == server_key().public
    assert read_profile(home).house.key == server_key().public


def test_without_any_key_nothing_is_shown_as_true(tmp_path: Path) -> None:
    """Until the server has answered a letter of ours."""
    home, profile = stranger(tmp_path)
    match = annas_turn()
    with corresponding(tmp_path, profile) as (letters, pretend):
        troubles: list[Refused] = []
        letters.on_trouble = troubles.append
        pretend.arriving.extend([turn_mail(match), answer_mail("You are invited.\n")])
        letters.fetch()
        assert codes(troubles) == ["server/no-key"] * 2
        assert letters.kept(GAME).turn is None
        assert read_profile(home).house.key is None
        pretend.answer = answering("None is open.\n")
        letters.ask(letters.quill.request("games"), 0)
        assert letters.profile.house.key == server_key().public
        pretend.arriving.append(turn_mail(match))
        letters.fetch()
        assert letters.kept(GAME).started


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(
    "forgery", ["notice", "words alone", "another letter", "no letter", "another server", "other mail"]
)
def test_a_forged_welcome_pins_nothing(when: str, forgery: str, tmp_path: Path) -> None:
    """Who has not read our letter can't name it: only the mail's Message-ID could be guessed."""
    home, profile = stranger(tmp_path)
    true = answering(*WELCOME)
    makes: dict[str, Callable[[Incoming], bytes]] = {
        "notice": lambda mail: answer_mail(QUESTION, key=MALLORY),
        "words alone": lambda mail: server_mail(QUESTION.words, mail.message_id),
        "another letter": lambda mail: answer_mail(QUESTION, mail, key=MALLORY, answers=("0" * 64,)),
        "no letter": lambda mail: answer_mail(QUESTION, mail, key=MALLORY, answers=()),
        "another server": lambda mail: answer_mail(QUESTION, mail, key=MALLORY, server="x.example.org"),
        "other mail": lambda mail: answer_mail(QUESTION, mail, key=MALLORY, mail="<1@x>", answers=()),
    }

    def answer(mail: Incoming) -> list[bytes | Refused]:
        false, right = makes[forgery](mail), true(mail)
        return [false, *right] if when == "before" else [*right, false]

    with corresponding(tmp_path, profile) as (letters, pretend):
        pretend.answer = answer
        register(letters)
    assert read_profile(home).house.key == server_key().public


def test_a_key_that_is_swapped_on_the_way_is_refused_ever_after(post: Post) -> None:
    """Even in an answer to our own letter."""
    letters, pretend, told = post
    pretend.answer = lambda mail: [answer_mail("None is open.\n", mail, key=MALLORY)]
    with pytest.raises(NoAnswer):
        letters.ask(letters.quill.request("games"), 0)
    assert codes(told) == ["server/other-key"]
    assert MALLORY.public.fingerprint in str(told[0])
    assert letters.profile.house.key == server_key().public


def test_a_changed_key_can_be_accepted_knowingly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = AtHome(tmp_path, monkeypatch)
    anna.answer_with("None is open.\n")
    anna.must("games")
    assert server_key().public.fingerprint in " ".join(anna.must("trust").split())
    assert anna.pretend.watermark.last_uid
    new, words = MALLORY.public, MALLORY.public.fingerprint.split()
    assert anna.run("trust", *words).exit_code == 1, "nobody is there to be asked"
    assert read_profile(anna.home).house.key == server_key().public
    anna.must("trust", *words, "--yes")
    assert (read_profile(anna.home).house.key, read_profile(anna.home).house.fingerprint) == (
        None,
        new.fingerprint,
    )
    assert Keeping(anna.home).watermark().last_uid == 0, "what was refused is read again"
    anna.pretend.arriving.extend([answer_mail("From the old key.\n"), answer_mail("Hello.\n", key=MALLORY)])
    result = anna.run("fetch")
    assert "another key" in " ".join(result.stderr.split())
    assert read_profile(anna.home).house.key == new
    anna.must("trust", *new.line.split())
    assert anna.run("trust", "12345").exit_code == 1


def test_another_set_up_keeps_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever changes the mail account does not begin to trust anew."""
    anna = AtHome(tmp_path, monkeypatch)
    words = "init --no-test --no-passphrase --no-keyring --name Anna --handle anna --address anna@example.org"
    more = f"--imap 127.0.0.1:1/none --smtp 127.0.0.1:1/none --server {SERVER} --password-file -"
    anna.must(*words.split(), *more.split(), typed="secret\n")
    assert read_profile(anna.home).house.key == server_key().public
    anna.must(*words.split(), *more.split(), "--server-key", MALLORY.public.fingerprint, typed="secret\n")
    house = read_profile(anna.home).house
    assert (house.key, house.fingerprint) == (None, MALLORY.public.fingerprint)
