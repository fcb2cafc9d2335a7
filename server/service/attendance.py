"""Attendance of workers: each process holds a file in the data folder, and the system lets go of a dead
one's.

So whoever shares the folder knows at once that a worker was killed, and what it had claimed is free without
waiting for its lease. Workers on other machines have folders of their own: theirs end with their leases.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final

FOLDER: Final = "workers"


class Attendance:
    """The files of all workers that share a data folder."""

    def __init__(self, data: Path, worker: str) -> None:
        self.data = data
        self._folder = data / FOLDER
        self.worker = worker
        self._mine: int | None = None

    def enter(self) -> None:
        """Be known as alive from now on, until the end of the process."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        part = self._folder / f".{self.worker}"  # gets its name when it is held: nobody finds it free
        self._mine = os.open(part, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._mine, fcntl.LOCK_EX)
        part.rename(self._folder / self.worker)

    def leave(self) -> None:
        """Nothing is left to be taken over."""
        if self._mine is not None:
            (self._folder / self.worker).unlink(missing_ok=True)
            os.close(self._mine)
            self._mine = None

    def find_dead(self) -> list[str]:
        """The workers that were killed. Each is found until `bury` says that all is taken over."""
        others = (path for path in self._folder.glob("[!.]*") if path.name != self.worker)
        return sorted(path.name for path in others if _is_free(path))

    def bury(self, worker: str) -> None:
        (self._folder / worker).unlink(missing_ok=True)


def _is_free(path: Path) -> bool:
    """Whether nobody holds a file."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False  # somebody else has buried it
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True
