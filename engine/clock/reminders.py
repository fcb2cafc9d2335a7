"""Reminders to a player: at most one a day for all games together, the most urgent first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .reading import UP, coming, time_up
from .spans import FOREVER
from .state import Clock
from .terms import DAY


class Waiting(NamedTuple):
    """A game that waits for a player."""

    game: str
    clock: Clock


def next_reminder(waiting: Iterable[Waiting], last: int) -> int | None:
    """The moment of the next mail that reminds a player of all these games, after the last one that did.

    What comes due within a day of the last mail waits for the end of that day; `None` if nothing comes.
    """
    moments = [due.at for one in waiting for due in coming(one.clock) if due.what != UP and due.at > last]
    return max(min(moments), last + DAY) if moments else None


def by_urgency(waiting: Iterable[Waiting]) -> Sequence[Waiting]:
    """The games in the order of their deadlines; those whose clock stands, or has none, come last."""

    def deadline(one: Waiting) -> tuple[int, str]:
        due = time_up(one.clock)
        return (FOREVER if due is None else due.at), one.game

    return sorted(waiting, key=deadline)
