"""Writing files so that a reader never finds half of one."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
"""For its owner only."""
ORDINARY: Final = 0o666
"""As the system's habits have it."""


def write_whole(path: Path, data: bytes, mode: int = ORDINARY) -> None:
    """Write a file at once or not at all. A file of that name is replaced."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode)
        part.write_bytes(data)
        part.replace(path)
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
