"""The table of `make play`: which game is played and by whom, and what it takes to come back to it."""

from __future__ import annotations

import fcntl
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from client.profile.files import write_whole
from client.profile.home import Home
from engine.errors import Refused

_MARK: Final = "grubenpost-play.lock"
"""Locked by who plays, and the sign that the folder is ours to clear."""
_TABLE: Final = "table.json"
_NO_LESSONS: Final = "no-lessons"


class Taken(Refused):
    """Here is no room: somebody plays already, or the folder is used for something else."""


@dataclass(frozen=True)
class PlayTable:
    """A game that was begun. The first player is the person, the others are bots."""

    game: str
    bot: str
    handles: tuple[str, ...]


@dataclass(frozen=True)
class Room:
    """The folder of `make play`: a server, a home for each player, and archives that stay."""

    folder: Path

    @property
    def server(self) -> Path:
        return self.folder / "server"

    @property
    def archives(self) -> Path:
        return self.folder / "archives"

    @property
    def wants_lessons(self) -> bool:
        return not (self.folder / _NO_LESSONS).exists()

    def teach(self, wanted: bool) -> None:
        """Remember whether the person wants to be taught."""
        if wanted:
            (self.folder / _NO_LESSONS).unlink(missing_ok=True)
        else:
            (self.folder / _NO_LESSONS).touch()

    def home(self, handle: str) -> Home:
        folder = self.folder / "players" / handle
        return Home(folder, folder)

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Nobody else may play here meanwhile. A folder with other things in it is left alone."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        mark = self.folder / _MARK
        if not mark.exists() and any(self.folder.iterdir()):
            raise Taken(
                "play/not-ours", "{folder} holds other things: name an empty folder", folder=self.folder
            )
        with mark.open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Taken(
                    "play/taken",
                    "somebody plays in {folder} already: --home names another",
                    folder=self.folder,
                ) from None
            yield

    def find_table(self) -> PlayTable | None:
        """The game to come back to; nothing if none was begun, or none can be made out."""
        try:
            facts = json.loads((self.folder / _TABLE).read_bytes())
            return PlayTable(facts["game"], facts["bot"], tuple(facts["handles"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep_table(self, table: PlayTable) -> None:
        write_whole(self.folder / _TABLE, json.dumps(asdict(table)).encode())

    def leave_table(self) -> None:
        """The game is over: the next time another one is set up."""
        (self.folder / _TABLE).unlink(missing_ok=True)

    def clear(self) -> None:
        """Make room for a new game. What was archived stays."""
        self.leave_table()
        for folder in (self.server, self.folder / "players"):
            if folder.exists():
                shutil.rmtree(folder)
