"""Reading a game's book from an archive: every entry checked as it was when it was written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.errors import BadLetter, Refused
from engine.record import shuffle
from engine.record.book import FORMAT, ORDER_NAMES, TILE_NAMES, Book, Judged, Opening, ply_facts, start_facts
from engine.record.course import Course
from engine.record.keyring import Recovered
from engine.record.keys import PublicKey
from engine.record.letters.move import By, Move
from engine.record.log import Entry, Facts, entry_error
from engine.record.post import open_letter
from engine.record.seats import BOT, KEY, MAILBOX, Seat, seat_from_join
from engine.rules import (
    CARDS,
    HIDDEN_CARD,
    HIDDEN_TILE,
    RULES_VERSION,
    TILES,
    Action,
    Game,
    learn,
    new_game,
    parse,
)

Stacks = shuffle.Deal | None
"""The dealt stacks of a finished game; `None` while they are secret."""


def read_opening(entry: Entry) -> Opening:
    """What the first entry fixes."""
    facts = entry.facts
    try:
        options = facts["options"]
        opening = Opening(
            server=facts["server"],
            game=facts["game"],
            server_key=PublicKey.from_line(facts["server_key"]),
            players=options["players"],
            face_down=options["face_down"],
            auth=options["auth"],
            commitment=facts["commitment"],
        )
        same = {**_common(entry), **opening.facts()} == facts
    except (KeyError, TypeError, AttributeError, BadLetter):
        same = False
    if not same or entry.kind != "genesis":
        raise entry_error("log/genesis", 0, f"it does not open a game of {RULES_VERSION} in {FORMAT}")
    return opening


def read_book(entries: Sequence[Entry], stacks: Stacks) -> Book:
    """The book that these entries make. Raises BadRecord that names the first entry that does not fit."""
    book = Book(read_opening(entries[0]))
    for entry in entries:
        try:
            _READERS[entry.kind](book, entry, stacks)
        except Refused as error:
            if "entry" in error.facts:
                raise
            raise entry_error(
                error.code, entry.seq, str(error).replace("{", "(").replace("}", ")")
            ) from error
    return book


def _common(entry: Entry) -> Facts:
    return {name: entry.facts[name] for name in ("seq", "prev", "kind", "at", "letters")}


def _same(entry: Entry, facts: Facts, code: str, what: str) -> None:
    """An entry must say exactly what follows from its letters and the rules."""
    if {**_common(entry), **facts} != entry.facts:
        wrong = sorted(
            n for n in {*facts, *entry.facts} if {**entry.facts, **facts}.get(n) != entry.facts.get(n)
        )
        raise entry_error(code, entry.seq, f"{what} ({', '.join(wrong) or 'members'})")


def _genesis(book: Book, entry: Entry, stacks: Stacks) -> None:
    if entry.seq:
        raise entry_error("log/genesis", entry.seq, "only the first entry opens a game")
    book.log.append(entry)


def _start(book: Book, entry: Entry, stacks: Stacks) -> None:
    if book.course is not None:
        raise entry_error("log/start", entry.seq, "the game had started already")
    seats = _read_seats(book.opening, entry)
    if len(seats) != book.opening.players:
        raise entry_error("log/start", entry.seq, "there are not as many seats as players")
    game = _public_opening(book.opening, entry) if stacks is None else _open(book.opening, stacks)
    _same(entry, start_facts(seats, game), "log/start", "it does not say what its letters and the deal say")
    written = book.sit_down(seats, game, entry.at)
    if written.leaf != entry.leaf:
        raise entry_error("log/start", entry.seq, "its letters are not those of its seats")


def _read_seats(opening: Opening, entry: Entry) -> tuple[Seat, ...]:
    letters = list(entry.letters)
    return tuple(_read_seat(opening, entry, facts, letters) for facts in entry.facts["seats"])


def _read_seat(opening: Opening, entry: Entry, facts: Facts, letters: list[bytes | None]) -> Seat:
    name, auth = facts["name"], facts["auth"]
    if auth == BOT:
        return Seat(facts["handle"], name, BOT, opening.server_key)
    raw = letters.pop(0) if letters else None
    if raw is None or auth not in (KEY, MAILBOX) or (auth == MAILBOX and opening.auth == KEY):
        raise entry_error("log/start", entry.seq, "a seat has no join letter, or may not be sealed so")
    return seat_from_join(raw, name, auth, opening.server, opening.game)


def _open(opening: Opening, stacks: shuffle.Deal) -> Game:
    return new_game(opening.players, stacks.tiles, stacks.orders, stacks.start, face_down=opening.face_down)


def _public_opening(opening: Opening, entry: Entry) -> Game:
    """The opening as far as anyone can see it."""
    tiles, draft = entry.facts["tiles"], entry.facts["draft"]
    return new_game(
        opening.players,
        [*tiles, *[HIDDEN_TILE] * (len(TILE_NAMES) - len(tiles))],
        [*draft, *[HIDDEN_CARD] * (len(ORDER_NAMES) - len(draft))],
        entry.facts["start"],
        face_down=opening.face_down,
    )


def _ply(book: Book, entry: Entry, stacks: Stacks) -> None:
    if len(entry.letters) != 1:
        raise entry_error("log/ply", entry.seq, "a ply has one letter")
    raw = entry.letters[0]
    judged = _judge_unseen(book, entry) if raw is None and stacks is None else _judge(book, entry, raw)
    course = book.course
    if course is None:
        raise entry_error("log/ply", entry.seq, "the game had not started")
    if stacks is None:
        _learn_turned(course, entry)
    played = course.go(judged.action, judged.letter.seat)
    facts = ply_facts(judged.letter, judged.action, played.events)
    _same(entry, facts, "log/ply", "it does not say what its letter and the rules say")
    book.add_ply(entry, judged.letter_id)


def _judge(book: Book, entry: Entry, raw: bytes | None) -> Judged:
    if raw is None:
        raise entry_error("log/missing-letter", entry.seq, "its letter is missing")
    judged = book.judge(raw)
    if judged.raw != raw:
        raise entry_error("log/letters", entry.seq, "its letter is not kept as it was sealed")
    return judged


def _judge_unseen(book: Book, entry: Entry) -> Judged:
    """A ply whose letter is still secret: only its public text can be checked."""
    facts = entry.facts
    action: Action = parse(str(facts.get("action")))
    if "?" not in action.write() or action.write() != facts["action"]:
        raise entry_error("log/missing-letter", entry.seq, "its letter is missing, though it hides nothing")
    by = By(facts["by"], "") if "by" in facts else None
    opening = book.opening
    letter = Move(opening.server, opening.game, facts["ply"], facts["seat"], "", "", facts["action"], by)
    return Judged(letter, b"", entry.leaf.hex(), action)


def _learn_turned(course: Course, entry: Entry) -> None:
    """Tell the public position what the ply turned up, before it is played."""
    turned = entry.facts.get("turned")
    if not isinstance(turned, list) or not all(name in TILES or name in CARDS for name in turned):
        raise entry_error("log/ply", entry.seq, "it does not say what it turned up")
    tiles = [TILES[name] for name in turned if name in TILES]
    cards = [CARDS[name] for name in turned if name in CARDS]
    course.game = learn(course.game, tiles, cards)


def _key(book: Book, entry: Entry, stacks: Stacks) -> None:
    if entry.letters:
        raw = entry.letters[0]
        if raw is None:
            raise entry_error("log/missing-letter", entry.seq, "its letter is missing")
        written = book.change_key(raw, entry.at)
    else:
        done = Recovered(str(entry.facts.get("handle")), str(entry.facts.get("recover")))
        written = book.recovered(done, entry.at)
    if written.leaf != entry.leaf:
        raise entry_error("log/key", entry.seq, "it does not say what its letter says")


def _note(book: Book, entry: Entry, stacks: Stacks) -> None:
    if not isinstance(entry.facts.get("about"), str):
        raise entry_error("log/note", entry.seq, "it does not say what it is about")
    for raw in entry.letters:
        if raw is not None:
            open_letter(raw, book.known_keys)
    book.log.append(entry)


def _close(book: Book, entry: Entry, stacks: Stacks) -> None:
    facts = entry.facts
    try:
        written = book.close(bytes.fromhex(facts["seed"]), facts["result"], entry.at)
    except (KeyError, TypeError, ValueError):
        raise entry_error("log/close", entry.seq, "it reveals no seed or no result") from None
    if written.leaf != entry.leaf:
        raise entry_error("log/close", entry.seq, "it says more than a closing entry does")


_READERS: dict[str, Any] = {
    "genesis": _genesis,
    "start": _start,
    "ply": _ply,
    "key": _key,
    "note": _note,
    "close": _close,
}
