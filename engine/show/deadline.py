"""A turn's deadline in words: always a date and a time of day on the reader's own clock, and what is left.

Never a bare duration: "3 days" is read at another moment than it was written at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.clock.facts import BOUNCE, HELD, OUTAGE, PAUSE
from engine.clock.reading import BANK, GRACE, OPEN, OVER, TIME, Marks, marks, phase, what_then
from engine.clock.spans import FOREVER, Span
from engine.clock.state import Clock, Turn
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


def deadline_lines(clock: Clock, name: str, at: int, reader: Reader) -> list[str]:
    """All that is to be said of the clock at a moment; `name` is who is on turn. Nothing without a clock."""
    turn = clock.turn
    if turn is None:
        return []
    say, own = reader.tongue.say, turn.seat == reader.seat
    stopped = clock.stopped_for(turn.seat)
    shown = replace(turn, stood=_as_if_resumed(turn, at))
    times = marks(shown)
    lines = [say(_WHY[why], who=name) for why in stopped]
    if stopped:
        lines.append(say("If it went on now, what follows would hold."))
    lines += _absence(turn, name, at, reader)
    lines += _times(shown, times, name, at, reader)
    if times.deadline is not None and not turn.ran_out:
        then = (_OWN_THEN if own else _OTHERS_THEN)[what_then(clock)]
        lines.append(say(then, who=name, deadline=_moment(times.deadline, reader)))
    return lines


def deadline_in_short(clock: Clock, at: int, reader: Reader) -> str:
    """For a subject: until when the present part of the time lasts; nothing while there is no such moment."""
    turn = clock.turn
    if turn is None or clock.stopped_for(turn.seat):
        return ""
    until = _end_of_phase(marks(turn), phase(turn, at))
    if until is None or turn.ran_out:
        return ""
    return reader.tongue.say("until {until}", until=reader.tongue.moment_in_short(until, reader.zone, at))


def _as_if_resumed(turn: Turn, at: int) -> tuple[Span, ...]:
    """The turn's stops if the one under way ended now."""
    return tuple(span if span.ends != FOREVER else Span(span.begins, at) for span in turn.stood)


def _absence(turn: Turn, name: str, at: int, reader: Reader) -> list[str]:
    """That somebody is away, and until when."""
    now = [span for span in turn.away if span.begins <= at < span.ends]
    if not now:
        return []
    until = _moment(max(span.ends for span in now), reader)
    if turn.seat == reader.seat:
        return [reader.tongue.say("You are away until {until}; the clock stands still.", until=until)]
    return [reader.tongue.say("{who} is away until {until}; the clock stands still.", who=name, until=until)]


def _times(turn: Turn, times: Marks, name: str, at: int, reader: Reader) -> list[str]:
    now, say, own = phase(turn, at), reader.tongue.say, turn.seat == reader.seat
    until = _end_of_phase(times, now)
    if until is None:
        return []
    texts: dict[str, Phrase] = _OWN if own else _OTHERS
    facts: dict[str, str] = {"until": _moment(until, reader)}
    if now != OVER:
        facts["left"] = left(max(0, until - at), reader.tongue)
    lines = [say(texts[now], **({} if own else {"who": name}), **facts)]
    if now == TIME and turn.bank and times.bank is not None:
        bank, ends = left(turn.bank, reader.tongue), _moment(times.bank, reader)
        if own:
            lines.append(say("Then comes your time bank ({bank}), until {ends}.", bank=bank, ends=ends))
        else:
            lines.append(
                say(
                    "Then comes the time bank of {who} ({bank}), until {ends}.",
                    who=name,
                    bank=bank,
                    ends=ends,
                )
            )
    return lines


def _end_of_phase(times: Marks, now: str) -> int | None:
    return {TIME: times.time, BANK: times.bank}.get(now, times.deadline)


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
