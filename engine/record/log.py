"""The log: a game's entries, chained by hash and gathered in a Merkle tree.

An *entry* is a small object with these members, and more by its kind:

    seq      its number, from 0
    prev     the leaf hash of the entry before it in hex; empty in the first
    kind     genesis, start, ply, key, note or close
    at       when it was written, in seconds since 1970 (UTC)
    letters  the SHA-256 of each sealed letter that belongs to it

Its *leaf hash* is SHA-256(0x00 + the entry as one line of canonical JSON), as in RFC 6962. The *head* of
a log is the root of the Merkle tree over its entries: it is what a checkpoint signs and what a move
answers. The letters themselves lie beside the entry, not in it: so a letter can stay secret while
everybody can check the log that it is in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from engine.errors import BadRecord
from engine.record import canonical, merkle
from engine.record.checkpoint import Checkpoint

FIRST_PREV: Final = ""
KINDS: Final = ("genesis", "start", "ply", "key", "note", "close")
_COMMON: Final = ("seq", "prev", "kind", "at", "letters")

Facts = dict[str, Any]
Letters = tuple[bytes | None, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry, its leaf hash, and the letters that belong to it; `None` for one that is still secret."""

    facts: Facts
    leaf: bytes
    letters: Letters

    @property
    def seq(self) -> int:
        return int(self.facts["seq"])

    @property
    def kind(self) -> str:
        return str(self.facts["kind"])

    @property
    def at(self) -> int:
        return int(self.facts["at"])


def hash_letter(raw: bytes) -> str:
    """How an entry names a letter: by the hash of the whole file, signatures included."""
    return sha256(raw).hexdigest()


def _entry(facts: Facts, letters: Letters) -> Entry:
    return Entry(facts, merkle.leaf_hash(canonical.line(facts)), letters)


class Log:
    """Entries in order, with the head after each. Grows by `append`; nothing in it ever changes."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.heads: list[str] = []
        """The head after each entry, in hex."""
        self._sizes: dict[str, int] = {}
        self._tree = merkle.Tree()

    @property
    def head(self) -> str:
        return self.heads[-1] if self.heads else merkle.EMPTY.hex()

    def size_at(self, head: str) -> int | None:
        """How many entries the log had when this was its head."""
        return self._sizes.get(head)

    def write(self, kind: str, at: int, letters: Sequence[bytes] = (), **facts: object) -> Entry:
        """The next entry, not yet appended."""
        prev = self.entries[-1].leaf.hex() if self.entries else FIRST_PREV
        return _entry(
            {
                "seq": len(self.entries),
                "prev": prev,
                "kind": kind,
                "at": at,
                "letters": [hash_letter(raw) for raw in letters],
                **facts,
            },
            tuple(letters),
        )

    def append(self, entry: Entry) -> None:
        self._tree.append(entry.leaf)
        self.entries.append(entry)
        self.heads.append(self._tree.root().hex())
        self._sizes[self.head] = len(self.entries)


def read_entries(items: Iterable[Facts]) -> list[Entry]:
    """The entries of an archive, each checked for itself: its form, its number and its letters."""
    return [_read_entry(seq, item) for seq, item in enumerate(items)]


def _read_entry(seq: int, item: Facts) -> Entry:
    facts, texts = item.get("entry"), item.get("letters")
    if not isinstance(facts, dict) or not isinstance(texts, list) or set(item) != {"entry", "letters"}:
        raise entry_error("log/form", seq, "it is not an entry with its letters")
    if any(name not in facts for name in _COMMON):
        raise entry_error("log/form", seq, "a member that every entry has is missing")
    if facts["seq"] != seq or facts["kind"] not in KINDS or type(facts["at"]) is not int:
        raise entry_error("log/form", seq, "its number, kind or time can't be right")
    letters = tuple(None if text is None else _letter_bytes(seq, text) for text in texts)
    named = facts["letters"]
    if not isinstance(named, list) or len(named) != len(letters):
        raise entry_error("log/letters", seq, "it does not name as many letters as it has")
    for name, raw in zip(named, letters, strict=True):
        if raw is not None and hash_letter(raw) != name:
            raise entry_error("log/letters", seq, "a letter in it is not the one that was logged")
    return _entry(facts, letters)


def _letter_bytes(seq: int, text: object) -> bytes:
    if not isinstance(text, str) or not text.isascii():
        raise entry_error("log/letters", seq, "a letter in it is not plain text")
    return text.encode("ascii")


def check_chain(entries: Sequence[Entry], signed: Checkpoint) -> None:
    """Refuse entries that are not exactly those under a verified checkpoint, naming the one at fault.

    Each entry but the last is vouched for by the next one's `prev`. If the root over these vouched
    hashes is the signed one, all the `prev`s are genuine, and the entry that differs from what the next
    one says of it was changed. Otherwise a `prev` or the last entry was.
    """
    if len(entries) != signed.size:
        raise BadRecord(
            "log/size",
            "the log has {size} entries, its checkpoint {signed}",
            size=len(entries),
            signed=signed.size,
        )
    vouched = [_vouched(entry) for entry in entries[1:]]
    differing = [seq for seq, leaf in enumerate(vouched) if entries[seq].leaf != leaf]
    if merkle.root([*vouched, entries[-1].leaf]) == signed.root:
        if differing or entries[0].facts["prev"] != FIRST_PREV:
            raise _changed(differing[0] if differing else 0)
        return
    last = len(entries) - 1
    blamed = differing[-1] if differing else last
    if differing == [last - 1]:
        blamed = last
    raise _changed(blamed)


def _vouched(entry: Entry) -> bytes:
    """What an entry says that the one before it is."""
    try:
        return bytes.fromhex(entry.facts["prev"])
    except (TypeError, ValueError):
        return b""


def _changed(seq: int) -> BadRecord:
    return entry_error("log/changed", seq, "it is not what the server signed")


def entry_error(code: str, seq: int, why: str) -> BadRecord:
    """A refusal that names the entry at fault."""
    return BadRecord(code, "entry {entry}: " + why, entry=seq)
