"""What systemd is told, as it hears it: over a real socket, from a real server."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.service import systemd as notifying
from server.service.systemd import ALIVE, READY, STOPPING, notify, status
from tests.server.host.program import running


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """The end of the socket at which systemd listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(100)
        yield line


def heard(manager: socket.socket, first: str) -> str:
    """The first notice that begins so; others may come before."""
    while not (notice := manager.recv(4096).decode()).startswith(first):
        pass
    return notice


def test_a_server_tells_its_manager_how_it_is(tmp_path: Path, manager: socket.socket) -> None:
    data, address = tmp_path / "data", str(tmp_path / "notify")
    ports = ("--imap-port", "0", "--smtp-port", "0")
    with running("--data", data, *ports, NOTIFY_SOCKET=address) as server:
        assert heard(manager, READY) == "READY=1\nSTATUS=running"
        assert heard(manager, ALIVE) == "WATCHDOG=1\nSTATUS=running"
        assert server.stop() == 0
        heard(manager, STOPPING)


def test_a_socket_without_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "grubenpost-test-notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"\0{name}")
        line.settimeout(10)
        monkeypatch.setenv(notifying.VARIABLE, f"@{name}")
        notify(ALIVE, status("two\nlines"))
        assert line.recv(100) == b"WATCHDOG=1\nSTATUS=two lines"


@pytest.mark.parametrize("address", ["", "/nowhere/at/all", "relative", "vsock:2:1234"])
def test_nobody_listens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str) -> None:
    """Then nothing is said, nothing is left behind, and nothing fails."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(notifying.VARIABLE, address)
    notify(READY)
    assert list(tmp_path.iterdir()) == []
