"""Texts of mails take little room, come back as they were, and leave no room behind when they go."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some
from sqlalchemy import text
from sqlmodel import col, select, update

from server.ledger.compression import pack, unpack
from server.ledger.disk_space import SPARE, give_room_back, gives_room_back, write_anew
from server.ledger.migrate import upgrade
from server.ledger.models import Inbox, Outbox
from server.ledger.store import Ledger
from tests.server.ledger.samples import NOW

TEXTS = [
    b"",
    b"\0",
    b"\0Z",
    b"\0=",
    b"\0Zx",
    b"x",
    b"\0" * 99,
    b"From: anna@example.org\r\n" * 500,
    bytes(range(256)),
]


@given(some.binary(max_size=400) | some.sampled_from(TEXTS))
def test_any_text_comes_back(raw: bytes) -> None:
    assert unpack(pack(raw)) == raw
    assert len(pack(raw)) <= len(raw) + 2


def mail(number: int, mime: bytes) -> Outbox:
    return Outbox(
        dedupe_key=f"{number}",
        message_id=f"<{number}@example.org>",
        token=f"{number}",
        recipient="anna@example.org",
        mime=mime,
        kind="turn",
        state="sent",
        created_at=NOW,
    )


def test_texts_in_both_databases(ledger: Ledger) -> None:
    with ledger.writing() as session:
        session.add_all([mail(number, mime) for number, mime in enumerate(TEXTS)])
    with ledger.reading() as session:
        found = session.exec(select(Outbox.mime).order_by(col(Outbox.id))).all()
        stored = session.connection().execute(text("SELECT length(mime) FROM outbox ORDER BY id")).scalars()
        assert list(found) == TEXTS
        assert list(stored) == [len(pack(each)) for each in TEXTS]
    with ledger.writing() as session:
        session.exec(update(Outbox).values(mime=b""))
    with ledger.reading() as session:
        assert session.connection().execute(text("SELECT max(length(mime)) FROM outbox")).scalar() == 0


@pytest.mark.parametrize("raw", TEXTS)
def test_texts_of_an_older_ledger_are_the_same_afterwards(empty_url: str, raw: bytes) -> None:
    with Ledger(empty_url) as ledger:
        upgrade(ledger.engine, "0006")
        old = text(
            "INSERT INTO inbox (raw_sha256, account, uidvalidity, uid, received_at, size, raw, state,"
            " attempts, lease_by, error, outcome) VALUES ('x', 'a', 1, 1, 1, 1, :raw, 'done', 0, '', '', '')"
        )
        with ledger.engine.begin() as connection:
            connection.execute(old, {"raw": raw})
        ledger.migrate()
        with ledger.reading() as session:
            assert session.exec(select(Inbox.raw)).one() == raw


def fill_and_erase(ledger: Ledger) -> None:
    """Many mails come, and their texts go."""
    with ledger.writing() as session:
        session.add_all([mail(number, Random(number).randbytes(20_000)) for number in range(600)])
    with ledger.writing() as session:
        session.exec(update(Outbox).values(mime=b""))


def test_erased_texts_give_their_room_back_while_it_is_in_use(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    with Ledger(f"sqlite:///{file}") as ledger:
        ledger.migrate()
        assert gives_room_back(ledger)
        fill_and_erase(ledger)
        largest = pragma(ledger, "page_count")
        given = [pages for _ in range(6) if (pages := give_room_back(ledger))]
        assert len(given) > 1
        assert pragma(ledger, "freelist_count") == SPARE
    assert file.stat().st_size <= (largest - sum(given)) * 4096


def pragma(ledger: Ledger, name: str) -> int:
    with ledger.reading() as session:
        return int(session.connection().exec_driver_sql(f"PRAGMA {name}").scalar_one())


def test_a_file_from_before_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    with closing(sqlite3.connect(file)) as old:
        old.execute("PRAGMA journal_mode = WAL")
        old.execute("CREATE TABLE x (y)")
        old.execute("DROP TABLE x")
    with Ledger(f"sqlite:///{file}") as ledger:
        ledger.migrate()
        fill_and_erase(ledger)
        assert not gives_room_back(ledger)
        sizes = write_anew(ledger)
        assert sizes.after < sizes.before / 5
        assert gives_room_back(ledger)
