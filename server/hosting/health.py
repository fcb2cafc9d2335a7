"""The health file: how the running server is doing, for monitoring and for `grubenpost-server status`.

    {"state": "running", "at": …, "since": …, "pid": …, "worker": "…", "parts": ["clerks", …],
     "outage_since": null, "trouble": "", "last_poll": …, "inbox_waiting": 0, "inbox_aside": 0,
     "outbox_waiting": 0, "outbox_dead": 0}

It is written every few seconds, so one that is older than `STALE` seconds is of a server that hangs or was
killed. Nothing in it is secret: counts and times, no addresses.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from server.hosting.files import write_whole
from server.hosting.spans import span

EVERY: Final = 5
STALE: Final = 60

Facts = dict[str, Any]


def write_health(path: Path, facts: Facts) -> None:
    """Replace the health file."""
    write_whole(path, (json.dumps(facts) + "\n").encode("utf-8"))


def read_health(path: Path) -> Facts | None:
    """What the health file says; None if there is none, or none that can be read."""
    try:
        facts = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return facts if isinstance(facts, dict) and isinstance(facts.get("at"), int) else None


def in_words(facts: Facts | None, now: int) -> str:
    """How the server is doing."""
    if facts is None:
        return "the server has not run yet"
    age = now - facts["at"]
    if facts.get("state") != "running":
        return f"the server was stopped {span(age)} ago"
    if age > STALE:
        return f"the server was killed or hangs: its last sign of life is {span(age)} old"
    if facts.get("outage_since") is not None:
        lasting = span(now - int(facts["outage_since"]))
        return f"the server runs, but has had no mail connection for {lasting} ({facts.get('trouble', '')})"
    return "the server runs"
