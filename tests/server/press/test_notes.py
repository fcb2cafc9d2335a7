"""Notes: told to their writer alone, shown to others by nobody else, and never taken for commands."""

from __future__ import annotations

import pytest

from engine.wire.facts import read_facts
from engine.wire.mails import FACTS, POSITION, RECEIPT
from engine.wire.press import MARK
from server.ledger import models as rows
from tests.server.house import Got, House, Member
from tests.server.playing import first_move, hand_out, make_club, start_game, to_move

SECRET = "the yellow lorries first"


def table(house: House) -> tuple[list[Member], str]:
    members = make_club(house)
    return members, start_game(members)


def readers(mails: list[Got]) -> set[str]:
    return {got.recipient for got in mails if SECRET.encode() in bytes(got.message) or SECRET in got.text}


def told(house: House, got: Got) -> list[tuple[str, str]]:
    """The notes that a mail tells a client."""
    beside = got.files.get(RECEIPT) or got.files[POSITION]
    facts = read_facts(got.files[FACTS], beside, house.settings.key.public)
    return [(notes.game, notes.text) for notes in facts.notes]


def test_a_note_comes_back_with_each_turn_to_its_writer_alone(house: House) -> None:
    members, game = table(house)
    ben = members[1]
    assert readers(ben.ask(f"note {game}: {SECRET}\nand money later")) == {ben.address}
    mails: list[Got] = []
    for _ in range(4):
        mover = to_move(members)
        assert mover is not None
        mails += hand_out(members, mover.move(first_move(mover)))
    assert readers(mails) == {ben.address}
    assert all(SECRET in got.text for got in mails if got.recipient == ben.address)
    (shown,) = ben.ask(f"notes {game}")
    assert f"{MARK}[0] {SECRET}\n{MARK}and money later" in shown.text


def test_the_game_is_the_one_whose_mail_is_answered(house: House) -> None:
    members, game = table(house)
    ben = members[1]
    assert readers(ben.ask(f"Notiz: {SECRET}")) == {ben.address}
    assert [note.game_id for note in house.all(rows.Note)] == [game]
    assert readers(ben.ask(f"заметка {game}: {SECRET}")) == {ben.address}


def test_a_key_player_seals_it_and_the_client_is_told_in_a_field(house: House) -> None:
    (anna, *_), game = table(house)
    (answer,) = anna.ask(f"note {game}: {SECRET}")
    assert told(house, answer) == [(game, f"[0] {SECRET}")]
    (again,) = [got for got in anna.ask(f"resend {game}") if got.kind == "turn"]
    assert told(house, again) == [(game, f"[0] {SECRET}")]
    (gone,) = anna.ask(f"note {game} drop")
    assert told(house, gone) == [(game, "")]
    assert house.all(rows.Note) == []


def test_nobody_notes_in_anothers_name(house: House) -> None:
    (anna, ben, *_), game = table(house)
    assert not readers(house.write("mallory@example.org", f"note {game}: {SECRET}\n\n> code: {ben.code}"))
    house.write(anna.address, f"note {game}: {SECRET}")
    assert house.all(rows.Note) == []
    assert ben.last is not None
    (question,) = house.write(
        ben.address, f"note {game}: {SECRET}", In_Reply_To=str(ben.last.message["Message-ID"])
    )
    assert question.recipient == ben.address
    assert house.all(rows.Note) == []
    assert readers(house.write(ben.address, f"yes\n\n> code: {question.code}")) == {ben.address}


@pytest.mark.parametrize("text", ["money 5", "yes", "resign", "> 3", "press: hello", "note k3t9qa drop"])
@pytest.mark.parametrize("quote", ["> ", ""])
def test_no_reply_that_quotes_a_note_obeys_it(house: House, text: str, quote: str) -> None:
    members, game = table(house)
    ben = members[1]
    (answer,) = ben.ask(f"note {game}: {text}")
    before = (house.all(rows.Press), house.all(rows.Note), house.all(rows.Game)[0].entries)
    house.write(ben.address, "\n".join(f"{quote}{line}" for line in answer.text.splitlines()))
    assert (house.all(rows.Press), house.all(rows.Note), house.all(rows.Game)[0].entries) == before


def test_notes_are_shown_by_their_writer_after_the_end_alone(house: House) -> None:
    members, game = table(house)
    anna, ben, clara, dora = members
    ben.ask(f"note {game}: {SECRET}")
    assert "note/running" in ben.ask(f"note {game} publish")[0].text
    for member in members:
        hand_out(members, member.ask(f"vote {game} count"))
    assert readers(anna.ask(f"note {game} publish")) == set()
    assert "note/none" in anna.ask(f"note {game} publish")[0].text
    assert readers(ben.ask(f"note {game} publish")) == {anna.address, clara.address, dora.address}
    assert "note/none" in ben.ask(f"note {game} publish")[0].text


def test_what_can_not_be_noted(house: House) -> None:
    (anna, ben, *_), game = table(house)
    assert "note/empty" in ben.ask(f"note {game}:")[0].text
    assert "note/too-long" in ben.ask(f"note {game}: {'long words ' * 300}")[0].text
    assert "note/ours" in ben.ask(f"note {game}: it is\ncode: GP-7K3M-Q9XW-2TRD")[0].text
    for _ in range(2):
        anna.ask(f"note {game}: {' '.join(['word'] * 390)}")
    assert "note/full" in anna.ask(f"note {game}: {' '.join(['word'] * 390)}")[0].text


def test_whoever_is_forgotten_leaves_no_notes(house: House) -> None:
    (anna, ben, *_), game = table(house)
    anna.ask(f"note {game}: {SECRET}")
    ben.ask(f"note {game}: {SECRET}")
    assert len(house.all(rows.Note)) == 2
    ben.ask("forget me")
    assert len(house.all(rows.Note)) == 1
