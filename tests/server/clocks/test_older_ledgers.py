"""Ledgers from before there were clocks: their games go on without one, and get one by the votes of all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, inspect, text

from engine.record.archive.verify import verify
from server.ledger.migrate import upgrade
from server.ledger.store import Ledger
from tests.server.clocks.clocking import DAY, archive_of, notes, tick
from tests.server.house import House, Member
from tests.server.playing import make_table, play_on

BEFORE_CLOCKS = ("0007", "0008", "0009")
"""The forms of ledgers in which running games were kept and no clocks."""


def copy_rows(source: Connection, target: Connection) -> None:
    """What the older form of a ledger has room for."""
    target.execute(text("PRAGMA defer_foreign_keys = ON"))
    for table in inspect(target).get_table_names():
        if table == "alembic_version" or table not in inspect(source).get_table_names():
            continue
        here = {column["name"] for column in inspect(source).get_columns(table)}
        names = [column["name"] for column in inspect(target).get_columns(table) if column["name"] in here]
        rows = [
            dict(row) for row in source.execute(text(f"SELECT {', '.join(names)} FROM {table}")).mappings()
        ]
        if rows:
            values = ", ".join(f":{name}" for name in names)
            target.execute(text(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values})"), rows)


Older = tuple[House, list[Member], str]


@pytest.fixture(params=BEFORE_CLOCKS)
def older(house: House, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Older]:
    """A game under way, in the ledger of an older server that was just brought up to date."""
    members, game = make_table(house, 2, "", 6)
    with Ledger(f"sqlite:///{tmp_path / 'older.sqlite'}") as ledger:
        upgrade(ledger.engine, request.param)
        with house.ledger.engine.connect() as source, ledger.engine.begin() as target:
            copy_rows(source, target)
        assert "pace" not in {column["name"] for column in inspect(ledger.engine).get_columns("game")}
        ledger.migrate()
        now = House(ledger, house.time, seen=house.seen, uid=house.uid, members=house.members)
        now.entropy = house.entropy
        for member in members:
            member.house = now
        yield now, members, game


def test_a_game_from_before_goes_on_and_gets_a_clock_by_the_votes_of_all(older: Older) -> None:
    house, members, game = older
    play_on(members, 2)
    assert (house.game(game).pace, house.game(game).due_at) == (None, None)
    tick(house, house.time + 400 * DAY, members)
    assert notes(house, game) == [], "nobody's time is up"
    for member in members:
        member.ask(f"clock {game} pace=daily")
    assert house.game(game).due_at == house.time + 7 * DAY + DAY // 2
    play_on(members, 2)
    due = house.game(game).due_at
    assert due is not None
    tick(house, due, members)
    assert [about for _, about in notes(house, game)] == ["vote", "vote", "pace", "clock"]
    assert sum(verify(archive_of(house, members[0], game)).missed or ()) == 1
