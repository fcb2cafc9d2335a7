"""The style in which games are shown to this player: language, signs, with colours or without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from client.memory.glance import Glance
from client.terminal.colour import Drawn
from engine.errors import NotLegal
from engine.rules import Action, Game, from_data, play, standings, view
from engine.show import Menu, Style, board, numbered_actions, standings_text, tell
from engine.show.layout import wrap
from engine.tongue import Tongue


class Showing(NamedTuple):
    """Shows what a player sees."""

    tongue: Tongue
    style: Style
    colourful: bool = False

    def board(self, position: Game, names: Sequence[str], seat: int) -> str:
        return self._painted(board(position, names, seat, self.tongue, self.style))

    def menu(self, position: Game, names: Sequence[str]) -> Menu:
        return numbered_actions(position, names, self.tongue, self.style)

    def actions(self, position: Game, names: Sequence[str]) -> str:
        """The actions of the player to move."""
        return self._painted(str(self.menu(position, names)))

    def standings(self, position: Game, names: Sequence[str]) -> str:
        return self._painted(standings_text(position, names, self.tongue, self.style))

    def outcome(self, position: Game, action: Action, names: Sequence[str], seat: int) -> str:
        """The outcome of a move, as far as the player may know. It has been checked already."""
        try:
            played = play(position, action, seat)
        except NotLegal:  # only a scoring can need what lies face down
            return self.tongue.say("It ends the shift; the scoring needs cards that lie face down.")
        said = tell(played.events, names, self.tongue, self.style)
        return "\n".join(line for sentence in said for line in wrap(sentence, "  "))

    def after(self, position: Game, action: Action, seat: int) -> Game | None:
        """The player's view after a move, if it can be known."""
        try:
            return view(play(position, action, seat).game, seat)
        except NotLegal:
            return None

    def _painted(self, text: str) -> str:
        return Drawn(text) if self.colourful else text


def position_of(found: Glance) -> Game:
    """The position that a game was last heard of in."""
    return from_data(found.position)


def style_for(wanted: str, encoding: str) -> Style:
    """The style that was chosen, or what the terminal's encoding can show."""
    if wanted in tuple(Style):
        return Style(wanted)
    return Style.UNICODE if encoding.lower().replace("-", "") == "utf8" else Style.ASCII


def standings_facts(position: Game, names: Sequence[str]) -> list[dict[str, Any]]:
    """The standings for scripts."""
    return [
        {"rank": standing.rank, "seat": standing.seat, "name": names[standing.seat], "vp": standing.vp}
        for standing in standings(position)
    ]


def menu_facts(menu: Menu) -> list[dict[str, Any]]:
    """The legal actions for scripts."""
    return [
        {
            "number": entry.number,
            "move": entry.action.write(),
            "workers": entry.outcome.workers,
            "marks": entry.outcome.marks,
            "plans": {f"{entry.number}{planned.letter}": planned.action.write() for planned in entry.plans},
        }
        for entry in menu.entries
    ]
