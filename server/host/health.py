"""The health files: how each running process is doing, for monitoring and for `grubenpost-server status`.

    {"state": "running", "at": …, "since": …, "pid": …, "worker": "…", "parts": ["clerks", …],
     "outage_since": null, "trouble": "", "last_poll": …, "inbox_waiting": 0, "inbox_aside": 0,
     "outbox_waiting": 0, "outbox_dead": 0}

A process that does everything writes `health.json`, one with `--only fetcher` writes `health-fetcher.json`;
if that is another's, a number is added. Each is written every few seconds, so one that is older than `STALE`
seconds is of a process that hangs. Beside each lies a lock that its process holds: the system lets go of a
dead one's, whatever the clock says. Nothing in them is secret: counts and times, no addresses.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from server.host.files import write_whole
from server.host.spans import span

EVERY: Final = 5
STALE: Final = 60
PATIENCE: Final = 15 * 60
"""Mail that can't be fetched or sent for so long, in seconds, is no mere hiccup."""
MOST: Final = 100
"""So many processes of one kind, on one folder."""
RUNS: Final = "runs"
HANGS: Final = "hangs"
KILLED: Final = "was killed"
STOPPED: Final = "was stopped"

Facts = dict[str, Any]


def write_health(path: Path, facts: Facts) -> None:
    """Replace the health file."""
    write_whole(path, (json.dumps(facts) + "\n").encode("utf-8"))


def read_health(path: Path) -> Facts | None:
    """Read the health file; None if there is none, or none that can be read."""
    try:
        facts = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return facts if isinstance(facts, dict) and isinstance(facts.get("at"), int) else None


def own_health_file(path: Path, parts: Collection[str], everything: Collection[str]) -> Path:
    """The file for a process of these parts, which is its own as long as it lives."""
    kind = "" if set(everything) <= set(parts) else f"-{'-'.join(sorted(parts))}"
    for number in range(1, MOST):
        chosen = path.with_name(f"{path.stem}{kind}{f'-{number}' if number > 1 else ''}{path.suffix}")
        if _hold(chosen):
            return chosen
    return path  # so many can't be meant


def _hold(path: Path) -> bool:
    """Hold the lock of a health file until the process ends; false if another does."""
    try:
        handle = os.open(_lock_of(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return True  # nobody can be asked: then by its name alone
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return False
    return True


def _lock_of(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def read_processes(path: Path, now: int) -> list[Facts]:
    """Read all health files, and say of each process whether it `runs`, `hangs`, or how it ended."""
    return [{**facts, "file": file.name, "is": _how(file, facts, now)} for file, facts in _files(path)]


def _files(path: Path) -> Iterator[tuple[Path, Facts]]:
    form = re.compile(rf"{re.escape(path.stem)}(?:-[a-z-]+)?(?:-\d+)?{re.escape(path.suffix)}")
    for file in sorted(path.parent.glob(f"{path.stem}*{path.suffix}")):
        facts = read_health(file) if form.fullmatch(file.name) else None
        if facts is not None:
            yield file, facts


def _how(file: Path, facts: Facts, now: int) -> str:
    if facts.get("state") != "running":
        return STOPPED
    held = _is_held(file)
    fresh = abs(now - facts["at"]) <= STALE
    if held is None:  # of an earlier version, or a copy
        return RUNS if fresh else KILLED
    if not held:
        return KILLED
    return RUNS if fresh or facts["at"] > now else HANGS


def _is_held(path: Path) -> bool | None:
    """Whether a living process holds the lock; None if there is no lock to ask."""
    try:
        handle = os.open(_lock_of(path), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def in_words(facts: Facts | None, now: int) -> str:
    """The state of a process, in words."""
    if facts is None:
        return "the server has not run yet"
    age, how = span(abs(now - facts["at"])), facts["is"]
    if how == STOPPED:
        return f"the server was stopped {age} ago"
    if how in (HANGS, KILLED):
        return f"the server {how}: its last sign of life is {age} old"
    if facts.get("outage_since") is not None:
        lasting = span(now - int(facts["outage_since"]))
        return f"the server runs, but has been in trouble for {lasting} ({facts.get('trouble', '')})"
    return "the server runs"


def runs(processes: Collection[Facts]) -> bool:
    """Whether any process does."""
    return any(one["is"] in (RUNS, HANGS) for one in processes)


def missing_parts(processes: Collection[Facts]) -> dict[str, Facts]:
    """The parts of the server that nobody runs any more here, because whoever did was killed or hangs."""
    done = {part for one in processes if one["is"] == RUNS for part in one.get("parts", ())}
    lost = [one for one in processes if one["is"] in (HANGS, KILLED)]
    return {part: one for one in lost for part in one.get("parts", ()) if part not in done}


def ailments(processes: Sequence[Facts], now: int) -> list[str]:
    """The reasons for which the server can't do its work, one line each; empty if all is well."""
    found = [] if runs(processes) else [in_words(processes[0] if processes else None, now)]
    found += [f"{part}: {in_words(one, now)}" for part, one in missing_parts(processes).items()]
    for one in processes:
        since = one.get("outage_since")
        if one["is"] == RUNS and isinstance(since, int) and now - since > PATIENCE:
            found.append(in_words(one, now))
    return list(dict.fromkeys(found))
