"""Backups: one file with the ledger, the server's key and the configuration. The server may run meanwhile.

Whatever the database is, the ledger lies in the backup as an SQLite file, so one backup can be put back on
either. Mail passwords are not in it: they can be had anew at the provider.

    manifest.json     what is in it, with a hash of each file
    ledger.sqlite     the ledger as it was at one moment
    server.key        without which no game can go on
    grubenpost.toml   the configuration, if there is a file
    accounts.toml     of a post office of our own
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import file_digest
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, delete, select

from engine.errors import Refused
from engine.record.letters.key import PrivateKey
from server.config.model import Config
from server.host.backups.copy_ledger import copy_ledger
from server.host.backups.integrity import check_file
from server.host.setup.house import any_ledger, check_identity, check_revision, is_there, newest_revision
from server.host.setup.serverkey import read_key
from server.ledger import models as rows
from server.ledger.store import Ledger

FORMAT: Final = "grubenpost-backup/1"
MANIFEST: Final = "manifest.json"
LEDGER: Final = "ledger.sqlite"
KEY: Final = "server.key"
CONFIG: Final = "grubenpost.toml"
ACCOUNTS: Final = "accounts.toml"
KNOWN: Final = frozenset({LEDGER, KEY, CONFIG, ACCOUNTS})
LARGEST_MANIFEST: Final = 1 << 16


class BadBackup(Refused):
    """A backup that can't be made, or can't be put back."""


class WrittenBackup(NamedTuple):
    """A backup that was made, read again and found right."""

    file: Path
    size: int
    manifest: dict[str, Any]


def make_backup(config: Config, out: Path, at: int) -> WrittenBackup:
    """Write a backup to this file, which may not be there yet, and read it again."""
    if out.exists():
        raise BadBackup("backup/there", "{file} is there already, and stays as it is: name another", file=out)
    key = read_key(config.key_file)
    out.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _folder(out.parent) as folder:
        with any_ledger(config) as ledger:
            _check_ready(config, ledger, key)
            _write_ledger(ledger, folder / LEDGER)
        facts = check_file(folder / LEDGER)
        sources = {LEDGER: folder / LEDGER, KEY: config.key_file}
        if config.file is not None:
            sources[CONFIG] = config.file
        if config.office is not None and config.office.accounts.exists():
            sources[ACCOUNTS] = config.office.accounts
        manifest = {"format": FORMAT, "server": config.name, "at": at, **facts, "files": _hashes(sources)}
        _write_tar(folder / "backup.tar", sources, manifest)
        with unpacked(folder / "backup.tar", folder):
            pass  # it can be read, and every file is what its hash says
        _publish(folder / "backup.tar", out)
        _note_backup(config, folder / LEDGER, at)
    return WrittenBackup(out, out.stat().st_size, manifest)


def _check_ready(config: Config, ledger: Ledger, key: PrivateKey) -> None:
    """There is a ledger, and it is this server's. An older one is backed up too, before it is migrated."""
    if not is_there(ledger) or not ledger.is_sqlite:
        check_revision(ledger)
    if ledger.revision() == newest_revision():
        check_identity(config, ledger, key)


def _write_ledger(ledger: Ledger, file: Path) -> None:
    """The ledger as it is at this moment, in a file of its own with nothing beside it."""
    file.touch(mode=0o600)
    if not ledger.is_sqlite:
        with Ledger(f"sqlite:///{file}") as copy:
            copy_ledger(ledger, copy)
    else:
        source = sqlite3.connect(f"file:{ledger.url.database}?mode=ro", uri=True)
        with closing(source), closing(sqlite3.connect(file)) as copy:
            source.backup(copy)
    with closing(sqlite3.connect(file)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")


def _hashes(sources: dict[str, Path]) -> dict[str, str]:
    return {name: _hash(path) for name, path in sources.items()}


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _write_tar(path: Path, sources: dict[str, Path], manifest: dict[str, Any]) -> None:
    text = json.dumps(manifest, indent=2).encode("utf-8") + b"\n"
    path.touch(mode=0o600)
    with tarfile.open(path, "w") as tar:
        first = tarfile.TarInfo(MANIFEST)
        first.size, first.mtime, first.mode = len(text), manifest["at"], 0o600
        tar.addfile(first, io.BytesIO(text))
        for name, source in sources.items():
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.mode = source.stat().st_size, manifest["at"], 0o600
            with source.open("rb") as file:
                tar.addfile(member, file)


def _publish(part: Path, out: Path) -> None:
    """Give the finished file its name. Unlike a rename, this never replaces another."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    try:
        try:
            os.link(part, out)
        except FileExistsError:
            raise
        except OSError:  # a stick or a share that knows no links
            _copy_new(part, out)
    except FileExistsError:
        raise BadBackup("backup/there", "{file} is there already, and stays as it is", file=out) from None


def _copy_new(part: Path, out: Path) -> None:
    """Copy a file to a name that nobody has; if that fails, there is none of it."""
    handle = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file, part.open("rb") as source:
            shutil.copyfileobj(source, file)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        out.unlink(missing_ok=True)
        raise


def _note_backup(config: Config, copy: Path, at: int) -> None:
    """Write down in the ledger what the backup holds: mail beyond it must stay in the mailbox.

    A backup is good also if that fails, say on a full disk.
    """
    with Ledger(f"sqlite:///{copy}") as copied:
        if copied.revision() != newest_revision():
            return
        with copied.reading() as session:
            read = how_far_read(session)
    with suppress(DBAPIError), any_ledger(config) as ledger, ledger.writing() as session:
        note_backup(session, at, read)


def how_far_read(session: Session) -> dict[str, list[int]]:
    """The last mail that was read of each mailbox, as a ledger says."""
    return {box.account: [box.uidvalidity, box.last_uid] for box in session.exec(select(rows.Mailbox))}


def note_backup(session: Session, at: int, read: dict[str, list[int]]) -> None:
    """There is a backup of this moment, and it is the newest."""
    session.exec(delete(rows.Backup))
    session.add(rows.Backup(at=at, read=json.dumps(read, sort_keys=True)))


@contextmanager
def _folder(near: Path) -> Iterator[Path]:
    """A place for what is not finished, on the same disk; gone afterwards, whatever happens."""
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=near) as folder:
        yield Path(folder)


class Unpacked(NamedTuple):
    """The files of a backup, each checked by its hash."""

    manifest: dict[str, Any]
    files: dict[str, Path]


@contextmanager
def unpacked(backup: Path, near: Path) -> Iterator[Unpacked]:
    """The files of a backup in a folder that is gone afterwards."""
    with _folder(near) as folder:
        try:
            with tarfile.open(backup, "r:") as tar:
                manifest = _read_manifest(backup, tar)
                files = {name: _unpack(tar, name, folder / name) for name in manifest["files"]}
        except (tarfile.TarError, EOFError, KeyError) as error:
            raise _damaged(backup, type(error).__name__) from None
        for name, path in files.items():
            if _hash(path) != manifest["files"][name]:
                raise _damaged(backup, name)
        yield Unpacked(manifest, files)


def _read_manifest(backup: Path, tar: tarfile.TarFile) -> dict[str, Any]:
    first = tar.next()
    if first is None or first.name != MANIFEST or first.size > LARGEST_MANIFEST or not first.isfile():
        raise BadBackup("backup/other", "{file} is not a backup of grubenpost-server", file=backup)
    content = tar.extractfile(first)
    assert content is not None  # it is a plain file
    try:
        manifest = json.loads(content.read())
    except ValueError:
        raise _damaged(backup, MANIFEST) from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BadBackup(
            "backup/format",
            "{file} is of another version: this Grubenpost reads {format}",
            file=backup,
            format=FORMAT,
        )
    if not {LEDGER, KEY} <= set(manifest["files"]) <= KNOWN:
        raise _damaged(backup, "files")
    return manifest


def _unpack(tar: tarfile.TarFile, name: str, to: Path) -> Path:
    """One plain file under the one name that we know; whatever else the tar holds is left in it."""
    content = tar.extractfile(tar.getmember(name))
    if content is None:
        raise KeyError(name)
    handle = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        while part := content.read(1 << 20):
            file.write(part)
    return to


def _damaged(backup: Path, what: str) -> BadBackup:
    return BadBackup(
        "backup/damaged", "{file} is damaged ({what}): take another backup", file=backup, what=what
    )
