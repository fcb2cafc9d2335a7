"""`random`: any legal action, each as likely; in mining any legal step or stopping, until none is left."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.rules import Action, Game, Mine, dig, legal_actions

NAME: Final = "random"


def choose(view: Game, rng: Random) -> Action:
    actions = legal_actions(view)
    action = actions[rng.randrange(len(actions))]
    return _with_steps(view, action, rng) if isinstance(action, Mine) else action


def _with_steps(view: Game, mine: Mine, rng: Random) -> Mine:
    begun = dig(view, mine)
    while steps := begun.legal_steps():
        pick = rng.randrange(len(steps) + 1)
        if pick == len(steps):
            break
        begun.do(steps[pick])
    return Mine(mine.number, tuple(begun.steps))
