"""Verifying an archive: every signature, the chain, the checkpoints, the shuffle, every rule, the score.

No network and no server are needed. The first thing that is wrong is named; when all is right there is
a certificate that says what was proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import BadRecord, Refused
from engine.record import archive, canonical, checkpoint, shuffle
from engine.record.archive import FORMAT, hash_told, told_by
from engine.record.book import ORDER_NAMES, TILE_NAMES, Book, Opening
from engine.record.checkpoint import Checkpoint
from engine.record.course import Facts
from engine.record.keys import PublicKey
from engine.record.log import Entry, check_chain, entry_error, read_entries
from engine.record.reading import read_book, read_opening
from engine.rules import RULES_VERSION, new_game, parse

_PROOF: Final = ("log", "checkpoints")
_ALWAYS: Final = ("format", "rules", "players", "options", "start", "plies", "scorings")
_FINISHED: Final = ("stacks", "final", "winners")


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a verification proved."""

    game: str
    server: str
    server_key: PublicKey | None
    """The key that everything stands on: compare its fingerprint with the host's."""
    signed: bool
    state: str
    """finished, abandoned or running."""
    players: tuple[str, ...]
    plies: int
    letters: int
    delegated: int
    untyped: int
    unseen: int
    """Letters of a running game that are still secret."""
    entries: int
    head: str
    vp: tuple[int, ...]
    winners: tuple[int, ...]

    def facts(self) -> Facts:
        """The certificate for scripts."""
        key = self.server_key
        return {
            "game": self.game,
            "server": self.server,
            "server_key": key.line if key else None,
            "fingerprint": key.fingerprint if key else None,
            "signed": self.signed,
            "state": self.state,
            "players": list(self.players),
            "plies": self.plies,
            "letters": self.letters,
            "delegated": self.delegated,
            "untyped": self.untyped,
            "unseen": self.unseen,
            "entries": self.entries,
            "head": self.head,
            "vp": list(self.vp),
            "winners": list(self.winners),
        }


def verify(data: bytes, server_key: PublicKey | None = None) -> Certificate:
    """Check an archive whole. Raises BadRecord that names the first thing wrong.

    With `server_key` the archive must stand on that key; otherwise it stands on the key it names itself.
    """
    facts = _read(data)
    try:
        return _verify_log(facts, server_key) if "log" in facts else _verify_unsigned(facts)
    except Refused:
        raise
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
        raise BadRecord(
            "archive/form", "this is not an archive of the form {form}: {what}", form=FORMAT, what=repr(error)
        ) from error


def _read(data: bytes) -> Facts:
    try:
        facts = canonical.loads(data)
    except BadRecord as error:
        where = place_of(data, error)
        raise BadRecord(
            error.code, "{where}: {why}", where=where, why=str(error), **_entry_of(where)
        ) from None
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise BadRecord("archive/format", "this is not an archive of the form {form}", form=FORMAT)
    if facts.get("rules") != RULES_VERSION:
        raise BadRecord("archive/rules", "this game was not played by the rules {rules}", rules=RULES_VERSION)
    known = {*_ALWAYS, *_FINISHED, "game", *_PROOF}
    for name in facts:
        if name not in known:
            raise BadRecord("archive/unknown-member", "an archive has no member {name}", name=name)
    return facts


def place_of(data: bytes, error: BadRecord) -> str:
    """In which entry, ply or member of the text something can't be read."""
    line = error.facts.get("line")
    if not isinstance(line, int):
        byte = error.facts.get("byte")
        line = data.count(b"\n", 0, byte) + 1 if isinstance(byte, int) else 1
    lines = data.split(b"\n")
    for above in range(min(line, len(lines)) - 1, -1, -1):
        name, colon, rest = lines[above].partition(b":")
        if colon and name[:1] == b'"' == name[-1:]:
            member = ascii(name[1:-1].decode("ascii", "replace")).strip("'")
            if rest != b"[" or above == line - 1:
                return member
            item = line - above - 2
            return f"entry {item}" if member == "log" else f"{member}, item {item}"
    return "the beginning"


def _entry_of(where: str) -> Facts:
    kind, _, number = where.partition(" ")
    return {"entry": int(number)} if kind == "entry" and number.isdecimal() else {}


def _verify_log(facts: Facts, server_key: PublicKey | None) -> Certificate:
    entries = read_entries(facts["log"])
    if not entries:
        raise BadRecord("archive/form", "the log is empty")
    signed = _read_checkpoints(facts["checkpoints"])
    opening = read_opening(entries[0])
    if server_key is not None and server_key != opening.server_key:
        raise BadRecord(
            "verify/other-key",
            "this archive stands on the server key {found}, not on {wanted}",
            found=opening.server_key.fingerprint,
            wanted=server_key.fingerprint,
        )
    _check_signatures(signed, opening, entries)
    check_chain(entries, signed[-1])
    closed = entries[-1].kind == "close"
    stacks = _check_deal(facts, opening, entries) if closed else None
    book = read_book(entries, stacks)
    _check_heads(book, signed)
    _check_told(facts, told_by(book, stacks))
    if closed and hash_told(facts) != entries[-1].facts["result"]:
        raise entry_error("log/close", entries[-1].seq, "it does not hold the hash of what the archive tells")
    return _certificate(book, closed)


def _read_checkpoints(notes: Any) -> list[Checkpoint]:
    if not isinstance(notes, list) or not notes:
        raise BadRecord("checkpoint/missing", "there is no checkpoint: nobody signed this log")
    found = []
    for number, note in enumerate(notes):
        try:
            found.append(checkpoint.read(str(note)))
        except BadRecord as error:
            raise _checkpoint_error(number, error) from error
    return found


def _checkpoint_error(number: int, error: BadRecord) -> BadRecord:
    return BadRecord(error.code, "checkpoint {number}: {why}", number=number, why=str(error))


def _check_signatures(signed: Sequence[Checkpoint], opening: Opening, entries: Sequence[Entry]) -> None:
    for number, note in enumerate(signed):
        try:
            if note.origin != opening.origin:
                raise BadRecord("checkpoint/origin", "it is about another log: {origin}", origin=note.origin)
            checkpoint.verify(note, opening.server_key.raw)
        except BadRecord as error:
            # The first entry names the key: if that entry was changed, it is to blame.
            if len(entries) > 1 and entries[1].facts["prev"] != entries[0].leaf.hex():
                raise entry_error("log/changed", 0, "it is not what the server signed") from error
            raise _checkpoint_error(number, error) from error


def _check_deal(facts: Facts, opening: Opening, entries: Sequence[Entry]) -> shuffle.Deal:
    """The stacks and the start must be what the revealed seed and everyone's entropy give."""
    start = next((entry for entry in entries if entry.kind == "start"), None)
    if start is None:
        raise BadRecord("log/start", "the game never started")
    stacks = facts["stacks"]
    dealt = shuffle.Deal(tuple(stacks["tiles"]), tuple(stacks["orders"]), facts["start"])
    shuffle.check(
        opening.commitment,
        dealt,
        game=opening.game,
        seed=bytes.fromhex(entries[-1].facts["seed"]),
        entropies=[bytes.fromhex(seat["entropy"]) for seat in start.facts["seats"]],
        tiles=TILE_NAMES,
        orders=ORDER_NAMES,
        players=opening.players,
    )
    return dealt


def _check_heads(book: Book, signed: Sequence[Checkpoint]) -> None:
    for number, note in enumerate(signed):
        if not 1 <= note.size <= len(book.log.heads) or book.log.heads[note.size - 1] != note.root.hex():
            raise BadRecord(
                "checkpoint/fork",
                "checkpoint {number}: the server signed another history of {size} entries",
                number=number,
                size=note.size,
            )


def _check_told(facts: Facts, right: Facts) -> None:
    """What the archive tells must be what follows; the first difference is named."""
    names: list[str] = [*_ALWAYS, "game", *_FINISHED]
    for name in (n for n in names if n in facts or n in right):
        found, wanted = facts.get(name), right.get(name)
        if found == wanted:
            continue
        where = name
        if isinstance(found, list) and isinstance(wanted, list):
            pairs = enumerate(zip(found, wanted, strict=False))
            item = next((i for i, (a, b) in pairs if a != b), min(len(found), len(wanted)))
            where = f"{name}, item {item}"
        raise BadRecord("archive/told", "{where} is not what follows from the game", where=where)


def _verify_unsigned(facts: Facts) -> Certificate:
    options = facts["options"]
    stacks = facts["stacks"]
    dealt = shuffle.Deal(tuple(stacks["tiles"]), tuple(stacks["orders"]), facts["start"])
    opening = new_game(
        options["players"], dealt.tiles, dealt.orders, dealt.start, face_down=options["face_down"]
    )
    players = facts["players"]
    names = [player["name"] for player in players]
    if [player["seat"] for player in players] != list(range(opening.players)):
        raise BadRecord("archive/told", "the players' seats are not 0 to {last}", last=opening.players - 1)
    right = archive.unsigned(opening, dealt, players, (parse(ply["action"]) for ply in facts["plies"]))
    _check_told(facts, right)
    return Certificate(
        game="",
        server="",
        server_key=None,
        signed=False,
        state="finished",
        players=tuple(names),
        plies=len(facts["plies"]),
        letters=0,
        delegated=0,
        untyped=0,
        unseen=0,
        entries=0,
        head="",
        vp=tuple(row["vp"] for row in right["final"]),
        winners=tuple(right["winners"]),
    )


def _certificate(book: Book, closed: bool) -> Certificate:
    plies = [entry for entry in book.log.entries if entry.kind == "ply"]
    marks = [entry.facts.get("by") for entry in plies]
    letters = [raw for entry in book.log.entries for raw in entry.letters]
    over = book.game.over
    told = told_by(book, None)
    return Certificate(
        game=book.opening.game,
        server=book.opening.server,
        server_key=book.opening.server_key,
        signed=True,
        state="finished" if over and closed else "abandoned" if closed else "running",
        players=tuple(seat.name for seat in book.seats),
        plies=len(plies),
        letters=len([raw for raw in letters if raw is not None]),
        delegated=marks.count("delegated"),
        untyped=len([mark for mark in marks if mark not in (None, "delegated")]),
        unseen=letters.count(None),
        entries=len(book.log.entries),
        head=book.log.head,
        vp=tuple(book.game.vp),
        winners=tuple(told.get("winners", ())),
    )
