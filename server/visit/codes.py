"""How the ledger keeps one-time codes, and the digits that ids for people are made of."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Final

DIGITS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: no i, l, o and u."""

TURN: Final = "turn"
"""Good for one move: at one ply of one game."""
REPLY: Final = "reply"
"""Good for one mail that changes something, and for asking as often as one likes."""
CONFIRM: Final = "confirm"
"""Good for the one thing that waits for it."""

KEPT_AFTER: Final = 60 * 24 * 3600
"""How long a code is known after it has expired: good for nothing, but it was in a mail of ours."""

Entropy = Callable[[int], bytes]

_READ_AS: Final = str.maketrans("ilo", "110")


def hash_code(code: str) -> str:
    """How the ledger knows a code: nobody can read codes out of it."""
    return sha256(b"grubenpost-code/1\0" + code.encode("ascii", "replace")).hexdigest()


def read_id(typed: str) -> str:
    """A game's id as somebody typed it: capitals and look-alikes do not matter."""
    return typed.casefold().translate(_READ_AS)
