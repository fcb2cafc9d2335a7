"""The situation of a person at a turn: the view from the seat, what happened before, and what may be done."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from client.session.style import Showing
from client.terminal.colour import Drawn
from engine.rules import Game
from engine.show import Menu, people
from engine.show.scribe import Scribe, scribe
from engine.tongue import Tongue


class Situation:
    """A turn of one seat. Nothing in it changes while it is thought over, but whether lessons are wanted."""

    def __init__(
        self,
        view: Game,
        names: Sequence[str],
        showing: Showing,
        *,
        game: str = "",
        told: str = "",
        taught: bool = False,
    ) -> None:
        self.view = view
        self.names = names
        self.showing = showing
        self.game = game
        self.told = told
        """The events since the last turn."""
        self.taught = taught
        """Whether lessons are wanted."""

    @property
    def seat(self) -> int:
        """The seat on turn."""
        return self.view.turn

    @property
    def by(self) -> Scribe:
        """The scribe who writes for the person."""
        return scribe(self.showing.tongue, self.showing.style)

    @property
    def tongue(self) -> Tongue:
        """The person's language, in the letters that the terminal has."""
        return self.by.tongue

    @property
    def name(self) -> str:
        """The person's name as it can be shown."""
        return people(self.names, self.tongue, self.showing.style)[self.seat].name

    @cached_property
    def menu(self) -> Menu:
        return self.showing.menu(self.view, self.names)

    def painted(self, text: str) -> str:
        """The text, to be shown in colours where they are wanted."""
        return Drawn(text) if self.showing.colourful else text
