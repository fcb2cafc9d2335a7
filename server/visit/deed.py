"""Deeds: things that a mail asks for, ready to be done, and what they come to when done or refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from server.ledger import models as rows


class Deed(NamedTuple):
    """Something that a mail asks for, ready to be done."""

    do: Callable[[], None]
    moves: bool = False
    """Whether it is a move, and touches nothing but its player and its game."""


class Outcome(NamedTuple):
    """The outcome of a mail."""

    told: str
    """In a few words, for the ledger."""
    changes: bool = False
    """Whether it may have changed what will fall due, or what other mails can touch."""
    put_off_until: int = 0
    """The time at which it is to be dealt with, if it is one too many now."""
    about: rows.Player | None = None
    """The player whom it was about, if that is not its sender."""
