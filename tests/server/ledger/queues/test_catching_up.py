"""A ledger that was put back catches up with its mailbox, and asks before it sends what may be wrong."""

from __future__ import annotations

import imaplib
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import col, select

from server.ledger import models as rows
from server.ledger.queues import CATCHING_UP, HELD, begin_catching_up, go_on, missing, read_journal
from server.ledger.store import Ledger
from server.post.imap.fetch import Fetcher
from server.post.imap.folder import DONE
from server.post.imap.inbox import Mail, store
from tests.server.house import House, Member
from tests.server.post.sites import imap_account
from tests.server.real.dovecot import HOST, PASSWORD, Dovecot
from tests.server.real.fixtures import authority, dovecot
from tests.server.seasons.journal_house import JournalHouse, back_up, rebuild, told_by
from tests.server.seasons.season import Season

__all__ = ["authority", "dovecot"]
ACTS = 25


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Season, Path]]:
    """A season, and a backup from its middle."""
    folder = tmp_path_factory.mktemp("season")
    with Ledger(f"sqlite:///{folder / 'lived.sqlite'}") as ledger:
        made = Season(ledger, seed=3, games=4, players=4)
        made.play(ACTS)
        backup = back_up(ledger, folder / "backup.sqlite")
        made.play(ACTS)
        made.mark_sent()
        yield made, backup


def state(house: House) -> str:
    with house.ledger.reading() as session:
        return read_journal(session).state


def catch_up(ledger: Ledger, season: Season, backup: Path, folder: Path, sent_until: int = 0) -> JournalHouse:
    """Put the backup back, and let it read on."""
    file = folder / "put-back.sqlite"
    shutil.copy(backup, file)
    with Ledger(f"sqlite:///{file}") as copy, copy.writing() as session:
        begin_catching_up(session, season.house.time, sent_until)
    return rebuild(ledger, season.house, file)


def test_it_goes_on_by_itself_when_all_is_well(
    ledger: Ledger, season: tuple[Season, Path], tmp_path: Path
) -> None:
    lived, backup = season
    house = catch_up(ledger, lived, backup, tmp_path)
    assert state(house) == ""
    assert told_by(house) == told_by(lived.house)


def test_what_surely_went_does_not_go_again(
    ledger: Ledger, season: tuple[Season, Path], tmp_path: Path
) -> None:
    lived, backup = season
    house = catch_up(ledger, lived, backup, tmp_path, lived.house.mailbox[-1][0])
    assert state(house) == ""
    waiting = house.all(rows.Outbox, col(rows.Outbox.next_at).is_not(None))
    newest: dict[tuple[str | None, int | None], int] = {}
    for row in house.all(rows.Outbox, rows.Outbox.kind == "turn", col(rows.Outbox.game_id).is_not(None)):
        newest[row.game_id, row.player_id] = row.id
    since = lived.house.mailbox[-1][0] - 6 * 3600
    for row in waiting:
        assert row.created_at > since or row.id in newest.values()
        assert lived.house.sent[row.message_id] == row.mime
    assert len(waiting) < len(house.all(rows.Outbox))


def test_a_mail_that_is_gone_is_named_and_asked_about(ledger: Ledger, season: tuple[Season, Path]) -> None:
    lived, _ = season
    house = House(ledger, time=lived.house.time)
    raws = [Mail(uid, at, raw, done=True) for uid, (at, raw) in enumerate(lived.house.mailbox, 1)]
    del raws[4:6]
    house.look()
    house.time += 1
    with ledger.writing() as session:
        assert store(session, "club", 1, "fetcher", raws, house.time) == len({one.raw for one in raws})
    assert state(house) == CATCHING_UP
    house.look()
    house.work()
    assert state(house) == HELD
    with ledger.writing() as session:
        assert "the mailbox has no mail with the UIDs 5 to 6 any more" in missing(read_journal(session))
        go_on(session)
    assert state(house) == ""


def test_an_answer_to_a_mail_that_was_never_made_again(house: House) -> None:
    """As when the host had done something by a command."""
    anna = Member(house, "anna")
    (welcome, *_) = anna.register()
    with house.ledger.writing() as session:
        begin_catching_up(session, house.time)
        row = session.exec(
            select(rows.Outbox).where(rows.Outbox.message_id == welcome.message["Message-ID"])
        ).one()
        session.delete(row)
    house.write(anna.address, "status", In_Reply_To=str(welcome.message["Message-ID"]))
    house.look()
    house.work()
    assert state(house) == HELD
    with house.ledger.reading() as session:
        assert str(welcome.message["Message-ID"]) in missing(read_journal(session))[0]


def test_a_new_server_on_a_mailbox_that_was_never_dealt_with(house: House) -> None:
    house.write("x@example.net", "help")
    assert state(house) == ""


def test_from_nothing_through_dovecot(dovecot: Dovecot, ledger: Ledger, season: tuple[Season, Path]) -> None:
    """The whole way: the mails with their dates and marks lie on a real server, and the ledger is empty."""
    lived, _ = season
    name = f"journal{ledger.is_sqlite}".lower()
    with imaplib.IMAP4(HOST, dovecot.imap_port) as box:
        box.login(f"{name}@pit.example.org", PASSWORD)
        for at, raw in lived.house.mailbox:
            box.append("INBOX", f"({DONE})", imaplib.Time2Internaldate(time.gmtime(at)), raw)
    house = JournalHouse(ledger, time=lived.house.time)
    account = imap_account(dovecot, name)
    reader = Fetcher(ledger, account, lambda: house.time, "fetcher", threading.Event())
    try:
        assert reader.poll_once() == len({raw for _, raw in lived.house.mailbox})
    finally:
        reader.close()
    assert state(house) == CATCHING_UP
    while house.clerk.work_once():
        house.new_mails()
    assert state(house) == ""
    made, was = told_by(house), told_by(lived.house)
    for game, log in made.logs.items():  # what falls due after the last mail has its time still to come
        assert was.logs[game][: len(log)] == log
    for message_id, mime in house.sent.items():
        assert lived.house.sent[message_id] == mime
