"""Preferences of a player about mail: in which language and style, how often, and with what attached."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Final, NamedTuple

from engine.show import Style
from engine.show.scribe import scribe
from engine.show.spelling import in_ascii
from engine.tongue import Tongue, tongue
from engine.tongue.zones import clock
from server.ledger import models as rows

HTML: Final = "html"
STYLES: Final = {HTML: Style.UNICODE, "text": Style.UNICODE, "ascii": Style.ASCII, "spoken": Style.SPOKEN}
"""The styles of mails. One in HTML has a text beside it, for programs that show none."""

EVERY: Final = "every"
MINE: Final = "mine"
DAILY: Final = "daily"
NONE: Final = "none"
PACES: Final = (EVERY, MINE, DAILY, NONE)
"""The mails about games that somebody can want: of every turn, of their own, one a day, or none."""

MORNING: Final = time(hour=7)
"""The time of the day's mail, by the clock of its reader."""


class Manner(NamedTuple):
    """The language, style and zone of all parts of a mail to somebody."""

    tongue: Tongue
    style: Style
    html: bool = False
    zone: str = "UTC"
    """The zone whose clocks the reader goes by."""

    def written(self, text: str) -> str:
        """A text with no other letters than the style has."""
        return in_ascii(text) if self.style is Style.ASCII else text


def manner_of(player: rows.Player) -> Manner:
    return manner_in(player.language, player.style)._replace(zone=player.zone)


def manner_in(language: str, style: str) -> Manner:
    """The manner of a language and a style, by their names. In ASCII a language has spellings of its own, and
    aloud it has no abbreviations."""
    spoken, shown = tongue(language), STYLES[style]
    return Manner(scribe(spoken, shown).tongue, shown, style == HTML)


def wants(player: rows.Player, *, turn: bool, over: bool) -> bool:
    """Whether somebody wants a mail now about a game that went on: it may be their turn, or over."""
    return player.mails == EVERY or (player.mails == MINE and (turn or over))


def next_morning(at: int, zone: str) -> int:
    """The first moment after another at which it is morning in this zone."""
    here = clock(zone)
    local = datetime.fromtimestamp(at, here)
    for day in range(3):
        morning = datetime.combine(local.date() + timedelta(days=day), MORNING, here)
        if (found := int(morning.timestamp())) > at:
            return found
    raise AssertionError("no morning comes")
