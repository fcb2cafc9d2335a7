"""Writing files so that a reader never finds half of one."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from engine.errors import Refused

PRIVATE: Final = 0o600
"""For its owner only."""
ORDINARY: Final = 0o666
"""As the system's habits have it."""
PATIENCE: Final = 5.0
"""How long to wait, in seconds, until somebody else is done."""


def write_whole(path: Path, data: bytes, mode: int = ORDINARY) -> None:
    """Write a file at once or not at all. A file of that name is replaced."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode)
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        error.filename = str(path)  # the other name would tell nobody anything
        raise
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def unbroken() -> Iterator[None]:
    """Put Ctrl-C off until the block is done. For the main thread only."""
    asked: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, _: asked.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if asked:
        raise KeyboardInterrupt


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Hold a lock as long as the block lasts. It ends with the process, whatever happens to that."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with path.open("a") as lock:
        end = time.monotonic() + PATIENCE
        while not _locked(lock.fileno()):
            if time.monotonic() > end:
                raise Refused(
                    "profile/busy",
                    "another grubenpost is at work with this profile: wait for it or end it ({file})",
                    file=path,
                )
            time.sleep(0.1)
        yield


def _locked(file: int) -> bool:
    if sys.platform == "win32":  # no such locks there: people have to take care themselves
        return True
    import fcntl  # noqa: PLC0415

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
