"""Talk with a person, line by line: the one place where that terminal is touched."""

from __future__ import annotations

import contextlib
import sys
from typing import Protocol

from client.terminal.output import ask_line, put
from client.terminal.streams import forgive_streams

with contextlib.suppress(ImportError):  # gives `input` line editing and a history, where there is one
    import readline  # noqa: F401


class Left(Exception):
    """The person has left the table. Nothing is lost by that."""


class Talk(Protocol):
    """Tell something, or ask and wait for the answer."""

    def tell(self, text: str) -> None: ...

    def ask(self, prompt: str) -> str:
        """The answer; `Left` if there will be none."""
        ...


class Terminal:
    """A person at a terminal, or whoever writes into our input."""

    def __init__(self) -> None:
        forgive_streams()

    def tell(self, text: str) -> None:
        put(text)
        sys.stdout.flush()

    def ask(self, prompt: str) -> str:
        try:
            return ask_line(prompt)
        except EOFError:
            put("")
            raise Left from None
