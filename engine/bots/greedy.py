"""`greedy`: one ply ahead. It tries all that it may do and takes what leaves it with the most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from engine.rules import (
    Action,
    Card,
    Dig,
    Draw,
    Factory,
    Game,
    Keep,
    Mine,
    Pit,
    Step,
    TakeOrder,
    Tile,
    legal_actions,
)
from engine.rules.buying import Substitutes, substitutes
from engine.rules.game import CHOOSE
from engine.rules.mining.planner import plans

from .spare_steps import use_up
from .worth import WORKER, Outlook

NAME: Final = "greedy"
DRAW: Final = 0.9
"""The worth of the best of five unseen pieces, measured by the best one that lies face up."""
PLANS: Final = 6
"""The number of the planner's plans that are tried for a mining space."""
SHOWN: Final[dict[str, type[Action]]] = {"factory": Factory, "order": TakeOrder}
"""The action that takes a face-up piece of each area."""


class Tried(NamedTuple):
    """An action, what it brings in VP, and the workers it takes."""

    action: Action
    gain: float
    workers: int


def choose(view: Game, rng: Random) -> Action:
    """The action that brings most for its workers; among equals, one by lot."""
    rated = rate(view)
    most = max(brought for brought, _ in rated)
    best = [action for brought, action in rated if brought == most]
    return best[rng.randrange(len(best))]


def rate(view: Game) -> list[tuple[float, Action]]:
    """All that is worth trying, each with what it brings for its workers."""
    outlook = Outlook(view)
    now = outlook.worth(view)
    tried = [_try(view, action, outlook, now) for action in candidates(view)]
    return [(_hoped_for(each, tried) - WORKER * each.workers, each.action) for each in tried]


def _try(view: Game, action: Action, outlook: Outlook, now: float) -> Tried:
    """Do it to a copy, up to where the next player's turn would begin."""
    game = view.copy()
    action.play(game, [])
    used = view.workers[view.turn] - game.workers[view.turn]
    return Tried(action, outlook.worth(game) - now, used)


def _hoped_for(one: Tried, tried: Sequence[Tried]) -> float:
    """The gain; of a draw-five, whose pieces are not known yet, by what lies face up."""
    if not isinstance(one.action, Draw):
        return one.gain
    taken = SHOWN[one.action.word]
    return max((DRAW * other.gain for other in tried if isinstance(other.action, taken)), default=0.0)


def candidates(view: Game) -> Iterator[Action]:
    """The actions worth trying: all, but of the endless ways to mine or to put back only some."""
    if view.phase == CHOOSE:
        yield from keeps(view)
        return
    for action in legal_actions(view):
        if isinstance(action, Mine):
            yield from digs(view.pits[view.turn], action.number)
        else:
            yield action


def digs(pit: Pit, number: int) -> Iterator[Mine]:
    """The planner's best for a mining space, and one without a plan; all with every step put to use."""
    best = [plan.steps for plan in plans(pit, number)[:PLANS]]
    for steps in dict.fromkeys([(), *best]):
        yield Mine(number, _with_leftover(pit, number, steps))


def _with_leftover(pit: Pit, number: int, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    begun = Dig(pit, number)
    for step in steps:
        begun.do(step)
    use_up(begun)
    return tuple(begun.steps)


def keeps(view: Game) -> Iterator[Keep]:
    """Every piece that can be kept, or none; the others go to the bottom, out of the rivals' reach."""
    drawn: tuple[Tile | Card, ...] = view.drawn
    yield Keep(None, (), "bottom", drawn)
    for piece in dict.fromkeys(drawn):
        at = drawn.index(piece)
        rest = drawn[:at] + drawn[at + 1 :]
        for loads in _ways_to_take(view, piece):
            yield Keep(piece, loads, "bottom" if rest else "", rest)


def _ways_to_take(view: Game, piece: Tile | Card) -> Sequence[Substitutes]:
    """An order is free; a tile must be affordable, and may need other coal."""
    if not isinstance(piece, Tile):
        return ((),)
    return substitutes(view.coal, piece) if piece.price <= view.pits[view.turn].money else ()
