"""The story of each ply, as sentences, with the players' names as they write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from engine.rules import Event
from engine.rules.events import ShiftScored
from engine.show import Style, tell
from engine.tongue import Tongue

_STAND_IN: Final = "~{seat}~"
"""The stand-in for a player's name while a sentence is made: in mails names are cut to a width, a page has
room for whole ones.
"""
_STANDING_IN: Final = re.compile(r"~(\d)~")


def sentences(events: Iterable[Event], names: Sequence[str], tongue: Tongue) -> str:
    """The sentences of these events, as one paragraph. What each element of a scoring paid stands in a
    table.
    """
    stand_ins = [_STAND_IN.format(seat=seat) for seat in range(len(names))]
    told = " ".join(tell([_in_short(event) for event in events], stand_ins, tongue, Style.UNICODE))
    return _STANDING_IN.sub(lambda found: names[int(found[1])], told)


def _in_short(event: Event) -> Event:
    if not isinstance(event, ShiftScored):
        return event
    return event._replace(counts=(), delivered=tuple(() for _ in event.delivered))
