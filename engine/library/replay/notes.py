"""Remarks on single plies, as an analysis or a person makes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, NotRequired, TypedDict

from engine.errors import BadRecord


class Note(TypedDict):
    """A remark: on which ply (from 0), what was better, how many VP that would have been worth, and why."""

    ply: int
    best: NotRequired[str]
    loss: NotRequired[float]
    lead: NotRequired[float]
    """The lead in VP to be expected after the better move; what was played leaves less by the loss."""
    text: NotRequired[str]


def read_notes(notes: Sequence[Note | Mapping[str, Any]], plies: int) -> list[dict[str, Any]]:
    """Notes that fit a game of so many plies, in their order."""
    return sorted((_read(note, plies) for note in notes), key=lambda note: int(note["ply"]))


def _read(note: Any, plies: int) -> dict[str, Any]:
    if not isinstance(note, Mapping) or type(note.get("ply")) is not int or not 0 <= note["ply"] < plies:
        raise BadRecord(
            "replay/note", "a note must name one of the moves from 0 to {last}", last=max(plies - 1, 0)
        )
    best, loss, text = note.get("best", ""), note.get("loss", 0), note.get("text", "")
    lead = note.get("lead")
    numbers = _is_number(loss) and (lead is None or _is_number(lead))
    if not (isinstance(best, str) and isinstance(text, str) and numbers):
        raise BadRecord(
            "replay/note",
            "the note on move {ply} must have a move (`best`), numbers (`loss`, `lead`) and words (`text`), "
            "or less",
            ply=note["ply"],
        )
    after = None if lead is None else round(lead - loss, 1)
    return {"ply": note["ply"], "best": best, "loss": loss, "lead": after, "text": text}


def _is_number(value: Any) -> bool:
    return type(value) is int or (type(value) is float and isfinite(value))
