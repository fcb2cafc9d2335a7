"""The judgement that `foreman` and `baron` share: a player's actions now, and the lead that each promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.rules import Action, Draw, Game, Mine, Pit, legal_actions
from engine.rules.game import CHOOSE

from .foresight import WORKER, Foresight, Look, look
from .greedy import SHOWN, digs, keeps

DRAW: Final = 0.719
"""The worth of the best of five unseen pieces, measured by the best one that lies face up."""


_WORDS: Final = {taken: word for word, taken in SHOWN.items()}


class Rated(NamedTuple):
    """An action, and the lead in VP that it promises."""

    action: Action
    lead: float


class Judge:
    """Rates actions one ply ahead. It remembers pits, so that a search judges quicker the longer it lasts."""

    __slots__ = ("_digs", "foresight")

    def __init__(self, players: int) -> None:
        self.foresight = Foresight(players)
        self._digs: dict[tuple[Look, int], list[Mine]] = {}

    def rate(self, view: Game) -> list[Rated]:
        """All that is worth trying, with what it promises the player to move."""
        seat, lead = view.turn, self.foresight.lead
        now = lead(view, seat).total
        rated: list[Rated] = []
        draws: list[tuple[Draw, int]] = []
        shown = dict.fromkeys(SHOWN, 0.0)
        for action in self._candidates(view):
            after = view.copy()
            action.play(after, [])
            used = view.workers[seat] - after.workers[seat]
            if isinstance(action, Draw):
                draws.append((action, used))
                continue
            promised = lead(after, seat).total
            rated.append(Rated(action, promised))
            if word := _WORDS.get(type(action)):
                shown[word] = max(shown[word], promised - now + used * WORKER)
        for draw, used in draws:
            rated.append(Rated(draw, now + DRAW * shown[draw.word] - used * WORKER))
        return rated

    def best(self, view: Game) -> Action:
        """The action that promises most; of equals the first."""
        return max(self.rate(view), key=lambda rated: rated.lead).action

    def _candidates(self, view: Game) -> Iterator[Action]:
        """As for `greedy`, but ways to mine are remembered."""
        if view.phase == CHOOSE:
            yield from keeps(view)
            return
        pit = view.pits[view.turn]
        for action in legal_actions(view):
            if isinstance(action, Mine):
                yield from self._ways_to_mine(pit, action.number)
            else:
                yield action

    def _ways_to_mine(self, pit: Pit, number: int) -> list[Mine]:
        key = look(pit), number
        known = self._digs.get(key)
        if known is None:
            known = self._digs[key] = list(digs(pit, number))
        return known
