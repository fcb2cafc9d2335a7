"""A player's notes on a game, on the wire: for the client of their writer, and nobody else."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.errors import BadRecord
from engine.record.letters.fields import GAME
from engine.wire.press import tidy
from engine.wire.statement import read_text

LONGEST: Final = 4000
"""In characters, of all notes on one game."""


class GameNotes(NamedTuple):
    """The notes on a game; no text means that there are none any more."""

    game: str
    text: str


def write_notes(notes: GameNotes) -> dict[str, Any]:
    """The notes as an object of JSON."""
    return notes._asdict()


def read_notes(value: object) -> GameNotes:
    """The notes in such an object; or a refusal."""
    if not isinstance(value, dict):
        raise BadRecord("facts/notes", "notes are not told in the fields that notes have")
    text = read_text("text", value.get("text"), LONGEST)
    return GameNotes(GAME.read("game", value.get("game")), tidy(text))
