"""Bots by their names: those of the engine, those that other packages bring along, and other programs.

A package offers its bots as entry points of the group `grubenpost.bots`, each a function that takes a
view and a source of chance and gives an action. A bot of the engine can't be replaced. A name that begins
with `program:` is a command that decides: see `client.bots.program`.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from random import Random
from typing import Final

from client.bots.program import PROGRAM, program_bot
from engine.bots import NAMES, Choose, bot
from engine.errors import Refused
from engine.rules import Action, Game

GROUP: Final = "grubenpost.bots"


def bot_names() -> list[str]:
    """All bots that can be called: the engine's, then those of other packages."""
    return [*NAMES, *sorted(_offered())]


def find_bot(name: str) -> Choose:
    """The bot of this name. What another package's bot breaks is told as a refusal."""
    if name in NAMES:
        return bot(name)
    if name.startswith(PROGRAM):
        return program_bot(name.removeprefix(PROGRAM))
    offered = _offered()
    if name not in offered:
        names = ", ".join(bot_names())
        raise Refused("bots/unknown", "there is no bot `{name}`; there are: {names}", name=name, names=names)
    return _careful(name, _load(offered[name]))


def _offered() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in NAMES}


def _load(entry: EntryPoint) -> Choose:
    try:
        found: Choose = entry.load()
    except Exception as error:  # another package may fail in any way
        raise _broken(entry.name, error) from error
    if not callable(found):
        raise Refused(
            "bots/not-a-bot",
            "the bot `{name}` is {value}: it must be a function",
            name=entry.name,
            value=entry.value,
        )
    return found


def _careful(name: str, decide: Choose) -> Choose:
    def choose(view: Game, rng: Random) -> Action:
        try:
            return decide(view, rng)
        except Exception as error:  # another package may fail in any way
            raise _broken(name, error) from error

    return choose


def _broken(name: str, error: Exception) -> Refused:
    why = f"{type(error).__name__}: {error}"
    return Refused("bots/broken", "the bot `{name}` broke down: {why}", name=name, why=why)
