"""How a person at the table is spoken to and asked: the one place where the terminal is touched."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import Protocol

with contextlib.suppress(ImportError):  # gives `input` line editing and a history, where there is one
    import readline  # noqa: F401


class Left(Exception):
    """The person has left the table."""


class Talk(Protocol):
    """Say something, or ask and wait for the answer."""

    def say(self, text: str) -> None: ...

    def ask(self, prompt: str) -> str:
        """The answer; `Left` if there will be none."""
        ...


class Terminal:
    """A person at a terminal."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):  # a stray byte or sign must not end a game
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")

    def say(self, text: str) -> None:
        print(text)

    def ask(self, prompt: str) -> str:
        try:
            return input(prompt)
        except EOFError:
            print()
            raise Left from None
