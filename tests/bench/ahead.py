"""How much sooner games by mail end when people order ahead, and what it costs them in points.

    make bench ARGS=ahead          300 games a row
    make bench ARGS=ahead:20       another number of games

The table of `docs/slow-games.md` is written to standard error. Whole games for four by the real rules, with
the people of `seasons`, of whom nobody vanishes. Everyone plays as the bot foreman does. Whoever orders ahead
writes a list at every reading, and right after a move of their own hand, from what they see at that moment,
as the mails propose it (`engine.bots.lists.sketch`): no line for more workers than it costs then.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.ahead import Orders, Play, begin, decide
from engine.bots import choose
from engine.bots.lists import LINES, sketch
from engine.bots.selfplay import generator, opening
from engine.clock.terms import DAY
from engine.rules import Action, Game, legal_actions, play, standings, view
from engine.rules.game import CHOOSE, DRAFT
from tests.bench.figures import Figure
from tests.bench.people import Person, make_person
from tests.bench.season import FIRST_DAY, YEAR
from tests.bench.seasons import percentile

GAMES = 300
SEED = 17
PLAYERS = 4
PLIES = 130
BOT = "foreman"


class Habit(NamedTuple):
    """What is different in a row."""

    name: str
    seats: int = 0
    """How many of the seats order ahead."""
    small: bool = False
    """Whether those seats have the small measures: draft lists, draw and keep in one, forced moves."""
    lines: int = LINES
    turns: int = 1
    writer: str = BOT
    days: float | None = None
    """The aim: at most this part of the days without."""


ROWS = (
    Habit("nobody orders ahead"),
    Habit("lists by one", 1),
    Habit("lists by two", 2),
    Habit("lists by all", PLAYERS, days=0.45),
    Habit("the small measures by all, no lists", small=True),
    Habit("lists and small measures by two", 2, small=True, days=0.5),
    Habit("lists and small measures by all", PLAYERS, small=True, days=0.3),
    Habit("lists of one line by all", PLAYERS, lines=1),
    Habit("lists for three turns by all", PLAYERS, turns=3),
    Habit("lists for three turns and small measures by two", 2, small=True, turns=3),
    Habit("lists for three turns and small measures by all", PLAYERS, small=True, turns=3),
    Habit("lists by greedy, by one at a table of foremen", 1, writer="greedy"),
)
COST = 0.03
"""So much of the points orders may cost at most."""


@dataclass
class Result:
    """What became of the games of a row."""

    days: list[float] = field(default_factory=list)
    plies: int = 0
    at_once: int = 0
    ordered: list[int] = field(default_factory=list)
    """The points of the seats that order ahead, or of all where nobody does."""


class Written(NamedTuple):
    """A list, and the lines that it has played."""

    orders: Orders
    played: tuple[int, ...] = ()


class Evening:
    """One game on the calendar."""

    def __init__(self, number: int, habit: Habit) -> None:
        self.habit = habit
        self.game: Game = opening(PLAYERS, generator(SEED, number, "deal"))
        rng = generator(SEED, number, "calendar")
        self.now = FIRST_DAY + rng.randrange(YEAR)
        self.begins = self.now
        self.ahead = {(number + place) % PLAYERS for place in range(habit.seats)}
        self.small = self.ahead or (set(range(PLAYERS)) if habit.small else set())
        self.people = [self._person(number, seat) for seat in range(PLAYERS)]
        self.luck = [generator(SEED, number, f"seat {seat}") for seat in range(PLAYERS)]
        self.moments, self.positions = [self.now], [self.game]
        self.by_hand: dict[int, bool] = {}
        self.last: dict[int, int] = {}
        self.lists: dict[int, Written] = {}
        self.at_once = 0

    def _person(self, number: int, seat: int) -> Person:
        made = make_person(generator(SEED, number, f"person {seat}"), self.begins, PLIES)
        return replace(made, gone_from=None)

    def go(self) -> None:
        while not self.game.over:
            seat = self.game.turn
            action = self._at_once(seat)
            self.by_hand[seat] = action is None
            if action is None:
                self.lists.pop(seat, None)  # it has ended
            self.at_once += action is not None
            if action is None:
                answered = self.people[seat].answers(self.now, self.game.ply)
                assert answered is not None  # nobody vanishes
                self.now = answered
                action = choose(BOT, view(self.game, seat), self.luck[seat])
            self.last[seat] = self.now
            self.game = play(self.game, action).game
            self.moments.append(self.now)
            self.positions.append(self.game)

    def _at_once(self, seat: int) -> Action | None:
        """What is played the moment the turn comes, if anything is."""
        if self.habit.small and seat in self.small and self._is_small(seat):
            return choose(BOT, view(self.game, seat), self.luck[seat])
        if seat not in self.ahead or self.game.phase in (CHOOSE, DRAFT):
            return None
        written = self._written(seat)
        if written is None:
            return None
        seen = view(self.game, seat)
        decision = decide(written.orders, seen, replace(begin(seen, seat), played=written.played))
        if not isinstance(decision, Play):
            return None
        self.lists[seat] = written._replace(played=(*written.played, decision.line))
        return decision.action

    def _written(self, seat: int) -> Written | None:
        """The newest list, written anew if there was a reading since."""
        at = self._last_writing(seat)
        if at is None:
            return self.lists.get(seat)
        then = self.positions[bisect_right(self.moments, at) - 1]
        orders = sketch(view(then, seat), seat, self.habit.writer, self.habit.lines, self.habit.turns)
        return Written(orders) if orders is not None and orders.turns else None

    def _is_small(self, seat: int) -> bool:
        """The draft by a list, what to keep with the draw, and the only thing that can be done."""
        if self.game.phase in (CHOOSE, DRAFT):
            return True
        return len(legal_actions(view(self.game, seat))) == 1

    def _last_writing(self, seat: int) -> int | None:
        """When the newest list was written: at a reading since the seat's last move, or with that move."""
        since = self.last.get(seat, self.begins)
        readings = self.people[seat].readings
        number = bisect_right(readings, self.now)
        if number and readings[number - 1] > since:
            return readings[number - 1]
        return since if self.by_hand.get(seat) else None


def play_row(habit: Habit, games: int) -> Result:
    """The same deals and people for every row."""
    result = Result()
    for number in range(1, games + 1):
        evening = Evening(number, habit)
        evening.go()
        result.days.append((evening.now - evening.begins) / DAY)
        result.plies += evening.game.ply
        result.at_once += evening.at_once
        counted = evening.ahead or set(range(PLAYERS))
        result.ordered += [each.vp for each in standings(evening.game) if each.seat in counted]
    result.days.sort()
    return result


def measure(games: int = GAMES) -> Iterator[Figure]:
    results: dict[Habit, Result] = {}
    for habit in ROWS:
        results[habit] = play_row(habit, games)
        print(_row(habit, results[habit], next(iter(results.values()))), file=sys.stderr, flush=True)
    without = next(iter(results.values()))
    print(table(results), file=sys.stderr)
    for habit, result in results.items():
        yield from _figures(habit, result, without)


def _figures(habit: Habit, result: Result, without: Result) -> Iterator[Figure]:
    days, peer = percentile(result.days, 0.5), percentile(without.days, 0.5)
    wanted = "told only" if habit.days is None else f"ratio <= {habit.days}"
    met = habit.days is None or days / peer <= habit.days
    yield Figure(f"{habit.name}: median of the days", days, "days", peer, days / peer, wanted, met)
    share = result.at_once / result.plies
    yield Figure(f"{habit.name}: played at once", share, "of the moves", None, None, "told only", True)
    points, usual = mean(result.ordered), mean(without.ordered)
    judged = habit.seats and (habit.lines, habit.turns, habit.writer) == (LINES, 1, BOT)
    yield Figure(
        f"{habit.name}: points",
        points,
        "VP",
        usual,
        points / usual,
        f"ratio > {1 - COST}" if judged else "told only",
        not judged or points / usual > 1 - COST,
    )


def mean(values: list[int]) -> float:
    return sum(values) / len(values)


def table(results: dict[Habit, Result]) -> str:
    """A row for each habit, in Markdown."""
    without = next(iter(results.values()))
    head = "| who orders ahead | days, median | 90th percentile | part | played at once | points |"
    return "\n".join([head, "|---|---|---|---|---|---|", *(_row(*each, without) for each in results.items())])


def _row(habit: Habit, result: Result, without: Result) -> str:
    days, peer = percentile(result.days, 0.5), percentile(without.days, 0.5)
    change = mean(result.ordered) / mean(without.ordered) - 1
    return (
        f"| {habit.name} | {days:.0f} | {percentile(result.days, 0.9):.0f} | {days / peer:.2f} "
        f"| {result.at_once / result.plies:.0%} | {mean(result.ordered):.1f} ({change:+.1%}) |"
    )
