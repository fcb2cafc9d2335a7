"""Standing orders as values: turns to come, each a list of lines, with what makes the rest wait.

    draft: C-kk, gg, 9vp
    next: order C-kk if costs <= 2; else factory g2L if money >= 8 and costs <= 1; else money 5 if costs <= 1
    then: mine 8: plan C-kk if costs <= 1
    stop if ousted

The first line of a turn that is allowed and whose conditions hold is played. A later turn's list only
runs if line 1 was played in the turn before it. Every value has one canonical text (`write`).
"""

from __future__ import annotations

from dataclasses import dataclass

from .conditions import SHIFT_END, Condition
from .kinds import CardKind
from .wants import Want


@dataclass(frozen=True, slots=True)
class OrderLine:
    """One line of orders: something wanted, for how many workers at most, and on which conditions.

    Without a cap of its own a line plays on a free space only; `pin` sets what its space costs now.
    """

    want: Want
    cap: int | None = None
    conditions: tuple[Condition, ...] = ()

    def write(self) -> str:
        cap = () if self.cap is None else (f"costs <= {self.cap}",)
        tests = " and ".join((*cap, *(condition.write() for condition in self.conditions)))
        return f"{self.want.write()} if {tests}" if tests else self.want.write()


Turn = tuple[OrderLine, ...]
"""The lines for one turn, the most wanted first."""


@dataclass(frozen=True, slots=True)
class Orders:
    """All that a player has ordered ahead in one game."""

    turns: tuple[Turn, ...] = ()
    stops: tuple[Condition, ...] = ()
    draft: tuple[CardKind, ...] = ()

    def write(self) -> str:
        """The canonical text, a part on each line."""
        return "\n".join(self._parts())

    def in_one_line(self) -> str:
        """The same for a sealed letter, which has no line breaks."""
        return "; ".join(self._parts())

    def _parts(self) -> list[str]:
        parts = [f"draft: {', '.join(kind.write() for kind in self.draft)}"] if self.draft else []
        for number, turn in enumerate(self.turns):
            head = "then" if number else "next"
            parts.append(f"{head}: {'; else '.join(line.write() for line in turn)}")
        if self.stops:
            parts.append("; ".join(write_stop(stop) for stop in self.stops))
        return parts

    def __str__(self) -> str:
        return self.write()


def write_stop(stop: Condition) -> str:
    return f"stop {'at' if stop.write() == SHIFT_END else 'if'} {stop.write()}"
