"""The chooser at a turn: the person, on a full screen where there is one, else line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from client.play.situation import Situation
from client.play.talk import Talk
from client.play.turn import Thinking
from client.session.style import Showing
from engine.rules import Action, Game
from engine.show import Style


class Person:
    """Asked for an action whenever it is their turn. Lessons go on until they are switched off."""

    def __init__(self, showing: Showing, talk: Talk, *, screen: bool, taught: bool = False) -> None:
        self.taught = taught
        self._showing = showing
        self._talk = talk
        self._screen = screen

    def decide(self, view: Game, names: Sequence[str], *, game: str = "", told: str = "") -> Action:
        """The action that they agreed on; `Left` if they leave."""
        of = Situation(view, names, self._showing, game=game, told=told, taught=self.taught)
        thinking = Thinking(of)
        try:
            if self._screen:
                from client.play.screens.screen import decide_on_screen  # noqa: PLC0415  slow, and not always needed

                return decide_on_screen(thinking)
            from client.play.prompts import decide_by_prompts  # noqa: PLC0415

            return decide_by_prompts(thinking, self._talk)
        finally:
            self.taught = of.taught


def has_screen(style: Style) -> bool:
    """Whether there is a terminal to draw on, and somebody who wants to look at it."""
    if style is Style.SPOKEN or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
