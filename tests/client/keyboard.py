"""A process at a pseudo-terminal, typed at as a person would: after the prompt has come."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
from codecs import getincrementaldecoder
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60


class Keyboard:
    """One person, one terminal, one process."""

    def __init__(self, command: Sequence[str], patience: float = PATIENCE) -> None:
        mine, theirs = pty.openpty()
        env = {**os.environ, "TERM": "dumb"}
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=env,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self._end = mine
        self._patience = patience
        self._decoder = getincrementaldecoder("utf-8")()
        self.seen = ""

    def wait_for(self, prompt: str) -> str:
        """What came until the screen ends with this prompt."""
        came = ""
        while not came.endswith(prompt):
            more = self._read()
            assert more, f"{prompt!r} did not come: {came[-500:]!r}"
            came += more
        self.seen += came
        return came

    def type(self, keys: str) -> None:
        os.write(self._end, keys.encode())

    def close(self) -> int:
        """Read what is left; gives the exit code."""
        while more := self._read():
            self.seen += more
        os.close(self._end)
        return self.process.wait(self._patience)

    def interrupt(self) -> None:
        """Ctrl-C, and a key besides: a signal that comes while the prompt is drawn waits for the next key."""
        self.process.send_signal(signal.SIGINT)
        with suppress(OSError):  # it may be gone by then
            self.type("\r")

    def _read(self) -> str:
        ready, _, _ = select.select([self._end], [], [], self._patience)
        if not ready:
            self.process.kill()
            return ""
        try:
            came = os.read(self._end, 65536)
        except OSError:  # the other end is closed
            return ""
        text = self._decoder.decode(came).replace("\r\n", "\n")
        return text if text or not came else self._read()  # a letter may come in two parts
