"""The one door to the player's terminal: what goes through it is made harmless first, and coloured then.

Names, mails, the words of mail servers and of strangers' files end up on the screen, and any of them may hold
what a terminal obeys. So nothing else in this room writes to it; a test reads the code for that.
"""

from __future__ import annotations

import sys

from client.terminal.colour import Drawn, paint
from engine.harmless import harmless, json_line


def fit(text: str) -> str:
    """A text as a terminal may see it. Colours are ours alone: they come after everything else is gone."""
    clean = harmless(text)
    return paint(clean) if isinstance(text, Drawn) else clean


def put(text: str, *, error: bool = False) -> None:
    """Show a text, on standard output or on standard error."""
    print(fit(text), file=sys.stderr if error else sys.stdout)


def put_json(facts: object) -> None:
    """Show facts to a script: they come back as they were, and nothing in them acts on a terminal."""
    print(json_line(facts))


def put_file(content: bytes) -> None:
    """Hand a file on byte for byte; at a terminal it is a text like others."""
    if sys.stdout.isatty():
        put(content.decode("utf-8", "replace"))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)


def ask_line(prompt: str) -> str:
    """The line that somebody types behind a prompt."""
    return input(fit(prompt))


def ask_unseen(prompt: str) -> str:
    """The line that somebody types and nobody shall see."""
    from getpass import getpass  # noqa: PLC0415

    return getpass(fit(prompt))
