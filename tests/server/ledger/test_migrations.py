"""The migrations lead to exactly the tables that the models describe, from wherever one starts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

import server.ledger
from server.clocks.stops import lasting_outages
from server.ledger.errors import BadLedger
from server.ledger.migrate import upgrade
from server.ledger.models import Memo, Row
from server.ledger.queues import memo_text, memos_to_keep
from server.ledger.queues.memos import name_of
from server.ledger.store import Ledger
from tests.server.ledger.schema import describe, differences
from tests.server.ledger.workers import in_processes, migrate

SCRIPTS = ScriptDirectory(str(Path(server.ledger.__path__[0]) / "migrations"))
REVISIONS = [script.revision for script in SCRIPTS.walk_revisions()]


@pytest.fixture
def bare(empty_url: str) -> Iterator[Ledger]:
    """A ledger without tables."""
    ledger = Ledger(empty_url)
    yield ledger
    ledger.close()


@pytest.fixture
def modelled(empty_url: str) -> dict[str, object]:
    """How the tables are described that the models make by themselves; they are gone again."""
    ledger = Ledger(empty_url)
    with ledger.engine.begin() as connection:
        Row.metadata.create_all(connection)
    described = describe(ledger)
    with ledger.engine.begin() as connection:
        Row.metadata.drop_all(connection)
    ledger.close()
    return described


def test_an_empty_database_becomes_what_the_models_say(modelled: dict[str, object], bare: Ledger) -> None:
    assert bare.revision() is None
    bare.migrate()
    assert bare.revision() == SCRIPTS.get_current_head()
    assert differences(bare) == []
    assert describe(bare) == modelled
    assert len(modelled) > 30


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_older_revision_is_brought_up_to_date(
    modelled: dict[str, object], bare: Ledger, revision: str
) -> None:
    upgrade(bare.engine, revision)
    assert bare.revision() == revision
    bare.migrate()
    assert describe(bare) == modelled
    assert bare.revision() == SCRIPTS.get_current_head()


def test_a_difference_would_be_seen(ledger: Ledger) -> None:
    before = describe(ledger)
    with ledger.engine.begin() as connection:
        connection.execute(text("DROP INDEX ix_outbox_due"))
        connection.execute(text("ALTER TABLE tally ADD COLUMN spare INTEGER CHECK (spare > 0)"))
    assert len(differences(ledger)) == 2
    assert describe(ledger) != before


def test_mails_are_compressed_by_the_quick_method(postgresql_url: str) -> None:
    ledger = Ledger(postgresql_url)
    asked = "SELECT attname FROM pg_attribute WHERE attcompression = 'l' ORDER BY attname"
    with ledger.reading() as session:
        assert session.connection().execute(text(asked)).scalars().all() == ["mime", "raw"]
    ledger.close()


def test_migrating_again_changes_nothing(ledger: Ledger) -> None:
    before = describe(ledger)
    ledger.migrate()
    assert describe(ledger) == before


def test_a_migration_that_fails_leaves_nothing(bare: Ledger) -> None:
    with bare.engine.begin() as connection:
        connection.execute(text("CREATE TABLE tally (in_the_way INTEGER)"))
    with pytest.raises(DBAPIError, match="already exists"):
        bare.migrate()
    with bare.engine.begin() as connection:
        assert inspect(connection).get_table_names() == ["tally"]


def test_a_ledger_from_the_future_is_left_alone(ledger: Ledger) -> None:
    with ledger.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadLedger, match="newer Grubenpost") as caught:
        ledger.migrate()
    assert caught.value.code == "ledger/revision"
    assert ledger.revision() == "9999"


def test_several_processes_may_migrate_at_once(empty_url: str) -> None:
    assert in_processes(migrate, [(empty_url,)] * 4) == [SCRIPTS.get_current_head()] * 4


def test_codes_from_before_they_could_end_are_good_still(bare: Ledger) -> None:
    """Those of players end with the next change, those of strangers need not."""
    upgrade(bare.engine, "0002")
    player = """
        INSERT INTO player (id, handle, folded, name, auth, language, zone, style, mails, checkpoint,
            position, state, created_at)
        VALUES (1, 'anna', 'anna', 'Anna', 'mailbox', 'en', 'UTC', 'text', 'every', true, true, 'active', 0)
    """
    code = """
        INSERT INTO code (hash, purpose, player_id, address, what, expires_at)
        VALUES ('{}', 'reply', {}, '', '{{}}', 9)
    """
    with bare.engine.begin() as connection:
        for statement in (player, code.format("theirs", 1), code.format("nobodys", "NULL")):
            connection.execute(text(statement))
    bare.migrate()
    with bare.reading() as session:
        found = session.connection().execute(text("SELECT hash, epoch FROM code ORDER BY hash")).all()
        assert [tuple(row) for row in found] == [("nobodys", None), ("theirs", 0)]
        assert session.connection().execute(text("SELECT epoch FROM player")).scalars().all() == [0]


OLD_ACTS = """
    INSERT INTO hostact (at, act, game_id, reason, done)
    VALUES (100, 'pause', 'k3t9qa', 'a trip', true), (150, 'resume', 'k3t9qa', '', false)
"""
OLD_OUTAGES = """
    INSERT INTO outage (why, begins, ends, begun, over)
    VALUES ('fetch', 10, 40, true, true), ('fetch', 110, 140, true, false), ('send', 120, NULL, true, false)
"""
OLD_GAME = """
    INSERT INTO game (id, state, options, seed, invited, ply, entries, created_at, moved_at, in_outage)
    VALUES ('k3t9qa', 'running', '{}', '', '[]', 0, 0, 0, 0, true)
"""


def test_outages_and_acts_of_the_host_go_on_as_memos(bare: Ledger) -> None:
    """What was done stays done and out of the mailbox; what waits is due, and an outage lasts."""
    upgrade(bare.engine, "0014")
    with bare.engine.begin() as connection:
        for statement in (OLD_GAME, OLD_ACTS, OLD_OUTAGES):
            connection.execute(text(statement))
    bare.migrate()
    with bare.reading() as session:
        found = session.exec(select(Memo).order_by(col(Memo.at))).all()
        assert [(one.at, one.act, one.about, one.more, one.done) for one in found] == [
            (10, "out", "fetch", "{}", True),
            (40, "well", "fetch", "{}", True),
            (100, "pause", "k3t9qa", '{"reason":"a trip"}', True),
            (110, "out", "fetch", "{}", True),
            (120, "out", "send", "{}", True),
            (140, "well", "fetch", "{}", False),
            (150, "resume", "k3t9qa", "{}", False),
        ]
        assert [one.at for one in memos_to_keep(session)] == [140, 150]
        assert all(one.name == name_of(memo_text(one)) for one in found)
        assert lasting_outages(session) == {"fetch", "send"}
