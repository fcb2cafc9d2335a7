"""The file of a game: what the server has told of it, as it came. Everyone who reads it reads it with this.

What lies here was checked when it was written. Commands that only show something take it as it is (`glance`);
whoever goes on with the game checks it again (`keeping`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from client.profile.files import make_folder, write_whole
from client.profile.home import Home
from client.refusals import BadProfile

T = TypeVar("T")

FORMAT: Final = "grubenpost-game/2"
_FIRST_FORMAT: Final = "grubenpost-game/1"
"""It held a copy of a move that had no receipt."""


class GameFile(NamedTuple):
    """The kept file of one game."""

    game: str
    turn: Mapping[str, Any] | None = None
    """The newest turn, as it came."""
    told: str = ""
    """The state of the game, and what happened …"""
    at: int = 0
    """… and since when; 0 if unknown."""
    checkpoints: tuple[str, ...] = ()
    """The line of every checkpoint seen, the smallest log first."""
    forks: tuple[str, ...] = ()
    """Signed turns that contradict those."""
    clock: Mapping[str, Any] | None = None
    """The newest that the server has signed of the game's clock, as it came."""
    held: str = ""
    """The last move of the player's that the server said it holds, as it came."""
    notes: str = ""
    """The player's own notes, as the server keeps them."""
    move: Mapping[str, Any] | None = None
    """In the first form only: a move without a receipt."""


def game_names(home: Home) -> list[str]:
    """The games that something is known of."""
    return sorted(path.stem for path in home.games.glob("*.json"))


def game_path(home: Home, game: str) -> Path:
    return home.games / f"{game}.json"


def read_game(home: Home, game: str) -> GameFile | None:
    """The known facts of a game; nothing if there is no file."""
    return read_json(game_path(home, game), lambda facts: _game(game, facts))


def read_json(path: Path, understand: Callable[[Any], T]) -> T | None:
    """The content of one of the client's files; nothing if there is none."""
    try:
        return understand(json.loads(path.read_bytes()))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadProfile(
            "state/unreadable", "{file} can't be read: {why}", file=path, why=error.strerror
        ) from None
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        raise damaged(path) from None


def damaged(path: Path) -> BadProfile:
    """The refusal of a file that does not hold what it should."""
    return BadProfile("state/damaged", "{file} is damaged: delete it, and it is fetched again", file=path)


def _game(game: str, facts: dict[str, Any]) -> GameFile:
    if facts["format"] not in (FORMAT, _FIRST_FORMAT):
        raise ValueError(FORMAT)
    turn = facts["turn"]
    if not (turn is None or isinstance(turn, dict)):
        raise TypeError(type(turn))
    return GameFile(
        game,
        turn,
        told=str(facts["told"]),
        at=int(facts.get("at", 0)),
        checkpoints=tuple(map(str, facts["checkpoints"])),
        forks=tuple(map(str, facts["forks"])),
        clock=facts.get("clock"),
        held=str(facts.get("held", "")),
        notes=str(facts.get("notes", "")),
        move=facts["pending"] if facts["format"] == _FIRST_FORMAT else None,
    )


def write_game(home: Home, file: GameFile) -> None:
    """Keep what is known. A move is kept in the outbox, and nowhere else."""
    facts = {"format": FORMAT, **file._asdict()}
    del facts["game"], facts["move"]
    path = game_path(home, file.game)
    make_folder(path.parent)
    write_whole(path, json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode())
