"""Looking everything over that a server needs, and telling in words what is wrong.

Every check is a function that yields what it found. Whatever it raises, if it can be told in words, is what
is wrong; then the next check goes on as well as it can.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import text
from sqlmodel import Session, func, select

from server.config.errors import BadConfig
from server.config.model import Config
from server.host.backups.integrity import check_whole
from server.host.backups.selfcheck import (
    DamagedGame,
    Watch,
    count_games,
    find_faults,
    find_faults_quickly,
    unwatched,
)
from server.host.health import read_processes, runs
from server.host.reports.disk_room import SCARCE, free_space, in_megabytes
from server.host.reports.error_texts import explain
from server.host.reports.needs import find_needs
from server.host.setup.accounts import imap_account, smtp_account
from server.host.setup.house import any_ledger, check_identity, check_revision, is_there
from server.host.setup.serverkey import read_key
from server.host.spans import span
from server.ledger import models as rows
from server.ledger.errors import WrongRevision
from server.ledger.store import Ledger

OK: Final = "ok"
WARNING: Final = "warning"
WRONG: Final = "wrong"
OTHER_VERSION: Final = 78
"""Every command ends with this then."""
SKEW: Final = 10
SHOWN_FAULTS: Final = 10
NEWEST: Final = 20
"""So many games a quick check goes through whole."""


class Finding(NamedTuple):
    """Something that was looked at: how it is, and what there is to say about it."""

    what: str
    state: str
    words: str
    exit: int = 0
    """The exit code that `check` ends with because of it, if there is no greater one."""


Found = Iterator[tuple[str, str]]
Check = Callable[[Config], Found]


def look_over(
    load: Callable[[], Config], *, thorough: bool = False, quick: bool = False, watch: Watch = unwatched
) -> Iterator[Finding]:
    """Check everything, if the configuration can be read at all. Quickly: not every page and every log."""
    try:
        config = load()
    except BadConfig as error:
        yield Finding("configuration", WRONG, str(error), 1)
        return
    yield Finding("configuration", OK, f"read from {config.source}")
    checks: dict[str, Check] = {
        "data folder": check_folder,
        "disk": check_disk,
        "server key": check_key,
        "ledger": check_ledger,
        "database": check_database,
        "log": lambda config: check_log(config, thorough, watch),
        "clock": check_clock,
        "server": check_server,
    }
    if quick:
        del checks["database"]
        checks["log"] = check_log_quickly
    if config.office is not None:
        checks["post office"] = check_office
    else:
        checks |= {"IMAP": check_imap, "SMTP": check_smtp}
    told: set[str] = set()
    for what, check in checks.items():
        for found in _attempt(what, check, config):
            if found.words not in told:  # several need the ledger: what is wrong with it is told once
                told.add(found.words)
                yield found


class NothingYet(Exception):
    """There is nothing to look at before the server has run for the first time."""


def _attempt(what: str, check: Check, config: Config) -> Iterator[Finding]:
    try:
        for state, words in check(config):
            yield Finding(what, state, words, int(state == WRONG))
    except NothingYet:
        return
    except Exception as error:
        told = explain(error)
        if told is None:
            raise
        yield Finding(what, WRONG, told, OTHER_VERSION if isinstance(error, WrongRevision) else 1)


def check_folder(config: Config) -> Found:
    """There is a data folder, only its owner can look into it, and it can be written to."""
    if not config.data.is_dir():
        yield WARNING, f"{config.data} is not there yet: `grubenpost-server run` makes it"
        return
    if not os.access(config.data, os.W_OK | os.X_OK):
        yield WRONG, f"{config.data} can't be written to: type `chown` with the user that runs the server"
    mode = stat.S_IMODE(config.data.stat().st_mode)
    if mode & 0o077:
        yield WARNING, f"others can look into {config.data} (mode {mode:04o}): type `chmod 700 {config.data}`"
    if config.file is not None and stat.S_IMODE(config.file.stat().st_mode) & 0o022:
        yield WRONG, f"others can change {config.file}: type `chmod go-w {config.file}`"
    yield OK, str(config.data)


def check_disk(config: Config) -> Found:
    """There is room for mails to come."""
    if not config.data.is_dir():
        return
    free = free_space(config.data)
    state = WRONG if free < SCARCE // 10 else WARNING if free < SCARCE else OK
    yield state, in_megabytes(free)


def check_key(config: Config) -> Found:
    """The key can be read, and is the one that the games stand on."""
    if not config.key_file.exists():
        with any_ledger(config) as ledger:
            check_identity(config, ledger, None)
        yield WARNING, f"{config.key_file} is not there yet: `grubenpost-server run` makes it"
        return
    key = read_key(config.key_file)
    with any_ledger(config) as ledger:
        check_identity(config, ledger, key)
    yield OK, f"fingerprint {key.public.fingerprint}"


def check_ledger(config: Config) -> Found:
    """The database can be reached, and its tables are those that this version needs."""
    with any_ledger(config) as ledger:
        if not is_there(ledger):
            yield _no_ledger(config)
            return
        check_revision(ledger)
        revision, where = ledger.revision(), ledger.url.render_as_string(hide_password=True)
        if ledger.is_sqlite:
            mode = stat.S_IMODE(Path(ledger.url.database or "").stat().st_mode)
            if mode & 0o077:
                file = ledger.url.database
                yield WRONG, f"others can open {file} (mode {mode:04o}): type `chmod 600 {file}`"
    yield OK, f"{where}, revision {revision}"


def _no_ledger(config: Config) -> tuple[str, str]:
    """There is none on a new machine. Where there is a key, the server has run before, and it was lost."""
    if not config.key_file.exists():
        return WARNING, "there is none yet: `grubenpost-server run` makes it"
    return WRONG, (
        "there is none, or an empty one, though the server has run here before: put the last backup back "
        "with `grubenpost-server restore`; `run` would begin anew"
    )


def check_database(config: Config) -> Found:
    """The database itself is whole, whatever the games in it say."""
    with any_ledger(config) as ledger:
        if not is_there(ledger):
            raise NothingYet
        check_whole(ledger)
    yield OK, "whole"


@contextmanager
def _reading(config: Config) -> Iterator[tuple[Ledger, Session]]:
    """The ledger, if there is one to look into."""
    with any_ledger(config) as ledger:
        if not is_there(ledger):
            raise NothingYet
        check_revision(ledger)
        with ledger.reading() as session:
            yield ledger, session


def check_log(config: Config, thorough: bool, watch: Watch) -> Found:
    """Every game's log is whole and unchanged."""
    with _reading(config) as (_, session):
        games = count_games(session)
        key = read_key(config.key_file) if thorough and games else None
        faults = list(find_faults(session, key, watch))
    checked = "each signature, every rule" if thorough else "every entry follows from the one before"
    yield from _tell_faults(faults, f"{games} games, {checked}")


def check_log_quickly(config: Config) -> Found:
    """No game's log lacks an entry, and the newest are whole and unchanged."""
    with _reading(config) as (_, session):
        games = count_games(session)
        faults = list(find_faults_quickly(session, NEWEST))
    whole = (
        f"none of them lacks an entry, and of {min(games, NEWEST)} every entry follows from the one before"
    )
    yield from _tell_faults(faults, f"{games} games: {whole}")


def _tell_faults(faults: Sequence[DamagedGame], well: str) -> Found:
    for fault in faults[:SHOWN_FAULTS]:
        yield WRONG, f"the game {fault.game}: {fault.why}"
    if len(faults) > SHOWN_FAULTS:
        yield WRONG, f"and {len(faults) - SHOWN_FAULTS} games more"
    if not faults:
        yield OK, well


def check_clock(config: Config) -> Found:
    """This machine's clock does not run behind the ledger, nor far from the database's."""
    now = int(time.time())
    with _reading(config) as (ledger, session):
        newest: int | None = session.exec(select(func.max(rows.Entry.at))).one()
        theirs = now if ledger.is_sqlite else _database_clock(session)
    if newest is not None and newest > now + SKEW:
        yield WRONG, f"it is {span(newest - now)} behind the newest entry in the ledger: set it right"
    elif abs(theirs - now) > SKEW:
        yield WRONG, f"it is {span(abs(theirs - now))} away from the database's: set both right (NTP)"
    else:
        yield OK, time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))


def _database_clock(session: Session) -> int:
    asked = text("SELECT extract(epoch FROM clock_timestamp())")
    return int(session.connection().execute(asked).scalar_one())


def check_server(config: Config) -> Found:
    """It runs or not, and nothing needs somebody."""
    now = int(time.time())
    processes = read_processes(config.health_file, now)
    with _reading(config) as (_, session):
        needs = find_needs(session, processes, config.data, now)
    for need in needs:
        if need.what != "disk":  # which was looked at by itself
            yield WRONG if need.wrong else WARNING, f"{need.what}: {need.words}"
    yield OK, "it runs" if runs(processes) else "it does not run now"


def check_imap(config: Config) -> Found:
    """Mail can be fetched."""
    from server.host.setup.probe import try_imap  # noqa: PLC0415  not all hosts have accounts

    assert config.imap is not None
    yield OK, try_imap(imap_account(config.imap))


def check_smtp(config: Config) -> Found:
    """Mail can be sent."""
    from server.host.setup.probe import try_smtp  # noqa: PLC0415

    assert config.smtp is not None
    yield OK, try_smtp(smtp_account(config.smtp), config.name)


def check_office(config: Config) -> Found:
    """Our own post office has its ports, and its accounts can be read."""
    from server.host.setup.post_office import read_accounts  # noqa: PLC0415

    assert config.office is not None
    accounts = read_accounts(config.office.accounts)
    yield OK, f"on this machine, {len(accounts)} accounts"
