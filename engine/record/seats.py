"""Who sits where, and how each seat's moves are sealed: the start of a game as its log tells it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import BadLetter
from engine.record.keyring import KeyEvent
from engine.record.keys import PublicKey
from engine.record.letters.join import Join
from engine.record.letters.register import Register
from engine.record.post import open_letter

KEY: Final = "key"
MAILBOX: Final = "mailbox"
BOT: Final = "bot"


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair in a game.

    With `auth` = key the player's own key seals the moves; with mailbox a key that the server holds for
    the player; a bot's moves are sealed by the server's own key, and bring no entropy.
    """

    handle: str
    name: str
    auth: str
    key: PublicKey
    join: bytes | None = None
    """The sealed join letter; a bot has none."""
    entropy: bytes = b""

    def facts(self) -> dict[str, Any]:
        return {
            "handle": self.handle,
            "name": self.name,
            "auth": self.auth,
            "key": self.key.line,
            "entropy": self.entropy.hex(),
        }


def seat_from_join(raw: bytes, name: str, auth: str, server: str, game: str) -> Seat:
    """The seat of somebody who joined by this letter, after all of the letter is checked."""
    opened = open_letter(raw, lambda _: ())
    letter = opened.letter
    if not isinstance(letter, Join):
        raise BadLetter(
            "join/not-a-join", "a letter of the kind {format} joins no game", format=opened.sealed.context
        )
    check_address(letter.server, letter.game, server, game)
    entropy = bytes.fromhex(letter.entropy)
    return Seat(letter.handle, name, auth, letter.key, opened.sealed.raw, entropy)


def check_address(to_server: str, to_game: str, server: str, game: str) -> None:
    """Refuse a letter that is meant for another server or game."""
    if to_server != server:
        raise BadLetter(
            "letter/other-server",
            "this letter is for {server}, not for {here}",
            server=to_server,
            here=server,
        )
    if to_game != game:
        raise BadLetter(
            "letter/other-game", "this letter is for the game {game}, not for {here}", game=to_game, here=game
        )


def registrations(seats: Sequence[Seat], server: str, seq: int, at: int) -> list[KeyEvent]:
    """The keys with which a game begins, as if each had been registered by its join letter."""
    return [
        KeyEvent(
            seq,
            at,
            Register(server, seat.handle, seat.name, seat.auth, seat.key, "0" * 32),
            frozenset([seat.key]),
        )
        for seat in seats
        if seat.auth != BOT
    ]
