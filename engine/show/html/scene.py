"""The scene that every part of the page needs: the view, the people in it, who reads, and the words."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from ...rules import Game
from .. import words
from ..people import NamedPlayer
from .cells import workers
from .look import BREAK
from .said import HtmlTongue


class Scene(NamedTuple):
    """`people` have the names as they are; `badge` and `name` are for the page."""

    game: Game
    people: list[NamedPlayer]
    reader: int | None
    turn: int | None
    """The seat to move; none if the game is over or was given up."""
    said: HtmlTongue

    def badge(self, seat: int) -> str:
        """A seat's letter in its colour."""
        return workers(self.people[seat].mark, seat, 0)

    def name(self, seat: int) -> str:
        """The name, and whether it is the reader's own."""
        name = escape(self.people[seat].name)
        return f"{name} ({self.said.say(words.YOU)})" if seat == self.reader else name

    def short(self, seat: int) -> str:
        """The name in a table, which has little room."""
        return f'<span style="{BREAK}">{escape(self.people[seat].short)}</span>'

    @property
    def seats(self) -> list[int]:
        """All seats, the reader's own first, in the order in which they play."""
        first, players = self.reader or 0, self.game.players
        return [(first + after) % players for after in range(players)]
