"""A club with a game in it, on disk, as a host has it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.record.keyring.keyfile import lock
from server.config.writer import write_config
from server.ledger.store import Ledger
from tests.server.house import ADDRESS, HOST, SERVER, House, Member
from tests.server.real.ports import free_ports

PLAYERS = ("anna", "bert")


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a club in which a game of two has begun and another one is over."""
    data = tmp_path_factory.mktemp("club") / "data"
    data.mkdir(mode=0o700)
    ledger = Ledger(f"sqlite:///{data / 'ledger.sqlite'}")
    house = House(ledger)
    members = [Member(house, handle) for handle in PLAYERS]
    for member in members:
        member.register()
    begin_game(members)
    for member in members:
        member.ask(f"abandon {begin_game(members) if member is members[0] else newest_game(house)}")
    (data / "server.key").write_bytes(lock(house.settings.key, "", b""))
    (data / "server.key").chmod(0o600)
    ledger.close()
    return data


def begin_game(members: list[Member]) -> str:
    """Open a game and take all seats: its id."""
    members[0].ask(f"new players={len(members)} auth=key")
    game = newest_game(members[0].house)
    for member in members:
        member.join(game)
    return game


def newest_game(house: House) -> str:
    from sqlmodel import col, select

    from server.ledger.models import Game

    with house.ledger.reading() as session:
        return session.exec(select(Game.id).order_by(col(Game.created_at).desc())).first() or ""


@pytest.fixture
def club(tmp_path: Path, played: Path) -> Path:
    """The configuration of a copy of that club. Nobody answers at its mail servers."""
    shutil.copytree(played, tmp_path / "data")
    imap_port, smtp_port = free_ports(2)
    file = tmp_path / "grubenpost.toml"
    given = {
        "server": {"name": SERVER, "address": ADDRESS, "host": HOST, "data": "data"},
        "imap": {"host": "127.0.0.1", "tls": "none", "port": imap_port, "user": ADDRESS},
        "smtp": {"host": "127.0.0.1", "tls": "none", "port": smtp_port},
    }
    file.write_text(write_config(given), "utf-8")
    return file
