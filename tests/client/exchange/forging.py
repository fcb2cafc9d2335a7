"""Forgeries of mails: an own key, a board that nobody signed, and what was told of it."""

from __future__ import annotations

from typing import Any

from client.exchange.correspondence import Correspondence
from engine.errors import Refused
from engine.record.letters.key import PrivateKey
from tests.client.pretend import (
    Pretend,
    facts_of,
)
from tests.engine.record.club import Match

MALLORY = PrivateKey(bytes(32))
Post = tuple[Correspondence, Pretend, list[Refused]]


def codes(told: list[Refused]) -> list[str]:
    return [error.code for error in told]


def unsigned(match: Match, position: Any) -> dict[str, Any]:
    """A turn as servers wrote it when they signed nothing but the checkpoint."""
    names = ("server", "game", "seat", "names", "handles", "head", "entries", "closed")
    facts = facts_of(match, 0)
    return {"format": "grubenpost-turn/1", **{name: facts[name] for name in names}, "position": position}
