"""The base of every action type, and the list in which they are gathered.

An action is a frozen value with one canonical text. Its type is one file in `actions/`: it says how the
action is written and read, which are open in a position, and what it does. Nothing else knows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Final, TypeVar

from ..errors import NotNotation
from . import components as box
from .components import Space
from .events import Event
from .game import TURN, Game
from .notation import MoveWords, shorten, split


class Action:
    """One ply. Subclasses are frozen dataclasses, decorated with `@kind`."""

    __slots__ = ()

    heads: ClassVar[tuple[str, ...]]
    """The words with which the text may begin; the first is the canonical one."""
    form: ClassVar[str]
    """The form in which it is written, for help and errors."""
    listed: ClassVar[int]
    """The place of its choices among those of other types."""
    phase: ClassVar[int] = TURN

    @classmethod
    def choices(cls, game: Game) -> Iterable[Action]:
        """Every action of this type that is legal now. The phase is already known to be right."""
        raise NotImplementedError

    @classmethod
    def read(cls, words: MoveWords, head: str, game: Game | None) -> Action:
        """Read what follows the head."""
        raise NotImplementedError

    def write(self) -> str:
        """The canonical text."""
        raise NotImplementedError

    def public(self) -> Action:
        """The part of it that everyone may know while the game runs."""
        return self

    def play(self, game: Game, events: list[Event]) -> None:
        """Do it to this game, which may be changed freely; raise NotLegal if it is not allowed."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.write()


KINDS: Final[list[type[Action]]] = []
HEADS: Final[dict[tuple[str, ...], type[Action]]] = {}

A = TypeVar("A", bound=type[Action])


def kind(action_type: A) -> A:
    """Gather an action type."""
    heads = {tuple(head.split()): action_type for head in action_type.heads}
    if taken := HEADS.keys() & heads:
        raise TypeError(f"two action types begin with {taken}")
    HEADS.update(heads)
    KINDS.append(action_type)
    KINDS.sort(key=lambda known: known.listed)
    return action_type


def by_number(area: str) -> dict[int, Space]:
    """An area's numbered spaces."""
    return {int(s.name): s for s in box.spaces(area) if s.name.isdecimal()}


def open_spaces(area: str, make: Callable[[Space], Action]) -> dict[int, list[tuple[int, Action]]]:
    """For each number of players: the index of each unlocked space of an area, and its action."""
    return {
        players: [(s.index, make(s)) for s in box.spaces(area) if players not in s.locked]
        for players in box.WORKERS
    }


def parse(text: str, game: Game | None = None) -> Action:
    """Read a move. With a position, shorthand that only makes sense there is understood too."""
    words = split(text)
    for length in (2, 1):
        found = HEADS.get(tuple(words[:length]))
        if found and len(words) >= length:
            rest = MoveWords(words[length:], text, found.form)
            action = found.read(rest, " ".join(words[:length]), game)
            rest.end()
            return action
    verbs = ", ".join(dict.fromkeys(k.heads[0].split()[0] for k in KINDS))
    if not words:
        raise NotNotation("notation/empty", "there is no move here; a move begins with: {verbs}", verbs=verbs)
    raise NotNotation(
        "notation/unknown-verb",
        "`{sent}` is not a move; a move begins with: {verbs}",
        sent=shorten(text),
        verbs=verbs,
    )
