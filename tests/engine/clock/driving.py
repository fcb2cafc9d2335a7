"""Clocks that are driven by what people and hosts do, as a server would write it down.

Everything happens on full hours, so that a test can count them one by one and needs none of the code.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from engine.clock import facts as said
from engine.clock.facts import BOUNCE, OUTAGE, PAUSE, Fact
from engine.clock.fold import happen
from engine.clock.reading import time_up
from engine.clock.state import Clock, new_clock
from engine.clock.terms import HOUR, Terms

SEATS = 3
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Tokyo")


def moment(text: str, zone: str = "UTC") -> int:
    """A moment by the clocks of a zone: 2026-11-19 18:00."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


def shown(at: int | None, zone: str = "UTC") -> str:
    """A moment as the clocks of a zone show it."""
    assert at is not None
    return datetime.fromtimestamp(at, UTC).astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M")


START = moment("2026-10-19 08:00")
"""A Monday, with a change of the clocks in Europe and one in America in the two weeks after it."""


@dataclass
class Drive:
    """A game's clock and all the facts so far. Deadlines that pass are written down before anything else."""

    clock: Clock
    facts: list[Fact] = field(default_factory=list)

    def add(self, fact: Fact) -> None:
        self.clock = happen(self.clock, fact)
        self.facts.append(fact)

    def begin(self, at: int, seat: int) -> None:
        self.add(said.TurnBegan(at, seat))

    def pass_deadlines(self, until: int) -> None:
        while (due := time_up(self.clock)) is not None and due.at <= until:
            self.add(said.TimeRanOut(due.at, due.seat))
            self.add(said.MoveMade(due.at, due.seat, own=False))
            self.begin(due.at, (due.seat + 1) % SEATS)

    def do(self, what: str, at: int, seat: int, hours: int) -> None:
        """One thing that happens, if it can."""
        self.pass_deadlines(at)
        turn, stops = self.clock.turn, self.clock.stops
        assert turn is not None
        stop = {"outage": (OUTAGE, None), "pause": (PAUSE, None), "bounce": (BOUNCE, seat)}.get(what)
        if stop is not None:
            self.add((said.Resumed if stop in stops else said.Stopped)(at, *stop))
        elif what == "move":
            self.add(said.MoveMade(at, turn.seat))
            self.begin(at, (turn.seat + 1) % SEATS)
        elif what == "away":
            self.add(said.AbsenceAnnounced(at, seat, at + hours * HOUR, at + 3 * hours * HOUR + HOUR))
        elif what == "back":
            self.add(said.AbsenceEnded(at, seat))
        elif what == "more":
            self.add(said.TimeAdded(at, turn.seat, hours * HOUR + HOUR))
        elif what == "over":
            self.add(said.SeatHandedOver(at, seat, ZONES[hours % SEATS]))
        elif what == "zone":
            self.add(said.ZoneChanged(at, seat, ZONES[hours % SEATS]))


Script = list[tuple[str, int, int, int]]
OPERATIONS = ("move", "move", "outage", "pause", "bounce", "away", "back", "more", "over", "zone")
scripts = st.lists(
    st.tuples(st.sampled_from(OPERATIONS), st.integers(0, 60), st.integers(0, SEATS - 1), st.integers(0, 72)),
    max_size=12,
)


@st.composite
def hourly_terms(draw: st.DrawFn) -> Terms:
    bank = draw(st.integers(0, 60))
    return Terms(
        draw(st.integers(1, 72)) * HOUR,
        bank * HOUR,
        draw(st.integers(0, min(bank, 12))) * HOUR,
        draw(st.integers(0, 48)) * HOUR,
        tuple(sorted(draw(st.sets(st.integers(0, 6), max_size=4)))),
        draw(st.sampled_from([(), ((10, 25),), ((10, 25), (11, 1))])),
        draw(st.sampled_from(["", "Europe/Berlin"])),
    )


def driven(terms: Terms, script: Script) -> Drive:
    """A clock after a script: what happens, after how many hours, to whom, and for how long."""
    drive, at = Drive(new_clock(terms, ZONES, START)), START
    drive.begin(at, 0)
    for what, wait, seat, hours in script:
        at += wait * HOUR
        drive.do(what, at, seat, hours)
    return drive
