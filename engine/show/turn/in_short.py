"""The moves open to the player to move, in short: for those who wait, and can use no numbers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.tongue import Tongue
from engine.tongue.offered_moves import offered

from ...rules import Game, legal_actions
from ...rules.game import CHOOSE, DRAFT
from .. import words
from ..boards.offer import priced
from ..people import NamedPlayer


def can_do(view: Game, seated: Sequence[NamedPlayer], tongue: Tongue) -> str:
    """`Anna can play: factory 1, 2, 3, draw; mine 4, 6; bank.`"""
    who = seated[view.turn].name
    if view.phase == CHOOSE:
        return words.chooses(tongue, who, view.drawn_at, len(view.drawn))
    if view.phase == DRAFT:
        return tongue.say("{who} can take: {cards}.", who=who, cards=" ".join(priced(view.draft, tongue)))
    return tongue.say("{who} can play: {moves}.", who=who, moves=_moves(view, tongue))


def _moves(view: Game, tongue: Tongue) -> str:
    """The kinds of moves, and behind each its spaces; how a tile could be loaded is left out."""
    spaces: dict[str, dict[str, None]] = {}
    for action in legal_actions(view):
        kind, *rest = action.write().split()
        spaces.setdefault(kind, {}).update(dict.fromkeys(rest[:1]))
    told = [
        " ".join([offered(kind, tongue), ", ".join(offered(each.strip(",:"), tongue) for each in found)])
        for kind, found in spaces.items()
    ]
    return "; ".join(each.strip() for each in told)
