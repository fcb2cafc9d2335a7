"""A process at a pseudo-terminal of some size, and what a person would see on it.

The screen is that of pyte, a terminal in memory: it knows cursor movements, colours and the other screen.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pyte

OTHER_SCREEN = 1049
ROOT = Path(__file__).parents[3]
PATIENCE = 60.0

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
HOME, END = "\x1b[H", "\x1b[F"
PAGE_UP, PAGE_DOWN = "\x1b[5~", "\x1b[6~"
ENTER, TAB, ESCAPE, BACKSPACE, CTRL_C = "\r", "\t", "\x1b", "\x7f", "\x03"


class TwoScreens(pyte.Screen):
    """Programs fill a second screen, which pyte does not have: here the only one is wiped after that."""

    def reset_mode(self, *modes: int, **settings: bool) -> None:
        super().reset_mode(*modes, **settings)
        if settings.get("private") and OTHER_SCREEN in modes:
            self.erase_in_display(2)
            self.cursor_position()


class Screen:
    """One person, one terminal, one process."""

    def __init__(
        self,
        command: Sequence[str],
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self._end, theirs = pty.openpty()
        columns, lines = size
        self._screen = TwoScreens(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self._patience = patience
        _set_size(theirs, size)
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **(env or {})},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def title(self) -> str:
        """What a program has called the window."""
        return self._screen.title

    def colour_of(self, word: str) -> str:
        """In which colour the first sign of a word is seen."""
        row = next(number for number, line in enumerate(self.lines) if word in line)
        return self._screen.buffer[row][self.lines[row].index(word)].fg

    def press(self, keys: str) -> None:
        os.write(self._end, keys.encode())

    def wait_for(self, seen: str | Callable[[str], bool]) -> str:
        """Until the screen shows this: all that it shows then."""
        is_there = seen if callable(seen) else lambda text: seen in text
        end = time.monotonic() + self._patience
        while not is_there(self.text):
            more = self._read(max(0.0, end - time.monotonic()))
            assert more, f"{seen!r} did not come:\n{self.text}"
        return self.text

    def resize(self, size: tuple[int, int]) -> None:
        """The person changes the size of the window."""
        columns, lines = size
        self._screen.resize(lines, columns)
        _set_size(self._end, size)
        os.killpg(self.process.pid, signal.SIGWINCH)

    def close(self) -> int:
        """Read what is left until it ends by itself; gives the exit code."""
        end = time.monotonic() + self._patience
        while self._read(max(0.0, end - time.monotonic())):
            pass
        return self.process.wait(self._patience)

    def tear_down(self) -> None:
        """Whatever came of it."""
        self.process.kill()
        self.process.wait()
        os.close(self._end)

    def _read(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self._end], [], [], seconds)
        if not ready:
            return b""
        try:
            came = os.read(self._end, 65536)
        except OSError:  # the other end is closed
            return b""
        self._stream.feed(came)
        return came


def _set_size(end: int, size: tuple[int, int]) -> None:
    columns, lines = size
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
