"""The rehearsal: a new version replays every game before it goes live, and refuses what it would change."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.errors import BadRecord
from engine.rules.actions.draft import Draft
from engine.rules.events import Event
from engine.rules.game import Game
from server.host.backups.rehearsal import rehearse
from server.host.backups.selfcheck import check_state
from server.ledger import models as rows
from tests.server.host.program import here
from tests.server.house import House
from tests.server.playing import make_table


def ledger_of(club: Path) -> Path:
    return club.parent / "data/ledger.sqlite"


def change(club: Path, *statements: str) -> None:
    with closing(sqlite3.connect(ledger_of(club))) as ledger:
        for statement in statements:
            ledger.execute(statement)
        ledger.commit()


def test_games_lead_to_where_they_led(house: House) -> None:
    make_table(house, 2, "", 12)
    with house.ledger.reading() as session:
        found = rehearse(session)
    assert (found.games, found.compared, found.faults) == (1, 1, [])


def test_another_rule_is_noticed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    _, game = make_table(house, 2, "", 12)
    play = Draft.play

    def generous(self: Draft, game: Game, events: list[Event]) -> None:
        play(self, game, events)
        game.vp[0] += 1

    monkeypatch.setattr(Draft, "play", generous)
    with house.ledger.reading() as session:
        (fault,) = rehearse(session).faults
    assert fault.game == game


def test_a_position_of_its_own_is_noticed_where_the_lists_agree(house: House) -> None:
    _, game = make_table(house, 2, "", 12)
    with house.ledger.writing() as session:
        row = session.get_one(rows.Game, game)
        row.position = "0" * 64
    with house.ledger.reading() as session:
        (fault,) = rehearse(session).faults
        with pytest.raises(BadRecord) as refused:
            check_state(session, session.get_one(rows.Game, game))
    assert refused.value.code == "log/position"
    assert fault.game == game
    assert "another position" in fault.why


def test_a_ledger_of_an_older_version_is_rehearsed_and_not_changed(club: Path) -> None:
    change(
        club,
        "ALTER TABLE game DROP COLUMN position",
        "UPDATE alembic_version SET version_num = '0013'",
    )
    before = ledger_of(club).read_bytes()
    done = here("rehearse", "--json", "-c", club)
    told = json.loads(done.stdout)
    assert done.returncode == 0
    assert told["games"] > 0
    assert (told["compared"], told["differ"]) == (0, [])
    assert ledger_of(club).read_bytes() == before


def test_no_migration_to_a_version_that_plays_otherwise(club: Path) -> None:
    change(
        club,
        "UPDATE game SET position = 'another' WHERE state = 'running'",
        "UPDATE alembic_version SET version_num = '0013'",
    )
    refused = here("migrate", "-c", club)
    assert refused.returncode != 0
    assert "[ledger/differs]" in refused.stderr
    assert "another position" in refused.stderr
    with closing(sqlite3.connect(ledger_of(club))) as ledger:
        assert ledger.execute("SELECT version_num FROM alembic_version").fetchone() == ("0013",)


def test_in_words(club: Path) -> None:
    done = here("rehearse", "-c", club)
    assert done.returncode == 0
    assert "games lead to where they led before" in done.stdout
    change(club, "UPDATE game SET position = 'another' WHERE position IS NOT NULL")
    checked = here("check", "--json", "-c", club)
    assert "another position" in checked.stdout
    done = here("rehearse", "-c", club)
    assert done.returncode == 1
    assert "stay with that" in done.stdout


def test_nothing_to_rehearse(tmp_path: Path) -> None:
    done = here("rehearse", "--data", tmp_path / "data")
    assert done.returncode == 0
    assert "nothing to rehearse" in done.stdout
