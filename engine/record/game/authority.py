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
from typing import Final

from engine.errors import BadLetter
from engine.phrase import word
from engine.record.game.opening import MAILBOX
from engine.record.game.seats import BOT, Seat
from engine.record.letters.kinds.move import BY_KINDS
from engine.record.log.log import Entry

DELEGATED: Final = "delegated"
FORCED: Final = "forced"
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
    return mark != "clock" or facts["ply"] == ply
