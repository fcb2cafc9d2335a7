"""Calling a game to mind again from entries that were checked when they were written.

The server's way back from its ledger to a game: the same book that `reading` would give, without
verifying every signature anew. Never for entries from outside.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.errors import BadRecord
from engine.record.game.book import Book
from engine.record.game.read_book import read_entry, read_opening
from engine.record.game.seats import Seat, share_member
from engine.record.letters.key import PublicKey
from engine.record.letters.kinds import move
from engine.record.letters.seal import open_seal
from engine.record.log.log import FIRST_PREV, Entry
from engine.rules import Action, parse

_ACTION: Final = re.compile(rb'^action = "([^"]+)"$', re.MULTILINE)

_SHORT: Final = 12
_known: Final = lru_cache(maxsize=1024)(parse)


def recall_book(entries: Sequence[Entry], seed: bytes) -> Book:
    """The book of these entries, with everything that is hidden in it."""
    book = Book(read_opening(entries[0]))
    recall(book, entries, seed)
    return book


def recall(book: Book, entries: Sequence[Entry], seed: bytes) -> None:
    """Add the next entries to a book."""
    closed = bool(entries) and entries[-1].kind == "close"
    for entry in entries:
        if entry.facts["prev"] != _last_leaf(book):
            raise BadRecord("recall/order", "entry {entry} does not follow the one before", entry=entry.seq)
        if entry.kind == "ply":
            _recall_ply(book, entry, closed=closed)
        elif entry.kind == "join":
            _recall_join(book, entry)
        else:
            read_entry(book, entry, seed)


def _last_leaf(book: Book) -> str:
    return book.log.entries[-1].leaf.hex() if book.log.entries else FIRST_PREV


def _recall_join(book: Book, entry: Entry) -> None:
    facts = entry.facts
    letter = entry.letters[0] if entry.letters else None
    key, share = PublicKey.from_line(facts["key"]), facts[share_member(book.opening)]
    book.log.awaited = entry
    try:
        book.join(Seat(facts["handle"], facts["auth"], key, letter, share), entry.at)
    finally:
        book.log.awaited = None


def _recall_ply(book: Book, entry: Entry, *, closed: bool) -> None:
    raw = entry.letters[0]
    if raw is None or book.course is None:
        raise BadRecord("recall/letter", "entry {entry}: the ledger has lost its letter", entry=entry.seq)
    if closed:  # nothing comes to it any more: who sealed what, and when, is not asked again
        book.course.go(_parsed(_full_action(entry, raw)), entry.facts["seat"])
        book.add_ply(entry, entry.facts["letters"][0])
        return
    sealed = open_seal(raw)
    letter = move.read(sealed.payload)
    book.course.go(parse(letter.action), letter.seat)
    book.add_ply(entry, sealed.letter_id)


def _parsed(text: str) -> Action:
    """Short moves, such as `money 5`, come in every game: each is read once."""
    return _known(text) if len(text) <= _SHORT else parse(text)


def _full_action(entry: Entry, raw: bytes) -> str:
    """The action that was played; the entry tells it, unless something in it was hidden while the game
    ran.
    """
    action: str = entry.facts["action"]
    sealed = _ACTION.search(raw) if "?" in action else None
    return sealed[1].decode("ascii") if sealed else action
