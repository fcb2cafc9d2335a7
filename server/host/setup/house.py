"""The house: what every command of the host stands on: the data folder, the ledger, the server's key."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

from sqlmodel import col, select

from engine.record.letters.key import PrivateKey, PublicKey
from server.config.errors import BadConfig
from server.config.model import Config
from server.host.setup.serverkey import make_key, read_key
from server.ledger import models as rows
from server.ledger.errors import BadLedger, WrongRevision
from server.ledger.store import Ledger


def make_folder(config: Config) -> None:
    """The data folder, for its owner only."""
    try:
        make_private(config.data)
    except OSError as error:
        raise BadConfig(
            "config/data",
            "{source}: the data folder {data} can't be made: {why}",
            source=config.source,
            data=config.data,
            why=error.strerror,
        ) from None


def make_private(folder: Path) -> None:
    """A folder for its owner only, and those that it needs; what is there stays as it is."""
    if not folder.is_dir():
        if folder.parent != folder:
            make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


@contextmanager
def open_ledger(config: Config, threads: int = 8) -> Iterator[Ledger]:
    """The ledger, which has to be there and up to date."""
    with any_ledger(config, threads) as ledger:
        check_revision(ledger)
        yield ledger


@contextmanager
def any_ledger(config: Config, threads: int = 8) -> Iterator[Ledger]:
    """The ledger, of whatever revision."""
    ledger = Ledger(config.database, threads=threads)
    try:
        yield ledger
    finally:
        ledger.close()


def check_revision(ledger: Ledger) -> None:
    """Refuse a ledger that is not there, or that an older or newer Grubenpost wrote."""
    found = ledger.revision() if is_there(ledger) else None
    if found is None:
        where = ledger.url.render_as_string(hide_password=True)
        raise BadLedger(
            "ledger/none",
            "there is no ledger at {where} yet: `grubenpost-server migrate` or `run` makes it",
            where=where,
        )
    needed = newest_revision()
    if found < needed:
        raise WrongRevision(
            "ledger/old",
            "the ledger is at revision {found}, this Grubenpost needs {needed}: make a backup, then type "
            "`grubenpost-server migrate`",
            found=found,
            needed=needed,
        )
    if found > needed:
        raise WrongRevision(
            "ledger/newer",
            "a newer Grubenpost wrote the ledger (revision {found}, this one knows {needed}): install that "
            "version again, or put a backup from before it back with `grubenpost-server restore --replace`",
            found=found,
            needed=needed,
        )


def newest_revision() -> str:
    """The revision that this Grubenpost works with: migrations are numbered in the order of their files."""
    folder = files("server.ledger") / "migrations" / "versions"
    return max(file.name.partition("_")[0] for file in folder.iterdir() if file.name.endswith(".py"))


def open_key(config: Config, ledger: Ledger) -> PrivateKey:
    """The server's key; a new one if this server never had a game."""
    known = config.key_file.exists()
    key = read_key(config.key_file) if known else None
    check_identity(config, ledger, key)
    return key or make_key(config.key_file, secrets.token_bytes)


def check_identity(config: Config, ledger: Ledger, key: PrivateKey | None) -> None:
    """Refuse a key or a name that is not the one of the games in the ledger."""
    genesis = newest_genesis(ledger) if is_there(ledger) else None
    if genesis is None:
        return
    stands_on = PublicKey.from_line(genesis["server_key"])
    if key is None:
        key = read_key(config.key_file)  # which tells that it is missed
    if stands_on != key.public:
        raise BadConfig(
            "key/other",
            "{file} is not the key of this ledger: its games stand on the key with the fingerprint {wanted}, "
            "this one has {found}",
            file=config.key_file,
            wanted=stands_on.fingerprint,
            found=key.public.fingerprint,
        )
    if genesis["server"] != config.name:
        raise BadConfig(
            "config/renamed",
            "{source}: [server] name is {name}, but the games of this ledger are sealed for {server}",
            source=config.source,
            name=config.name,
            server=genesis["server"],
        )


def is_there(ledger: Ledger) -> bool:
    """Whether there are tables. Asking makes no file."""
    if ledger.is_sqlite and not Path(ledger.url.database or "").exists():
        return False
    return ledger.revision() is not None


def newest_genesis(ledger: Ledger) -> dict[str, str] | None:
    """The first entry of the newest game that was played here."""
    with ledger.reading() as session:
        first = session.exec(
            select(rows.Entry)
            .join(rows.Game, col(rows.Game.id) == col(rows.Entry.game_id))
            .where(rows.Entry.seq == 0, col(rows.Game.id).not_in(select(rows.Imported.game_id)))
            .order_by(col(rows.Game.created_at).desc())
            .limit(1)
        ).first()
    facts: dict[str, str] | None = json.loads(first.facts) if first else None
    return facts
