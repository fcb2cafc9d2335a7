"""The history of a game, in sentences: the plies, and what else stands in the log between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from engine.record.game.authority import CLOCK, FORCED
from engine.record.game.book import Book
from engine.record.game.changes.handover import is_handover
from engine.record.game.changes.undo import TAKEN_BACK
from engine.record.game.noting import CLOSED
from engine.record.game.seats import BOT, Seat
from engine.record.game.standing import STANDING
from engine.record.letters.kinds import KINDS
from engine.record.letters.kinds.move import read as read_move
from engine.record.letters.seal import open_seal
from engine.record.log.log import Entry
from engine.record.names.likeness import alike
from engine.show import Style, tell
from engine.show.layout import cut
from engine.show.people import SHORT
from engine.show.spelling import in_ascii
from engine.tongue import Phrase, Tongue, phrase
from server.names.house_bots import bot_name
from server.names.names import call_by_handle, is_fit
from server.outgoing.time_told import tell_time


def names_in(book: Book) -> list[str]:
    """The names of the players, if these will do and are like nobody else's; else their handles.

    Names are alike if somebody could take one for the other, as they are, in plain ASCII, or cut short for a
    table; also with another's handle. Then all of them are called by their handles. New ones are never alike.
    """
    return list(_names_of(book.seats, book.shown_names()))


@lru_cache(maxsize=512)
def _names_of(seats: tuple[Seat, ...], given: tuple[str, ...]) -> tuple[str, ...]:
    """Found once for all mails of a game."""
    names = [_own_name(seat, name) for seat, name in zip(seats, given, strict=True)]
    handles = _handles(seats)
    return tuple(
        handles[number] if name is None or _is_like_another(number, names, handles) else name
        for number, name in enumerate(names)
    )


def _handles(seats: Sequence[Seat]) -> list[str]:
    """The handles; of two from before that are alike the later one gives way to the number of the seat."""
    found: list[str] = []
    for number, seat in enumerate(seats):
        handle = call_by_handle(seat.handle, number)
        found.append(f"Player-{number + 1}" if any(alike(handle, other) for other in found) else handle)
    return found


def _own_name(seat: Seat, name: str) -> str | None:
    """The name if it will do. A house bot's is the server's own."""
    is_bot = seat.auth == BOT and name == bot_name(seat.handle)
    return name if is_bot or is_fit(name) else None


def _is_like_another(number: int, names: Sequence[str | None], handles: Sequence[str]) -> bool:
    others = {*names[:number], *names[number + 1 :], *handles[:number], *handles[number + 1 :]} - {None}
    own = _forms(names[number])
    pairs = [pair for name in others for pair in zip(own, _forms(name), strict=True)]
    return any(one.strip() and alike(one, other) for one, other in pairs)


def _forms(name: str | None) -> tuple[str, ...]:
    """The forms of a name in mails: whole, in plain ASCII, and in a table."""
    return () if name is None else (name, in_ascii(name), cut(name, SHORT))


def last_ply(book: Book, seat: int) -> Entry | None:
    """The last ply of whoever has a seat; what somebody else did there before is not theirs to know."""
    own = (entry for entry in reversed(book.log.entries) if entry.facts.get("seat") == seat)
    last = next((entry for entry in own if book.undoing.counts(entry) or _is_handover(entry)), None)
    return last if last is not None and last.kind == "ply" else None


def seated_since(book: Book, seat: int) -> Entry | None:
    """The entry by which somebody got a seat of a game under way."""
    mine = (entry for entry in reversed(book.log.entries) if entry.facts.get("seat") == seat)
    return next((entry for entry in mine if _is_handover(entry)), None)


def _is_handover(entry: Entry) -> bool:
    return entry.kind == "note" and is_handover(entry.facts["about"], entry.facts)


def last_heard(book: Book, seat: int) -> int:
    """The entry up to which a seat's player knows what happened: the last move by their own hand, or what
    they had seen when they sent the orders that played since, or that their time was up before a bot moved
    for them. It is the first to be told of."""
    plies = book.plies
    own = (entry for entry in reversed(plies) if entry.facts["seat"] == seat)
    by_hand = (_began(book, entry) for entry in own if entry.facts.get("by") not in (STANDING, FORCED))
    order = book.standing.of(seat)
    later = (entry.seq for entry in plies if order and entry.facts["ply"] >= order.seen)
    seated = seated_since(book, seat)
    return max(next(by_hand, 0), next(later, 0), seated.seq if seated else 0)


def _began(book: Book, ply: Entry) -> int:
    """The entry with which a ply began; one that a bot made began when the time of its seat was up."""
    first, seat = ply.seq, ply.facts["seat"]
    while ply.facts.get("by") == CLOCK and _is_by_clock(book.log.entries[first - 1], seat):
        first -= 1
    return first


def _is_by_clock(entry: Entry, seat: int) -> bool:
    """Whether it is about a seat whose time is up."""
    return CLOCK in (entry.facts.get("by"), entry.facts.get("about")) and entry.facts["seat"] == seat


def happened_since(book: Book, first: int, names: Sequence[str], tongue: Tongue, style: Style) -> list[str]:
    """The story from this entry on, that entry included."""
    return story_of(book, book.log.entries[first:], names, tongue, style)


def story_of(
    book: Book, entries: Sequence[Entry], names: Sequence[str], tongue: Tongue, style: Style
) -> list[str]:
    """The story of some entries, one after the other; those that were taken back are not in it."""
    if book.course is None:
        return []
    gone = book.undoing.gone
    since = [entry for entry in entries if entry.seq not in gone]
    sentences: list[str] = []
    holders = _Holders(book, names)
    for (is_ply, forced, who), run in groupby(since, key=holders.kind_of):
        if is_ply:
            made = [entry.facts for entry in run]
            events = book.course.events[made[0]["ply"] : made[-1]["ply"] + 1]
            sentences += tell([event for ply in events for event in ply], who, tongue, style)
            sentences += [tongue.phrase(_only_move(facts, who)) for facts in made if forced]
        else:
            told = [_told(book, entry, who) for entry in run]
            sentences += [tongue.phrase(sentence) for sentence in told if sentence]
    return sentences


class _Holders:
    """The names of those who had the seats: what somebody did there is not said of whoever has it now."""

    def __init__(self, book: Book, names: Sequence[str]) -> None:
        self._book, self._names = book, tuple(names)
        self._handovers = [entry for entry in book.log.entries if _is_handover(entry)]

    def kind_of(self, entry: Entry) -> tuple[bool, bool, tuple[str, ...]]:
        """Whether an entry is a ply, and a forced one; and who had the seats."""
        return entry.kind == "ply", entry.facts.get("by") == FORCED, self._at(entry)

    def _at(self, entry: Entry) -> tuple[str, ...]:
        """The names at an entry; by it, of a handover, the new one has the seat."""
        changed = {later.facts["seat"] for later in self._handovers if later.seq > entry.seq}
        return tuple(
            self._who(number, entry.seq) if number in changed else name
            for number, name in enumerate(self._names)
        )

    def _who(self, number: int, seq: int) -> str:
        before = [one for one in self._handovers if one.facts["seat"] == number and one.seq <= seq]
        handle = before[-1].facts["handle"] if before else self._book.joined[number].handle
        now = self._book.seats[number].handle
        return self._names[number] if handle == now else call_by_handle(handle, number)


def _only_move(ply: dict[str, Any], names: Sequence[str]) -> Phrase:
    return phrase("That was the only move for {who}, and was made at once.", who=names[ply["seat"]])


def _told(book: Book, entry: Entry, names: Sequence[str]) -> Phrase | None:
    """The sentence of an entry that is no ply."""
    if entry.kind == "note" and entry.facts["about"] == CLOSED:
        return phrase("The host has ended the game: {reason}", reason=entry.facts["reason"])
    if entry.kind == "note" and (told := tell_time(book, entry, names)) is not None:
        return told
    if entry.kind == "note" and entry.facts["about"] == TAKEN_BACK:
        return _told_undone(book, entry, names)
    if entry.kind == "note":
        about = (entry.facts["about"], entry.facts.get("how", ""))
        return _NOTES[about](names[entry.facts["seat"]]) if about in _NOTES else None
    if entry.kind == "key":
        who = {seat.handle: name for seat, name in zip(book.seats, names, strict=True)}
        handle, said_of_key = _key_facts(entry)
        return said_of_key(who.get(handle, handle))  # the seat may be another's by now
    return None


def _told_undone(book: Book, entry: Entry, names: Sequence[str]) -> Phrase | None:
    """The sentence about a ply that was taken back; of a move that was never played only its player knows."""
    undone = book.log.find(entry.facts["entry"])
    if undone is None or undone.kind != "ply":
        return None
    who, move = names[undone.facts["seat"]], undone.facts["action"]
    return phrase("{who} has taken back `{move}`; all have agreed.", who=who, move=move)


def taken_back_by(book: Book, seat: int) -> Phrase | None:
    """The sentence about a move that this seat took back before it was played, for its player alone."""
    since = book.log.entries[book.last_ply :]
    mine = [entry for entry in since if entry.kind == "note" and entry.facts.get("seat") == seat]
    note = next((entry for entry in reversed(mine) if entry.facts["about"] == TAKEN_BACK), None)
    held = book.log.find(note.facts["entry"]) if note is not None else None
    if held is None or not held.letters or held.letters[0] is None:
        return None
    move = read_move(open_seal(held.letters[0]).payload).action
    if any(entry.facts["about"] == STANDING for entry in mine):
        return phrase("Your move `{move}` is taken back, and what you had ordered for after it.", move=move)
    return phrase("Your move `{move}` is taken back.", move=move)


def _key_facts(entry: Entry) -> tuple[str, Callable[[str], Phrase]]:
    if not entry.letters or entry.letters[0] is None:
        return entry.facts["handle"], lambda who: phrase("{who}: the new key is in force.", who=who)
    sealed = open_seal(entry.letters[0])
    letter: Any = KINDS[sealed.context].read(sealed.payload)
    return letter.handle, _KEYS[sealed.context]


_NOTES: Final[dict[tuple[str, str], Callable[[str], Phrase]]] = {
    ("substitute", "bot"): lambda who: phrase(
        "{who} has resigned; the house bot plays on in that seat.", who=who
    ),
    ("substitute", "empty"): lambda who: phrase(
        "{who} has resigned; the seat stays empty, and its workers go to the bank.", who=who
    ),
    ("abandon", ""): lambda who: phrase("{who} proposes to abandon the game.", who=who),
}
_KEYS: Final[dict[str, Callable[[str], Phrase]]] = {
    "grubenpost-rotate/1": lambda who: phrase("{who} has a new key.", who=who),
    "grubenpost-revoke/1": lambda who: phrase("{who} has revoked the key.", who=who),
    "grubenpost-recover/1": lambda who: phrase(
        "{who} says that the key is lost: a new one is in force after 72 hours, unless the old one objects.",
        who=who,
    ),
    "grubenpost-veto/1": lambda who: phrase(
        "{who} objects: the key is not lost, and stays in force.", who=who
    ),
}
