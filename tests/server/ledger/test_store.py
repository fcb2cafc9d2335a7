"""What a transaction promises, and which URLs name a ledger."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlmodel import col, func, select

from server.ledger import connection as connecting
from server.ledger.errors import BadLedger
from server.ledger.models import Outbox, Player, Taken
from server.ledger.queues import add_outgoing, take_letter
from server.ledger.store import Ledger
from tests.server.ledger.samples import NOW, entry, game, outgoing, player

ROOT = Path(__file__).parents[3]


def count_players(ledger: Ledger) -> int:
    with ledger.reading() as session:
        return session.exec(select(func.count()).select_from(Player)).one()


def test_what_was_written_is_there(ledger: Ledger) -> None:
    with ledger.writing() as session:
        session.add(player())
    assert count_players(ledger) == 1


def test_a_rollback_leaves_nothing(ledger: Ledger) -> None:
    def everything() -> None:
        with ledger.writing() as session:
            session.add(player())
            game(session)
            session.add(entry())
            assert take_letter(session, "letter", NOW, "pit", 0)
            assert add_outgoing(session, outgoing(1))
            raise KeyError("stop")

    with pytest.raises(KeyError, match="stop"):
        everything()
    with ledger.reading() as session:
        tables = session.exec(select(func.count()).select_from(Player)).one()
        tables += session.exec(select(func.count()).select_from(Taken)).one()
        tables += session.exec(select(func.count()).select_from(Outbox)).one()
        assert tables == 0
        assert session.connection().execute(text("SELECT count(*) FROM entry")).scalar() == 0
    with ledger.writing() as session:
        assert take_letter(session, "letter", NOW)


def test_a_failed_part_can_be_undone_by_itself(ledger: Ledger) -> None:
    with ledger.writing() as session:
        session.add(player("anna"))
        part = session.begin_nested()
        session.add(player("ben"))
        session.flush()
        part.rollback()
        session.add(player("carl"))
    with ledger.reading() as session:
        assert sorted(session.exec(select(Player.handle)).all()) == ["anna", "carl"]


def test_a_row_stays_readable_after_its_transaction(ledger: Ledger) -> None:
    with ledger.writing() as session:
        anna = player()
        session.add(anna)
    assert anna.id == 1
    assert anna.handle == "anna"


def test_nothing_can_be_written_while_reading(ledger: Ledger) -> None:
    with pytest.raises(DBAPIError, match=r"read-?only"), ledger.reading() as session:
        session.add(player())
    assert count_players(ledger) == 0
    with ledger.writing() as session:  # the connection can write again
        session.add(player())


def test_reading_sees_one_moment(ledger: Ledger) -> None:
    with ledger.reading() as session:
        names = select(Player.handle)
        assert session.exec(names).all() == []
        with ledger.writing() as other:
            other.add(player())
        assert session.exec(names).all() == []
    assert count_players(ledger) == 1


def test_threads_share_a_ledger(ledger: Ledger) -> None:
    def write(name: str) -> None:
        for number in range(20):
            with ledger.writing() as session:
                session.add(player(f"{name}-{number}"))

    threads = [Thread(target=write, args=(f"thread-{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert count_players(ledger) == 80


def test_foreign_rows_must_be_there(ledger: Ledger) -> None:
    with pytest.raises(DBAPIError, match=r"(?i)foreign key"), ledger.writing() as session:
        session.add(entry(game_id="nowhere"))


def test_a_writer_keeps_others_out_from_its_first_statement(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "BUSY_SECONDS", 0)
    ledger = Ledger(sqlite_url)
    with ledger.writing() as session:
        assert session.exec(select(Player)).all() == []  # it has only read so far
        with pytest.raises(OperationalError, match="locked"), ledger.writing() as other:
            other.exec(select(Player)).all()
        with ledger.reading() as other:  # readers are never kept out
            assert other.exec(select(Player)).all() == []
        session.add(player())
    with ledger.writing() as session:  # what failed has left nothing behind
        session.add(player("ben"))
    assert count_players(ledger) == 2
    ledger.close()


def test_sqlite_is_set_to_lose_nothing(sqlite_url: str) -> None:
    ledger = Ledger(sqlite_url)
    with ledger.writing() as session:
        connection = session.connection()
        asked = ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers", "busy_timeout")
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in asked]
    assert found == ["wal", 2, 1, 1, connecting.BUSY_SECONDS * 1000]
    ledger.close()


def test_a_new_file_is_for_its_owner_only(tmp_path: Path) -> None:
    ledger = Ledger(f"sqlite:///{tmp_path / 'new.sqlite'}")
    assert ledger.revision() is None
    ledger.migrate()
    modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert modes.keys() >= {"new.sqlite", "new.sqlite-wal"}
    assert set(modes.values()) == {0o600}
    ledger.close()


def test_postgresql_ends_a_transaction_that_hangs(postgresql_url: str) -> None:
    ledger = Ledger(postgresql_url)
    with ledger.writing() as session:
        limit = session.connection().execute(text("SHOW idle_in_transaction_session_timeout")).scalar()
    assert limit == "1min"
    ledger.close()


def test_a_lost_connection_is_replaced(postgresql_url: str) -> None:
    ledger, other = Ledger(postgresql_url), Ledger(postgresql_url)
    assert count_players(ledger) == 0
    with other.writing() as session:
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        session.connection().execute(text(end + " AND datname = current_database()"))
    assert count_players(ledger) == 0
    ledger.close()
    other.close()


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("club.sqlite", "ledger/url"),
        ("", "ledger/url"),
        ("postgresql://anna:secret@host:port/club", "ledger/url"),
        ("sqlite://", "ledger/kind"),
        ("sqlite:///:memory:", "ledger/kind"),
        ("mysql://anna:secret@host/club", "ledger/kind"),
        ("postgres://anna:secret@host/club", "ledger/kind"),
    ],
)
def test_what_names_no_ledger_is_refused_without_its_password(url: str, code: str) -> None:
    with pytest.raises(BadLedger) as caught:
        Ledger(url)
    assert caught.value.code == code
    assert "secret" not in str(caught.value)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    ledger = Ledger(f"sqlite:///{tmp_path / 'nowhere' / 'club.sqlite'}")
    with pytest.raises(BadLedger, match=r"nowhere.club\.sqlite") as caught:
        ledger.migrate()
    assert caught.value.code == "ledger/folder"


def test_only_what_is_used_is_imported(sqlite_url: str) -> None:
    code = f"""
import sys
from server.ledger.store import Ledger
ledger = Ledger({sqlite_url!r})
assert ledger.revision()
print([name for name in ("alembic", "psycopg") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_thread_waits_for_its_turn_at_a_row(ledger: Ledger) -> None:
    with ledger.writing() as session:
        session.add(player())

    def rename(letter: str) -> None:
        with ledger.writing() as session:
            found = session.exec(select(Player).where(col(Player.handle) == "anna").with_for_update()).one()
            found.name += letter

    threads = [Thread(target=rename, args=(letter,)) for letter in "abcdef"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with ledger.reading() as session:
        assert sorted(session.exec(select(Player.name)).one()) == sorted("Annaabcdef")


def test_a_new_file_that_others_open_too_is_waited_for(tmp_path: Path) -> None:
    """SQLite itself waits for all else, but not when a file's way of writing is changed."""
    file = tmp_path / "ledger.sqlite"
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("CREATE TABLE begun (one INTEGER)")
    other.execute("BEGIN IMMEDIATE")
    opened: list[str] = []

    def open_ledger() -> None:
        with Ledger(f"sqlite:///{file}") as ledger, ledger.engine.connect() as connection:
            opened.append(connection.exec_driver_sql("PRAGMA journal_mode").scalar_one())

    opening = Thread(target=open_ledger)
    opening.start()
    opening.join(0.2)
    assert opening.is_alive()
    other.execute("ROLLBACK")
    other.close()
    opening.join()
    assert opened == ["wal"]
