"""Pairings: who plays with whom in a round, always the same from the same table.

A round robin goes by the circle: one stays, the others move on by one place each round. In a Swiss round
those with as many points meet, and nobody a second time as long as that can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

ROBIN: Final = "robin"
SWISS: Final = "swiss"
MOST_TRIES: Final = 20_000
"""So many are tried before a second meeting is put up with."""


class LeagueRound(NamedTuple):
    """The tables of one round, and who sits it out."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


def robin_rounds(players: int) -> int:
    """The number of rounds in which everybody has met everybody once."""
    return players - 1 + players % 2


def robin_round(players: Sequence[str], number: int) -> LeagueRound:
    """The round of this number, from 1 on."""
    circle: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    first, *rest = circle
    turned = [first, *rest[number - 1 :], *rest[: number - 1]]
    half = len(turned) // 2
    pairs = list(zip(turned[:half], reversed(turned[half:]), strict=True))
    byes = [one or other for one, other in pairs if one is None or other is None]
    tables = [(one, other) for one, other in pairs if one is not None and other is not None]
    return LeagueRound(tuple(tables), tuple(bye for bye in byes if bye is not None))


def swiss_round(
    ranked: Sequence[str], met: Counter[frozenset[str]], byes: Mapping[str, int], seats: int
) -> LeagueRound:
    """The round after this table, the best first, at tables of so many seats."""
    out = len(ranked) % seats
    places = {handle: place for place, handle in enumerate(ranked)}
    resting = sorted(ranked, key=lambda handle: (byes.get(handle, 0), -places[handle]))[:out]
    playing = [handle for handle in ranked if handle not in resting]
    tables = _apart(playing, met) if seats == 2 else None
    return LeagueRound(tuple(tables or _nearest(playing, met, seats)), tuple(resting))


def _apart(playing: Sequence[str], met: Counter[frozenset[str]]) -> list[tuple[str, ...]] | None:
    """Pairs in which nobody meets again, the best with the next best who can be; none if that can't be."""
    tries = 0

    def go_on(left: tuple[str, ...]) -> list[tuple[str, ...]] | None:
        nonlocal tries
        if not left:
            return []
        first, *others = left
        for other in others:
            tries += 1
            if tries > MOST_TRIES:
                return None
            if not met[frozenset((first, other))]:
                rest = go_on(tuple(one for one in others if one != other))
                if rest is not None:
                    return [(first, other), *rest]
        return None

    return go_on(tuple(playing))


def _nearest(playing: Sequence[str], met: Counter[frozenset[str]], seats: int) -> list[tuple[str, ...]]:
    """Tables from the top down, each filled with those who have met the fewest at it."""
    left, tables = list(playing), []
    while left:
        table = [left.pop(0)]
        while len(table) < seats:
            counts = [sum(met[frozenset((one, other))] for other in table) for one in left]
            table.append(left.pop(counts.index(min(counts))))
        tables.append(tuple(table))
    return tables
