"""What is agreed before the deal: who plays, against which bots, and from which seed."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from client.talk import Talk
from engine.bots import NAMES, bot
from engine.errors import Refused
from engine.rules.components import WORKERS

MOST_SEED: Final = 2**31 - 1
YOUR_NAME: Final = "Anna"
BOTS: Final = ("Berta", "Carl", "Dora", "Emil")
"""What bots are called; one is spare, in case the person is called so."""
DEFAULT_PLAYERS: Final = 3
DEFAULT_BOT: Final = "greedy"

T = TypeVar("T")


class Wishes(NamedTuple):
    """What was said beforehand; nothing where it was left open."""

    players: int | None = None
    name: str | None = None
    bot: str | None = None
    seed: int | None = None
    face_down: bool = False


class Terms(NamedTuple):
    """What is agreed. The same seed deals the same game."""

    players: int
    name: str
    bot: str
    seed: int
    face_down: bool

    def names(self) -> list[str]:
        """The person first, then the bots."""
        others = [name for name in BOTS if name.casefold() != self.name.casefold()]
        return [self.name, *others][: self.players]


def agree(wishes: Wishes, talk: Talk | None) -> Terms:
    """Settle what was left open: by asking, or by what is usual if nobody can be asked."""
    players = _known_number(wishes.players) if wishes.players is not None else None
    bot_name = _known_bot(wishes.bot) if wishes.bot is not None else None
    name = wishes.name.strip() if wishes.name is not None else None
    if talk:
        name = name or _ask(talk, "Your name", YOUR_NAME, str)
        players = players or _ask(talk, "How many play (2, 3 or 4)", str(DEFAULT_PLAYERS), _read_number)
        bot_name = bot_name or _ask(talk, f"Which bots ({' or '.join(NAMES)})", DEFAULT_BOT, _known_bot)
    return Terms(
        players=players or DEFAULT_PLAYERS,
        name=name or YOUR_NAME,
        bot=bot_name or DEFAULT_BOT,
        seed=secrets.randbelow(MOST_SEED) if wishes.seed is None else wishes.seed,
        face_down=wishes.face_down,
    )


def _ask(talk: Talk, question: str, usual: str, read: Callable[[str], T]) -> T:
    """Ask until the answer can be read; an empty one means the usual."""
    while True:
        try:
            return read(talk.ask(f"{question} [{usual}]: ").strip() or usual)
        except Refused as error:
            talk.say(str(error))


def _read_number(typed: str) -> int:
    return _known_number(int(typed) if typed in map(str, WORKERS) else typed)


def _known_number(players: int | str) -> int:
    if players not in WORKERS:
        raise Refused("table/players", "{players} players: the game is for 2, 3 or 4", players=players)
    return int(players)


def _known_bot(name: str) -> str:
    bot(name)
    return name
