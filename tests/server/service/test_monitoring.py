"""What monitors are told over HTTP, by a part and by a real server."""

from __future__ import annotations

import json
import re
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.config.writer import write_config
from server.service.metrics import METRICS, write_metrics
from server.service.monitoring import Monitoring
from tests.server.host.program import running
from tests.server.real.ports import free_ports

FACTS = {"since": 1, "at": 2, "inbox_waiting": 3, "outbox_dead": 0, "outage_since": None, "trouble": "anna@x"}
LINE = re.compile(r"grubenpost_[a-z_]+ -?\d+(\.\d+)?")


def ask(port: int | None, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


@pytest.fixture
def ailing() -> list[str]:
    return []


@pytest.fixture
def monitor(ailing: list[str]) -> Iterator[Monitoring]:
    part = Monitoring(0, lambda: dict(FACTS), lambda: ailing)
    part.start()
    yield part
    assert part.stop(10)


def test_figures(monitor: Monitoring) -> None:
    status, page = ask(monitor.port, "/metrics")
    assert status == 200
    told = [line for line in page.splitlines() if not line.startswith("#")]
    assert all(LINE.fullmatch(line) for line in told)
    assert "grubenpost_healthy 1" in told
    assert "grubenpost_inbox_waiting 3" in told
    assert "outage" not in page, "what is not known is left out"
    assert "anna" not in page


def test_health(monitor: Monitoring, ailing: list[str]) -> None:
    assert ask(monitor.port, "/health?full=1") == (200, '{"healthy": true, "ailments": []}\n')
    ailing.append("the server hangs")
    status, told = ask(monitor.port, "/health")
    assert (status, json.loads(told)["ailments"]) == (503, ["the server hangs"])
    assert "grubenpost_healthy 0" in ask(monitor.port, "/metrics")[1]


def test_nothing_else_is_told(monitor: Monitoring) -> None:
    assert ask(monitor.port, "/etc/passwd") == (404, "/health or /metrics\n")


def test_a_second_process_takes_over(monitor: Monitoring, ailing: list[str]) -> None:
    assert monitor.port is not None
    second = Monitoring(monitor.port, dict, lambda: ailing)
    second.start()
    assert second.port is None
    assert second.trouble == ""
    port = monitor.port
    assert monitor.stop(10)
    monitor.start()  # for the fixture's end; it gets another port
    second.look_after()
    assert second.port == port
    assert ask(second.port, "/health")[0] == 200
    assert second.stop(10)


def test_somebody_who_hangs_up(monitor: Monitoring, capfd: pytest.CaptureFixture[str]) -> None:
    for words in (b"", b"GET", b"GET /metrics HTTP/1.1\r\n", b"\xff" * 70_000 + b"\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", monitor.port or 0)) as line:
            line.sendall(words)
    assert ask(monitor.port, "/health")[0] == 200
    assert "Traceback" not in capfd.readouterr().err


def test_every_figure_is_explained() -> None:
    page = write_metrics({metric.fact: 1 for metric in METRICS}, healthy=True)
    for metric in METRICS:
        assert f"# HELP grubenpost_{metric.name} " in page
        assert f"# TYPE grubenpost_{metric.name} {metric.kind}\n" in page


def test_a_server_answers_only_if_it_is_told_to(tmp_path: Path) -> None:
    imap, smtp, port = free_ports(3)
    base = {"name": "pit.example.org", "address": "grubenpost@pit.example.org", "data": "data"}
    office = {"imap_port": imap, "smtp_port": smtp}
    file = tmp_path / "grubenpost.toml"
    file.write_text(write_config({"server": base, "office": office, "monitor": {"port": port}}), "utf-8")
    with running("--config", file, "--log", "json") as server:
        server.hears('"event": "running"')
        status, page = ask(port, "/metrics")
        assert status == 200
        for name in ("healthy 1", "mails_received_total", "disk_free_bytes", "cpu_seconds_total"):
            assert f"grubenpost_{name}" in page
        assert ask(port, "/health")[0] == 200
        assert server.stop() == 0
    assert all(json.loads(line)["at"] for line in server.log)
