"""A finished game, ply by ply: what was played, and the board after it. All cards lie open now."""

from __future__ import annotations

from typing import Final

from client.session.style import Showing
from client.terminal.colour import Drawn
from engine.library.chronicle import Chronicle, Ply
from engine.rules import Game, view
from engine.show import board, tell, wrap
from engine.show.scribe import scribe

BEGINNING: Final = -1
"""Before the first ply, which is number 0."""


class Replay:
    """The place in a game that is shown again, and what there is to see."""

    def __init__(self, game: Chronicle, showing: Showing, ply: int = BEGINNING) -> None:
        self._game = game
        self._showing = showing
        self.ply = ply

    @property
    def last(self) -> int:
        return len(self._game.plies) - 1

    def go_to(self, ply: int) -> None:
        """As near as there is one."""
        self.ply = max(BEGINNING, min(ply, self.last))

    def go_to_next_shift(self) -> None:
        """Go to the beginning of the next shift, or the game's end."""
        shift = self._position.shift
        after = (ply.number for ply in self._game.plies[self.ply + 1 :] if ply.after.shift > shift)
        self.go_to(next(after, self.last))

    @property
    def title(self) -> str:
        """The ply's title, in the person's language."""
        say = scribe(self._showing.tongue, self._showing.style).tongue.say
        if self.ply == BEGINNING:
            return say("The beginning; the last move is {last}", last=self.last)
        return say("Move {ply} of {last}", ply=self.ply, last=self.last)

    def blocks(self) -> list[str]:
        """The news of the ply, the board after it, and at the end the standings."""
        shown = [self._told(self._game.plies[self.ply])] if self.ply != BEGINNING else []
        names, position = self._game.names, self._position
        drawn = board(_seen(position), names, None, self._showing.tongue, self._showing.style)
        shown.append(Drawn(drawn) if self._showing.colourful else drawn)
        return [*shown, self._showing.standings(position, names)] if position.over else shown

    @property
    def _position(self) -> Game:
        return self._game.opening if self.ply == BEGINNING else self._game.plies[self.ply].after

    def _told(self, ply: Ply) -> str:
        said = tell(ply.events, self._game.names, self._showing.tongue, self._showing.style)
        return "\n".join(line for sentence in said for line in wrap(sentence, "", "  "))


def _seen(position: Game) -> Game:
    """The view without a draw: it is shown as nobody sees it, for only the player who chooses knows it
    then.
    """
    return view(position, None) if position.drawn else position
