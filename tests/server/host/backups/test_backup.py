"""Backups: made of a running club, put back in place of a destroyed one, on either database."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import stat
import tarfile
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.host.program import Running, call, here, until
from tests.server.postgres import Postgres


def heads(config: Path) -> dict[str, str]:
    """The hash of the last entry of each game."""
    done = here("export", "--all", "-c", config, "--out", config.parent / "heads", "--again")
    assert done.returncode == 0, done.stderr
    found = sorted((config.parent / "heads").glob("*.json"))
    return {file.stem: json.loads(file.read_text("utf-8"))["log"][-1]["entry"]["prev"] for file in found}


def backed_up(club: Path, name: str = "backup.tar") -> Path:
    done = here("backup", club.parent / name, "-c", club)
    assert done.returncode == 0, done.stderr
    assert "It was read again, and is whole" in done.stdout
    return club.parent / name


def wipe(club: Path) -> None:
    shutil.rmtree(club.parent / "data")


def database_files(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("ledger.sqlite*")}


def test_a_backup_brings_a_lost_club_back(club: Path) -> None:
    before = heads(club)
    backup, text = backed_up(club), club.read_text("utf-8")
    wipe(club)
    club.unlink()
    done = here("restore", backup, "-c", club)
    assert done.returncode == 0, done.stderr
    assert club.read_text("utf-8") == text
    assert heads(club) == before
    for name in ("server.key", "ledger.sqlite"):
        assert stat.S_IMODE((club.parent / "data" / name).stat().st_mode) == 0o600


def test_only_its_owner_can_read_a_backup(club: Path) -> None:
    old = os.umask(0)
    try:
        assert stat.S_IMODE(backed_up(club).stat().st_mode) == 0o600
    finally:
        os.umask(old)
    left = [path.name for path in club.parent.iterdir() if path.name.startswith(".backup")]
    assert left == []


def test_no_backup_is_overwritten(club: Path) -> None:
    backup = backed_up(club)
    content = backup.read_bytes()
    done = here("backup", backup, "-c", club)
    assert (done.returncode, backup.read_bytes()) == (1, content)
    assert "stays as it is" in done.stderr


def test_without_a_name_it_goes_into_the_data_folder(club: Path) -> None:
    facts = json.loads(here("backup", "-c", club, "--json").stdout)
    file = Path(facts["file"])
    assert file.parent == club.parent / "data" / "backups"
    assert (facts["games"], facts["players"], facts["size"]) == (2, 2, file.stat().st_size)


def test_what_was_written_since_the_last_checkpoint_is_in_it(club: Path) -> None:
    """The newest commits of an SQLite ledger lie in the file beside it."""
    ledger = club.parent / "data" / "ledger.sqlite"
    with closing(sqlite3.connect(ledger)) as open_one:
        open_one.execute("PRAGMA wal_autocheckpoint = 0")
        open_one.execute("UPDATE player SET zone = 'Asia/Tokyo'")
        open_one.commit()
        assert (ledger.parent / "ledger.sqlite-wal").stat().st_size > 0
        backup = backed_up(club)
    wipe(club)
    assert here("restore", backup, "-c", club).returncode == 0
    with closing(sqlite3.connect(ledger)) as restored:
        assert restored.execute("SELECT DISTINCT zone FROM player").fetchall() == [("Asia/Tokyo",)]


CLAIMS = {
    "mailbox": "UPDATE mailbox SET lease_by = 'pit-1', lease_until = :until",
    "inbox": "UPDATE inbox SET state = 'new', lease_by = 'pit-1-clerk', next_at = :until",
    "outbox": "UPDATE outbox SET state = 'sending', lease_by = 'pit-1-sender', next_at = :until",
}


def test_a_restored_club_waits_for_nobody_who_worked_when_the_backup_was_made(club: Path) -> None:
    """The leases of those workers would have the new server stand still until they end."""
    ledger, far = club.parent / "data" / "ledger.sqlite", int(time.time()) + 86400
    with closing(sqlite3.connect(ledger)) as running:
        columns = "account, uidvalidity, last_uid, lease_until, lease_by"
        running.execute(f"INSERT INTO mailbox ({columns}) VALUES ('a', 1, 1, 0, '')")
        for claim in CLAIMS.values():
            assert running.execute(claim, {"until": far}).rowcount > 0
        running.commit()
    backup = backed_up(club)
    wipe(club)
    assert here("restore", backup, "-c", club).returncode == 0
    until = {"mailbox": "lease_until", "inbox": "next_at", "outbox": "next_at"}
    with closing(sqlite3.connect(ledger)) as restored:
        for table, column in until.items():
            (latest,) = restored.execute(f"SELECT max({column}) FROM {table}").fetchone()
            assert latest <= time.time(), table


def test_a_ledger_that_is_there_is_not_touched(club: Path) -> None:
    backup, before = backed_up(club), (club.parent / "data" / "ledger.sqlite").read_bytes()
    done = here("restore", backup, "-c", club)
    assert done.returncode == 1
    assert "--replace" in done.stderr
    assert (club.parent / "data" / "ledger.sqlite").read_bytes() == before


@pytest.fixture
def crashed(club: Path) -> Path:
    """A club whose server was killed: beside the ledger lie the files of the killed process."""
    data, left = club.parent / "data", club.parent / "left"
    backed_up(club)
    left.mkdir()
    with closing(sqlite3.connect(data / "ledger.sqlite")) as busy:
        busy.execute("PRAGMA wal_autocheckpoint = 0")
        busy.execute("CREATE TABLE scratch (a)")
        busy.executemany("INSERT INTO scratch VALUES (?)", [(b"x" * 3000,) for _ in range(100)])
        busy.commit()
        for name in database_files(data):
            shutil.copy(data / name, left / name)
    for name in database_files(left):
        shutil.copy(left / name, data / name)
    assert {"ledger.sqlite", "ledger.sqlite-wal"} <= database_files(data)
    return club


def test_what_a_crash_left_beside_the_ledger_goes_aside_with_it(crashed: Path) -> None:
    data, backup = crashed.parent / "data", crashed.parent / "backup.tar"
    old = {name: (data / name).read_bytes() for name in database_files(data)}
    done = here("restore", backup, "-c", crashed, "--replace")
    assert done.returncode == 0, done.stderr
    assert database_files(data) == {"ledger.sqlite"}
    aside = {path.name.split("-", 2)[2]: path.read_bytes() for path in data.glob("before-*")}
    assert aside == old
    facts = {finding["what"]: finding["state"] for finding in checked(crashed)}
    assert (facts["database"], facts["log"]) == ("ok", "ok")


def checked(config: Path) -> list[dict[str, str]]:
    return list(json.loads(here("check", "-c", config, "--json").stdout))


def damage(file: Path) -> None:
    """Overwrite a few pages in the middle."""
    with closing(sqlite3.connect(file)) as ledger:
        ledger.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        ledger.execute("PRAGMA journal_mode = DELETE")
    size = file.stat().st_size
    with file.open("r+b") as raw:
        raw.seek(size // 2 // 4096 * 4096)
        raw.write(b"\xaa" * 4096 * 4)


def test_check_sees_a_damaged_database(club: Path) -> None:
    damage(club.parent / "data" / "ledger.sqlite")
    done = here("check", "-c", club)
    assert done.returncode == 1
    assert "grubenpost-server restore" in done.stdout


def test_a_damaged_ledger_is_not_backed_up(club: Path) -> None:
    damage(club.parent / "data" / "ledger.sqlite")
    done = here("backup", club.parent / "backup.tar", "-c", club)
    assert done.returncode == 78
    assert not (club.parent / "backup.tar").exists()


@pytest.mark.parametrize("name", ["manifest.json", "ledger.sqlite", "server.key", "grubenpost.toml"])
def test_a_damaged_backup_is_refused_before_anything_is_touched(club: Path, name: str) -> None:
    backup = backed_up(club)
    with tarfile.open(backup) as tar:
        member = tar.getmember(name)
    content = bytearray(backup.read_bytes())
    content[member.offset_data + member.size // 2] ^= 0x55
    backup.write_bytes(content)
    before = {path: path.read_bytes() for path in (club.parent / "data").iterdir() if path.is_file()}
    done = here("restore", backup, "-c", club, "--replace")
    assert done.returncode == 1
    assert "backup" in done.stderr
    assert {path: path.read_bytes() for path in (club.parent / "data").iterdir() if path.is_file()} == before


@pytest.mark.parametrize("content", [b"", b"no tar at all", b"\0" * 20000])
def test_what_is_no_backup_is_refused(club: Path, content: bytes) -> None:
    (club.parent / "other.tar").write_bytes(content)
    done = here("restore", club.parent / "other.tar", "-c", club)
    assert done.returncode == 1
    assert "backup" in done.stderr
    assert "Traceback" not in done.stderr


def test_another_key_is_never_replaced(club: Path) -> None:
    from engine.record.keyring.keyfile import lock
    from engine.record.letters.key import PrivateKey

    backup = backed_up(club)
    wipe(club)
    data = club.parent / "data"
    data.mkdir(mode=0o700)
    other = lock(PrivateKey(b"o" * 32), "", b"")
    (data / "server.key").write_bytes(other)
    (data / "server.key").chmod(0o600)
    done = here("restore", backup, "-c", club)
    assert done.returncode == 1
    assert "another key" in done.stderr
    assert ((data / "server.key").read_bytes(), database_files(data)) == (other, set())


def test_a_backup_of_sqlite_goes_into_postgresql_and_back(club: Path, postgres: Postgres) -> None:
    before, text = heads(club), club.read_text("utf-8")
    backup = backed_up(club)
    with postgres.database() as url:
        club.write_text(text.replace('data = "data"', f'data = "data"\ndatabase = "{url}"'), "utf-8")
        done = here("restore", backup, "-c", club)
        assert done.returncode == 0, done.stderr
        assert heads(club) == before
        again = here("restore", backup, "-c", club, "--replace")
        assert again.returncode == 1
        assert "createdb" in again.stderr
        assert "[restore/database]" in again.stderr
        from_postgresql = backed_up(club, "second.tar")
    club.write_text(text, "utf-8")
    wipe(club)
    assert here("restore", from_postgresql, "-c", club).returncode == 0
    assert heads(club) == before


def test_a_running_server_is_backed_up_and_not_restored_over(tmp_path: Path) -> None:
    data = tmp_path / "d"
    server = Running("--data", data, "--imap-port", "0", "--smtp-port", "0")
    try:
        anna = server.program("anna")
        anna.send("register anna Anna")
        done = call("backup", tmp_path / "backup.tar", "--data", data)
        assert done.returncode == 0, done.stderr
        until(lambda: (data / "health.json").exists() or None)
        refused = call("restore", tmp_path / "backup.tar", "--data", data, "--replace")
        assert refused.returncode == 1
        assert "stop it first" in refused.stderr
    finally:
        server.stop(signal.SIGTERM)
    again = call("restore", tmp_path / "backup.tar", "--data", data, "--replace")
    assert again.returncode == 0, again.stderr
    assert "Put aside" in again.stdout
