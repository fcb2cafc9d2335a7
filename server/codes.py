"""How the ledger keeps one-time codes, and the digits that ids for people are made of."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Final

DIGITS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: no i, l, o and u."""

Entropy = Callable[[int], bytes]


def hash_code(code: str) -> str:
    """How the ledger knows a code: nobody can read codes out of it."""
    return sha256(b"grubenpost-code/1\0" + code.encode("ascii", "replace")).hexdigest()
