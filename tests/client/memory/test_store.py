"""The outbox, the journal and what was seen: what is interrupted or damaged does no harm."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.memory.glance import Glance, read_seen, see
from client.memory.journal import ToldTurn, chapters, read_told, write_told
from client.outbox.outbox import Outbox
from client.outbox.pending import PendingLetter, Purpose
from client.profile.home import Home
from client.refusals import BadProfile

GAMES = Purpose("request", text="games")
LETTER = PendingLetter(GAMES, "<1@example.org>", "From: anna\r\n\r\näöü\xff", "anna asks: games", 7)


def told(ply: int, mine: bool = False) -> ToldTurn:
    return ToldTurn(ply + 2, ply, mine, 100 + ply, f"What happened until ply {ply}")


def test_a_letter_is_found_by_its_purpose_and_by_its_mail(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox")
    assert (outbox.all(), outbox.find(GAMES), outbox.sent_as("<1@example.org>")) == ([], None, None)
    outbox.put(LETTER)
    assert outbox.find(GAMES) == outbox.sent_as("<1@example.org>") == LETTER
    assert outbox.sent_as("") is None
    handed = outbox.hand_over(LETTER)
    assert handed.handed
    answered = outbox.keep_answer(handed, b"\xff an answer")
    assert outbox.all() == [answered]
    assert answered.answer.encode("latin-1") == b"\xff an answer"
    outbox.settle(answered)
    outbox.settle(answered)
    assert outbox.all() == []


@pytest.mark.parametrize(
    "damage", ["", "{}", "[]", "null", *(f'{{"format": "grubenpost-waiting/{n}"}}' for n in (1, 2, 3))]
)
def test_a_damaged_letter_is_named(damage: str, tmp_path: Path) -> None:
    outbox = Outbox(tmp_path)
    outbox.put(LETTER)
    (file,) = tmp_path.glob("*.json")
    file.write_text(damage)
    with pytest.raises(BadProfile, match="is damaged: delete it"):
        outbox.all()


def test_a_move_may_be_on_its_way_until_a_later_ply(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox")
    moves = [
        LETTER._replace(purpose=Purpose("move", game, ply, "bank"), message_id=f"<{game}{ply}@example.org>")
        for game, ply in (("k3t9qa", 4), ("x06aer", 9))
    ]
    for letter in (LETTER, *moves):
        outbox.put(letter)
    assert [outbox.move_in("k3t9qa", ply) for ply in (3, 4, 5)] == [moves[0], moves[0], None]
    assert outbox.move_in("x06aer", 0) == moves[1]
    assert outbox.move_in("nowhere", 0) is None


def test_the_journal_forgives(tmp_path: Path) -> None:
    home = Home(tmp_path, tmp_path)
    assert read_told(home, "k3t9qa") == []
    for ply in (1, 0, 1):
        write_told(home, "k3t9qa", told(ply))
    file = tmp_path / "journals" / "k3t9qa.jsonl"
    file.write_bytes(file.read_bytes() + b'\n{"entries": 9, "pl')
    write_told(home, "k3t9qa", told(2))
    assert read_told(home, "k3t9qa") == [told(0), told(1), told(2)]


def test_chapters_tell_everything_once() -> None:
    """Each mail tells all since the reader's last move: the one before each own move is enough."""
    story = [told(0), told(1, mine=True), told(2), told(3), told(4, mine=True), told(5)]
    assert [part.ply for part in chapters(story)] == [1, 4, 5]
    assert chapters([]) == []
    assert [part.ply for part in chapters(story[:2])] == [1]


@given(st.binary(max_size=60))
def test_what_was_seen_is_never_in_the_way(tmp_path_factory: pytest.TempPathFactory, damage: bytes) -> None:
    folder = tmp_path_factory.mktemp("seen")
    home = Home(folder, folder)
    home.seen.write_bytes(damage)
    assert isinstance(read_seen(home), dict)


def test_what_was_seen_is_remembered(tmp_path: Path) -> None:
    home = Home(tmp_path, tmp_path)
    facts = {"seat": 0, "names": ["A"], "position": {"ply": 5, "turn": 0, "phase": "turn"}}
    see(home, Glance("k3t9qa", facts, "", 0, "", 0))
    assert read_seen(home) == {"k3t9qa": 5}
    assert json.loads(home.seen.read_bytes()) == {"k3t9qa": 5}
