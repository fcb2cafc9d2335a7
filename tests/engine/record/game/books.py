"""Books as the tests of a game need them: at somebody's turn, and whether a refusal changed something."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from engine.record.game import shuffle
from engine.record.game.book import Book
from engine.record.game.opening import KEY, MAILBOX, Opening
from engine.record.game.seats import BOT, Seat, seat_from_join
from engine.record.game.shares import chain_of
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.register import Register
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.post import seal_letter
from engine.record.letters.seal import open_seal, seal
from engine.rules import legal_actions, to_data
from tests.engine.record.club import (
    HANDLES,
    SERVER,
    Match,
    new_match,
    player_key,
    random_action,
    refusal,
    secret,
    server_key,
)

ALL_KEYS = (KEY, KEY, KEY, KEY)
NEW = PrivateKey(secret("new key"))


def state(book: Book) -> tuple[Any, ...]:
    """All that a refused letter must leave alone."""
    course = book.course
    position = (to_data(course.game), course.plies[:], course.scorings[:]) if course else ()
    return (book.log.head, len(book.log.entries), book.seats, book.keyring, book.closed, position)


def refused(book: Book, work: Callable[..., object], *args: object, **more: object) -> str:
    """The code of a refusal that changes nothing."""
    before = state(book)
    error = refusal(work, *args, **more)
    assert state(book) == before
    return error.code


def to_turn_of(seat: int, seed: int = 3, auths: tuple[str, ...] = (KEY, MAILBOX, KEY, BOT)) -> Match:
    """A game after its draft in which this seat is to move."""
    match, rng = new_match(seed, 4, auths=auths), Random(seed)
    match.play_on(rng, 12)
    while match.book.game.turn != seat or match.book.game.drawn:
        match.move(random_action(match.book, rng))
    return match


def legal(match: Match) -> str:
    return legal_actions(match.book.game)[0].write()


def seated(step: int) -> Callable[[Match], bytes]:
    """The move of a player whose turn it is not, under that player's own seal."""

    def make(match: Match) -> bytes:
        seat = (match.book.game.turn + step) % 4
        return match.letter(legal(match), seat=seat, key=player_key(HANDLES[seat]))

    return make


def seal_letter_again(raw: bytes, key: PrivateKey) -> bytes:
    """The same payload under another seal."""
    sealed = open_seal(raw)
    return seal(sealed.payload, sealed.context, key)


def rotation(handle: str, new: PrivateKey = NEW, server: str = SERVER) -> bytes:
    old = player_key(handle)
    return seal_letter(Rotate(server, handle, old.public, new.public, "b" * 32), old, new)


def stranger() -> bytes:
    return seal_letter(Register(SERVER, "zora", "key", NEW.public, "d" * 32), NEW)


def open_game(**changes: object) -> Opening:
    facts: dict[str, Any] = {
        "server": SERVER,
        "game": "game-1",
        "server_key": server_key().public,
        "players": 2,
        "face_down": False,
        "auth": KEY,
        "commitment": shuffle.commit("game-1", secret("seed", 1)),
    }
    return Opening(**{**facts, **changes})


def seat(handle: str, auth: str = KEY, key: PrivateKey | None = None) -> Seat:
    key = key or player_key(handle)
    committed = chain_of(key, SERVER, "game-1", handle, "b" * 32).commitment
    letter = Join(SERVER, "game-1", handle, key.public, committed, "b" * 32)
    return seat_from_join(seal_letter(letter, key), auth, open_game())
