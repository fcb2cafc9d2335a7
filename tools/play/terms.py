"""The agreement before a game of `make play`: who plays, and against which bots."""

from __future__ import annotations

from typing import Final, NamedTuple

YOUR_NAME: Final = "Anna"
BOTS: Final = ("Berta", "Carl", "Dora", "Emil")
"""The names of bots; one is spare, in case the person is called so."""
DEFAULT_PLAYERS: Final = 3
DEFAULT_BOT: Final = "foreman"


class Agreement(NamedTuple):
    """The agreement."""

    players: int
    name: str
    bot: str
    face_down: bool
    language: str

    def names(self) -> list[str]:
        """The person first, then the bots."""
        others = [name for name in BOTS if name.casefold() != self.name.casefold()]
        return [self.name, *others][: self.players]
