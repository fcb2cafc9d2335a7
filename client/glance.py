"""What is known of games, at a glance: read quickly, and without anything that only the post needs.

The files were checked when they were written; here they are only read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from client.files import write_whole
from client.home import Home
from engine.errors import Refused
from engine.harmless import harmless_line

OVER: Final = "over"


class Glance(NamedTuple):
    """One game as it was last heard of."""

    game: str
    facts: Mapping[str, Any] | None
    """The turn as it came; nothing before the game has started."""
    told: str
    at: int
    """When that was sent; 0 if unknown."""
    pending: str
    """A move that has no receipt yet."""
    forks: int
    """How many times the server contradicted itself."""
    waiting: tuple[str, ...] = ()
    """Whose shares of the shuffle a game waits for before it starts."""

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
        """Whether it is the player's turn."""
        return self.facts is not None and not self.over and self.position["turn"] == self.seat

    @property
    def whose(self) -> str:
        """The name of the player to move."""
        return str(self.names[self.position["turn"]])


def game_names(home: Home) -> list[str]:
    """The games that something is known of."""
    return sorted(path.stem for path in home.games.glob("*.json"))


def glance(home: Home, game: str) -> Glance | None:
    """One game; nothing if it is not known."""
    path = home.games / f"{game}.json"
    try:
        facts = json.loads(path.read_bytes())
        turn, pending = facts["turn"], facts["pending"]
        found = Glance(
            game,
            facts=turn,
            told=str(facts["told"]),
            at=int(facts.get("at", 0)),
            pending=_action(pending["letter"]) if pending else "",
            forks=len(facts["forks"]),
            waiting=_waiting(home, game) if turn is None else (),
        )
        if turn is not None and not (found.ply >= 0 and found.whose and found.names[found.seat]):
            raise ValueError(game)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Refused(
            "state/unreadable", "{file} can't be read: {why}", file=path, why=error.strerror
        ) from None
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError):
        raise Refused(
            "state/damaged", "{file} is damaged: delete it, and it is fetched again", file=path
        ) from None
    return found


def _waiting(home: Home, game: str) -> tuple[str, ...]:
    """Whose shares a table waits for; it is only told, so damage does no harm here."""
    try:
        facts = json.loads((home.tables / f"{game}.json").read_bytes())
        return tuple(harmless_line(str(handle)) for handle in facts["waiting"])
    except (OSError, ValueError, TypeError, KeyError):
        return ()


def glances(home: Home) -> list[Glance]:
    """All games."""
    return [found for game in game_names(home) if (found := glance(home, game))]


def _action(letter: str) -> str:
    """The move in a letter of ours."""
    lines = (line.partition(" = ") for line in letter.splitlines())
    return next((text.strip('"') for name, _, text in lines if name == "action"), "")


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
