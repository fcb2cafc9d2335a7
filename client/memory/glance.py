"""Games at a glance: read quickly, and without anything that only the post needs.

The files were checked when they were written; here they are only read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from client.memory.game_file import GameFile, damaged, game_names, game_path, read_game
from client.profile.files import write_whole
from client.profile.home import Home
from engine.harmless import harmless_line

if TYPE_CHECKING:
    from engine.clock.dial import Dial

OVER: Final = "over"


class Glance(NamedTuple):
    """One game as it was last heard of."""

    game: str
    facts: Mapping[str, Any] | None
    """The turn as it came; nothing before the game has started."""
    told: str
    at: int
    """The moment at which that was sent; 0 if unknown."""
    pending: str
    """A move that has no receipt yet."""
    forks: int
    """The number of times the server contradicted itself."""
    waiting: tuple[str, ...] = ()
    """The handles whose shares of the shuffle a game waits for before it starts."""
    held: tuple[int, int] | None = None
    """The ply of a move of the player's that waits to be played, and until when it can be taken back."""
    clock: Mapping[str, Any] | None = None
    """The newest that the server has told of its clock, as it came."""
    notes: str = ""
    """The player's own notes."""

    @property
    def proved(self) -> bool:
        """Whether the server has signed it; positions that came in former times it has not."""
        return self.facts is None or "signature" in self.facts

    @property
    def position(self) -> Mapping[str, Any]:
        assert self.facts is not None
        position: Mapping[str, Any] = self.facts["position"]
        return position

    @property
    def seat(self) -> int:
        return int(self.facts["seat"]) if self.facts else 0

    @property
    def names(self) -> list[str]:
        return [harmless_line(str(name)) for name in self.facts["names"]] if self.facts else []

    @property
    def ply(self) -> int:
        return int(self.position["ply"]) if self.facts else -1

    @property
    def over(self) -> bool:
        return self.facts is not None and self.position["phase"] == OVER

    @property
    def mine(self) -> bool:
        """Whether the player is to move; not while a move of theirs waits to be played."""
        return self.facts is not None and not self.over and self._on_turn and self.held is None

    @property
    def _on_turn(self) -> bool:
        return bool(self.position["turn"] == self.seat)

    @property
    def dial(self) -> Dial | None:
        """The dial of the game's clock, as far as it is known of this position."""
        if self.clock is None or self.facts is None or self.over:
            return None
        from engine.wire.clocks import read_clock  # noqa: PLC0415  few games have a clock

        return read_clock(self.clock).dial_at(int(self.facts["entries"]), self.position["turn"])

    @property
    def whose(self) -> str:
        """The name of the player to move."""
        return str(self.names[self.position["turn"]])


def glance(home: Home, game: str) -> Glance | None:
    """One game; nothing if it is not known."""
    file = read_game(home, game)
    if file is None:
        return None
    try:
        found = Glance(
            game,
            facts=file.turn,
            told=file.told,
            at=file.at,
            pending="",
            forks=len(file.forks),
            waiting=_waiting(home, game) if file.turn is None else (),
            held=_held(file),
            clock=file.clock,
            notes=file.notes,
        )
        _ = found.dial  # or the file is damaged
        if file.turn is not None and not (found.ply >= 0 and found.whose and found.names[found.seat]):
            raise ValueError(game)
        return found._replace(pending=_pending(home, file, found.ply))
    except (ValueError, TypeError, KeyError, AttributeError, IndexError):
        raise damaged(game_path(home, game)) from None


def _held(file: GameFile) -> tuple[int, int] | None:
    """The move that waits, unless a later position has come since."""
    if not file.held or file.turn is None:
        return None
    from engine.wire.facts import read_held  # noqa: PLC0415  few games have such moves

    _, ply, until, entries = read_held(file.held)
    return (ply, until) if entries >= int(file.turn["entries"]) else None


def _pending(home: Home, file: GameFile, ply: int) -> str:
    """The move that may be on its way. A damaged letter is named elsewhere."""
    if any(home.outbox.glob("*.json")):
        from client.outbox.pending import first_move, sound_letters  # noqa: PLC0415  mostly there is none

        if waiting := first_move(list(sound_letters(home.outbox)), file.game, ply):
            return waiting.purpose.text
    if file.move is None:
        return ""
    from client.outbox.older_files import older_move  # noqa: PLC0415  few have such files

    return older_move(file.move, file.game)[0].text


def _waiting(home: Home, game: str) -> tuple[str, ...]:
    """The handles whose shares a table waits for; they are only told, so damage does no harm here."""
    try:
        facts = json.loads((home.tables / f"{game}.json").read_bytes())
        return tuple(harmless_line(str(handle)) for handle in facts["waiting"])
    except (OSError, ValueError, TypeError, KeyError):
        return ()


def glances(home: Home) -> list[Glance]:
    """All games."""
    return [found for game in game_names(home) if (found := glance(home, game))]


def read_seen(home: Home) -> dict[str, int]:
    """The ply at which each game was last looked at. It only says what is new, so damage does no harm."""
    try:
        facts = json.loads(home.seen.read_bytes())
        return {str(game): int(ply) for game, ply in facts.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def see(home: Home, found: Glance) -> None:
    """Note that the player has looked at a game."""
    seen = read_seen(home)
    if seen.get(found.game) != found.ply:
        write_whole(home.seen, json.dumps({**seen, found.game: found.ply}).encode())
