"""A program in any language as a bot.

It gets on standard input what a turn mail has attached as `grubenpost-position.json`, as far as it matters
for a decision: one JSON object with `format`, `seat` and `position`, and `chance`, a number that is the only
chance it may use. It writes one move, in notation, to standard output.
"""

from __future__ import annotations

import json
import subprocess
from random import Random
from typing import Any, Final

from client.profile.system import split_command
from engine.bots import Choose
from engine.errors import Refused
from engine.rules import Action, Game, parse, to_data
from engine.wire.turn import FORMAT

PROGRAM: Final = "program:"
PATIENCE: Final = 60
"""Seconds for a decision."""
MOST: Final = 10_000
"""A move has fewer characters."""


def turn_data(view: Game, chance: int) -> dict[str, Any]:
    """The data for the program: all that it is told."""
    return {"format": FORMAT, "seat": view.turn, "position": to_data(view), "chance": chance}


def program_bot(command: str) -> Choose:
    """The bot that asks a command, which is started anew for each decision."""
    try:
        words = split_command(command)
    except ValueError:
        words = []
    if not words:
        raise Refused("bots/no-program", "`{command}` names no program: program:perl bot.pl", command=command)

    def choose(view: Game, rng: Random) -> Action:
        told = json.dumps(turn_data(view, rng.getrandbits(32)))
        return parse(_ask(words, told), view)

    return choose


def _ask(words: list[str], told: str) -> str:
    try:
        done = subprocess.run(words, input=told.encode(), capture_output=True, timeout=PATIENCE, check=False)
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise _silent(words, str(error)) from error
    if done.returncode:
        raise _silent(words, done.stderr.decode(errors="replace")[-500:].strip())
    return done.stdout.decode(errors="replace")[:MOST].strip()


def _silent(words: list[str], why: str) -> Refused:
    return Refused("bots/program", "`{program}` did not decide: {why}", program=" ".join(words), why=why)
