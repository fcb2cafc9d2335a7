"""Change of mind: a player's own last move is taken back, as long as nobody has moved and nothing was shown.

In a game with a window (`undo` of its options, in seconds) a move that its player typed is first *held*: a
secret note with the sealed letter, checked as a ply is. Nothing of it is played, so that nothing is turned up
and nobody has to be asked to forget anything. When the window is over the letter becomes a ply; until then
its player can take it back, so many times at one ply. A draw-five is never held: it is made to look.

    held        seat, ply, until, secret    the letter is played at `until`, unless it is taken back
    vote        seat, on = undo, choice     this seat wants, or lets, the ply in that entry be taken back
    taken-back  seat, ply, entry            the held letter in that entry is not played; or the ply in that
                                            entry, for which all have voted, is undone

Without a window, or after it, a ply is taken back only if all who play agree, and only if it is the last one,
was made by its player or by their orders, turned nothing up and let nobody look. Nothing is erased: what was
taken back stays in the log, and stays out of the game.

Where a seat has a key of its own, its vote or its take-back holds the sealed request `undo GAME PLY`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.errors import BadLetter, BadRecord
from engine.record.game.authority import UNTYPED
from engine.record.game.opening import KEY
from engine.record.game.seats import Seat
from engine.record.keyring.keyring import Keyring
from engine.record.letters.fields import HASH, Number
from engine.record.letters.kinds.move import Move
from engine.record.letters.kinds.request import Request
from engine.record.letters.post import Opened
from engine.record.log.log import Enclosed, Entry, Withheld, hash_letter
from engine.rules import Action, Draw, Event, Game
from engine.rules import check as check_rules
from engine.rules.events import Looked, Returned, ShiftScored, TurnedUp

if TYPE_CHECKING:
    from engine.record.game.book import Book, Judged

HELD: Final = "held"
TAKEN_BACK: Final = "taken-back"
UNDO: Final = "undo"
ABOUT: Final = (HELD, TAKEN_BACK)
MOST: Final = 3
"""So often a held move can be taken back at one ply; the next one counts at once."""
_BY_NOBODY: Final = ("bot", "clock", "substitute")
_UNTIL: Final = Number(0, 1 << 40)
_ASKED: Final = re.compile(r"undo\s+(\S+)\s+([0-9]{1,4})", re.IGNORECASE)


class Held(NamedTuple):
    """A move that is not played yet, as it stood when it came."""

    entry: str
    """The leaf hash of its note, in hex."""
    seat: int
    until: int
    letter: str
    """The hash of the sealed letter."""
    judged: Judged | None
    """The move; `None` for whoever may not know it yet."""
    seats: tuple[Seat, ...]
    keyring: Keyring


class Undoing:
    """The moves that can be taken back in a game, as its log goes on."""

    def __init__(self) -> None:
        self.held: Held | None = None
        self.times = 0
        """The number of times that a held move was taken back at the present ply."""
        self.last: Entry | None = None
        """The last ply, unless it is older than one that was taken back."""
        self.gone: set[int] = set()
        """The entries of the plies that were taken back."""
        self._votes: dict[int, str] = {}

    def counts(self, entry: Entry) -> bool:
        """Whether an entry is a ply that was not taken back."""
        return entry.kind == "ply" and entry.seq not in self.gone

    def played(self, entry: Entry) -> None:
        """A ply was written."""
        self.held, self.times, self.last = None, 0, entry
        self._votes.clear()

    def vote(self, seat: int, entry: str) -> None:
        self._votes[seat] = entry

    def missing(self, entry: str, voters: Collection[int]) -> list[int]:
        """The seats that have yet to agree that the ply in this entry is taken back."""
        return [seat for seat in sorted(voters) if self._votes.get(seat) != entry]

    def wants(self, seat: int) -> bool:
        """Whether a seat has voted for it."""
        return seat in self._votes

    def undone(self) -> None:
        """The last ply was taken back."""
        if self.last is not None:
            self.gone.add(self.last.seq)
        self.last = None
        self._votes.clear()


def shows(game: Game, events: Sequence[Event]) -> bool:
    """Whether what happened in a ply has shown somebody what was hidden from them before.

    A refill shows it to all, a draw-five to whoever looks, the choice after it to the others, and a scoring
    what was delivered face down.
    """
    return any(
        isinstance(event, TurnedUp | Looked | Returned)
        or (isinstance(event, ShiftScored) and game.table.face_down)
        for event in events
    )


# Holding


def waits(book: Book, letter: Move, action: Action) -> bool:
    """Whether a move has to be held before it is played."""
    typed = letter.by is None or letter.by.kind not in UNTYPED
    return (
        book.opening.undo > 0
        and typed
        and not isinstance(action, Draw)
        and book.undoing.held is None
        and book.undoing.times < MOST
    )


def held_facts(book: Book, judged: Judged, at: int) -> dict[str, Any]:
    """The facts of the note by which a move is held."""
    letter = judged.letter
    return {"seat": letter.seat, "ply": letter.ply, "until": at + book.opening.undo, "secret": True}


def judge_held(book: Book, facts: Mapping[str, Any], enclosed: Sequence[Opened | Withheld], at: int) -> Held:
    """The move in a note that holds one; refused if it could not be played now."""
    game = book.game
    seat = Number(0, len(book.seats) - 1).read("seat", facts.get("seat"))
    ply, until = Number(0, game.ply).read("ply", facts.get("ply")), _UNTIL.read("until", facts.get("until"))
    if not book.opening.undo or until != at + book.opening.undo or "secret" not in facts:
        raise BadRecord("undo/window", "no move waits here, or not for so long")
    if len(enclosed) != 1 or (ply, seat) != (game.ply, game.turn) or game.over or book.undoing.held:
        raise BadRecord("undo/not-now", "what is held is one letter of the seat to move, and only one")
    letter = enclosed[0]
    judged = None if isinstance(letter, Withheld) else _judge(book, letter)
    raw: Enclosed = letter if isinstance(letter, Withheld) else letter.sealed.raw
    return Held("", seat, until, hash_letter(raw), judged, book.seats, book.keyring)


def _judge(book: Book, opened: Opened) -> Judged:
    judged = book.judge(opened)
    if not waits(book, judged.letter, judged.action):
        raise BadRecord("undo/not-now", "a move that nobody typed, or that shows something, is not held")
    check_rules(book.game, judged.action, judged.letter.seat)
    return judged


def judge_again(book: Book, raw: bytes) -> Judged:
    """The move in a ply. One that was held is judged as things stood when it came."""
    held = book.undoing.held
    if held is None:
        return book.judge(raw)
    _check_same(held, raw)
    if held.judged is not None:
        return held.judged
    return as_it_was(book).judge(raw)


def as_it_was(book: Book) -> Book:
    """The book with the seats and keys of the moment at which the move that is held came."""
    held = book.undoing.held
    if held is None:
        return book
    then = copy(book)
    then.seats, then.keyring = held.seats, held.keyring
    return then


def _check_same(held: Held, raw: Enclosed) -> None:
    if hash_letter(raw) != held.letter:
        raise BadLetter(
            "undo/held", "a move is held here: nothing else is played before it, or it is taken back"
        )


def check_waited(book: Book, judged: Judged, at: int) -> None:
    """Refuse a ply that comes before a move that is held, or that should have been held and was not."""
    held = book.undoing.held
    if held is not None:
        _check_same(held, judged.raw)
        if at < held.until:
            raise BadRecord("undo/early", "this move can be taken back until {until}", until=held.until)
    elif waits(book, judged.letter, judged.action):
        raise BadRecord("undo/not-held", "in this game a move can be taken back, and this one could not")


# Taking back


def check_undoable(book: Book) -> Entry:
    """The last ply, if it can be taken back with the consent of all."""
    last, course = book.undoing.last, book.course
    if last is None or course is None or book.undoing.held is not None:
        raise BadLetter("undo/nothing", "there is no move that could be taken back now")
    if last.facts.get("by") in _BY_NOBODY:
        raise BadLetter("undo/not-own", "the last move was not made by its player")
    if book.closed or course.game.over:
        raise BadLetter("undo/over", "the game is over")
    if shows(course.before, course.events[-1]):
        raise BadLetter("undo/shown", "the last move has shown something that was hidden before")
    return last


def check_undo_vote(book: Book, facts: Mapping[str, Any], enclosed: Sequence[Opened | Withheld]) -> None:
    """A vote is for the ply that can be taken back, and its player's own."""
    last = check_undoable(book)
    seat = Number(0, len(book.seats) - 1).read("seat", facts.get("seat"))
    if HASH.read("choice", facts.get("choice")) != last.leaf.hex() or seat in book.time.bots:
        raise BadRecord("undo/vote", "nobody can vote for this")
    _check_asked(book, seat, last.facts["ply"], enclosed)


def check_taken_back(book: Book, facts: Mapping[str, Any], enclosed: Sequence[Opened | Withheld]) -> None:
    """Refuse to take back what is not held, or what not all have agreed on."""
    held, said = book.undoing.held, (facts.get("seat"), facts.get("ply"), facts.get("entry"))
    if held is not None:
        if said != (held.seat, book.game.ply, held.entry):
            raise BadRecord("undo/other", "another move is held than the one that is taken back")
        if book.seats[held.seat] != held.seats[held.seat]:
            raise BadRecord("undo/not-own", "the last move was not made by its player")
        _check_asked(book, held.seat, book.game.ply, enclosed)
        return
    last = check_undoable(book)
    if said != (last.facts["seat"], last.facts["ply"], last.leaf.hex()):
        raise BadRecord("undo/other", "another move was the last one")
    if missing := book.undoing.missing(last.leaf.hex(), book.voters):
        raise BadRecord("undo/missing", "seat {seat} has not agreed to it", seat=missing[0])


def _check_asked(book: Book, seat: int, ply: int, enclosed: Sequence[Opened | Withheld]) -> None:
    """Refuse what a seat with a key of its own has not asked for under its seal."""
    for letter in enclosed:
        if isinstance(letter, Opened):
            book.check_sealed_by(seat, letter)
    wanted = (book.opening.game, ply)
    if book.auth_now(seat) == KEY and not any(wanted in _asked(letter) for letter in enclosed):
        raise BadRecord("undo/no-letter", "seat {seat} has not asked for it under its seal", seat=seat)


def _asked(enclosed: Opened | Withheld) -> list[tuple[str, int]]:
    """The games and plies that a letter asks to be taken back."""
    if not isinstance(enclosed, Opened) or not isinstance(enclosed.letter, Request):
        return []
    return [(game.casefold(), int(ply)) for game, ply in _ASKED.findall(enclosed.letter.text)]


def take_back(book: Book, entry: Entry) -> None:
    """Drop the held move that a note names, or undo the ply."""
    undoing, seat = book.undoing, entry.facts["seat"]
    book.standing.end(seat)  # they were for after this move
    if undoing.held is not None:
        undoing.held, undoing.times = None, undoing.times + 1
        return
    undoing.undone()
    book.last_ply = len(book.log.entries)  # who answers what was before looks again
    assert book.course is not None  # else nothing was undoable
    book.course.go_back()
    book.plies.pop()
    book.standing.went_back(book.course)
