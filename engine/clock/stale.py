"""The end of games that never begin: after a warning, and never sooner than a first move may take."""

from __future__ import annotations

from typing import Final, NamedTuple

from .terms import DAY, Terms

LEAST: Final = 28 * DAY
"""So long a game waits for players at the least."""
NOTICE: Final = 7 * DAY
"""So long before its end everyone at the table is warned."""


class Expiry(NamedTuple):
    """The moments at which those at the table are warned, and the game is let go."""

    warned: int
    ends: int


def expiry(touched: int, terms: Terms | None) -> Expiry:
    """Of a game, or an invitation to it, to which nothing has happened since this moment."""
    patience = max(LEAST, terms.allowance + NOTICE) if terms else LEAST
    return Expiry(touched + patience - NOTICE, touched + patience)
