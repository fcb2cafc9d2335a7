"""A player's letters say what they shall, under the right seal, and survive the mail."""

from __future__ import annotations

import secrets
from random import Random

import pytest

from client.outbox.quill import Enclosed, Quill, mail_letter, mail_words
from engine.record.game.shares import Owner
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.move import Move
from engine.record.letters.kinds.old_join import OldJoin
from engine.record.letters.kinds.register import Register
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.post import open_letter
from engine.rules import Bank, legal_actions
from engine.wire.turn import Turn, read_turn
from server.mail import reading
from tests.client.pretend import ADDRESS, make_profile, new_game, written
from tests.engine.record.club import SERVER, player_key

PROFILE = make_profile()
KEY = player_key("anna")


def quill() -> Quill:
    return Quill(PROFILE, KEY, secrets.token_bytes)


def a_turn() -> Turn:
    match = new_game()
    match.play_on(Random(4), 12)
    return read_turn(written(match, match.book.game.turn))


def opened(enclosed: Enclosed) -> object:
    return open_letter(
        enclosed.sealed, lambda key_id: [KEY.public] if key_id == KEY.public.key_id else []
    ).letter


def test_registering_tells_handle_and_key() -> None:
    letter = opened(quill().register())
    assert isinstance(letter, Register)
    assert (letter.server, letter.handle, letter.auth) == (SERVER, "anna", "key")
    assert letter.key == KEY.public


def test_joining_commits_to_shares() -> None:
    letters = [opened(quill().join("k3t9qa")) for _ in range(2)]
    assert all(isinstance(letter, Join) and letter.game == "k3t9qa" for letter in letters)
    assert len({letter.commitment for letter in letters if isinstance(letter, Join)}) == 2


def test_a_share_is_what_the_join_letter_committed_to() -> None:
    joined = opened(quill().join("k3t9qa"))
    assert isinstance(joined, Join)
    told = opened(quill().reveal("k3t9qa", joined.nonce, 0, "0" * 64))
    assert isinstance(told, Reveal)
    owner = Owner(SERVER, "k3t9qa", "anna", joined.key)
    assert owner.step(bytes.fromhex(told.entropy)).hex() == joined.commitment


def test_joining_an_older_game_brings_entropy() -> None:
    letters = [opened(quill().join_older("k3t9qa")) for _ in range(2)]
    assert len({letter.entropy for letter in letters if isinstance(letter, OldJoin)}) == 2


def test_a_move_names_what_it_answers() -> None:
    turn = a_turn()
    letter = opened(quill().move(turn, Bank()))
    assert isinstance(letter, Move)
    assert (letter.server, letter.game, letter.seat) == (SERVER, turn.game, turn.seat)
    assert (letter.ply, letter.base, letter.action) == (turn.position.ply, turn.head, "bank")


def test_a_request_holds_the_commands() -> None:
    letter = opened(quill().request("archive k3t9qa; status"))
    assert isinstance(letter, Request)
    assert (letter.handle, letter.text) == ("anna", "archive k3t9qa; status")


def test_no_two_letters_are_alike() -> None:
    turn = a_turn()
    made = [
        enclosed.sealed
        for _ in range(3)
        for enclosed in (
            quill().register(),
            quill().join("k3t9qa"),
            quill().move(turn, Bank()),
            quill().request("status"),
        )
    ]
    assert len(set(made)) == len(made)


def test_the_server_finds_the_letter_once() -> None:
    turn = a_turn()
    for action in legal_actions(turn.position):
        enclosed = quill().move(turn, action)
        mail = reading.read_mail(mail_letter(PROFILE, enclosed).as_bytes(), SERVER)
        assert mail.letters == (enclosed.sealed,)
        assert mail.problems == ()
        assert mail.sender == "anna@example.org"
        assert not mail.automatic
        assert not mail.own
        assert action.write() in " ".join(mail.text.split())


@pytest.mark.parametrize("lost", ["attachment", "block"])
def test_one_carrier_is_enough(lost: str) -> None:
    enclosed = quill().join("k3t9qa")
    message = mail_letter(PROFILE, enclosed)
    text, attached = message.iter_parts()
    if lost == "attachment":
        message.set_payload([text])
    else:
        text.set_content("The body was lost.")
        message.set_payload([text, attached])
    assert reading.read_mail(message.as_bytes(), SERVER).letters == (enclosed.sealed,)


def test_a_reply_refers_to_what_it_answers() -> None:
    message = mail_words(PROFILE, "yes\n", answers="<question@pit.example.org>")
    mail = reading.read_mail(message.as_bytes(), SERVER)
    assert mail.in_reply_to == "<question@pit.example.org>"
    assert message["To"] == ADDRESS


@pytest.mark.parametrize(
    "odd", ["", "no id", "<a b@c>", "<x@y>\r\nBcc: mallory@example.org", "<" + "x" * 300 + ">"]
)
def test_an_odd_id_is_left_out(odd: str) -> None:
    message = mail_words(PROFILE, "yes\n", answers=odd)
    assert "In-Reply-To" not in message
    assert b"Bcc" not in message.as_bytes()


def test_the_mail_gives_nothing_away() -> None:
    """Neither the password nor what this machine is called."""
    import socket

    raw = mail_letter(PROFILE, quill().register()).as_bytes()
    assert b"secret-word" not in raw
    head = raw.partition(b"\r\n\r\n")[0].partition(b"Content-Type")[0]
    assert socket.gethostname().encode() not in head
