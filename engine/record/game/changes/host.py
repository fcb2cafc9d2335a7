"""The host's hand in a game: notes about `host`, each with an act and its reason, before what it changes.

    announce                  everyone is told something, which is the reason
    extend    seat            the turn of this seat gets more time (`more-time`)
    unseat    seat            a bot has this seat from now on (`substitute`), and others can take it
    seat      seat, handle    this player is asked to take a seat that a bot plays

A host also pauses a clock (`stop`, `resume`) and ends a game (`closed`). Nothing else is in a host's hand:
nobody gets a seat without a join letter of their own, and no move is taken back but as `undo` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.clock.facts import PAUSE
from engine.record.letters.fields import HANDLE, REASON, SEAT, one_of
from engine.record.log.log import Entry

HOST: Final = "host"
ANNOUNCE: Final = "announce"
EXTEND: Final = "extend"
UNSEAT: Final = "unseat"
OFFER: Final = "seat"
_ACT: Final = one_of(ANNOUNCE, EXTEND, UNSEAT, OFFER)
_STOPS: Final = {"stop": "pause", "resume": "resume"}


class HostAct(NamedTuple):
    """An act of the host, as the log tells it."""

    act: str
    seat: int | None
    handle: str
    """The handle of whoever is asked to take the seat."""
    reason: str


def is_host_act(about: str, facts: Mapping[str, Any]) -> bool:
    """Whether a note is an act of the host; there may be others about `host` from before."""
    return about == HOST and "act" in facts


def check_host_act(facts: Mapping[str, Any]) -> None:
    """Refuse an act that there is not, or that has no reason."""
    act = _ACT.read("act", facts.get("act"))
    REASON.read("reason", facts.get("reason"))
    if act != ANNOUNCE:
        SEAT.read("seat", facts.get("seat"))
    if act == OFFER:
        HANDLE.read("handle", facts.get("handle"))


def host_acts(entries: Sequence[Entry]) -> Iterator[HostAct]:
    """All acts of the host in a log, but that it ended the game."""
    for entry in entries:
        facts = entry.facts
        about = str(facts.get("about", ""))
        if is_host_act(about, facts):
            yield HostAct(facts["act"], facts.get("seat"), facts.get("handle", ""), facts["reason"])
        elif about in _STOPS and facts.get("why") == PAUSE:
            yield HostAct(_STOPS[about], None, "", str(facts.get("reason", "")))
