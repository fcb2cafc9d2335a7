"""`grubenpost-server status`: how things stand."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json

SHOWN_GAMES = 20
SKEW = 10
LATE = 90
"""A reader looks once a minute at least."""


def run(config: ConfigFile = None, data: DataFolder = None, as_json: AsJson = False) -> None:
    """Show how things stand: players, games, queues.

    What needs somebody is named, with the command that helps. Whether the server runs is told by the health
    files of its processes.
    """
    from server.config import load_config
    from server.host.health import read_processes
    from server.host.reports.needs import find_needs
    from server.host.reports.status import tell_standing
    from server.host.setup.house import open_ledger

    loaded = load_config(config, data)
    now = int(time.time())
    processes = read_processes(loaded.health_file, now)
    with open_ledger(loaded) as ledger, ledger.reading() as session:
        facts = {"server": loaded.name, **tell_standing(session, now, None if as_json else SHOWN_GAMES)}
        needs = find_needs(session, processes, loaded.data, now)
    facts |= {"processes": processes, "needs": [need._asdict() for need in needs]}
    if as_json:
        put_json(facts)
    else:
        put("\n".join(_as_text(facts)))


def _as_text(facts: dict[str, Any]) -> Iterator[str]:
    from server.host.health import in_words
    from server.host.spans import moment

    games, players, queues = facts["games"], facts["players"], facts["queues"]
    processes = facts["processes"]
    if len(processes) < 2:
        yield f"{facts['server']}: {in_words(processes[0] if processes else None, facts['at'])}"
    else:
        yield f"{facts['server']}: {len(processes)} processes"
        for one in processes:
            yield f"process  {'+'.join(one.get('parts', ()))}: {in_words(one, facts['at'])}"
    for need in facts["needs"]:
        yield f"{'WRONG' if need['wrong'] else 'to do':<8} {need['what']}: {need['words']}"
    yield f"players  {players['active']}" + _some(players["unreachable"], ", {} of them unreachable")
    yield "games    " + ", ".join(f"{count} {state}" for state, count in games.items())
    yield f"inbox    {_queue(queues['inbox'], ('new',))}" + _some(
        queues["inbox"]["aside"], ", {} set aside: see `grubenpost-server aside`"
    )
    yield f"outbox   {_queue(queues['outbox'], ('pending', 'sending'))}" + _some(
        queues["outbox"]["dead"], ", {} could not be delivered"
    )
    yield from journal_lines(facts["journal"])
    for act in facts["asked"]:
        yield f"asked    {act['act']} {act['about']}: done when the mail until {moment(act['at'])} has been"
    for box in facts["mailboxes"]:
        yield f"mailbox  {_read(box['read_at'], facts['at'])}{_held(box, facts['at'])}{_full(box)}"
    for game in facts["running"]:
        yield _game(game, facts["at"])
    if (more := games["running"] - len(facts["running"])) > 0:
        yield f"… and {more} more"


def journal_lines(journal: dict[str, Any]) -> Iterator[str]:
    """The lines that say what keeps mail from being sent, if the ledger was put back."""
    if journal["state"] == "catching up":
        yield "journal  the ledger catches up with its mailbox; nothing is sent until it has"
    elif journal["state"]:
        yield "journal  NOTHING IS SENT: not all could be made again from the mailbox"
        yield from (f"  missing  {what}" for what in journal["missing"])
        yield "  `grubenpost-server resume` sends all the same; `docs/host.md` tells what that means"


def _queue(queue: dict[str, int | None], waiting: tuple[str, ...]) -> str:
    from server.host.spans import span

    oldest = queue["oldest_seconds"]
    text = f"{sum(queue[state] or 0 for state in waiting)} waiting"
    return f"{text}, the oldest for {span(oldest)}" if oldest is not None else text


def _game(game: dict[str, Any], now: int) -> str:
    from server.host.spans import span

    return f"running  {game['game']}  ply {game['ply']}, last move {span(now - game['moved_at'])} ago"


def _read(at: int | None, now: int) -> str:
    from server.host.spans import span

    if at is None:
        return "never read"
    if at > now + SKEW:
        return f"read {span(at - now)} from now: the clock was wrong then, or is now"
    return f"read {span(now - at)} ago"


def _held(box: dict[str, Any], now: int) -> str:
    """The worker that reads a mailbox, if that is not plain: one that has not read it for long but still
    holds it."""
    from server.host.spans import span

    left, silent = box["held_until"] - now, now - (box["read_at"] or 0)
    if not box["worker"] or left <= 0 or silent < LATE:
        return ""
    return f", held by {box['worker']} for {span(left)} more"


def _full(box: dict[str, Any]) -> str:
    """The share of the mailbox that is full, if its server says so."""
    return f", {box['quota_used'] * 100 // box['quota_limit']} % full" if box["quota_limit"] else ""


def _some(count: int, text: str) -> str:
    return text.format(count) if count else ""
