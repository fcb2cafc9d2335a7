"""The dial of a clock: all that is told of a turn's time, in moments, so that whoever has it needs no log.

It is read at a moment. While the clock stands, the moments on it are those that would hold if it had gone on
then; else they hold until something happens in the game, and any later moment can be measured by them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .reading import BANK, GRACE, OVER, TIME, marks, what_then
from .spans import FOREVER, Span
from .state import Clock, ClockTurn


@dataclass(frozen=True, slots=True)
class Dial:
    """The face of a clock: the time of the turn under way."""

    at: int
    """The moment at which it was read."""
    seat: int
    """The seat on turn."""
    time: int
    """The end of the turn's own time …"""
    bank: int
    """… of the bank after it …"""
    deadline: int
    """… and of the grace, when the time is up."""
    saved: int = 0
    """The seconds that the bank held when the turn began."""
    then: str = ""
    """The consequence when the time is up; empty if that has happened."""
    stopped: tuple[str, ...] = ()
    """The reasons for which the clock stands."""
    away: tuple[Span, ...] = ()
    """The absences of whoever is on turn that are not over."""

    def phase(self, at: int) -> str:
        """The part of the time that is being used up at a moment."""
        ends = ((TIME, self.time), (BANK, self.bank), (GRACE, self.deadline))
        return next((name for name, end in ends if at < end), OVER)

    def until(self, at: int) -> int:
        """The end of that part; of time that is up, when it was."""
        return {TIME: self.time, BANK: self.bank}.get(self.phase(at), self.deadline)

    def away_until(self, at: int) -> int | None:
        """The end of the absence in which a moment lies."""
        return max((span.ends for span in self.away if span.begins <= at < span.ends), default=None)


def read_dial(clock: Clock, at: int) -> Dial | None:
    """The dial of a clock at a moment; nothing where none runs."""
    turn = clock.turn
    if turn is None:
        return None
    time, bank, deadline = marks(replace(turn, stood=_as_if_resumed(turn, at)))
    if time is None or bank is None or deadline is None:
        return None  # nobody can be away for ever, and a stop ends at the moment itself
    return Dial(
        at,
        turn.seat,
        time,
        bank,
        deadline,
        saved=turn.bank,
        then="" if turn.ran_out else what_then(clock),
        stopped=clock.stopped_for(turn.seat),
        away=tuple(span for span in turn.away if span.ends > at),
    )


def _as_if_resumed(turn: ClockTurn, at: int) -> tuple[Span, ...]:
    """The turn's stops if the one under way ended now."""
    return tuple(span if span.ends != FOREVER else Span(span.begins, at) for span in turn.stood)
