"""What a benchmark finds, and how two things are measured side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any, NamedTuple

ROUNDS = 20
SLICE = 0.25

Work = Callable[[], int]
"""Does a piece of work and tells how much it was."""


@dataclass(frozen=True)
class Figure:
    name: str
    value: float
    unit: str
    peer: float | None
    ratio: float | None
    wanted: str
    met: bool

    def facts(self) -> dict[str, Any]:
        rounded = {name: _round(getattr(self, name)) for name in ("value", "peer", "ratio")}
        return {
            "name": self.name,
            "value": rounded["value"],
            "unit": self.unit,
            "peer": rounded["peer"],
            "ratio": rounded["ratio"],
            "wanted": self.wanted,
            "met": self.met,
        }


def _round(number: float | None) -> float | None:
    """Four digits tell enough."""
    return None if number is None else float(f"{number:.4g}")


class Speeds(NamedTuple):
    """The medians of the rounds: both speeds per second of processor time, and how they compare."""

    ours: float
    theirs: float
    ratio: float


def compare(ours: Work, theirs: Work, rounds: int = ROUNDS, seconds: float = SLICE) -> Speeds:
    """Let both work in turn, and take the medians."""
    ours(), theirs()
    first, second = [], []
    for number in range(rounds):
        if number % 2:
            first.append(_speed(ours, seconds))
            second.append(_speed(theirs, seconds))
        else:
            second.append(_speed(theirs, seconds))
            first.append(_speed(ours, seconds))
    ratios = [mine / other for mine, other in zip(first, second, strict=True)]
    return Speeds(median(first), median(second), median(ratios))


def _speed(work: Work, seconds: float) -> float:
    done = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        done += work()
    return done / spent


def at_least(name: str, unit: str, speeds: Speeds, wanted: float) -> Figure:
    """A speed that should be at least so many times the peer's."""
    met = speeds.ratio >= wanted
    return Figure(name, speeds.ours, unit, speeds.theirs, speeds.ratio, f"ratio >= {wanted:.3g}", met)


def time_of(speed: float) -> float:
    """Microseconds for one, where so many are done in a second."""
    return 1e6 / speed
