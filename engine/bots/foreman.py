"""`foreman`: one ply ahead, with foresight: it plans orders, money and majorities by the scoring clock."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.rules import Action, Game

from .judge import Judge

NAME: Final = "foreman"


def choose(view: Game, rng: Random) -> Action:
    """The action that promises the greatest lead; among equals, one by lot."""
    rated = Judge(view.players).rate(view)
    most = max(each.lead for each in rated)
    best = [each.action for each in rated if each.lead == most]
    return best[rng.randrange(len(best))]
