"""Verifying an archive: every signature, the chain, the checkpoints, the shuffle, every rule, the score.

No network and no server are needed. The first thing that is wrong is named; when all is right there is
a certificate that says what was proved. The order:

1. the text is canonical JSON, with the members that such an archive has, of the right kinds;
2. every entry has its number and its letters;
3. the server signed every checkpoint, and the last one is over exactly these entries;
4. entry by entry: seals, keys in force, heads, rules, and what the entry itself says; of a finished game
   also the deal from the revealed seed;
5. the earlier checkpoints are of this same history;
6. all else that the archive tells is what follows from the log;
7. the names, as far as they are there, are those that the start committed to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.errors import BadRecord, Refused
from engine.record.archive import archive
from engine.record.archive.archive import FORMAT, hash_told, told_by, told_publicly
from engine.record.archive.certificate import Certificate, certify
from engine.record.game import shuffle
from engine.record.game.course import Facts
from engine.record.game.opening import Opening
from engine.record.game.read_book import read_book, read_opening
from engine.record.game.seats import AUTH
from engine.record.letters.fields import HANDLE, NAME
from engine.record.letters.key import PublicKey
from engine.record.log import canonical, checkpoint
from engine.record.log.checkpoint import Checkpoint
from engine.record.log.log import Entry, changed, check_chain, read_entries
from engine.record.log.place import at_checkpoint, at_entry, at_member, at_text
from engine.record.names.display_name import read_names
from engine.rules import CARDS, RULES_VERSION, TILES, new_game

_MEMBERS: Final[dict[str, type]] = {
    "format": str,
    "rules": str,
    "game": str,
    "players": list,
    "names": list,
    "options": dict,
    "start": int,
    "stacks": dict,
    "plies": list,
    "scorings": list,
    "final": list,
    "winners": list,
    "log": list,
    "checkpoints": list,
}
_PROOF: Final = ("game", "log", "checkpoints")
_END: Final = ("stacks", "final", "winners")
_ALWAYS: Final = tuple(name for name in _MEMBERS if name not in (*_PROOF, *_END))
_PLAYER: Final = {"seat", "handle", "auth"}
_BESIDE: Final = ("names", "log", "checkpoints")
"""Members that are checked by themselves, and not told by the log."""


def verify(data: bytes, server_key: PublicKey | None = None, seen: Sequence[Checkpoint] = ()) -> Certificate:
    """Check an archive whole. Raises BadRecord that names the first thing wrong.

    With `server_key` the archive must stand on that key; otherwise it stands on the key it names itself.
    `seen` are checkpoints that somebody kept, say from mails: the archive must be of the same history.
    """
    facts = _read(data)
    if any(name in facts for name in _PROOF):
        return _verify_signed(facts, server_key, seen)
    if server_key is not None or seen:
        raise BadRecord("verify/unsigned", "this archive is unsigned: no server vouches for it")
    return _verify_unsigned(facts)


def compare(one: bytes, other: bytes) -> int | None:
    """The first entry in which two archives of one game differ, though the server signed both.

    `None` if they are of one history: then one log is the beginning of the other, or the same.
    """
    logs = [_read_log(_read(data)) for data in (one, other)]
    (opening, entries, _), (opening_too, entries_too, _) = logs
    if (opening.origin, opening.server_key) != (opening_too.origin, opening_too.server_key):
        raise BadRecord(
            "compare/other-game",
            "these are archives of different games: {one} and {other}",
            one=opening.origin,
            other=opening_too.origin,
        )
    pairs = enumerate(zip(entries, entries_too, strict=False))
    return next((seq for seq, (a, b) in pairs if a.leaf != b.leaf), None)


def _read(data: bytes) -> Facts:
    """The members of an archive: known ones, of the right kinds."""
    try:
        facts = canonical.loads(data)
    except BadRecord as error:
        raise at_text(data, error, _MEMBERS) from error
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise BadRecord("archive/format", "format: this is not an archive of the form {form}", form=FORMAT)
    for name, value in facts.items():
        if name not in _MEMBERS:
            raise at_member(
                ascii(name)[1:-1][:80], BadRecord("archive/unknown-member", "an archive has no such member")
            )
        if type(value) is not _MEMBERS[name]:
            raise at_member(name, BadRecord("archive/form", "this is a value of another kind"))
    _require(facts, *_ALWAYS)
    if facts["rules"] != RULES_VERSION:
        raise at_member(
            "rules", BadRecord("archive/rules", "the rules known here are {known}", known=RULES_VERSION)
        )
    return facts


def _require(facts: Facts, *names: str) -> None:
    for name in names:
        if name not in facts:
            raise at_member(name, BadRecord("archive/missing-member", "this member is missing"))


# With a log


def _verify_signed(facts: Facts, server_key: PublicKey | None, seen: Sequence[Checkpoint]) -> Certificate:
    opening, entries, signed = _read_log(facts)
    if server_key is not None and server_key != opening.server_key:
        raise BadRecord(
            "verify/other-key",
            "this archive stands on the server key {found}, not on {wanted}",
            found=opening.server_key.fingerprint,
            wanted=server_key.fingerprint,
        )
    closed = entries[-1].kind == "close"
    book = read_book(entries, _revealed_seed(entries[-1], opening) if closed else None)
    _check_history(book.log.heads, signed)
    check_seen(book.log.heads, seen, opening)
    right = told_by(book) if closed else told_publicly(book)
    told = entries[-1].facts["result"] if closed else hash_told(right)
    _check_told(facts, right)
    if hash_told(facts) != told:
        raise at_entry(
            entries[-1].seq, BadRecord("log/close", "it does not hold the hash of what the archive tells")
        )
    book.introduce(read_names(facts["names"]))
    return certify(book)


def _read_log(facts: Facts) -> tuple[Opening, list[Entry], list[Checkpoint]]:
    """The entries, after a check that they are those that the server signed."""
    _require(facts, *_PROOF)
    entries = read_entries(facts["log"])
    if not entries:
        raise at_member("log", BadRecord("archive/form", "it is empty"))
    signed = _read_checkpoints(facts)
    opening = read_opening(entries[0])
    for number, note in enumerate(signed):
        try:
            check_signature(note, opening)
        except BadRecord as error:
            # The first entry names the key: if that entry was changed, it is to blame.
            if len(entries) > 1 and entries[1].facts["prev"] != entries[0].leaf.hex():
                raise changed(0) from error
            raise at_checkpoint(number, error) from error
    check_chain(entries, signed[-1])
    return opening, entries, signed


def _read_checkpoints(facts: Facts) -> list[Checkpoint]:
    """The notes in an archive, the oldest first."""
    if not facts["checkpoints"]:
        raise at_member(
            "checkpoints", BadRecord("checkpoint/missing", "there is none: nobody signed this log")
        )
    found: list[Checkpoint] = []
    for number, note in enumerate(facts["checkpoints"]):
        try:
            found.append(checkpoint.read(note if isinstance(note, str) else ""))
            if len(found) > 1 and found[-1].size <= found[-2].size:
                raise BadRecord("checkpoint/order", "it is not of a longer log than the one before")
        except BadRecord as error:
            raise at_checkpoint(number, error) from error
    return found


def check_signature(note: Checkpoint, opening: Opening) -> None:
    """Refuse a checkpoint that is not of this log, or not by the server that opened it."""
    if note.origin != opening.origin:
        raise BadRecord("checkpoint/origin", "it is about another log: {origin}", origin=note.origin)
    checkpoint.verify(note, opening.server_key.raw)


def _check_history(heads: Sequence[str], signed: Sequence[Checkpoint]) -> None:
    for number, note in enumerate(signed):
        if not 1 <= note.size <= len(heads) or heads[note.size - 1] != note.root.hex():
            raise at_checkpoint(number, _fork(note))


def check_seen(heads: Sequence[str], seen: Sequence[Checkpoint], opening: Opening) -> None:
    """Refuse a log that is not of the history under these checkpoints."""
    for note in seen:
        check_signature(note, opening)
        if note.size > len(heads):
            raise BadRecord(
                "checkpoint/newer",
                "the checkpoint is of {size} entries, the archive has {entries}: get a newer one",
                size=note.size,
                entries=len(heads),
            )
        if not note.size or heads[note.size - 1] != note.root.hex():
            raise _fork(note)


def _fork(note: Checkpoint) -> BadRecord:
    return BadRecord("checkpoint/fork", "the server signed another history of {size} entries", size=note.size)


def _revealed_seed(closing: Entry, opening: Opening) -> bytes:
    """The seed that the server committed to before anyone joined."""
    try:
        seed = bytes.fromhex(closing.facts["seed"])
        opening.check_seed(seed)
    except Refused as error:
        raise at_entry(closing.seq, error) from error
    except (KeyError, TypeError, ValueError):
        raise at_entry(closing.seq, BadRecord("log/close", "it reveals no seed")) from None
    return seed


def _check_told(facts: Facts, right: Facts) -> None:
    """Check that the archive tells what follows from the log; the first difference is named."""
    for name in _MEMBERS:
        if name in _BESIDE or facts.get(name) == right.get(name):
            continue
        where = _first_difference(name, facts.get(name), right.get(name))
        raise at_member(where, BadRecord("archive/told", "this is not what follows from the game"))


def _first_difference(name: str, found: Any, right: Any) -> str:
    """The way to the first value that differs."""
    if isinstance(found, list) and isinstance(right, list):
        pairs = enumerate(zip(found, right, strict=False))
        item, a, b = next(((i, a, b) for i, (a, b) in pairs if a != b), (min(len(found), len(right)), 0, 0))
        return _first_difference(f"{name}, item {item}", a, b)
    if isinstance(found, dict) and isinstance(right, dict) and found.keys() == right.keys():
        key = next(key for key in found if found[key] != right[key])
        return _first_difference(f"{name}, {key}", found[key], right[key])
    return name


# Without one


def _verify_unsigned(facts: Facts) -> Certificate:
    _require(facts, *_END)
    dealt = _read_stacks(facts)
    auths, names = _read_players(facts["players"]), _read_names(facts["names"])
    options = facts["options"]
    if type(options.get("face_down")) is not bool:
        raise at_member("options, face_down", BadRecord("archive/form", "this is neither true nor false"))
    try:
        opening = new_game(
            options.get("players"), dealt.tiles, dealt.orders, dealt.start, face_down=options["face_down"]
        )
    except Refused as error:
        raise at_member("stacks, options or start", error) from error
    for member, given in (("players", auths), ("names", names)):
        if len(given) != opening.players:
            raise at_member(member, BadRecord("archive/told", "the game is for {n}", n=opening.players))
    actions = _read_actions(facts["plies"])
    right = archive.unsigned(opening, dealt, facts["players"], facts["names"], actions)
    _check_told(facts, right)
    if hash_told(facts) != hash_told(right):
        raise BadRecord("archive/told", "a number is written as true or false")
    return Certificate(
        game="",
        server="",
        server_key=None,
        signed=False,
        state="finished",
        players=names,
        unnamed=(),
        auths=auths,
        plies=len(right["plies"]),
        letters=0,
        delegated=0,
        untyped=0,
        unseen=0,
        entries=0,
        head="",
        vp=tuple(row["vp"] for row in right["final"]),
        winners=tuple(right["winners"]),
    )


def _read_stacks(facts: Facts) -> shuffle.Deal:
    stacks = facts["stacks"]
    for name, known in (("tiles", TILES), ("orders", CARDS)):
        pieces = stacks.get(name)
        if not isinstance(pieces, list) or not all(type(p) is str and p in known for p in pieces):
            raise at_member(
                f"stacks, {name}", BadRecord("archive/form", "this is not a list of pieces of the game")
            )
    return shuffle.Deal(tuple(stacks["tiles"]), tuple(stacks["orders"]), facts["start"])


def _read_players(players: list[Any]) -> tuple[str, ...]:
    """The seal with which each seat is said to have played."""
    for number, player in enumerate(players):
        where = f"players, item {number}"
        if not isinstance(player, dict) or player.keys() != _PLAYER or player["seat"] is not number:
            raise at_member(where, BadRecord("archive/form", "it has not exactly a seat, handle and auth"))
        try:
            HANDLE.read("handle", player["handle"])
            AUTH.read("auth", player["auth"])
        except Refused as error:
            raise at_member(where, error) from error
    return tuple(player["auth"] for player in players)


def _read_names(names: list[Any]) -> tuple[str, ...]:
    """Names that nothing commits to, and that need no salt."""
    for number, name in enumerate(names):
        where = f"names, item {number}"
        if not isinstance(name, dict) or name.keys() != {"name"}:
            raise at_member(where, BadRecord("archive/form", "it has not exactly a name"))
        try:
            NAME.read("name", name["name"])
        except Refused as error:
            raise at_member(where, error) from error
    return tuple(name["name"] for name in names)


def _read_actions(plies: list[Any]) -> list[str]:
    for number, ply in enumerate(plies):
        if not isinstance(ply, dict) or type(ply.get("action")) is not str:
            raise at_member(f"plies, item {number}", BadRecord("archive/form", "it has no action"))
    return [ply["action"] for ply in plies]
