"""The schedule of attempts to send a mail again that was not taken."""

from __future__ import annotations

from typing import Final

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE

WAITS: Final = (MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR)
"""After the first attempt, the second, and so on; the last one goes for all further ones."""
PATIENCE: Final = 72 * HOUR
"""A mail that nobody has taken for so long never will be."""


def next_attempt(attempts: int, now: int) -> int | None:
    """The time of the next attempt after so many; None if it has gone on for long enough.

    Only the waits count. When the mail was written says nothing: it may answer one that lay in the mailbox
    for days.
    """
    waited = sum(wait_after(attempt) for attempt in range(1, min(attempts, PATIENCE // MINUTE) + 1))
    return now + wait_after(attempts) if waited <= PATIENCE else None


def wait_after(attempts: int) -> int:
    """The wait in seconds after so many attempts."""
    return WAITS[min(max(attempts, 1), len(WAITS)) - 1]
