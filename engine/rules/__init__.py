"""The rules of Glück Auf: pure, exact, standard library only.

    >>> from engine.rules import legal_actions, new_game, parse, play, view

`new_game` opens a game from its stack orders, `play` gives the next position and what happened,
`legal_actions` and `legal_steps` list what is open, `view` removes what a reader may not know,
`standings` explains every point, `parse` and `Action.write` are the move language both ways.
"""

from __future__ import annotations

from ..errors import Ambiguous, NotLegal, NotNotation, Refused
from .action import Action, parse
from .actions.bank import Bank
from .actions.deliver import Deliver
from .actions.draft import Draft
from .actions.draw import Draw
from .actions.factory import Factory
from .actions.keep import Keep
from .actions.mine import Mine
from .actions.money import Money
from .actions.order import TakeOrder
from .components import (
    CARDS,
    HIDDEN_CARD,
    HIDDEN_TILE,
    RULES_VERSION,
    SPACES,
    TILE_COPIES,
    TILES,
    Card,
    Space,
    Tile,
)
from .events import Event
from .game import Game, Order, Pit, new_game
from .mining.notation import Dig
from .mining.steps import Fill, Load, Step, Store, To
from .play import Played, check, dig, legal_actions, legal_steps, play, replay
from .position import from_data, to_data
from .scoring import Breakdown, Standing, standings, winners
from .view import learn, view

__all__ = [
    "CARDS",
    "HIDDEN_CARD",
    "HIDDEN_TILE",
    "RULES_VERSION",
    "SPACES",
    "TILES",
    "TILE_COPIES",
    "Action",
    "Ambiguous",
    "Bank",
    "Breakdown",
    "Card",
    "Deliver",
    "Dig",
    "Draft",
    "Draw",
    "Event",
    "Factory",
    "Fill",
    "Game",
    "Keep",
    "Load",
    "Mine",
    "Money",
    "NotLegal",
    "NotNotation",
    "Order",
    "Pit",
    "Played",
    "Refused",
    "Space",
    "Standing",
    "Step",
    "Store",
    "TakeOrder",
    "Tile",
    "To",
    "check",
    "dig",
    "from_data",
    "learn",
    "legal_actions",
    "legal_steps",
    "new_game",
    "parse",
    "play",
    "replay",
    "standings",
    "to_data",
    "view",
    "winners",
]
