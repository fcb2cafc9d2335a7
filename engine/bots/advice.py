"""The baron's advice, with its reason, for a player who asks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from engine.rules import Action, Game
from engine.tongue import Phrase, word

from .baron import NODES, Stop, search
from .foresight import Lead

ONLY: Final = word("There is nothing else to do.")
CLOSE: Final = word("Other moves are about as good.")
WHY: Final = {
    "points": word("It soon delivers more."),
    "orders": word("More orders get done in time."),
    "means": word("It leaves more Marks, coal or workers."),
    "start": word("It helps to start the next shift."),
    "now": word("It brings more in the scoring of this shift."),
    "later": word("It brings more in the scorings after this shift."),
}
"""The reason for an action, by the part of the lead that gains most from it."""
LITTLE: Final = 1.0
"""A difference of fewer VP is none."""


class MoveAdvice(NamedTuple):
    """An action, the one that came next if there was any, and what speaks for the first."""

    action: Action
    instead_of: Action | None
    gain: float
    """By how many VP more it leads to expect than the other."""
    why: Phrase


def advise(view: Game, rng: Random, nodes: int = NODES, stop: Stop = lambda: False) -> MoveAdvice:
    """Advise the player to move, whose view this must be."""
    best, *others = search(view, rng, nodes, stop)
    if not others:
        return MoveAdvice(best.action, None, 0.0, ONLY)
    rival = others[0]
    gain = best.lead - rival.lead if best.leads and rival.leads else 0.0
    why = WHY[greatest_gain(best.leads, rival.leads)] if gain >= LITTLE else CLOSE
    return MoveAdvice(best.action, rival.action, gain, why)


def greatest_gain(better: Sequence[Lead], worse: Sequence[Lead]) -> str:
    """The part of the lead in which one is most ahead of the other, as far as both were tried."""
    gains = dict.fromkeys(Lead._fields, 0.0)
    for one, other in zip(better, worse, strict=False):
        for part in gains:
            gains[part] += getattr(one, part) - getattr(other, part)
    return max(gains, key=lambda part: gains[part])
