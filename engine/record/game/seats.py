"""Seats, and how the moves of each are sealed: the start of a game as its log tells it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import BadLetter, BadRecord
from engine.record.game.opening import KEY, MAILBOX, Opening
from engine.record.keyring.keyring import KeyEvent, fold
from engine.record.letters.fields import HANDLE, one_of
from engine.record.letters.key import PublicKey
from engine.record.letters.kinds import join, old_join
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.old_join import OldJoin
from engine.record.letters.kinds.register import Register
from engine.record.letters.post import open_letter
from engine.rules import Game

__all__ = [
    "AUTH",
    "BOT",
    "KEY",
    "MAILBOX",
    "Seat",
    "bot_seat",
    "check_address",
    "check_seat",
    "kind_of_join",
    "registrations",
    "seat_from_join",
    "share_member",
    "start_facts",
]

BOT: Final = "bot"
AUTH: Final = one_of(KEY, MAILBOX, BOT)

_NO_NONCE: Final = "0" * 32


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair in a game.

    With `auth` = key the player's own key seals the moves; with mailbox a key that the server holds for
    the player; a bot's moves are sealed by the server's own key.
    """

    handle: str
    auth: str
    key: PublicKey
    join: bytes | None = None
    """The sealed join letter; a bot has none."""
    share: str = ""
    """The seat's share of the shuffle, in hex: the commitment to its entropy, or in an old log the entropy
    itself. Only a player with an own key brings any: what the server can choose itself, after it has seen the
    others', would let it try deals until it likes one.
    """

    def __post_init__(self) -> None:
        HANDLE.read("handle", self.handle)
        AUTH.read("auth", self.auth)

    def facts(self, opening: Opening) -> dict[str, Any]:
        return {
            "handle": self.handle,
            "auth": self.auth,
            "key": self.key.line,
            share_member(opening): self.share,
        }


def share_member(opening: Opening) -> str:
    """The member for the share in a join letter and a join entry."""
    return "commitment" if opening.commits else "entropy"


def bot_seat(handle: str, opening: Opening) -> Seat:
    """The seat of a bot: the server speaks for it."""
    return Seat(handle, BOT, opening.server_key)


def seat_from_join(raw: bytes, auth: str, opening: Opening) -> Seat:
    """The seat of somebody who joined by this letter, after all of the letter is checked."""
    opened = open_letter(raw, lambda _: ())
    letter = opened.letter
    if not isinstance(letter, Join | OldJoin):
        raise BadLetter(
            "join/not-a-join", "a letter of the kind {format} joins no game", format=opened.sealed.context
        )
    check_address(letter.server, letter.game, opening.server, opening.game)
    if isinstance(letter, Join) != opening.commits:
        raise BadLetter(
            "join/other-shuffle",
            "the game {game} was opened for join letters of the kind {wanted}, not {format}",
            game=opening.game,
            wanted=kind_of_join(opening),
            format=opened.sealed.context,
        )
    share = letter.commitment if isinstance(letter, Join) else letter.entropy
    return Seat(letter.handle, auth, letter.key, opened.sealed.raw, share if auth == KEY else "")


def kind_of_join(opening: Opening) -> str:
    """The format of the letters by which a game is joined."""
    return join.LETTER.format if opening.commits else old_join.LETTER.format


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


def check_seat(seat: Seat, others: Collection[Seat], opening: Opening) -> None:
    """Refuse a seat with which this game can't be played beside these others."""
    if len(others) >= opening.players:
        raise BadRecord("book/seats", "all {players} seats of the game are taken", players=opening.players)
    if fold(seat.handle) in {fold(other.handle) for other in others}:
        raise BadRecord("book/seats", "two handles are the same or could be mistaken for each other")
    if seat.auth == MAILBOX and opening.auth == KEY:
        raise BadRecord(
            "book/own-keys",
            "{handle} plays by mailbox, but this game insists on own keys",
            handle=seat.handle,
        )
    is_bot = seat.auth == BOT
    shared = not is_bot and seat.key in {other.key for other in others}
    if is_bot != (seat.key == opening.server_key) or is_bot != (seat.join is None) or shared:
        raise BadRecord(
            "book/seats", "the seat of {handle} has not the key that it must have", handle=seat.handle
        )


def registrations(seats: Sequence[Seat], server: str, seq: int, at: int) -> list[KeyEvent]:
    """The keys with which a game begins, as if each had been registered by its join letter."""
    return [
        KeyEvent(
            seq,
            at,
            Register(server, seat.handle, seat.auth, seat.key, _NO_NONCE),
            frozenset([seat.key]),
        )
        for seat in seats
        if seat.auth != BOT
    ]


def start_facts(commitments: Sequence[str], game: Game) -> dict[str, Any]:
    """The commitments to the names, who starts, and what lies face up."""
    return {
        "names": list(commitments),
        "start": game.start,
        "tiles": [tile.name for tile in game.tiles if tile],
        "draft": [card.name for card in game.draft],
    }
