"""The wait after one failure after another."""

from __future__ import annotations

from random import uniform


class Backoff:
    """Waits that double up to a limit. They vary, so that many workers don't come back all at once."""

    def __init__(self, first: float = 1.0, longest: float = 60.0) -> None:
        self._first = first
        self._longest = longest
        self._next = first

    def fail(self) -> float:
        """The seconds to wait now."""
        wait = self._next
        self._next = min(2 * wait, self._longest)
        return uniform(wait / 2, wait)

    def succeed(self) -> None:
        """The next failure is a first one again."""
        self._next = self._first
