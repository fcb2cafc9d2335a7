"""The ways to send a move: in a reply that a link fills in, or with the client."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import quote

_AS_IT_IS: Final = "@,:"
"""Signs that stand in a mailto link as they are (RFC 6068). A plus is encoded, because some read it as a
space.
"""


@dataclass(frozen=True, slots=True)
class ByMail:
    """By a reply to the server's address. It holds the move and the code of the turn, nothing else."""

    address: str
    subject: str
    code: str

    def link(self, move: str) -> str:
        """The address of a mail that is ready to be sent."""
        before = f"mailto:{_quoted(self.address)}?subject={_quoted(self.subject)}&body="
        written = move.replace("\n", "\r\n")
        return before + _quoted(written) + _quoted(f"\r\n\r\ncode: {self.code}")

    def trial(self, move: str) -> str:
        """The same for a move that is only tried."""
        return self.link(f"try {move}")


@dataclass(frozen=True, slots=True)
class ByClient:
    """By a command for the client, which seals the move with the player's own key and mails it."""

    game: str

    def command(self, move: str) -> str:
        return f'grubenpost move {self.game} "{move}"'

    def trial(self, move: str) -> str:
        return f'grubenpost try {self.game} "{move}"'

    def plan(self) -> str:
        """The link or command that orders the next turn ahead."""
        return f"grubenpost plan {self.game}"


@lru_cache(maxsize=4096)
def _quoted(text: str) -> str:
    return quote(text, _AS_IT_IS)
