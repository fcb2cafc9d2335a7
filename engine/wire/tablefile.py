"""A game that has not started, as those at the table are shown it: the whole log so far, and a checkpoint.

Whoever is to tell a share checks with this, by the same doors as an archive's, that all commitments stand in
the log that the server signed. Nothing in it is secret: who sits at the table may know all that was told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.errors import BadRecord
from engine.record.archive.archive import log_item
from engine.record.archive.verify import check_seen, check_signature
from engine.record.game.book import Book
from engine.record.game.read_book import read_book, read_opening
from engine.record.letters.key import PrivateKey, PublicKey
from engine.record.log import canonical, checkpoint
from engine.record.log.checkpoint import Checkpoint
from engine.record.log.log import check_chain, read_entries

FORMAT: Final = "grubenpost-table/1"
LARGEST: Final = 1024 * 1024
_MEMBERS: Final = {"format", "log", "checkpoint"}


def write_table(book: Book, key: PrivateKey) -> bytes:
    """The table as it is now."""
    return canonical.dumps(
        {
            "format": FORMAT,
            "log": [log_item(entry) for entry in book.log.entries],
            "checkpoint": checkpoint.write(book.checkpoint(key)),
        }
    )


def read_table(data: bytes, key: PublicKey | None = None, seen: Sequence[Checkpoint] = ()) -> Book:
    """The book of a table, after all of it is checked. Raises BadRecord that names the first thing wrong.

    With `key` the table must stand on that key. `seen` are checkpoints that were kept: those that are not
    newer must be of the same history.
    """
    if len(data) > LARGEST:
        raise BadRecord("table/form", "a table of {bytes} bytes is too large", bytes=len(data))
    facts = canonical.loads(data)
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise BadRecord("table/form", "this is not a table of the form {form}", form=FORMAT)
    items, note = facts.get("log"), facts.get("checkpoint")
    if facts.keys() != _MEMBERS or not isinstance(items, list) or not items or not isinstance(note, str):
        raise BadRecord("table/form", "these are not the members of a table")
    entries = read_entries(items)
    opening, signed = read_opening(entries[0]), checkpoint.read(note)
    if key is not None and key != opening.server_key:
        raise BadRecord(
            "verify/other-key",
            "this table stands on the server key {found}, not on {wanted}",
            found=opening.server_key.fingerprint,
            wanted=key.fingerprint,
        )
    check_signature(signed, opening)
    check_chain(entries, signed)
    book = read_book(entries, None)
    if book.course is not None:
        raise BadRecord("book/started", "the game has started already")
    known = [note for note in seen if note.size <= signed.size]
    check_seen(book.log.heads, known, opening)
    return book


def checkpoint_line(data: bytes) -> str:
    """The line of the checkpoint under a table that was read."""
    facts = canonical.loads(data)
    note = facts["checkpoint"] if isinstance(facts, dict) else None
    assert isinstance(note, str)  # or it would not have been read
    return checkpoint.write_line(checkpoint.read(note))
