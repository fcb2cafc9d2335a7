"""A mail to somebody with a key says what it says a second time, signed, and names what it answers."""

from __future__ import annotations

import pytest

from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.register import Register
from engine.record.letters.seal import open_seal
from engine.record.log.checkpoint import find_lines
from engine.wire.codes import find_codes
from engine.wire.facts import NO_FACTS, Facts, read_facts
from engine.wire.mails import FACTS, POSITION
from engine.wire.mails import RECEIPT as FILE
from engine.wire.receipt import Receipt, read_receipt
from engine.wire.turn import Turn, read_turn
from server.desk.opened_letters import letter_ids
from server.ledger.store import Ledger
from tests.server.house import Got, House, Member
from tests.server.playing import first_move, hand_out, make_club, open_game, start_game, to_move


@pytest.fixture
def club(house: House) -> list[Member]:
    return make_club(house)


def receipt_in(house: House, got: Got) -> Receipt:
    receipt, signer = read_receipt(got.files[FILE])
    assert signer == house.settings.key.public
    assert (receipt.server, receipt.at) == (house.server, house.time)
    return receipt


def facts_in(house: House, got: Got) -> Facts:
    return read_facts(got.files[FACTS], got.files[FILE], house.settings.key.public)


def turn_in(house: House, got: Got) -> Turn:
    turn = read_turn(got.files[POSITION])
    assert turn.signer == house.settings.key.public
    return turn


def id_of(letter: bytes) -> str:
    return open_seal(letter).letter_id


def test_the_question_and_the_welcome_name_the_registration(ledger: Ledger) -> None:
    house = House(ledger)
    nora = Member(house, "nora")
    letter = nora.sealed(Register(house.server, "nora", "key", nora.key.public, nora.nonce()))
    (question,) = house.write(nora.address, "", letter, Message_ID="<1@example.org>")
    asked = receipt_in(house, question)
    assert (asked.handle, asked.mail, asked.answers) == ("", "<1@example.org>", (id_of(letter),))
    assert (asked.said.strip(), asked.refused) == (question.text.strip(), "")
    assert facts_in(house, question) == Facts(confirm=question.code)
    (welcome,) = house.write(nora.address, f"yes\n\n> {question.code}", Message_ID="<2@example.org>")
    told = receipt_in(house, welcome)
    assert (told.handle, told.mail, told.answers) == ("nora", "<2@example.org>", (id_of(letter),))


def test_a_registration_that_is_refused_is_told_so(house: House, club: list[Member]) -> None:
    nora = Member(house, "anna")
    letter = nora.sealed(Register(house.server, "anna", "key", nora.key.public, nora.nonce()))
    (got,) = house.write("nora@example.org", "", letter)
    told = receipt_in(house, got)
    assert told.answers == (id_of(letter),)
    assert told.refused.startswith(("register/", "keyring/"))


def test_answers_name_their_letters(house: House, club: list[Member]) -> None:
    anna = club[0]
    letter = anna.sealed(anna.request("status"))
    (got,) = house.write(anna.address, "", letter, Message_ID="<3@example.org>")
    told = receipt_in(house, got)
    assert (told.handle, told.mail, told.answers) == ("anna", "<3@example.org>", (id_of(letter),))
    assert told.refused == ""
    assert told.said.split() == got.text.split()


def test_refusals_have_their_code(house: House, club: list[Member]) -> None:
    anna = club[0]
    letter = anna.sealed(anna.request("join nowhere"))
    (got,) = house.write(anna.address, "", letter)
    told = receipt_in(house, got)
    assert told.answers == (id_of(letter),)
    assert f"({told.refused})" in got.text
    assert facts_in(house, got) == NO_FACTS


def test_what_programs_need_is_told_in_fields(house: House, club: list[Member]) -> None:
    anna, clara = club[0], club[2]
    (got,) = anna.ask("new 3; new 2; status")
    opened = facts_in(house, got).opened
    assert len(opened) == 2
    assert all(game in got.text for game in opened)
    (joined,) = clara.join(opened[0])
    (line,) = facts_in(house, joined).checkpoints
    assert find_lines(line, house.settings.key.public.raw)[0].origin == f"{house.server}/{opened[0]}"
    assert line in joined.text


def test_what_was_begun_and_refused_is_not_told(house: House, club: list[Member]) -> None:
    (got,) = club[0].ask("new 3; join nowhere")
    assert receipt_in(house, got).refused
    assert facts_in(house, got) == NO_FACTS


def test_a_code_for_a_lost_key_is_told_in_a_field(house: House, club: list[Member]) -> None:
    for member in club[:2]:  # one with a key, and one who wants one
        (got,) = [one for one in member.write("recover") if "recover" in one.text]
        assert facts_in(house, got).recover in got.text


def test_a_turn_names_the_letters_of_its_reader_only(house: House, club: list[Member]) -> None:
    start_game(club)
    while (mover := to_move(club)) is not None and not mover.own_key:
        hand_out(club, mover.move(first_move(mover)))
    assert mover is not None
    letter = mover.move_letter(first_move(mover))
    mails = hand_out(club, house.write(mover.address, "", letter))
    for got in mails:
        turn = turn_in(house, got)
        assert turn.answers == ((id_of(letter),) if got.recipient == mover.address else ())
        assert FILE not in got.files
        assert turn.said.split() == got.text[: len(turn.said)].split()
    refused = house.write(mover.address, "", mover.move_letter("money 99"))
    told = receipt_in(house, refused[0])
    assert told.refused
    assert FILE in refused[0].files


def test_without_a_position_the_answer_still_has_its_receipt(house: House, club: list[Member]) -> None:
    start_game(club)
    mover = to_move(club)
    while mover is not None and not mover.own_key:
        hand_out(club, mover.move(first_move(mover)))
        mover = to_move(club)
    assert mover is not None
    mover.ask("set position off")
    letter = mover.move_letter(first_move(mover))
    (got,) = [one for one in house.write(mover.address, "", letter) if one.recipient == mover.address]
    assert POSITION not in got.files
    assert receipt_in(house, got).answers == (id_of(letter),)


def test_who_plays_from_a_mailbox_gets_none(house: House, club: list[Member]) -> None:
    ben = club[1]
    assert all(FILE not in got.files for got in ben.ask("status"))
    game = open_game([club[0], ben])
    notices = [got for got in club[0].ask(f"invite {game} ben") if got.recipient == ben.address]
    assert notices
    assert all(FILE not in got.files for got in notices)


def test_notices_to_a_key_are_signed_and_answer_nothing(house: House, club: list[Member]) -> None:
    anna, clara = club[0], club[2]
    game = open_game([anna, clara])
    (notice,) = [got for got in anna.ask(f"invite {game} clara") if got.recipient == clara.address]
    told = receipt_in(house, notice)
    assert (told.handle, told.mail, told.answers, told.refused) == ("clara", "", (), "")
    assert told.said.split() == notice.text.split()


@pytest.mark.parametrize("number", [0, 1])
def test_the_code_of_a_recovery_is_signed_for_everybody(
    house: House, club: list[Member], number: int
) -> None:
    """A mailbox player has a client by then: it acts on the code."""
    member = club[number]
    (notice,) = member.write("recover")
    told = receipt_in(house, notice)
    assert (told.handle, told.answers) == (member.handle, ())
    code = find_codes(told.said)[0]
    new = Member(house, f"new-{member.handle}")
    letter = new.sealed(Recover(house.server, member.handle, new.key.public, code, new.nonce()))
    (got,) = house.write(member.address, "", letter)
    assert receipt_in(house, got).answers == (id_of(letter),)


def test_what_can_not_be_opened_is_not_named() -> None:
    assert letter_ids([b"nonsense", b"", b'format = "grubenpost-move/1"\n']) == ()
