"""The host's files: what is secret is for its owner only, whatever the habits of the system are."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.host.files import write_whole
from server.host.health import write_health
from server.host.setup.house import make_private
from server.host.setup.post_office import write_accounts
from server.host.setup.serverkey import make_key
from server.ledger.store import Ledger


@pytest.fixture(params=[0o000, 0o022, 0o077], ids=oct)
def habit(request: pytest.FixtureRequest) -> Iterator[int]:
    """What the system takes away from new files."""
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_data_folder_and_those_above_it(habit: int, tmp_path: Path) -> None:
    make_private(tmp_path / "a" / "b")
    assert mode(tmp_path / "a") == mode(tmp_path / "a" / "b") == 0o700


def test_the_servers_key(habit: int, tmp_path: Path) -> None:
    make_key(tmp_path / "server.key", secrets.token_bytes)
    assert mode(tmp_path / "server.key") == 0o600


@pytest.mark.parametrize("wide", [False, True], ids=["new", "there and wide"])
def test_passwords(wide: bool, habit: int, tmp_path: Path) -> None:
    """The accounts of the post office, and what `init` writes of a typed password."""
    accounts, typed = tmp_path / "accounts.toml", tmp_path / "imap.password"
    for path in (accounts, typed) if wide else ():
        path.touch()
        path.chmod(0o666)
    write_accounts(accounts, {"anna@pit.localhost": "secret"})
    write_whole(typed, b"secret\n", mode=0o600)
    assert mode(accounts) == mode(typed) == 0o600


@pytest.mark.parametrize("wide", [False, True], ids=["new", "there and wide"])
def test_the_ledger_and_the_files_beside_it(wide: bool, habit: int, tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    first = Ledger(f"sqlite:///{file}")
    first.migrate()
    if wide:
        for path in tmp_path.iterdir():
            path.chmod(0o666)
    ledger = Ledger(f"sqlite:///{file}")
    ledger.migrate()
    with ledger.writing():
        assert {path.name: oct(mode(path)) for path in tmp_path.iterdir() if mode(path) & 0o077} == {}
    ledger.close()
    first.close()


def test_the_health_file_can_be_read_and_not_written_by_others(habit: int, tmp_path: Path) -> None:
    """Nothing in it is secret, and monitoring runs as somebody else."""
    path = tmp_path / "health.json"
    path.touch()
    path.chmod(0o666)
    write_health(path, {"at": 1})
    assert mode(path) & ~0o644 == 0
