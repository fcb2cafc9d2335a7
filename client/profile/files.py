"""Writing files so that a reader never finds half of one."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from client.profile.system import PRIVATE, hide, take_lock
from engine.errors import Refused

ORDINARY: Final = 0o666
"""As the system's habits have it: for what the player asked for, such as an exported page."""
PATIENCE: Final = 5.0
"""The seconds to wait until somebody else is done."""


def write_whole(path: Path, data: bytes, mode: int = PRIVATE) -> None:
    """Write a file at once or not at all. A file of that name is replaced, and so are its permissions."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
        part.replace(path)
    except OSError as error:
        error.filename = str(path)  # the other name would tell nobody anything
        raise
    finally:
        part.unlink(missing_ok=True)


def open_private(path: Path) -> TextIO:
    """A file of the player's own to add to; if others could read it, they no longer can."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE)
    hide(handle)
    return os.fdopen(handle, "a", encoding="utf-8")


def make_folder(path: Path) -> None:
    """A folder for its owner only, and the folders that it needs; those that are there stay as they are."""
    if not path.is_dir():
        if path.parent != path:
            make_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)


@contextmanager
def unbroken() -> Iterator[None]:
    """Put Ctrl-C off until the block is done. Only the main thread ever gets one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
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
    make_folder(path.parent)
    with open_private(path) as lock:
        end = time.monotonic() + PATIENCE
        while not take_lock(lock.fileno()):
            if time.monotonic() > end:
                raise Refused(
                    "profile/busy",
                    "another grubenpost is at work with this profile: wait for it or end it ({file})",
                    file=path,
                )
            time.sleep(0.1)
        yield
