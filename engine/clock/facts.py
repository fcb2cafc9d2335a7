"""Facts that change a clock. Each stands in the game's log, and its moment is the log's.

The moment of a move is when the club's own mail server received it, and that of a fact that time causes is
the deadline itself, never the moment at which somebody looked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .days import Zone
from .terms import Terms

OUTAGE: Final = "outage"
BOUNCE: Final = "bounce"
PAUSE: Final = "pause"
REASONS: Final = (OUTAGE, BOUNCE, PAUSE)
"""The reasons for a stop: the server can't fetch or send; a player's mail comes back; the host said so."""


HELD: Final = "held"
"""A clock stands too while a move that has come waits to be played, because it can be taken back."""

NOBODY: Final = ""
"""The time zone of a bot."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened at a moment."""

    at: int


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """It is a seat's turn. A `choice` ends what its last move began, such as what to keep of a draw."""

    seat: int
    choice: bool = False


@dataclass(frozen=True, slots=True)
class MoveMade(Fact):
    """The seat on turn has moved: its player (or their substitute), or else a bot."""

    seat: int
    own: bool = True


@dataclass(frozen=True, slots=True)
class MoveHeld(Fact):
    """The seat on turn has moved, and the move waits: nobody's clock runs meanwhile."""


@dataclass(frozen=True, slots=True)
class MoveLetGo(Fact):
    """The move that waited is played, or taken back."""


@dataclass(frozen=True, slots=True)
class MoveTakenBack(Fact):
    """The last move, which this seat made, was none: its turn begins anew, without what the move brought."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimeRanOut(Fact):
    """The deadline of the seat on turn has passed."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stopped(Fact):
    """The clock stands still from now on: for one seat, or for all."""

    why: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Resumed(Fact):
    """This reason for standing still is gone; others may be left."""

    why: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class AbsenceAnnounced(Fact):
    """A player will be away; what lies in the past of it does not count."""

    seat: int
    begins: int
    ends: int


@dataclass(frozen=True, slots=True)
class AbsenceEnded(Fact):
    """A player is back early; absences that have not begun stay."""

    seat: int


@dataclass(frozen=True, slots=True)
class AbsenceWithdrawn(Fact):
    """Absences of a player that have not begun yet will not be."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimeAdded(Fact):
    """The seat on turn gets more time for this move."""

    seat: int
    seconds: int


@dataclass(frozen=True, slots=True)
class SubstituteNamed(Fact):
    """Whoever steps in for a seat's player from now on; nobody if empty."""

    seat: int
    who: str


@dataclass(frozen=True, slots=True)
class SubstituteSteppedIn(Fact):
    """The substitute has this turn from now on, with a turn's own time and nobody's bank."""

    seat: int
    zone: Zone


@dataclass(frozen=True, slots=True)
class SeatHandedOver(Fact):
    """Somebody else has the seat: with a full bank, no absences, and a turn that begins anew.

    `NOBODY` is a house bot, for which no clock runs: it moves at once.
    """

    seat: int
    zone: Zone


@dataclass(frozen=True, slots=True)
class ZoneChanged(Fact):
    """A player lives elsewhere; a turn under way keeps the days off with which it began."""

    seat: int
    zone: Zone


@dataclass(frozen=True, slots=True)
class TermsAgreed(Fact):
    """All have agreed on other terms: banks are full again, and a turn under way begins anew."""

    terms: Terms | None
