"""A move: one action, for one seat, at one ply, in answer to one head of the log.

Server, game, ply, seat and the head that the player saw are all under the seal, so a move can't be
used a second time anywhere else. The nonce keeps others from guessing a hidden move from its hash.

A move that nobody typed, or that a mailbox player sent as plain text, is sealed by the server and
says so in `[by]`: what it stands on, and the hash of the log entry (or, delegated, of the turn
code) that authorised it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.record.letters.fields import ACTION, GAME, HASH, NONCE, PLY, SEAT, SERVER, one_of
from engine.record.letters.schema import Letter, LetterKind, Shape

BY_KINDS = ("delegated", "clock", "bot", "standing", "substitute", "forced")


@dataclass(frozen=True, slots=True)
class By:
    """On what authority the server sealed a move itself."""

    kind: str
    entry: str


@dataclass(frozen=True, slots=True)
class Move(Letter):
    """One action as it is sent and logged."""

    server: str
    game: str
    ply: int
    seat: int
    base: str
    nonce: str
    action: str
    by: By | None = None


LETTER = LetterKind(
    "grubenpost-move/1",
    Move,
    {
        "server": SERVER,
        "game": GAME,
        "ply": PLY,
        "seat": SEAT,
        "base": HASH,
        "nonce": NONCE,
        "action": ACTION,
    },
    tables={"by": Shape(By, {"kind": one_of(*BY_KINDS), "entry": HASH})},
)
read = LETTER.read
write = LETTER.write
