"""A turn's deadline in words: always a date and a time of day on the reader's own clock, and what is left.

Never a bare duration: "3 days" is read at another moment than it was written at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.clock.dial import Dial
from engine.clock.facts import BOUNCE, HELD, OUTAGE, PAUSE
from engine.clock.reading import BANK, GRACE, OPEN, OVER, TIME
from engine.clock.terms import BOT, DAY, HOUR, MINUTE, SUBSTITUTE, WAIT
from engine.phrase import Phrase, word
from engine.tongue import Tongue


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader: their language, their time zone, and their seat if they have one."""

    tongue: Tongue
    zone: str
    seat: int | None = None


_OWN: Final = {
    TIME: word("You have until {until} ({left} left)."),
    BANK: word("Your time bank is running: you have until {until} ({left} left)."),
    GRACE: word("Your time is up. You can still move until {until} ({left} left)."),
    OVER: word("Your time was up on {until}."),
}
_OTHERS: Final = {
    TIME: word("{who} has until {until} ({left} left)."),
    BANK: word("{who} is using up the time bank, and has until {until} ({left} left)."),
    GRACE: word("The time of {who} is up. A move can still come until {until} ({left} left)."),
    OVER: word("The time of {who} was up on {until}."),
}
_OWN_THEN: Final = {
    BOT: word("If you have not moved by {deadline}, a house bot makes this move for you."),
    SUBSTITUTE: word("If you have not moved by {deadline}, your substitute gets this turn."),
    WAIT: word("After {deadline} the game waits for you, and the others see that."),
    OPEN: word("If you have not moved by {deadline}, your seat is opened to others."),
}
_OTHERS_THEN: Final = {
    BOT: word("Without a move by {deadline} a house bot makes it for {who}."),
    SUBSTITUTE: word("Without a move by {deadline} the substitute of {who} gets the turn."),
    WAIT: word("After {deadline} the game waits for {who}."),
    OPEN: word("Without a move by {deadline} the seat of {who} is opened to others."),
}
_WHY: Final = {
    OUTAGE: word("The clock stands still, because the server could not fetch or send mail."),
    BOUNCE: word("The clock stands still, because mail to {who} comes back."),
    PAUSE: word("The clock stands still, because the host has paused the game."),
    HELD: word("The clock stands still, because {who} has moved and may take the move back for a while."),
}


def deadline_lines(dial: Dial | None, name: str, at: int, reader: Reader) -> list[str]:
    """All that is to be said of the clock at a moment; `name` is who is on turn. Nothing without a clock."""
    return [*until_lines(dial, name, at, reader), *after_lines(dial, name, at, reader)]


def until_lines(dial: Dial | None, name: str, at: int, reader: Reader) -> list[str]:
    """Until when there is time now, and whether the clock stands."""
    if dial is None:
        return []
    say = reader.tongue.say
    lines = [say(_WHY[why], who=name) for why in dial.stopped if why in _WHY]
    if dial.stopped:
        at = dial.at
        lines.append(say("If it went on from {at}, what follows would hold.", at=_moment(at, reader)))
    at = max(at, dial.at)  # the reader's own clock may be slow
    return [*lines, *_absence(dial, name, at, reader), *_times(dial, name, at, reader)]


def after_lines(dial: Dial | None, name: str, at: int, reader: Reader) -> list[str]:
    """The lines on what comes when that time is over: the bank, and what is done without a move."""
    if dial is None:
        return []
    at = dial.at if dial.stopped else max(at, dial.at)
    lines = _bank(dial, name, at, reader)
    then = (_OWN_THEN if dial.seat == reader.seat else _OTHERS_THEN).get(dial.then)
    if then is not None and dial.phase(at) != OVER:
        lines.append(reader.tongue.say(then, who=name, deadline=_moment(dial.deadline, reader)))
    return lines


def deadline_in_short(dial: Dial | None, at: int, reader: Reader) -> str:
    """For a subject: until when the present part of the time lasts; nothing while there is no such moment."""
    if dial is None or dial.stopped or not dial.then:
        return ""
    until = reader.tongue.moment_in_short(dial.until(at), reader.zone, at)
    return reader.tongue.say("until {until}", until=until)


def _absence(dial: Dial, name: str, at: int, reader: Reader) -> list[str]:
    """That somebody is away, and until when."""
    ends = dial.away_until(at)
    if ends is None:
        return []
    until = _moment(ends, reader)
    if dial.seat == reader.seat:
        return [reader.tongue.say("You are away until {until}; the clock stands still.", until=until)]
    return [reader.tongue.say("{who} is away until {until}; the clock stands still.", who=name, until=until)]


def _times(dial: Dial, name: str, at: int, reader: Reader) -> list[str]:
    now, own = dial.phase(at), dial.seat == reader.seat
    texts: dict[str, Phrase] = _OWN if own else _OTHERS
    facts: dict[str, str] = {"until": _moment(dial.until(at), reader)}
    if now != OVER:
        facts["left"] = left(dial.until(at) - at, reader.tongue)
    return [reader.tongue.say(texts[now], **({} if own else {"who": name}), **facts)]


def _bank(dial: Dial, name: str, at: int, reader: Reader) -> list[str]:
    """The bank that comes after the turn's own time."""
    if dial.phase(at) != TIME or not dial.saved:
        return []
    say, bank, ends = reader.tongue.say, left(dial.saved, reader.tongue), _moment(dial.bank, reader)
    if dial.seat == reader.seat:
        return [say("Then comes your time bank ({bank}), until {ends}.", bank=bank, ends=ends)]
    return [say("Then comes the time bank of {who} ({bank}), until {ends}.", who=name, bank=bank, ends=ends)]


def _moment(at: int, reader: Reader) -> str:
    return reader.tongue.moment_to_keep(at, reader.zone)


def left(seconds: int, tongue: Tongue) -> str:
    """A length of time in its two largest units, rounded down."""
    days, rest = divmod(seconds, DAY)
    hours, rest = divmod(rest, HOUR)
    parts = [
        tongue.count("{n} day", "{n} days", days) if days else "",
        tongue.count("{n} hour", "{n} hours", hours) if hours else "",
        "" if days else tongue.count("{n} minute", "{n} minutes", rest // MINUTE),
    ]
    told = [part for part in parts if part]
    if hours and not days and not rest // MINUTE:
        told = told[:1]
    return " ".join(told)
