"""The log: a game's entries, chained by hash and gathered in a Merkle tree.

An *entry* is a small object with these members, and more by its kind:

    seq      its number, from 0
    prev     the leaf hash of the entry before it in hex; empty in the first
    kind     genesis, join, leave, reveal, start, ply, key, note or close
    at       when it was written, in seconds since 1970 (UTC)
    letters  the SHA-256 of each sealed letter that belongs to it

Its *leaf hash* is SHA-256(0x00 + the entry as one line of canonical JSON), as in RFC 6962. The *head* of
a log is the root of the Merkle tree over its entries: it is what a checkpoint signs and what a move
answers. The letters themselves lie beside the entry, not in it: so a letter can stay secret while
everybody can check the log that it is in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from engine.errors import BadRecord
from engine.record.log import canonical, merkle
from engine.record.log.checkpoint import Checkpoint
from engine.record.log.place import at_entry

FIRST_PREV: Final = ""
COMMON: Final = ("seq", "prev", "kind", "at", "letters")
"""The members that every entry has."""
KINDS: Final = ("genesis", "join", "leave", "reveal", "start", "ply", "key", "note", "close")
_HASH: Final = re.compile("[0-9a-f]{64}")

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Withheld:
    """A letter that is still secret: only its hash is known."""

    hash: str


Enclosed = bytes | Withheld
"""A letter to be named by an entry."""
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

    @property
    def enclosed(self) -> tuple[Enclosed, ...]:
        """Its letters, the secret ones by their hashes."""
        named = zip(self.letters, self.facts["letters"], strict=True)
        return tuple(Withheld(name) if raw is None else raw for raw, name in named)

    def without_letters(self) -> Entry:
        """The same entry for those who may not see its letters."""
        return Entry(self.facts, self.leaf, (None,) * len(self.letters))


def hash_letter(letter: Enclosed) -> str:
    """The name of a letter in an entry: the hash of the whole file, signatures included."""
    return letter.hash if isinstance(letter, Withheld) else sha256(letter).hexdigest()


def _equal(one: Facts, other: Facts) -> bool:
    """Whether two entries are the same JSON. A ply has been seen to hold nothing that is true or false."""
    return one == other and (one["kind"] == "ply" or _same_kinds(one, other))


def _same_kinds(one: Any, other: Any) -> bool:
    """Whether equal values are of equal kinds: for Python, true is also 1."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return all(_same_kinds(one[name], other[name]) for name in one)
    return not isinstance(one, list) or all(map(_same_kinds, one, other))


class Log:
    """Entries in order, with the head after each. Grows by `append`; nothing in it ever changes.

    Heads before the last are worked out when somebody asks: who only keeps a log needs none of them.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.awaited: Entry | None = None
        """An entry that is being read: if what is written next says the same, it is that entry."""
        self._tree = merkle.Tree()
        self._heads: list[str] = []
        self._sizes: dict[str, int] = {}
        self._by_leaf: dict[str, Entry] = {}
        self._growing = merkle.Tree()
        """As large as there are heads: it follows the entries."""

    @property
    def head(self) -> str:
        return self._tree.root().hex()

    @property
    def heads(self) -> list[str]:
        """The head after each entry, in hex."""
        self._follow()
        return self._heads

    def size_at(self, head: str) -> int | None:
        """The number of entries that the log had when this was its head."""
        self._follow()
        return self._sizes.get(head)

    def find(self, leaf: str) -> Entry | None:
        """The entry with this leaf hash, in hex."""
        self._follow()
        return self._by_leaf.get(leaf)

    def _follow(self) -> None:
        for entry in self.entries[len(self._heads) :]:
            self._growing.append(entry.leaf)
            head = self._growing.root().hex()
            self._heads.append(head)
            self._sizes[head] = len(self._heads)
            self._by_leaf[entry.leaf.hex()] = entry

    def write(self, kind: str, at: int, letters: Sequence[Enclosed] = (), /, **facts: object) -> Entry:
        """The next entry, not yet appended."""
        held = tuple(None if isinstance(letter, Withheld) else letter for letter in letters)
        awaited = self.awaited
        known = awaited is not None and None not in held and held == awaited.letters
        said: Facts = {
            **facts,
            "seq": len(self.entries),
            "prev": self.entries[-1].leaf.hex() if self.entries else FIRST_PREV,
            "kind": kind,
            "at": at,
            "letters": awaited.facts["letters"] if awaited and known else [*map(hash_letter, letters)],
        }
        if awaited is not None and _equal(said, awaited.facts):
            return awaited
        return Entry(said, merkle.leaf_hash(canonical.line(said)), held)

    def append(self, entry: Entry) -> None:
        self._tree.append(entry.leaf)
        self.entries.append(entry)


def read_entries(items: Sequence[object]) -> list[Entry]:
    """The entries of an archive, after `canonical.loads`: each checked for its form and its letters."""
    return [_read_entry(seq, item) for seq, item in enumerate(items)]


def _read_entry(seq: int, item: object) -> Entry:
    if not isinstance(item, dict) or set(item) != {"entry", "letters"}:
        raise at_entry(seq, BadRecord("log/form", "it is not an entry with its letters"))
    facts, texts = item["entry"], item["letters"]
    if not isinstance(facts, dict) or not isinstance(texts, list):
        raise at_entry(seq, BadRecord("log/form", "it is not an entry with its letters"))
    if any(name not in facts for name in COMMON):
        raise at_entry(seq, BadRecord("log/form", "a member that every entry has is missing"))
    if type(facts["seq"]) is not int or facts["seq"] != seq:
        raise at_entry(seq, BadRecord("log/form", "another entry has its place"))
    if facts["kind"] not in KINDS or type(facts["at"]) is not int or type(facts["prev"]) is not str:
        raise at_entry(
            seq, BadRecord("log/form", "its kind, its time or its link to the entry before is none")
        )
    line = canonical.line_unchecked(facts)
    if facts["kind"] == "ply" and (b"true" in line or b"false" in line):
        raise at_entry(seq, BadRecord("log/form", "nothing in a move is true or false"))
    return Entry(facts, merkle.leaf_hash(line), _read_letters(seq, facts["letters"], texts))


def _read_letters(seq: int, names: object, texts: list[object]) -> Letters:
    if not isinstance(names, list) or len(names) != len(texts):
        raise at_entry(seq, BadRecord("log/letters", "it does not name as many letters as it has"))
    return tuple(_read_letter(seq, name, text) for name, text in zip(names, texts, strict=True))


def _read_letter(seq: int, name: object, text: object) -> bytes | None:
    if not isinstance(name, str) or _HASH.fullmatch(name) is None:
        raise at_entry(seq, BadRecord("log/letters", "it does not name a letter by its hash"))
    if text is None:
        return None
    if not isinstance(text, str) or not text.isascii():
        raise at_entry(seq, BadRecord("log/letters", "a letter in it is not plain text"))
    raw = text.encode("ascii")
    if hash_letter(raw) != name:
        raise at_entry(seq, BadRecord("log/letters", "a letter in it is not the one that was logged"))
    return raw


def check_chain(entries: Sequence[Entry], signed: Checkpoint) -> None:
    """Refuse entries that are not exactly those under a verified checkpoint, naming the one at fault.

    Each entry but the last is vouched for by the next one's `prev`. If the root over these vouched
    hashes is the signed one, all the `prev`s are genuine, and the entry that differs from what the next
    one says of it was changed. Otherwise a `prev` or the last entry was.
    """
    size = len(entries)
    if size != signed.size:
        at = min(size, signed.size)
        error = BadRecord(
            "log/size",
            "the log has {size} entries, but the server signed {signed}",
            size=size,
            signed=signed.size,
        )
        raise at_entry(at, error)
    vouched = [_vouched(entry) for entry in entries[1:]]
    differing = [seq for seq, leaf in enumerate(vouched) if entries[seq].leaf != leaf]
    last = size - 1
    if merkle.root([*vouched, entries[last].leaf]) == signed.root:
        if differing or entries[0].facts["prev"] != FIRST_PREV:
            raise changed(differing[0] if differing else 0)
        return
    raise changed(last if differing in ([], [last - 1]) else differing[-1])


def _vouched(entry: Entry) -> bytes:
    """The hash of the entry before it, for which an entry vouches."""
    try:
        return bytes.fromhex(entry.facts["prev"])
    except ValueError:
        return b""


def changed(seq: int) -> BadRecord:
    """The refusal of an entry that is another one than the server signed."""
    return at_entry(seq, BadRecord("log/changed", "it is not what the server signed"))
