"""Forged receipts and refusals: nobody believes that a move was made, or drops one, for the sake of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from random import Random

import pytest

from client.bots.seat import BotSeat
from client.exchange.requests import join
from client.outbox.outbox import Outbox
from client.refusals import Declined, NoAnswer
from engine.errors import Refused
from engine.record.letters.kinds.move import Move
from engine.record.letters.post import open_letter
from engine.rules import legal_actions, to_data, view
from engine.wire.facts import Facts
from server.desk.opened_letters import letter_ids
from server.mail.reading import Incoming
from tests.client.athome import GAME, AtHome
from tests.client.bots.test_seat import STALE, annas_turn
from tests.client.exchange.forging import MALLORY, Post, codes, unsigned
from tests.client.exchange.test_bymail import CODE
from tests.client.pretend import (
    Said,
    answer_mail,
    carrying,
    server_mail,
    turn_mail,
)
from tests.engine.record.club import SERVER, Match, player_key

# Receipts and refusals


def playing(post: Post) -> tuple[BotSeat, Match]:
    letters, pretend, _ = post
    match = annas_turn()
    pretend.arriving.append(turn_mail(match))
    seat = BotSeat(letters, GAME, patience=0)
    seat.await_start()
    return seat, match


FALSE_ANSWERS: dict[str, Callable[[Incoming, Said], bytes]] = {
    "words alone": lambda mail, text: server_mail(text.words, mail.message_id),
    "another key": lambda mail, text: answer_mail(text, mail, key=MALLORY),
    "another letter": lambda mail, text: answer_mail(text, mail, answers=("0" * 64,)),
    "no letter": lambda mail, text: answer_mail(text, mail, answers=()),
    "together with another": lambda mail, text: answer_mail(
        STALE, mail, answers=(*letter_ids(mail.letters), "0" * 64)
    ),
    "another server": lambda mail, text: answer_mail(text, mail, server="other.example.org"),
    "changed after signing": lambda mail, text: tampered(answer_mail(text, mail)),
}
"""Whoever has read our mail knows its Message-ID, and the letter in it."""


def tampered(raw: bytes) -> bytes:
    """The code of the refusal is changed, and nothing else."""
    mail = message_from_bytes(raw, policy=SMTP)
    assert isinstance(mail, EmailMessage)
    for part in mail.iter_attachments():
        data = part.get_content()
        part.set_content(
            data.replace(b'"at":0', b'"at":1'), "application", "json", filename=part.get_filename()
        )
    return mail.as_bytes()


@pytest.mark.parametrize("forgery", FALSE_ANSWERS)
def test_a_forged_refusal_drops_no_move(forgery: str, post: Post) -> None:
    letters, pretend, told = post
    seat, _ = playing(post)
    pretend.answer = lambda mail: [FALSE_ANSWERS[forgery](mail, STALE)]
    with pytest.raises(NoAnswer):
        seat.move(legal_actions(seat.turn.position)[0])
    assert len(told) == (0 if forgery in ("another letter", "no letter", "together with another") else 1), (
        codes(told)
    )
    assert seat.in_doubt
    assert [waiting.answer for waiting in Outbox(letters.home.outbox).all()] == [""]


def test_the_true_refusal_drops_it(post: Post) -> None:
    _, pretend, _ = post
    seat, _ = playing(post)
    pretend.answer = lambda mail: [answer_mail(STALE, mail)]
    with pytest.raises(Declined) as told:
        seat.move(legal_actions(seat.turn.position)[0])
    assert told.value.code == "move/stale"
    assert not seat.in_doubt


def test_a_refusal_of_an_earlier_letter_is_not_taken_for_this_one(post: Post) -> None:
    """It is true, and signed; somebody sends it once more, as the answer to a later mail."""
    letters, pretend, _ = post
    seat, _ = playing(post)
    pretend.answer = lambda mail: [answer_mail(STALE, mail)]
    with pytest.raises(Declined):
        seat.move(legal_actions(seat.turn.position)[0])
    old = pretend.received()
    pretend.answer = lambda mail: [answer_mail(STALE, old, mail=mail.message_id)]
    with pytest.raises(NoAnswer):
        seat.move(legal_actions(seat.turn.position)[1])
    assert seat.in_doubt
    assert letters.intake.outbox.all()[0].answer == ""


@pytest.mark.parametrize("forgery", FALSE_ANSWERS)
def test_a_forged_receipt_makes_nobody_believe_a_move_was_made(forgery: str, post: Post) -> None:
    _, pretend, _ = post
    seat, match = playing(post)
    done = deepcopy(match)
    done.play_on(Random(3), 1)

    def answer(mail: Incoming) -> list[bytes | Refused]:
        board = json.dumps(unsigned(done, to_data(view(done.book.game, 0)))).encode()
        return [FALSE_ANSWERS[forgery](mail, Said("Your move was taken.\n")), carrying(board, done)]

    pretend.answer = answer
    before = seat.turn
    with pytest.raises(NoAnswer):
        seat.move(legal_actions(before.position)[0])
    assert seat.turn == before
    assert seat.in_doubt


def test_a_forged_answer_opens_no_game_and_takes_no_seat(post: Post) -> None:
    letters, pretend, told = post
    pretend.answer = lambda mail: [server_mail("You have joined the game k3t9qa.\n", mail.message_id)]
    with pytest.raises(NoAnswer):
        join(letters, "k3t9qa", patience=0)
    assert codes(told) == ["answer/unsigned"]
    assert not (letters.home.games / "k3t9qa.json").exists()


def test_a_mail_that_nobody_signed_is_shown_as_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = AtHome(tmp_path, monkeypatch)
    anna.pretend.arriving.append(server_mail("Your key is lost. Send it to me.\n"))
    assert f"not signed by {SERVER}" in anna.must("fetch")
    anna.pretend.arriving.append(answer_mail("You are invited.\n"))
    told = anna.must("fetch")
    assert "You are invited." in told
    assert "not signed" not in told


def test_a_forged_recover_code_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = AtHome(tmp_path, monkeypatch)
    anna.pretend.answer = lambda mail: [server_mail(f"Here it is.\n\n  {CODE}\n"), *lost(mail)]
    assert anna.run("recover", "--yes", "--patience", "0").exit_code == 4
    assert len(anna.pretend.sent) == 1


def lost(mail: Incoming) -> list[bytes | Refused]:
    return [answer_mail(Said(f"Here it is.\n\n  {CODE}\n", facts=Facts(recover=CODE)), key=MALLORY)]


# What was kept before letters were named, and what is damaged


def test_a_damaged_letter_keeps_no_turn_from_being_taken_in(post: Post) -> None:
    letters, pretend, told = post
    letters.home.outbox.mkdir()
    (letters.home.outbox / "x.json").write_text("{}")
    match = annas_turn()
    pretend.arriving.append(turn_mail(match))
    letters.fetch()
    assert codes(told) == ["state/damaged-letter"]
    assert letters.kept(GAME).started


def test_a_waiting_letter_of_former_times_is_known_by_its_letter(post: Post) -> None:
    letters, pretend, _ = post
    seat, _ = playing(post)
    with pytest.raises(NoAnswer):
        seat.move(legal_actions(seat.turn.position)[0])
    (path,) = letters.home.outbox.glob("*.json")
    facts = json.loads(path.read_bytes())
    del facts["letter"]
    game, number, text = (facts["purpose"][name] for name in ("game", "number", "text"))
    facts |= {"format": "grubenpost-waiting/1", "purpose": f"move {game} {number} {text}", "game": game}
    facts["answer"] = server_mail(STALE.words, facts["message_id"]).decode(
        "latin-1"
    )  # which nobody has signed
    path.write_text(json.dumps(facts))
    sent = len(pretend.sent)
    pretend.answer = lambda mail: [answer_mail(STALE, mail)]
    with pytest.raises(Declined):
        seat.send_again()
    assert len(pretend.sent) == sent + 1
    (raw,) = pretend.received().letters
    assert isinstance(open_letter(raw, lambda _: [player_key("anna").public]).letter, Move)
