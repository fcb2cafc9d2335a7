"""One game by mail on the calendar: the real rules, the real clock, and simulated people.

What a person plays and what a house bot plays for them is chosen by the same bot, so a game has the same
moves whoever makes them, and is played once for all the clocks that it is looked at with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from engine.bots.selfplay import generator, play_one
from engine.clock import facts as said
from engine.clock.fold import happen
from engine.clock.reading import OPEN, WAIT, time_up, what_then
from engine.clock.state import Clock, new_clock
from engine.clock.terms import DAY, Terms
from engine.rules import Keep
from tests.bench.people import Person, make_person

YEAR = 365 * DAY
FIRST_DAY = int(datetime(2026, 1, 5, tzinfo=UTC).timestamp())
BOT = "greedy"


@dataclass(frozen=True)
class Season:
    """A game's plies, who plays it, and when it begins."""

    begins: int
    plies: tuple[tuple[int, bool], ...]
    """Whose each ply is, and whether it ends what the one before began."""
    people: tuple[Person, ...]


@dataclass
class Outcome:
    """What became of a game."""

    seconds: int | None
    """Until its last ply; `None` if it did not end within a year."""
    plies: int = 0
    by_bots: int = 0
    wronged: int = 0
    """Plies that a bot made for somebody who was still there."""


def make_season(seed: int, number: int, players: int) -> Season:
    """One game of a series, the first being number 1."""
    finished = play_one(seed, number, [BOT] * players)
    plies = tuple(
        (seat, isinstance(action, Keep))
        for seat, action in zip(finished.seats, finished.actions, strict=True)
    )
    rng: Random = generator(seed, number, "calendar")
    begins = FIRST_DAY + rng.randrange(YEAR)
    rngs = [generator(seed, number, f"person {seat}") for seat in range(players)]
    return Season(begins, plies, tuple(make_person(each, begins, len(plies)) for each in rngs))


@dataclass
class Table:
    """A game in play, with its clock. Time goes on by the next thing that happens."""

    season: Season
    clock: Clock
    ply: int = 0
    opened: dict[int, int | None] = field(default_factory=dict)
    """The seats that a house bot has, and when their players take them back; `None` is never."""
    outcome: Outcome = field(default_factory=lambda: Outcome(None))
    announcements: list[said.AbsenceAnnounced] = field(default_factory=list)
    """Still to come, the next one last."""

    def go(self) -> Outcome:
        for ply, (seat, choice) in enumerate(self.season.plies):
            self.ply = ply
            self._take_back(seat)
            self.clock = happen(self.clock, said.TurnBegan(self.clock.at, seat, choice))
            if not self._turn(seat) or self.clock.at - self.season.begins > YEAR:
                return self.outcome
            self.outcome.plies += 1
        self.outcome.seconds = self.clock.at - self.season.begins
        return self.outcome

    def _take_back(self, seat: int) -> None:
        """Whoever has read that a bot sits on their seat by now has it again."""
        back = self.opened.get(seat)
        if back is not None and back <= self.clock.at:
            del self.opened[seat]
            zone = self.season.people[seat].zone
            self.clock = happen(self.clock, said.SeatHandedOver(self.clock.at, seat, zone))

    def _turn(self, seat: int) -> bool:
        """One turn until the move is made; false if it never is."""
        person, asked = self.season.people[seat], self.clock.at
        if seat in self.opened:
            return self._bot_moves(seat, asked)
        answer = person.answers(asked, self.ply)
        while True:
            due = time_up(self.clock)
            moments = [at for at in (answer, due and due.at) if at is not None]
            if self._announce_before(min(moments, default=self.season.begins + 2 * YEAR)):
                continue
            if not moments:
                return False
            if due is None or (answer is not None and answer < due.at):
                assert answer is not None
                self.clock = happen(self.clock, said.MoveMade(answer, seat))
                return True
            if not self._time_is_up(seat, due.at, answer):
                return False
            if self.clock.turn is None:
                return True

    def _announce_before(self, until: int) -> bool:
        """The next absence, if it is told before this moment."""
        if not self.announcements or self.announcements[-1].at >= until:
            return False
        fact = self.announcements.pop()
        if fact.at >= self.clock.at:
            self.clock = happen(self.clock, fact)
        return True

    def _time_is_up(self, seat: int, deadline: int, answer: int | None) -> bool:
        then = what_then(self.clock)
        self.clock = happen(self.clock, said.TimeRanOut(deadline, seat))
        if then == WAIT:
            return answer is not None
        if then == OPEN:
            self.opened[seat] = answer
            self.clock = happen(self.clock, said.SeatHandedOver(deadline, seat, said.NOBODY))
        return self._bot_moves(seat, deadline)

    def _bot_moves(self, seat: int, at: int) -> bool:
        self.clock = happen(self.clock, said.MoveMade(at, seat, own=False))
        self.outcome.by_bots += 1
        self.outcome.wronged += not self.season.people[seat].is_gone(self.ply)
        return True


def play_season(season: Season, terms: Terms | None) -> Outcome:
    """What becomes of a game with such a clock."""
    zones = [person.zone for person in season.people]
    return Table(season, new_clock(terms, zones, season.begins), announcements=_announcements(season)).go()


def _announcements(season: Season) -> list[said.AbsenceAnnounced]:
    facts = [
        said.AbsenceAnnounced(at, seat, *week.span(person.zone))
        for seat, person in enumerate(season.people)
        for at, week in person.absences
        if not person.is_gone(0)
    ]
    return sorted(facts, key=lambda fact: (fact.at, fact.seat), reverse=True)


def in_days(outcomes: Sequence[Outcome]) -> list[float]:
    """How many days each of the finished games took, in order."""
    return sorted(outcome.seconds / DAY for outcome in outcomes if outcome.seconds is not None)
