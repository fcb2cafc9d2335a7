"""`grubenpost status`: all your games at a glance."""

from __future__ import annotations

from math import inf
from typing import Any

from client.memory.glance import Glance, glances, read_seen
from client.session.chosen_game import AsJson
from client.session.console import Console
from client.session.endings import standing


def run(at: Console, *, as_json: AsJson = False) -> None:
    """Show all your games: whose turn it is, until when there is time, and what is new.

    It reads what was fetched before, and needs no network: `grubenpost fetch && grubenpost status`.
    """
    games, seen = glances(at.home), read_seen(at.home)
    if as_json:
        at.show_json([_facts(found, seen) for found in games])
        return
    for found in sorted(games, key=_urgency):
        at.show("\n".join([_line(at, found, seen), *_time_left(at, found)]))
    if not games and not at.home.profile.exists():
        at.say("There is no profile here: `grubenpost init` makes one.")
    elif not games:
        at.say("No game is known here. `grubenpost games` lists those that you can join.")
    for line in standing(at):
        at.show(line)


def _urgency(found: Glance) -> tuple[bool, bool, float, str]:
    """Games with one's own turn first, and of these the one whose time is up first."""
    deadline = found.dial.deadline if found.dial is not None else inf
    return found.over, not found.mine, deadline, found.game


def _time_left(at: Console, found: Glance) -> list[str]:
    """Until when whoever is on turn has time, if the game has a clock."""
    if found.dial is None:
        return []
    from client.session.time_left import time_left  # noqa: PLC0415

    return time_left(found.dial, found.whose, found.seat, at.tongue, "  ")


def _line(at: Console, found: Glance, seen: dict[str, int]) -> str:
    say = at.tongue.say
    if found.facts is None:
        return _table(at, found)
    parts = [_whose(at, found)]
    if new := _new(found, seen):
        parts.append(at.tongue.count("{n} new move", "{n} new moves", new))
    if found.pending:
        parts.append(say("your move has no receipt yet: {move}", move=found.pending))
    if not found.proved:
        parts.append(say("not signed: `grubenpost fetch` asks for a signed position"))
    if found.forks:
        parts.append(say("THE SERVER SHOWS TWO HISTORIES"))
    return "; ".join(parts)


def _table(at: Console, found: Glance) -> str:
    """A game that has not started."""
    say = at.tongue.say
    if not found.waiting:
        return say("{game}: waits for players", game=found.game)
    return say(
        "{game}: all seats are taken; waits for the shares of the shuffle of {who}",
        game=found.game,
        who=", ".join(found.waiting),
    )


def _whose(at: Console, found: Glance) -> str:
    say, since = at.tongue.say, _since(found.at)
    if found.over:
        return say("{game}: over", game=found.game)
    if found.held is not None:
        ply, until = found.held
        return say(
            "{game}: your move {ply} is played at {until}; `grubenpost undo {game}` takes it back",
            game=found.game,
            ply=ply,
            until=_since(until),
        )
    if found.mine:
        return say("{game}: YOUR TURN since {since}, move {ply}", game=found.game, since=since, ply=found.ply)
    return say(
        "{game}: {who}'s turn since {since}, move {ply}",
        game=found.game,
        who=found.whose,
        since=since,
        ply=found.ply,
    )


def _new(found: Glance, seen: dict[str, int]) -> int:
    """The number of plies since the player looked at the game."""
    return max(0, found.ply - seen.get(found.game, 0))


def _since(at: int) -> str:
    """On the player's own clock."""
    import time  # noqa: PLC0415

    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at)) if at else "?"


def _clock(found: Glance) -> dict[str, Any] | None:
    if found.dial is None:
        return None
    from client.session.time_left import time_facts  # noqa: PLC0415

    return time_facts(found.dial)


def _facts(found: Glance, seen: dict[str, int]) -> dict[str, Any]:
    started = found.facts is not None
    return {
        "game": found.game,
        "state": "over" if found.over else "running" if started else "open",
        "ply": found.ply if started else None,
        "mine": found.mine,
        "held_until": found.held[1] if found.held else None,
        "turn": found.whose if started and not found.over else None,
        "since": found.at or None,
        "clock": _clock(found),
        "new": _new(found, seen) if started else 0,
        "pending": found.pending or None,
        "waits_for": list(found.waiting),
        "signed": found.proved,
        "two_histories": bool(found.forks),
    }
