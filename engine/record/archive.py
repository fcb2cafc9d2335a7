"""The archive of a game: one canonical JSON text that tells it whole and, if it was signed, proves it.

Three sorts share one form (see docs/archive.md):

- a *finished* game with its log: stacks, letters, checkpoints and the revealed seed;
- a *running* game with its log, as anyone may see it: nothing hidden, no stacks, no result;
- an *unsigned* one, from self-play: no log, to be believed only as far as the rules go.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final

from engine.errors import BadRecord
from engine.record import canonical, checkpoint, shuffle
from engine.record.book import Book, deal
from engine.record.checkpoint import Checkpoint
from engine.record.course import Course, Facts, result_facts
from engine.record.keys import PrivateKey
from engine.record.log import Entry
from engine.rules import RULES_VERSION, Action, Game

FORMAT: Final = "grubenpost-archive/1"
TOLD: Final = (
    "rules",
    "game",
    "players",
    "options",
    "start",
    "stacks",
    "plies",
    "scorings",
    "final",
    "winners",
)
"""What an archive tells besides its proof. The closing entry holds the hash of exactly this."""


def write(facts: Facts) -> bytes:
    """The archive as the one text that it has."""
    return canonical.dumps(facts)


def hash_told(facts: Facts) -> str:
    """The hash of everything that follows from the log."""
    return sha256(canonical.line({name: facts[name] for name in TOLD if name in facts})).hexdigest()


def unsigned(
    opening: Game, stacks: shuffle.Deal, players: Sequence[Facts], actions: Iterable[Action]
) -> Facts:
    """A finished game that nobody signed: its opening, its players and all its actions."""
    course = Course(opening)
    for action in actions:
        course.go(action)
    if not course.game.over:
        raise BadRecord("archive/unfinished", "the game is at ply {ply} and not over", ply=course.game.ply)
    options = {"players": opening.players, "face_down": opening.table.face_down}
    return {"format": FORMAT, **_told(players, options, stacks.start, course), "stacks": _stacks(stacks)}


def close(book: Book, seed: bytes, at: int, *, abandoned: bool = False) -> None:
    """Close the book of a game that is over, or that its players gave up."""
    if not (book.game.over or abandoned):
        raise BadRecord("archive/unfinished", "the game is at ply {ply} and not over", ply=book.game.ply)
    book.close(seed, hash_told(told_by(book, deal(book.opening, book.seats, seed))), at)


def finished(book: Book, key: PrivateKey, kept: Sequence[Checkpoint] = ()) -> Facts:
    """A closed book, told whole. `kept` are earlier checkpoints."""
    if not book.closed:
        raise BadRecord("archive/unfinished", "the game {game} is not closed", game=book.opening.game)
    seed = bytes.fromhex(book.log.entries[-1].facts["seed"])
    facts = told_by(book, deal(book.opening, book.seats, seed))
    return _proved(facts, book.log.entries, [*kept, book.checkpoint(key)])


def running(book: Book, key: PrivateKey, kept: Sequence[Checkpoint] = ()) -> Facts:
    """A game as anyone may see it while it runs: letters that would tell a secret are left out."""
    facts = told_by(book, None)
    shown = [_without_secrets(entry) for entry in book.log.entries]
    return _proved(facts, shown, [*kept, book.checkpoint(key)])


def told_by(book: Book, stacks: shuffle.Deal | None) -> Facts:
    """What an archive of this book tells: all of it with the stacks, or only what is public."""
    if book.course is None:
        raise BadRecord("book/not-started", "the game {game} has not started", game=book.opening.game)
    players = [
        {"seat": number, "handle": seat.handle, "name": seat.name, "auth": seat.auth}
        for number, seat in enumerate(book.seats)
    ]
    start = next(entry.facts["start"] for entry in book.log.entries if entry.kind == "start")
    told = _told(players, book.opening.options(), start, book.course)
    facts = {"format": FORMAT, "game": book.opening.game, **told}
    if stacks is None:
        return {**facts, "plies": _public_plies(book)}
    return {**facts, "stacks": _stacks(stacks)}


def _public_plies(book: Book) -> list[Facts]:
    plies = (entry.facts for entry in book.log.entries if entry.kind == "ply")
    return [{name: ply[name] for name in ("ply", "seat", "action")} for ply in plies]


def _told(players: Sequence[Facts], options: Facts, start: int, course: Course) -> Facts:
    return {
        "rules": RULES_VERSION,
        "players": list(players),
        "options": options,
        "start": start,
        "plies": course.plies,
        "scorings": course.scorings,
        **result_facts(course.game),
    }


def _stacks(dealt: shuffle.Deal) -> Facts:
    return {"tiles": list(dealt.tiles), "orders": list(dealt.orders)}


def _proved(facts: Facts, entries: Sequence[Entry], checkpoints: Sequence[Checkpoint]) -> Facts:
    return {
        **facts,
        "log": [_item(entry) for entry in entries],
        "checkpoints": [checkpoint.write(signed) for signed in checkpoints],
    }


def _item(entry: Entry) -> dict[str, Any]:
    letters = [None if raw is None else raw.decode("ascii") for raw in entry.letters]
    return {"entry": entry.facts, "letters": letters}


def _without_secrets(entry: Entry) -> Entry:
    """A ply whose public text hides something keeps its letter to itself until the end."""
    if entry.kind == "ply" and "?" in entry.facts["action"]:
        return Entry(entry.facts, entry.leaf, (None,) * len(entry.letters))
    return entry
