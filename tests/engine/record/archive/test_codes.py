"""Refusals of records that nothing else here provokes, each by its code."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.errors import BadRecord
from engine.library.study import need
from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.book import Book
from engine.record.game.opening import Opening
from engine.record.game.read_book import read_entry
from engine.record.game.recall import recall_book
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.post import seal_letter
from engine.record.log import canonical
from engine.record.log.log import Entry
from engine.wire.statement import LARGEST, read_answers, read_statement, read_text, write_statement
from engine.wire.turn import read_unsigned_turn
from tests.engine.record.club import (
    SERVER,
    Match,
    finished_archive,
    new_match,
    player_key,
    refusal,
    secret,
    server_key,
)

FORM = "grubenpost-receipt/1"


def code_of(call: Callable[..., object], *args: object) -> str:
    return str(refusal(call, *args).code)


def changed(**members: Any) -> bytes:
    """A true archive with other members."""
    facts: dict[str, Any] = canonical.loads(finished_archive())  # type: ignore[assignment]
    return canonical.dumps({**facts, **members})


def test_archives_of_another_kind() -> None:
    assert code_of(verify, changed(format="grubenpost-archive/9")) == "archive/format"
    assert code_of(verify, changed(rules="glueckauf/9")) == "archive/rules"


def test_archives_without_their_checkpoints_or_in_another_order() -> None:
    facts: dict[str, Any] = canonical.loads(finished_archive())  # type: ignore[assignment]
    notes = facts["checkpoints"]
    assert code_of(verify, changed(checkpoints=[])) == "checkpoint/missing"
    assert code_of(verify, changed(checkpoints=[*notes, notes[-1]])) == "checkpoint/order"


def test_openings_that_no_game_has() -> None:
    given = (SERVER, "game-1", server_key().public, 2)
    commitment = secret("seed", 1).hex()
    assert code_of(Opening, *given, "yes", "key", commitment) == "book/option"
    assert code_of(Opening, SERVER, "game_1", *given[2:], False, "key", commitment) == "book/origin"


def public_book(match: Match) -> Book:
    """What somebody knows who reads the log without the seed."""
    book = Book(match.book.opening)
    for entry in match.book.log.entries:
        read_entry(book, entry.without_letters() if entry.kind == "note" else entry, None)
    return book


def test_a_public_book_does_not_tell_its_stacks() -> None:
    assert code_of(archive.told_by, public_book(new_match(1))) == "archive/public"


def with_notes() -> Match:
    """A game in which somebody has come and left, changed the key, and written something."""
    match = new_match(1, guest=True)
    key, new = player_key("anna"), player_key("anna the second")
    match.book.change_key(
        seal_letter(Rotate(SERVER, "anna", key.public, new.public, "ab" * 16), key, new), match.now
    )
    asked = match.letter("bank")
    match.book.note("press", match.now, [asked])
    return match


def other(entry: Entry) -> Entry:
    """The same entry with something more in it; a note, which may say anything, with an odd time."""
    odd = {"at": float(entry.at)} if entry.kind == "note" else {"more": 1}
    return replace(entry, facts={**entry.facts, **odd})


@pytest.mark.parametrize(
    ("kind", "code"),
    [("genesis", "log/genesis"), ("leave", "log/leave"), ("key", "log/key"), ("note", "log/note")],
)
def test_an_entry_that_does_not_say_what_follows(kind: str, code: str) -> None:
    match = with_notes()
    book = Book(match.book.opening)
    for entry in match.book.log.entries:
        if entry.kind == kind:
            assert code_of(read_entry, book, other(entry), match.seed) == code
            return
        read_entry(book, entry, match.seed)
    pytest.fail(f"no {kind} entry")


def test_a_ledger_that_has_lost_something() -> None:
    match = new_match(1)
    match.play_on(Random(1), 3)
    entries = match.book.log.entries
    assert code_of(recall_book, [*entries[:-2], entries[-1]], match.seed) == "recall/order"
    assert code_of(recall_book, [*entries[:-1], entries[-1].without_letters()], match.seed) == "recall/letter"


# Signed files


def test_statements_that_are_none() -> None:
    signed = write_statement({"format": FORM, "said": "x"}, server_key())
    assert read_statement(signed, FORM, ["format", "said"]).facts["said"] == "x"
    assert code_of(read_statement, signed, FORM, ["format"]) == "statement/members"
    assert code_of(read_statement, b"x" * (LARGEST + 1), FORM, []) == "statement/too-large"
    broken = signed.replace(b'"said"', b'"said', 1)
    assert code_of(read_statement, broken, FORM, ["format"]) == "statement/form"
    assert code_of(read_answers, "a" * 64) == "statement/answers"
    assert code_of(read_text, "said", 7) == "statement/text"


def test_a_turn_with_too_few_names() -> None:
    from engine.rules import to_data, view

    match = new_match(1)
    facts = {"format": "grubenpost-turn/1", "server": SERVER, "game": "game-1", "seat": 0, "names": ["Anna"]}
    position = json.loads(json.dumps(to_data(view(match.book.game, 0))))
    assert code_of(read_unsigned_turn, {**facts, "position": position}) == "turn/seats"


def test_a_package_that_is_not_installed() -> None:
    assert code_of(need, "no_such_package_for_study") == "study/missing"


def test_these_are_all_refusals_of_records() -> None:
    with pytest.raises(BadRecord):
        verify(changed(format="grubenpost-archive/9"))
