"""Sealed moves by mail: counted once, all or nothing, whatever the header says."""

from __future__ import annotations

from engine.rules import Mine, legal_actions
from tests.server.games.duel import Duel
from tests.server.playing import (
    first_move,
    hand_out,
    position,
)


def test_two_letters_with_moves_in_one_game(duel: Duel) -> None:
    duel.play_to(duel.anna)
    before = len(duel.plies())
    letters = [duel.anna.move_letter("bank"), duel.anna.move_letter(first_move(duel.anna))]
    (answer,) = duel.house.write(duel.anna.address, "", *letters)
    assert "(move/two)" in answer.text
    assert len(duel.plies()) == before


def test_a_sealed_letter_without_steps_counts_as_it_stands(duel: Duel) -> None:
    duel.play_to(duel.anna)
    number = next(a.number for a in legal_actions(position(duel.anna)) if isinstance(a, Mine))
    assert len(duel.house.write(duel.anna.address, "", duel.anna.move_letter(f"mine {number}"))) == 2


def test_a_sealed_move_counts_once(duel: Duel) -> None:
    duel.play_to(duel.anna)
    letter = duel.anna.move_letter("bank")
    before = len(duel.plies())
    assert len(duel.house.write(duel.anna.address, "", letter)) == 2
    for sender, told in ((duel.anna.address, 1), (duel.ben.address, 0), ("mallory@example.net", 1)):
        answers = duel.house.write(sender, "see below", letter)
        assert [got.recipient for got in answers] == [duel.anna.address] * told
        assert duel.house.outcome() == "known"
    assert len(duel.plies()) == before + 1


def test_what_the_header_says_does_not_matter(duel: Duel) -> None:
    """The same Message-ID twice, silly dates, a mailing list or a robot in between: the seal counts."""
    headers: list[dict[str, str]] = [
        {"Message_ID": "<same@example.org>"},
        {"Message_ID": "<same@example.org>", "Date": "Thu, 01 Jan 1970 00:00:00 +0000"},
        {"Date": "Fri, 31 Dec 2099 23:59:59 +1400"},
        {"List_Id": "<club.example.org>", "Precedence": "list"},
        {"Auto_Submitted": "auto-generated"},
    ]
    for fields in headers:
        duel.play_to(duel.anna)
        letter = duel.anna.move_letter(first_move(duel.anna))
        sender = "somebody@lists.example.net"
        mails = hand_out(duel.both, duel.house.write(sender, "", letter, **fields))
        assert {got.recipient for got in mails} == {duel.anna.address, duel.ben.address}


def test_a_damaged_letter_beside_a_good_one(duel: Duel) -> None:
    duel.play_to(duel.anna)
    letter = duel.anna.move_letter(first_move(duel.anna))
    cut = "BEGIN GRUBENPOST.\nOI0xvSphTyjef7x CuJ8DQDZn56Rtrx RZXY2DDbjifgIS4"
    mails = duel.house.write(duel.anna.address, cut, letter)
    assert len(mails) == 3
    (told,) = [got for got in mails if got.kind == "answer"]
    assert told.recipient == duel.anna.address
    assert "Another letter in your mail was not read (" in told.text
    # If all that is good in it is known already, it is a copy, and its player hears that it counts.
    (copy,) = duel.house.write("x@example.net", cut, letter)
    assert copy.recipient == duel.anna.address
    assert "it counts" in copy.text


def test_a_letter_that_came_twice_in_one_mail(duel: Duel) -> None:
    duel.play_to(duel.anna)
    letter = duel.anna.move_letter("bank")
    assert len(duel.house.write(duel.anna.address, "", letter, letter)) == 2


def test_several_letters_are_all_or_nothing(duel: Duel) -> None:
    duel.play_to(duel.anna)
    before = len(duel.plies())
    good, bad = duel.anna.move_letter("bank"), duel.anna.sealed(duel.anna.request("board zzzzz9"))
    (answer,) = duel.house.write(duel.anna.address, "", good, bad)
    assert "game/unknown" in answer.text
    assert len(duel.plies()) == before
    # The move was not taken, and never will be; the book is as it was, and another letter is taken.
    (answer,) = duel.house.write(duel.anna.address, "", good)
    assert "letter/refused-before" in answer.text
    assert len(duel.house.write(duel.anna.address, "", duel.anna.move_letter("bank"))) == 2
    assert len(duel.plies()) == before + 1


def test_a_key_player_does_not_move_from_the_mailbox(duel: Duel) -> None:
    duel.play_to(duel.anna)
    before = len(duel.plies())
    for text in ("bank", f"move {duel.game} bank", "3"):
        duel.house.time += 25 * 3600
        (answer,) = duel.anna.write(text)
        assert answer.recipient == duel.anna.address
        assert "player/own-key" in answer.text
        assert "code:" not in answer.text
    duel.house.time += 25 * 3600
    (answer,) = duel.anna.ask(f"move {duel.game} bank")
    assert "player/own-key" in answer.text
    assert len(duel.plies()) == before
