"""Whether a server is healthy, as a monitor asks."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from server.host.health import ailments, write_health
from tests.server.host.program import embedded, here

NOW = 1_800_000_000
RUNS = {
    "state": "running",
    "is": "runs",
    "at": NOW,
    "parts": ["fetcher", "clerks", "senders"],
    "file": "health.json",
}


def test_one_that_runs_and_one_that_was_killed(tmp_path: Path) -> None:
    never = here("healthy", "--data", tmp_path)
    assert (never.returncode, never.stdout) == (1, "the server has not run yet\n")
    with embedded(tmp_path) as server:
        assert here("healthy", "--data", tmp_path).stdout == "healthy\n"
        assert json.loads(here("healthy", "--data", tmp_path, "--json").stdout)["healthy"] is True
        server.process.kill()
        server.end()
    killed = here("healthy", "--data", tmp_path)
    assert killed.returncode == 1
    assert "the server was killed" in killed.stdout


def test_a_copy_of_a_file_is_no_sign_of_life(tmp_path: Path) -> None:
    write_health(tmp_path / "health.json", {"state": "running", "at": int(time.time()) - 1000, "parts": []})
    assert here("healthy", "--data", tmp_path).returncode == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, []),
        ({"outage_since": NOW - 60, "trouble": "fetcher: no"}, []),
        ({"outage_since": NOW - 1000, "trouble": "fetcher: no"}, ["in trouble for 16 min (fetcher: no)"]),
        ({"is": "hangs"}, ["the server hangs"]),
        ({"is": "was stopped"}, ["was stopped"]),
    ],
)
def test_what_counts_as_an_ailment(changes: dict[str, object], words: list[str]) -> None:
    found = ailments([{**RUNS, **changes}], NOW)
    assert bool(found) == bool(words)
    assert all(word in "\n".join(found) for word in words)


def test_a_worker_that_was_killed_while_another_does_the_same() -> None:
    fallen = {**RUNS, "is": "was killed", "parts": ["clerks"], "file": "health-clerks.json"}
    assert ailments([RUNS, fallen], NOW) == []
    assert ailments([{**RUNS, "parts": ["fetcher"]}, fallen], NOW) != []
