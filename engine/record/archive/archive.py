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

from engine.errors import BadRecord, Refused
from engine.record.game import shuffle
from engine.record.game.book import Book
from engine.record.game.course import Course, Facts, result_facts
from engine.record.letters.key import PrivateKey
from engine.record.log import canonical, checkpoint
from engine.record.log.checkpoint import Checkpoint
from engine.record.log.log import Entry
from engine.record.log.place import at_member
from engine.record.names.display_name import write_names
from engine.rules import RULES_VERSION, Action, Game, parse

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
"""The members that follow from the log. The closing entry holds the hash of exactly this: names are not in
it, as they can be forgotten.
"""


def write(facts: Facts) -> bytes:
    """The archive as the one text that it has."""
    return canonical.dumps(facts)


def hash_told(facts: Facts) -> str:
    """The hash of everything that follows from the log."""
    told: Facts = {name: facts[name] for name in TOLD if name in facts}
    return sha256(canonical.line_unchecked(told)).hexdigest()


def unsigned(
    opening: Game,
    stacks: shuffle.Deal,
    players: Sequence[Facts],
    names: Sequence[Facts],
    actions: Iterable[Action | str],
) -> Facts:
    """A finished game that nobody signed: its opening, its players with their names, and all its actions."""
    course = Course(opening)
    for number, action in enumerate(actions):
        try:
            course.go(parse(action) if isinstance(action, str) else action)
        except Refused as error:
            raise at_member(f"plies, item {number}", error) from error
    if not course.game.over:
        raise _unfinished(course.game)
    options = {"players": opening.players, "face_down": opening.table.face_down}
    told = _told(players, options, stacks.start, course)
    return {"format": FORMAT, **told, "names": list(names), "stacks": _stacks(stacks)}


def close(book: Book, seed: bytes, at: int, *, abandoned: bool = False) -> None:
    """Close the book of a game that is over, or that its players gave up."""
    if not (book.game.over or abandoned):
        raise _unfinished(book.game)
    book.close(seed, hash_told(told_by(book)), at)


def finished(book: Book, key: PrivateKey | None, kept: Sequence[Checkpoint] = ()) -> Facts:
    """A closed book, told whole. `kept` are checkpoints from before; without a key they are all there are."""
    if not book.closed:
        raise BadRecord("archive/unfinished", "the game {game} is not closed", game=book.opening.game)
    signed = [*kept, book.checkpoint(key)] if key else kept
    return _proved(told_by(book), book, book.log.entries, signed)


def running(book: Book, key: PrivateKey, kept: Sequence[Checkpoint] = ()) -> Facts:
    """A game as anyone may see it while it runs: letters that would tell a secret are left out."""
    if book.closed:
        raise BadRecord("archive/closed", "the game {game} is closed: show it whole", game=book.opening.game)
    shown = [_without_secrets(entry) for entry in book.log.entries]
    return _proved(told_publicly(book), book, shown, [*kept, book.checkpoint(key)])


def told_by(book: Book) -> Facts:
    """All that an archive of this book tells. Only a book that knows its stacks can tell it."""
    if book.stacks is None:
        raise BadRecord("archive/public", "this book holds only what is public")
    return {**_told_so_far(book), "stacks": _stacks(book.stacks)}


def told_publicly(book: Book) -> Facts:
    """The members that an archive of this book tells while the game runs."""
    plies = (entry.facts for entry in book.plies)
    shown = [{name: ply[name] for name in ("ply", "seat", "action")} for ply in plies]
    return {**_told_so_far(book), "plies": shown}


def _told_so_far(book: Book) -> Facts:
    if book.course is None:
        raise BadRecord("book/not-started", "the game {game} has not started", game=book.opening.game)
    players = [
        {"seat": number, "handle": seat.handle, "auth": seat.auth} for number, seat in enumerate(book.seats)
    ]
    start = next(entry.facts["start"] for entry in book.log.entries if entry.kind == "start")
    told = _told(players, book.opening.options(), start, book.course)
    return {"format": FORMAT, "game": book.opening.game, **told}


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


def _proved(facts: Facts, book: Book, entries: Sequence[Entry], checkpoints: Sequence[Checkpoint]) -> Facts:
    """The facts with the names and their proof: each checkpoint once, the oldest first."""
    by_size = {signed.size: signed for signed in checkpoints}
    return {
        **facts,
        "names": write_names(book.names),
        "log": [log_item(entry) for entry in entries],
        "checkpoints": [checkpoint.write(by_size[size]) for size in sorted(by_size)],
    }


def log_item(entry: Entry) -> dict[str, Any]:
    """An entry as it stands in files, with its letters beside it."""
    letters = [None if raw is None else raw.decode("ascii") for raw in entry.letters]
    return {"entry": entry.facts, "letters": letters}


def _without_secrets(entry: Entry) -> Entry:
    """A ply whose public text hides something, and a secret note, keep their letters until the end."""
    hides = "secret" in entry.facts or (entry.kind == "ply" and "?" in entry.facts["action"])
    return entry.without_letters() if hides else entry


def _unfinished(game: Game) -> BadRecord:
    return BadRecord("archive/unfinished", "the game is at move {ply} and not over", ply=game.ply)
