"""`baron`: a search over games that its view could be a view of.

It deals what is hidden at random, plays each promising action there and goes on for two rounds as
`foreman` would for every seat, then sees by how much it leads. All actions are tried in the same deals, so
that luck favours none. Each time half of the nodes that are left are spent, the worse half of the actions
is given up. A node is a position that was judged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from engine.rules import Action, Game, play

from .determinise import determinise
from .foresight import Lead
from .judge import Judge

NAME: Final = "baron"
NODES: Final = 400
"""The nodes of one search: 0.1 to 0.2 s a move where python-chess plays 14,000 random plies a second."""
WIDTH: Final = 8
"""The number of actions that are tried, those first that `foreman` likes best."""
ROUNDS: Final = 2
"""The moves of everybody after the action that is tried."""

Stop = Callable[[], bool]
"""Asked before each playout: is it time to come to an end?"""


@dataclass(slots=True)
class Weighed:
    """An action, and the leads that it came to, one for each playout."""

    action: Action
    leads: list[Lead]

    @property
    def lead(self) -> float:
        """The mean of the leads in VP."""
        worth = 0.0
        for lead in self.leads:
            worth += lead.total
        return worth / len(self.leads) if self.leads else 0.0


def choose(view: Game, rng: Random) -> Action:
    """The action that came out best."""
    return search(view, rng, NODES)[0].action


def search(
    view: Game, rng: Random, nodes: int = NODES, stop: Stop = lambda: False, also: Sequence[Action] = ()
) -> list[Weighed]:
    """Try actions, and give them with the best first. Those in `also` are tried to the end, whatever comes of
    them.

    It ends when so many nodes are spent, when it is told to stop, or when one action is left.
    """
    judge = Judge(view.players)
    rated = sorted(judge.rate(view), key=lambda each: -each.lead)
    chosen = dict.fromkeys([*[each.action for each in rated[:WIDTH]], *also])
    field = [Weighed(action, []) for action in chosen]
    given_up: list[Weighed] = []
    spent, halved = 1, nodes // 2
    while len(field) > 1 and spent < nodes:
        world = determinise(view, rng)
        leads = []
        for weighed in field:
            if stop():
                return _ranked(field) + given_up
            lead, judged = _playout(world, weighed.action, view.turn, judge)
            leads.append(lead)
            spent += judged
        for weighed, lead in zip(field, leads, strict=True):
            weighed.leads.append(lead)
        if spent >= halved:
            halved += (nodes - halved) // 2
            field, dropped = _halve(_ranked(field), also)
            given_up = dropped + given_up
    return _ranked(field) + given_up


def _playout(world: Game, action: Action, seat: int, judge: Judge) -> tuple[Lead, int]:
    """The lead that an action comes to in a dealt game, and how many positions were judged for it."""
    game = play(world, action).game
    judged = 1
    while judged <= ROUNDS * game.players and not game.over:
        game = play(game, judge.best(game)).game
        judged += 1
    return judge.foresight.lead(game, seat), judged


def _ranked(field: list[Weighed]) -> list[Weighed]:
    """The best first; of equals, what `foreman` prefers."""
    return sorted(field, key=lambda weighed: -weighed.lead)


def _halve(ranked: list[Weighed], also: Sequence[Action]) -> tuple[list[Weighed], list[Weighed]]:
    """The better half and the worse; what must be tried to the end stays."""
    half = (len(ranked) + 1) // 2
    dropped = [weighed for weighed in ranked[half:] if weighed.action not in also]
    return [weighed for weighed in ranked if weighed not in dropped], dropped
