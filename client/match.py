"""A whole game at one table, from the deal to the standings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from client.talk import Talk
from engine.bots import choose
from engine.rules import Action, Event, Game, play, view
from engine.rules.events import Ended, ShiftBegan, ShiftScored
from engine.show import board, standings_text, tell, wrap

Player = Callable[[Game], Action]
"""Whoever sits on a seat: asked for an action whenever it is that seat's turn."""


def bot_player(seat: int, bot: str, chance: Random) -> Player:
    """A bot on a seat; it sees what a person there would see."""
    return lambda game: choose(bot, view(game, seat), chance)


class Match:
    """A game that goes on, its players, and the one who is told about it."""

    def __init__(self, game: Game, names: Sequence[str], players: Sequence[Player], talk: Talk) -> None:
        self.game = game
        self._names = names
        self._players = players
        self._talk = talk

    def play_out(self, every_move: bool) -> None:
        """Play to the end. Each move is told, or only what ends a shift, with a board."""
        while not self.game.over:
            seat = self.game.turn
            self.game, events = play(self.game, self._players[seat](self.game), seat)
            if every_move:
                self._tell(events)
            elif any(isinstance(event, ShiftScored) for event in events):
                self._tell([event for event in events if isinstance(event, ShiftScored | ShiftBegan | Ended)])
                self._talk.say(f"\n{board(view(self.game, None), self._names, None)}\n")
        self._talk.say(f"\n{standings_text(self.game, self._names)}")

    def _tell(self, events: Sequence[Event]) -> None:
        for sentence in tell(events, self._names):
            self._talk.say("\n".join(wrap(sentence, "", "  ")))
