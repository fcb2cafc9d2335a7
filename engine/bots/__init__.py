"""Players that are not people.

A bot is one file here with its `NAME` and `choose(view, rng)`: a new file is a new bot, nothing else has
to know it. It decides from a view, so it never knows more than a player on its seat would, and all its
chance comes from the generator that is handed in. A published bot keeps its name and its strength; a
better one gets a new name.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import Final

from engine.errors import NotLegal, Refused
from engine.rules import HIDDEN_CARD, HIDDEN_TILE, Action, Game

Choose = Callable[[Game, Random], Action]


def bot(name: str) -> Choose:
    """The bot of this name."""
    if name not in _BOTS:
        raise Refused(
            "bots/unknown", "there is no bot `{name}`; there are: {names}", name=name, names=", ".join(NAMES)
        )
    return _BOTS[name]


def choose(who: str | Choose, view: Game, rng: Random) -> Action:
    """The action of a bot, by its name or as a function, for the seat to move, whose view this must be."""
    decide = bot(who) if isinstance(who, str) else who
    if view.over:
        raise NotLegal("bots/game-over", "the game is over: there is nothing to decide")
    if view.drawn and view.drawn[0] in (HIDDEN_TILE, HIDDEN_CARD):
        raise NotLegal("bots/not-its-view", "what was drawn is hidden here: a bot needs its own seat's view")
    return decide(view, rng)


def _gather() -> dict[str, Choose]:
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    return {module.NAME: module.choose for module in modules if hasattr(module, "NAME")}


_BOTS: Final = _gather()
NAMES: Final = tuple(sorted(_BOTS))
