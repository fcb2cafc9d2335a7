"""What hosts find on a bad day, and what the commands say to it."""

from __future__ import annotations

import errno
import os
import shutil
import signal
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.server.host.program import Running, call, here, until

BAD_CONFIG = 78


def spoil(file: Path) -> None:
    """Overwrite pages in the middle, as a dying disk does."""
    data = bytearray(file.read_bytes())
    for page in range(8, len(data) // 4096 - 2, 5):
        data[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    file.write_bytes(data)


def test_a_damaged_database_is_told_and_systemd_does_not_try_again(club: Path) -> None:
    spoil(club.parent / "data/ledger.sqlite")
    checked = here("check", "-c", club, GRUBENPOST_IMAP_PASSWORD="secret")
    assert checked.returncode == 1
    assert "restore" in checked.stdout
    done = call("run", "-c", club, GRUBENPOST_IMAP_PASSWORD="secret")
    assert done.returncode == BAD_CONFIG
    assert "malformed" in done.stderr
    assert "restore --replace" in done.stderr
    backup = here("backup", club.parent / "backup.tar", "-c", club)
    assert backup.returncode != 0
    assert not (club.parent / "backup.tar").exists()


def test_a_ledger_that_is_gone_is_missed(club: Path) -> None:
    """The server's key shows that there was one: a host who loses it must not read that all is well."""
    ledger = club.parent / "data/ledger.sqlite"
    for spoilt in (ledger.unlink, ledger.touch):
        spoilt()
        checked = here("check", "-c", club, GRUBENPOST_IMAP_PASSWORD="secret")
        assert checked.returncode == 1
        assert "wrong    ledger: there is none, or an empty one" in checked.stdout


@pytest.mark.parametrize("number", [errno.EPERM, errno.EOPNOTSUPP])
def test_a_backup_to_a_stick_that_knows_no_links(club: Path, number: int) -> None:
    out = club.parent / "stick.tar"
    with patch.object(os, "link", side_effect=OSError(number, "no links here")):
        assert here("backup", out, "-c", club).returncode == 0
        first = out.read_bytes()
        assert here("backup", out, "-c", club).returncode == 1
    assert out.read_bytes() == first
    assert out.stat().st_mode & 0o077 == 0
    shutil.rmtree(club.parent / "data")
    assert here("restore", out, "-c", club).returncode == 0
    assert "backup" not in here("status", "-c", club).stdout, "it knows the backup that it came from"


def test_a_killed_server_is_known_as_killed_at_once(tmp_path: Path) -> None:
    """Nobody waits a minute to restore, and nothing says that it runs."""
    data = tmp_path / "d"
    server = Running("--data", data, "--imap-port", "0", "--smtp-port", "0")
    try:
        until(lambda: (data / "health.json").exists() or None)
        assert call("backup", tmp_path / "backup.tar", "--data", data).returncode == 0
        server.stop(signal.SIGKILL)
        assert "the server was killed" in call("status", "--data", data).stdout
        done = call("restore", tmp_path / "backup.tar", "--data", data, "--replace")
        assert done.returncode == 0, done.stderr
    finally:
        if server.process.poll() is None:
            server.process.kill()
        server.end()
