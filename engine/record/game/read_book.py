"""Reading a game's book from its entries: each is checked as it was when it was written.

Reading is writing again. Every entry goes through the door of the book by which it came in, and what the
book writes then must be the same entry, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.errors import BadRecord, Refused
from engine.phrase import word
from engine.record.game.authority import UNTYPED, check_mark
from engine.record.game.book import Book, Judged
from engine.record.game.changes.undo import as_it_was, judge_again
from engine.record.game.opening import NO_CLOCK, NO_WINDOW, Opening
from engine.record.game.seats import BOT, Seat, bot_seat, seat_from_join
from engine.record.keyring.keyring import Recovered
from engine.record.letters.fields import HANDLE, HASH, PLY, Number, one_of
from engine.record.letters.key import PublicKey
from engine.record.letters.kinds.move import BY_KINDS, By, Move
from engine.record.log.log import COMMON, Entry, Facts, Letters
from engine.record.log.place import at_entry
from engine.rules import CARDS, TILES, Game, learn, parse
from engine.rules.sound import Unsound, require_sound

_MARK: Final = one_of(*BY_KINDS)
_WRONG_TYPE: Final = (KeyError, TypeError, AttributeError, ValueError, IndexError)
"""Errors to which members of another kind than expected lead."""

Seed = bytes | None
"""The seed of the stacks; `None` for whoever may not know them."""


def read_opening(entry: Entry) -> Opening:
    """The opening, from the first entry."""
    facts = entry.facts
    try:
        options = facts["options"]
        return Opening(
            server=facts["server"],
            game=facts["game"],
            server_key=PublicKey.from_line(facts["server_key"]),
            players=options["players"],
            face_down=options["face_down"],
            auth=options["auth"],
            commitment=facts["commitment"],
            format=facts["format"],
            pace=options.get("pace", NO_CLOCK),
            undo=options.get("undo", NO_WINDOW),
        )
    except Refused as error:
        raise at_entry(0, error) from error
    except _WRONG_TYPE:
        raise at_entry(0, BadRecord("log/genesis", "it does not open a game")) from None


def read_book(entries: Sequence[Entry], seed: Seed) -> Book:
    """The book that these entries make. Raises BadRecord that names the first entry that does not fit.

    With the seed all of it is checked. Without, the position is what anyone can see, and letters that
    are still secret may be missing.
    """
    book = Book(read_opening(entries[0]))
    for entry in entries:
        read_entry(book, entry, seed)
    return book


def read_entry(book: Book, entry: Entry, seed: Seed) -> None:
    """Add the next entry to a book."""
    book.log.awaited = entry
    try:
        written = _READERS[entry.kind](book, entry, seed)
    except Refused as error:
        raise at_entry(entry.seq, error) from error
    except _WRONG_TYPE:
        wrong = BadRecord("log/form", "its members are not those of a {kind} entry", kind=entry.kind)
        raise at_entry(entry.seq, wrong) from None
    finally:
        book.log.awaited = None
    if written is not entry:
        raise _differs(entry, written)


def _differs(entry: Entry, right: Entry) -> BadRecord:
    names = sorted({*entry.facts, *right.facts})
    wrong = [ascii(name)[1:-1] for name in names if entry.facts.get(name) != right.facts.get(name)]
    error = BadRecord(
        _OTHERWISE[entry.kind],
        "it does not say what follows from its letters and the rules ({members})",
        members=", ".join(wrong)[:200] or word("the kind of a member"),
    )
    return at_entry(entry.seq, error)


def _more(entry: Entry, *but: str) -> Facts:
    """The members of an entry besides those that all entries have."""
    return {name: value for name, value in entry.facts.items() if name not in (*COMMON, *but)}


def _genesis(book: Book, entry: Entry, seed: Seed) -> Entry:
    return book.begin(entry.at)


def _start(book: Book, entry: Entry, seed: Seed) -> Entry:
    stacks = None if seed is None else book.deal(seed)
    opening, facts = book.opening, entry.facts
    game = _public_layout(opening, facts) if stacks is None else opening.lay_out(stacks)
    return book.sit_down(facts["names"], game, entry.at, stacks)


def _join(book: Book, entry: Entry, seed: Seed) -> Entry:
    return book.join(_read_seat(book.opening, entry.facts, entry.letters), entry.at)


def _read_seat(opening: Opening, facts: Facts, letters: Letters) -> Seat:
    if facts["auth"] == BOT:
        return bot_seat(facts["handle"], opening)
    if not letters or letters[0] is None:
        raise BadRecord("log/missing-letter", "a seat has no join letter")
    return seat_from_join(letters[0], facts["auth"], opening)


def _leave(book: Book, entry: Entry, seed: Seed) -> Entry:
    number = Number(0, book.opening.players - 1).read("seat", entry.facts["seat"])
    return book.leave(number, entry.at, _only_letter(entry) if entry.letters else None)


def _reveal(book: Book, entry: Entry, seed: Seed) -> Entry:
    return book.reveal(_only_letter(entry), entry.at)


def _only_letter(entry: Entry) -> bytes:
    """The one letter of an entry that hides nothing."""
    if len(entry.letters) != 1 or entry.letters[0] is None:
        raise BadRecord("log/missing-letter", "its letter is missing, though it is no secret")
    return entry.letters[0]


def _public_layout(opening: Opening, facts: Facts) -> Game:
    tiles, draft = facts["tiles"], facts["draft"]
    if not all(name in TILES for name in tiles) or not all(name in CARDS for name in draft):
        raise BadRecord("log/start", "it shows a piece that is not in the game")
    start = Number(0, opening.players - 1).read("start", facts["start"])
    return opening.lay_out_public(tiles, draft, start)


def _ply(book: Book, entry: Entry, seed: Seed) -> Entry:
    if len(entry.letters) != 1:
        raise BadRecord("log/ply", "a move has one letter")
    letter = entry.letters[0]
    judged = _judge_unseen(as_it_was(book), entry, seed) if letter is None else judge_again(book, letter)
    if seed is not None:
        return book.play(judged, entry.at)[0]
    _learn_turned(book, entry)
    written, played = book.play(judged, entry.at)
    try:
        require_sound(played.game)
    except Unsound as error:
        raise BadRecord("log/ply", "no game comes to this position: {what}", what=str(error)) from error
    return written


def _judge_unseen(book: Book, entry: Entry, seed: Seed) -> Judged:
    """A ply whose letter is still secret: what is public of it is checked."""
    facts, opening = entry.facts, book.opening
    action = parse(facts["action"])
    if seed is not None or "?" not in action.write():
        raise BadRecord("log/missing-letter", "its letter is missing, though it is no secret")
    ply = PLY.read("ply", facts["ply"])
    seat = Number(0, len(book.seats) - 1).read("seat", facts["seat"])
    mark = _MARK.read("by", facts["by"]) if "by" in facts else None
    check_mark(book.seats[seat], book.auth_now(seat), mark)
    if mark in UNTYPED and not book.authorised(mark, seat, ply):
        raise BadRecord("move/not-authorised", "no entry allows a {kind} move here", kind=mark)
    by = By(mark, "") if mark else None
    # Which head it answers is under the seal; the present one is the best that can be assumed.
    letter = Move(opening.server, opening.game, ply, seat, book.log.head, "", facts["action"], by)
    book.check_place(letter)
    return Judged(letter, entry.enclosed[0], facts["letters"][0], action)


def _learn_turned(book: Book, entry: Entry) -> None:
    """Tell the public position what the ply turned up, before it is played."""
    turned = entry.facts["turned"]
    if not isinstance(turned, list) or not all(name in TILES or name in CARDS for name in turned):
        raise BadRecord("log/ply", "it does not say what it turned up")
    if book.course is not None:
        tiles = [TILES[name] for name in turned if name in TILES]
        cards = [CARDS[name] for name in turned if name in CARDS]
        book.course.game = learn(book.course.game, tiles, cards)


def _key(book: Book, entry: Entry, seed: Seed) -> Entry:
    if not entry.letters:
        handle = HANDLE.read("handle", entry.facts["handle"])
        return book.recovered(Recovered(handle, HASH.read("recover", entry.facts["recover"])), entry.at)
    return book.change_key(_only_letter(entry), entry.at)


def _note(book: Book, entry: Entry, seed: Seed) -> Entry:
    if seed is not None and None in entry.letters:
        raise BadRecord("log/missing-letter", "a letter in it is missing, though it is no secret any more")
    return book.note(entry.facts["about"], entry.at, entry.enclosed, **_more(entry, "about"))


def _close(book: Book, entry: Entry, seed: Seed) -> Entry:
    return book.close(bytes.fromhex(entry.facts["seed"]), entry.facts["result"], entry.at)


_READERS: Final[dict[str, Callable[[Book, Entry, Seed], Entry]]] = {
    "genesis": _genesis,
    "join": _join,
    "leave": _leave,
    "reveal": _reveal,
    "start": _start,
    "ply": _ply,
    "key": _key,
    "note": _note,
    "close": _close,
}

_OTHERWISE: Final = {
    "genesis": "log/genesis",
    "join": "log/join",
    "leave": "log/leave",
    "reveal": "log/reveal",
    "start": "log/start",
    "ply": "log/ply",
    "key": "log/key",
    "note": "log/note",
    "close": "log/close",
}
"""The code of an entry of each kind that does not say what follows."""
