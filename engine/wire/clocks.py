"""The clock of a game on the wire: until when whoever is on turn has time, in fields, as the log says it.

All of it is moments, so no client has to know how a pace is reckoned, and each shows them on its reader's own
clock. Words that a client does not know it passes over, as it does with members.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any, Final

from engine.clock.dial import Dial
from engine.clock.spans import Span
from engine.errors import BadRecord
from engine.phrase import word
from engine.record.letters.fields import GAME, Number, Text
from engine.record.log.checkpoint import MAX_SIZE

MOST_SPANS: Final = 24
"""So many absences, or reasons to stand still, are told of one clock."""

_SEAT: Final = Number(0, 3)
_MOMENT: Final = Number(0, 250_000_000_000)
"""Moments that every calendar knows; the last one is in the year 9892."""
_ENTRIES: Final = Number(1, MAX_SIZE)
_WORD: Final = Text(re.compile("[a-z]+(?:-[a-z]+)*"), 20, word("a short word"))


@dataclass(frozen=True, slots=True)
class GameClock:
    """The dial of one game's clock, after so many entries of its log."""

    game: str
    entries: int
    dial: Dial

    def dial_at(self, entries: int, turn: int) -> Dial | None:
        """The dial, if it is of a position after so many entries, or of a later one with the same seat on
        turn."""
        return self.dial if self.entries >= entries and self.dial.seat == turn else None


def write_clock(clock: GameClock) -> dict[str, Any]:
    """The clock as an object of JSON."""
    dial = asdict(clock.dial)
    away = [list(span) for span in clock.dial.away[:MOST_SPANS]]
    stopped = list(clock.dial.stopped[:MOST_SPANS])
    return {**dial, "game": clock.game, "entries": clock.entries, "away": away, "stopped": stopped}


def read_clock(value: object) -> GameClock:
    """The clock in such an object; or a refusal."""
    if not isinstance(value, dict):
        raise _wrong_form()
    moments = {
        name: _MOMENT.read(name, value.get(name)) for name in ("at", "time", "bank", "deadline", "saved")
    }
    then = value.get("then")
    return GameClock(
        GAME.read("game", value.get("game")),
        _ENTRIES.read("entries", value.get("entries")),
        Dial(
            **moments,
            seat=_SEAT.read("seat", value.get("seat")),
            then="" if then == "" else _WORD.read("then", then),
            stopped=tuple(_WORD.read("stopped", why) for why in _some(value.get("stopped"))),
            away=tuple(_span(span) for span in _some(value.get("away"))),
        ),
    )


def _span(value: object) -> Span:
    ends = _some(value)
    if len(ends) != len(Span._fields):
        raise _wrong_form()
    return Span(_MOMENT.read("away", ends[0]), _MOMENT.read("away", ends[1]))


def _some(value: object) -> list[Any]:
    if not isinstance(value, list) or len(value) > MOST_SPANS:
        raise _wrong_form()
    return value


def _wrong_form() -> BadRecord:
    return BadRecord("facts/clock", "a clock is not told in the fields that a clock has")
