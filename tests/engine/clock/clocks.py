"""A clock that has begun, and its deadline."""

from __future__ import annotations

from engine.clock import facts as said
from engine.clock.fold import happen
from engine.clock.state import Clock, new_clock
from engine.clock.terms import DAY, HOUR, Terms
from tests.engine.clock.driving import START

DAILY = Terms(DAY, bank=3 * DAY, increment=2 * HOUR, grace=12 * HOUR)


def begun(terms: Terms = DAILY, at: int = START, zone: str = "UTC") -> Clock:
    return happen(new_clock(terms, [zone, zone], at), said.TurnBegan(at, 0))


def deadline(clock: Clock) -> int:
    assert clock.turn is not None
    assert clock.turn.deadline is not None
    return clock.turn.deadline
