"""How many days a game by mail takes, and whether it ends at all, without a clock and with each preset.

    make bench ARGS=seasons          so many games as give stable figures
    make bench ARGS=seasons:100      another number of games

The table of `docs/slow-games.md` is written to standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from engine.clock.terms import PRESETS
from tests.bench.figures import Figure
from tests.bench.season import Outcome, in_days, make_season, play_season

GAMES = 1000
SEED = 16
PLAYERS = 4
ENOUGH = 0.95
STEP = 50
NO_CLOCK = "none"


def measure(games: int = GAMES) -> Iterator[Figure]:
    outcomes = play_all(games)
    print(table(outcomes), file=sys.stderr)
    for name in outcomes:
        yield from _figures(name, outcomes[name], outcomes[NO_CLOCK])


def play_all(games: int) -> dict[str, list[Outcome]]:
    """What became of the same games with each clock, the one without first."""
    names = [NO_CLOCK, *(name for name in PRESETS if name != NO_CLOCK)]
    outcomes: dict[str, list[Outcome]] = {name: [] for name in names}
    for number in range(1, games + 1):
        season = make_season(SEED, number, PLAYERS)
        for name in names:
            outcomes[name].append(play_season(season, PRESETS[name]))
        if number % STEP == 0:
            print(f"seasons: {number} of {games} games", file=sys.stderr, flush=True)
    return outcomes


def _figures(name: str, outcomes: Sequence[Outcome], without: Sequence[Outcome]) -> Iterator[Figure]:
    days, peers = in_days(outcomes), in_days(without)
    for what, part in (("median", 0.5), ("90th percentile", 0.9)):
        yield _told(f"{name}: {what} of the days", "days", percentile(days, part), percentile(peers, part))
    share, before = finished(outcomes), finished(without)
    wanted = "told only" if name == NO_CLOCK else f"value >= {ENOUGH}"
    met = name == NO_CLOCK or share >= ENOUGH
    title = f"{name}: finished within a year"
    yield Figure(title, share, "of the games", before, share / before, wanted, met)
    yield _told(f"{name}: moves by bots for people who were there", "of the moves", wronged(outcomes), None)


def _told(name: str, unit: str, value: float, peer: float | None) -> Figure:
    ratio = value / peer if peer else None
    return Figure(name, value, unit, peer, ratio, "told only", True)


def percentile(ordered: Sequence[float], part: float) -> float:
    """The least of these values that so large a part does not exceed."""
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


def finished(outcomes: Sequence[Outcome]) -> float:
    """The share of the games that ended within a year."""
    return len(in_days(outcomes)) / len(outcomes)


def wronged(outcomes: Sequence[Outcome]) -> float:
    """The share of the plies that a bot made for somebody who was there."""
    return sum(each.wronged for each in outcomes) / sum(each.plies for each in outcomes)


def by_bots(outcomes: Sequence[Outcome]) -> float:
    return sum(each.by_bots for each in outcomes) / sum(each.plies for each in outcomes)


def table(outcomes: dict[str, list[Outcome]]) -> str:
    """A row for each clock, in Markdown."""
    lines = [
        "| pace | finished within a year | days, median | days, 90th percentile | moves by a house bot "
        "| by one for somebody who was there |",
        "|---|---|---|---|---|---|",
    ]
    for name, each in outcomes.items():
        days = in_days(each)
        lines.append(
            f"| `{name}` | {finished(each):.1%} | {percentile(days, 0.5):.0f} | {percentile(days, 0.9):.0f} "
            f"| {by_bots(each):.1%} | {wronged(each):.1%} |"
        )
    return "\n".join(lines)
