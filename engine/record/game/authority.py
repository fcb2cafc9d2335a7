"""Authority to seal a move: players seal their own, the server those that nobody typed.

A move that nobody typed says in `by` which entry of the log allows it:

    bot         the start, if a bot sits there; or a note about `bot`, for this seat
    clock       a note about `clock`, for this seat and this ply
    standing    a note about `standing`, for this seat, with the player's sealed order
    substitute  a note about `substitute`, for this seat
    forced      the start or the ply that left nothing else: the move must be the only one there is

A move that a mailbox player sent as plain text is `delegated`: it is sealed by the key that the server
holds for that seat. As soon as another key takes the place of that one, the player seals every move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.errors import BadLetter
from engine.phrase import word
from engine.record.game.opening import MAILBOX
from engine.record.game.seats import BOT, Seat
from engine.record.letters.key import PublicKey
from engine.record.letters.kinds.move import BY_KINDS, Move
from engine.record.log.log import Entry

if TYPE_CHECKING:
    from engine.record.game.book import Book

DELEGATED: Final = "delegated"
FORCED: Final = "forced"
CLOCK: Final = "clock"
"""By a bot, because the time was up; so is the note of that called."""
UNTYPED: Final = tuple(kind for kind in BY_KINDS if kind != DELEGATED)


def check_mark(seat: Seat, auth: str, mark: str | None) -> None:
    """Refuse a mark that no move of this seat can carry now; `None` is a move that its player sealed."""
    if mark in UNTYPED:
        return
    if auth != BOT and mark == (DELEGATED if auth == MAILBOX else None):
        return
    raise BadLetter(
        "move/wrong-mark",
        "{handle} plays by {auth}, so that a move of this seat can't be {mark}",
        handle=seat.handle,
        auth=auth,
        mark=mark or word("sealed by the player"),
    )


def authorises(entry: Entry, seats: Sequence[Seat], mark: str, seat: int, ply: int) -> bool:
    """Whether an entry allows a move that nobody typed: of this kind, for this seat, at this ply."""
    facts = entry.facts
    if mark == FORCED:
        return entry.kind in ("start", "ply") and seats[seat].auth != BOT
    if entry.kind == "start":
        return mark == "bot" and seats[seat].auth == BOT
    if entry.kind != "note" or facts["about"] != mark or facts["seat"] != seat:
        return False
    return mark != CLOCK or facts["ply"] == ply


def check_signer(book: Book, letter: Move, signer: PublicKey) -> None:
    """Refuse a move that this key may not seal: by another than its player, or by no right."""
    if letter.seat >= len(book.seats):
        raise BadLetter("move/no-such-seat", "the game has no seat {seat}", seat=letter.seat)
    seat = book.seats[letter.seat]
    check_mark(seat, book.auth_now(letter.seat), letter.by.kind if letter.by else None)
    if letter.by is None or letter.by.kind not in UNTYPED:
        book.keyring.check_signer(seat.handle, signer, len(book.log.entries))
        return
    if signer != book.opening.server_key:
        raise BadLetter("move/not-the-server", "only the server can seal a move that nobody typed")
    entry = book.log.find(letter.by.entry)
    idle = letter.by.kind in ("bot", "substitute") and letter.seat not in book.time.bots
    if entry is None or idle or not authorises(entry, book.seats, letter.by.kind, letter.seat, letter.ply):
        raise BadLetter(
            "move/not-authorised",
            "the entry that this move names does not allow a {kind} move of {handle} here",
            kind=letter.by.kind,
            handle=seat.handle,
        )
