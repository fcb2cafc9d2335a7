"""The time left in a game: until when, on this machine's own clock, and how much just now."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any

from engine.clock.dial import Dial
from engine.harmless import harmless_line
from engine.show import wrap
from engine.show.deadline import Reader, deadline_lines
from engine.tongue import Tongue
from engine.tongue.zones import HERE


def time_left(dial: Dial | None, who: str, seat: int, tongue: Tongue, indent: str = "") -> list[str]:
    """The lines that say it to the player on a seat; `who` is on turn. None without a clock."""
    told = deadline_lines(dial, harmless_line(who), now(), Reader(tongue, HERE, seat))
    return [line for sentence in told for line in wrap(sentence, indent)]


def told_with_time(told: str, dial: Dial | None, who: str, seat: int, tongue: Tongue) -> str:
    """The story of the last moves, and below it until when there is time."""
    return "\n\n".join(filter(None, [told, "\n".join(time_left(dial, who, seat, tongue))]))


def time_facts(dial: Dial | None) -> dict[str, Any] | None:
    """The same for scripts: moments in seconds since 1970, and the next of them as people here write it."""
    if dial is None:
        return None
    at = max(now(), dial.at) if not dial.stopped else dial.at
    until = dial.until(at)
    return {
        "phase": dial.phase(at),
        "until": until,
        "until_here": datetime.fromtimestamp(until).astimezone().isoformat(),
        "left": max(0, until - at),
        "time_ends": dial.time,
        "bank_ends": dial.bank,
        "deadline": dial.deadline,
        "then": dial.then or None,
        "stopped": list(dial.stopped),
        "away_until": dial.away_until(at),
        "read_at": dial.at,
    }


def now() -> int:
    return int(time.time())
