"""Putting a backup back, so that nothing of what was there before gets mixed with it, or is lost.

An SQLite ledger is three files while it is in use. Put back beside the old `-wal`, a ledger is destroyed by
it: so all three go aside together, under another name, and never anything is deleted.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.record.letters.key import PrivateKey
from server.config import load_config
from server.config.model import Config
from server.host.backups.backup import (
    ACCOUNTS,
    CONFIG,
    KEY,
    LEDGER,
    BadBackup,
    Unpacked,
    how_far_read,
    note_backup,
    unpacked,
)
from server.host.backups.copy_ledger import copy_ledger
from server.host.backups.integrity import check_file
from server.host.backups.selfcheck import find_faults
from server.host.files import write_whole
from server.host.health import read_processes, runs
from server.host.setup.house import any_ledger, check_identity, is_there, make_folder
from server.host.setup.serverkey import read_key
from server.ledger.queues import begin_catching_up, free_all_work
from server.ledger.store import Ledger

BESIDE: Final = ("", "-wal", "-shm", "-journal")
"""The files of an SQLite database, by the ends of the names."""


class Restored(NamedTuple):
    """The files that were put back, and those that had to make way for them."""

    manifest: dict[str, Any]
    put: list[Path]
    aside: list[Path]


def restore_backup(
    backup: Path, named: Path | None, data: Path | None, *, replace: bool, at: int
) -> Restored:
    """Put a backup back where the configuration wants its files.

    If the configuration that was named is not there, the backup's own is put there first.
    """
    near = named.parent if named and not named.exists() else load_config(named, data).data
    near.mkdir(mode=0o700, parents=True, exist_ok=True)
    with unpacked(backup, near) as found:
        put = _put_config(found, named)
        config = load_config(named, data)
        key = read_key(found.files[KEY])
        _check_stopped(config, at)
        _check_same_key(config.key_file, key)
        _prepare(config, found, key, at)
        make_folder(config)
        aside = _make_room(config, at, replace=replace)
        put += _put_file(config.key_file, found.files[KEY])
        put += _put_ledger(config, found.files[LEDGER])
        if config.office is not None and ACCOUNTS in found.files:
            put += _put_file(config.office.accounts, found.files[ACCOUNTS])
        return Restored(found.manifest, put, aside)


def _put_config(found: Unpacked, named: Path | None) -> list[Path]:
    """The backup's configuration, if one was named that is not there; one that is there stays in force."""
    if named is None or CONFIG not in found.files:
        return []
    named.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return _put_file(named, found.files[CONFIG])


def _check_stopped(config: Config, now: int) -> None:
    if runs(read_processes(config.health_file, now)):
        raise BadBackup("restore/running", "the server runs: stop it first")


def _prepare(config: Config, found: Unpacked, key: PrivateKey, at: int) -> None:
    """Bring the ledger up to date where it lies, and refuse it if it is damaged or not of this server."""
    with Ledger(f"sqlite:///{found.files[LEDGER]}") as ledger:
        ledger.migrate()
        check_identity(config, ledger, key)
        with ledger.reading() as session:
            faults = list(find_faults(session))
        with ledger.writing() as session:  # when it was made, it did not know of itself
            note_backup(session, found.manifest["at"], how_far_read(session))
            free_all_work(session, at)  # a backup of a running server holds the claims of its workers
            begin_catching_up(session, at)  # what came since lies in the mailbox
    if faults:
        raise BadBackup(
            "restore/faults",
            "the backup holds games whose log is damaged, such as {game} ({why}): take an older one",
            game=faults[0].game,
            why=faults[0].why,
        )
    check_file(found.files[LEDGER])


def _make_room(config: Config, at: int, *, replace: bool) -> list[Path]:
    """Put the files of an SQLite ledger aside, all of them; nothing else makes way."""
    with any_ledger(config) as ledger:
        if not ledger.is_sqlite:
            if is_there(ledger):
                raise BadBackup(
                    "restore/database",
                    "there are tables in the database already: make an empty one with `createdb`, and name "
                    "it in the configuration",
                )
            return []
        file = Path(ledger.url.database or "")
    there = [path for end in BESIDE if (path := file.with_name(file.name + end)).exists()]
    if there and not replace:
        raise BadBackup(
            "restore/there",
            "{file} is there already: with --replace it is put aside first, and not deleted",
            file=there[0],
        )
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(at))
    moved = [path.with_name(f"before-{stamp}-{path.name}") for path in there]
    if any(path.exists() for path in moved):
        raise BadBackup("restore/again", "{file} is there already: wait a second", file=moved[0])
    for old, new in zip(there, moved, strict=True):
        old.rename(new)
    return moved


def _check_same_key(path: Path, key: PrivateKey) -> None:
    """Another key is never replaced: games may stand on it."""
    if path.exists() and read_key(path).public != key.public:
        raise BadBackup(
            "restore/other-key",
            "{file} is another key than the one in the backup: put it away first if the backup is right",
            file=path,
        )


def _put_file(path: Path, source: Path) -> list[Path]:
    """A file for its owner only, unless it is there."""
    if path.exists():
        return []
    write_whole(path, source.read_bytes(), 0o600)
    return [path]


def _put_ledger(config: Config, source: Path) -> list[Path]:
    with any_ledger(config) as ledger:
        if not ledger.is_sqlite:
            with Ledger(f"sqlite:///{source}") as copy:
                copy_ledger(copy, ledger)
            return []
        file = Path(ledger.url.database or "")
    with source.open("rb") as written:
        os.fsync(written.fileno())
    _move(source, file)
    return [file]


def _move(source: Path, target: Path) -> None:
    """Put a file in its place, also from another disk, and never half of it."""
    try:
        os.link(source, target)
    except OSError:
        write_whole(target, source.read_bytes(), 0o600)
