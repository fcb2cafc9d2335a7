"""What a mail command is, and where they are gathered. Each is one file in `commands/`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Final

from engine.errors import Refused
from engine.rules.action import HEADS
from engine.rules.notation import shorten

if TYPE_CHECKING:
    from server.visit import Visit


class BadCommand(Refused):
    """A command that can't be carried out; nothing was changed."""


class Command:
    """One mail command. Subclasses are gathered with `@command`."""

    name: ClassVar[str]
    also: ClassVar[tuple[str, ...]] = ()
    """Other words that mean the same."""
    usage: ClassVar[str]
    """How it is written."""
    help: ClassVar[str]
    """What it does, in a sentence or two."""
    changes: ClassVar[bool] = False
    """Whether it must be sealed, or confirmed by a code."""
    for_strangers: ClassVar[bool] = False

    def run(self, visit: Visit, text: str) -> None:
        """Carry it out for the visit's player; `text` is what stands behind the command's word."""
        raise NotImplementedError

    def wrong(self, text: str) -> BadCommand:
        return BadCommand(
            "command/usage",
            "`{sent}` is not how {name} is written: {usage}",
            sent=shorten(f"{self.name} {text}"),
            name=self.name,
            usage=self.usage,
        )


MOVE_WORDS: Final = frozenset(head[0] for head in HEADS)
"""How moves begin."""
COMMANDS: Final[dict[str, Command]] = {}
_WORDS: Final[dict[str, Command]] = {}


def command(kind: type[Command]) -> type[Command]:
    """Gather a command."""
    made = kind()
    for word in (kind.name, *kind.also):
        if word in _WORDS or word in MOVE_WORDS:
            raise TypeError(f"{word!r} is a command or a move already")
        _WORDS[word] = made
    COMMANDS[kind.name] = made
    return kind


def carry_out(visit: Visit, found: Command, text: str) -> None:
    """Run a command; what it says stands in the transcript below the command itself."""
    before = len(visit.transcript)
    found.run(visit, text)
    if len(visit.transcript) > before:
        visit.transcript.insert(before, f"> {found.name} {text}".rstrip())


_NUMBER: Final = re.compile(r"#?\d{1,3}[a-z]?")
MOST_COMMANDS: Final = 20


def understand(lines: list[str]) -> list[tuple[Command, str]]:
    """The commands in these lines. One that is not understood refuses them all."""
    found = [_understand(line) for line in lines if line.strip()]
    if len(found) > MOST_COMMANDS:
        raise BadCommand(
            "command/too-many", "{n} commands in one mail; at most {most}", n=len(found), most=MOST_COMMANDS
        )
    return found


def _understand(line: str) -> tuple[Command, str]:
    word, _, rest = line.strip().partition(" ")
    known = _WORDS.get(word.casefold().rstrip(":"))
    if known is not None:
        return known, rest.strip()
    if _NUMBER.fullmatch(word.casefold()) or word.casefold().rstrip(":") in MOVE_WORDS:
        return COMMANDS["move"], line.strip()
    raise BadCommand(
        "command/unknown",
        "`{sent}` is not a command; `help` lists them: {names}",
        sent=shorten(line),
        names=", ".join(sorted(COMMANDS)),
    )


def is_command(line: str) -> bool:
    """Whether a line begins like a command or a move."""
    try:
        _understand(line)
    except BadCommand:
        return False
    return True
