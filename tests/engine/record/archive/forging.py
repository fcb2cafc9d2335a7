"""A server's forgeries: what it changes, numbers, links and signs again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.engine.record.club import (
    HANDLES,
    finished_archive,
    forge,
    player_key,
    server_key,
    told,
)

REVEAL, START, END = 5, 7, 123
"""The entries with which the first share is told, and the game of four begins and is closed; everyone joins
before that."""
Facts = dict[str, Any]
Spoil = Callable[[Facts], object]


def keys_of(key_id: str) -> list[Any]:
    keys = [server_key(), *map(player_key, HANDLES)]
    return [key.public for key in keys if key.public.key_id == key_id]


def forged(spoil: Spoil, data: bytes | None = None, **more: Any) -> bytes:
    facts = told(data or finished_archive(1, 4))
    spoil(facts)
    return forge(facts, **more)


def entry(facts: Facts, seq: int) -> Facts:
    found: Facts = facts["log"][seq]["entry"]
    return found
