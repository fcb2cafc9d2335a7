"""Notes: the entries of a log that are no plies. Each is checked for what it is about, and acted on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.errors import BadRecord
from engine.record.game.authority import FORCED, UNTYPED
from engine.record.game.changes.enclosed import open_enclosed
from engine.record.game.changes.handover import NewHolder, is_handover, judge_handover, take_over
from engine.record.game.changes.host import check_host_act, is_host_act
from engine.record.game.changes.undo import (
    HELD,
    TAKEN_BACK,
    UNDO,
    Held,
    check_taken_back,
    judge_held,
    take_back,
)
from engine.record.game.changes.votes import check_votes, is_judged, is_vote
from engine.record.game.standing import HANDED_OVER, STANDING, check_authority
from engine.record.letters.fields import REASON, Text
from engine.record.letters.post import Opened
from engine.record.log.log import Enclosed, Entry, Withheld

if TYPE_CHECKING:
    from engine.record.game.book import Book

CLOSED: Final = "closed"
"""The subject of a note by which the host ends a game; it holds the reason."""
_ABOUT: Final = Text(re.compile("[a-z][a-z-]*"), 32, "a word in small letters")


def write_note(book: Book, about: str, at: int, letters: Sequence[Enclosed], facts: dict[str, Any]) -> Entry:
    """Check a note, write it, and do what follows from it. Refused ones leave everything as it is."""
    _check_form(about, facts)
    enclosed = [open_enclosed(book, letter, "secret" in facts) for letter in letters]
    change = _judge(book, about, facts, enclosed, at)
    time = book.time.after_note(about, facts, book.course.game if book.course else None, at)
    kept = [letter if isinstance(letter, Withheld) else letter.sealed.raw for letter in enclosed]
    entry = book.add("note", at, kept, **{**facts, "about": about})
    book.time = time
    for letter in enclosed:
        if isinstance(letter, Opened):
            book.taken[letter.sealed.letter_id] = entry.seq
    _follow(book, entry, change, enclosed)
    return entry


def _check_form(about: str, facts: dict[str, Any]) -> None:
    _ABOUT.read("about", about)
    if is_host_act(about, facts):
        check_host_act(facts)
    if about == CLOSED:
        REASON.read("reason", facts.get("reason"))
    if facts.get("secret", True) is not True:
        raise BadRecord("book/note", "a note is secret or does not speak of it")


def _judge(
    book: Book, about: str, facts: dict[str, Any], enclosed: Sequence[Opened | Withheld], at: int
) -> Held | NewHolder | None:
    """Refuse what can't be; and find what a note changes, if it is a seat's holder or a move that waits."""
    if about in UNTYPED and about != FORCED:
        check_authority(book, about, facts, enclosed)
    if book.course is not None and is_judged(about, facts):
        check_votes(book, about, facts, enclosed, at)
    if about == TAKEN_BACK:
        check_taken_back(book, facts, enclosed)
    if about == HELD:
        return judge_held(book, facts, enclosed, at)
    return judge_handover(book, facts, enclosed, at) if is_handover(about, facts) else None


def _follow(
    book: Book, entry: Entry, change: Held | NewHolder | None, enclosed: Sequence[Opened | Withheld]
) -> None:
    """Do what follows from a note that was written."""
    about = entry.facts["about"]
    book.votes.take(entry)
    if is_vote(about, entry.facts) and entry.facts["on"] == UNDO:
        book.undoing.vote(entry.facts["seat"], entry.facts["choice"])
    if isinstance(change, NewHolder):
        take_over(book, change, entry)
    elif isinstance(change, Held):
        book.undoing.held = change._replace(entry=entry.leaf.hex())
    elif about == TAKEN_BACK:
        take_back(book, entry)
    elif about == STANDING:
        book.standing.send(entry, enclosed[0], book)
    elif about in HANDED_OVER:
        book.standing.end(entry.facts.get("seat"))
