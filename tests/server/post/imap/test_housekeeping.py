"""The server's own mailbox stays small, and never loses what a restore would have to read again."""

from __future__ import annotations

import imaplib
import json
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from sqlmodel import col, select, update

from server.ledger.models import Backup, Inbox, Mailbox
from server.ledger.queues import begin_catching_up, missing, read_journal
from server.ledger.store import Ledger
from server.post.accounts import ImapAccount
from server.post.imap import portions
from server.post.imap.cleanup import TidyFetcher, put_back, tidy
from server.post.imap.fetch import Fetcher
from server.post.imap.folder import Folder
from tests.server.post.samples import mail
from tests.server.post.sites import imap_account
from tests.server.real.dovecot import PASSWORD, Dovecot
from tests.server.real.ports import HOST

NOW = int(time.time())
DAY = 86400


@pytest.fixture
def account(dovecot: Dovecot, name: str) -> ImapAccount:
    return replace(imap_account(dovecot, name), done_folder="Fertig & öde")


def fetch(ledger: Ledger, account: ImapAccount, kind: type[Fetcher] = Fetcher) -> None:
    reader = kind(ledger, account, lambda: NOW, "worker", threading.Event())
    while reader.poll_once():
        pass
    reader.close()


def deal_with_all(ledger: Ledger) -> None:
    with ledger.writing() as session:
        session.exec(update(Inbox).where(col(Inbox.state) == "new").values(state="done", next_at=None))


def back_up(ledger: Ledger) -> None:
    """As `backup` notes it."""
    with ledger.writing() as session:
        read = {box.account: [box.uidvalidity, box.last_uid] for box in session.exec(select(Mailbox))}
        session.merge(Backup(at=NOW, read=json.dumps(read)))


def look(account: ImapAccount, name: str = "INBOX") -> int:
    folder = Folder(replace(account, folder=name))
    try:
        folder.look()
        return len(folder.uids_after(0))
    finally:
        folder.close()


def tidied(ledger: Ledger, account: ImapAccount, now: int = NOW) -> tuple[int, int]:
    folder = Folder(account)
    try:
        return tidy(folder, ledger, account, now)
    finally:
        folder.close()


def test_only_what_a_backup_holds_is_moved(
    dovecot: Dovecot, name: str, account: ImapAccount, file_ledger: Ledger
) -> None:
    dovecot.deliver(name, *map(mail, range(4)))
    fetch(file_ledger, account)
    deal_with_all(file_ledger)
    assert tidied(file_ledger, account) == (0, 0), "no backup, no tidying"
    back_up(file_ledger)
    dovecot.deliver(name, *map(mail, range(4, 6)))
    fetch(file_ledger, account)
    deal_with_all(file_ledger)
    with file_ledger.writing() as session:
        session.exec(update(Inbox).where(col(Inbox.uid) == 2).values(state="aside"))
    assert tidied(file_ledger, account) == (3, 0)
    assert (look(account), look(account, account.done_folder)) == (3, 3)
    fetch(file_ledger, account)
    with file_ledger.reading() as session:
        assert len(session.exec(select(Inbox)).all()) == 6, "nothing comes twice"
    folder = Folder(account)
    assert put_back(folder, account) == 3
    folder.close()
    assert (look(account), look(account, account.done_folder)) == (6, 0)
    fetch(file_ledger, account)
    with file_ledger.reading() as session:
        assert len(session.exec(select(Inbox)).all()) == 6, "what comes back is known by its bytes"


def put_into(dovecot: Dovecot, account: ImapAccount, numbers: range) -> None:
    """Mails that came one second after the other."""
    with imaplib.IMAP4(HOST, dovecot.imap_port) as imap:
        imap.login(account.user, PASSWORD)
        for number in numbers:
            imap.append("INBOX", "", imaplib.Time2Internaldate(NOW - 100 + number), mail(number))


def test_what_comes_back_is_read_in_the_order_in_which_it_came(
    dovecot: Dovecot, account: ImapAccount, file_ledger: Ledger, tmp_path: Path
) -> None:
    """An older ledger makes the same of it as if nothing had ever been moved, and misses nothing."""
    with Ledger(f"sqlite:///{tmp_path / 'older.sqlite'}") as older:
        older.migrate()
        put_into(dovecot, account, range(2))
        fetch(older, account)
        put_into(dovecot, account, range(2, 5))
        fetch(file_ledger, account)
        deal_with_all(file_ledger)
        with file_ledger.writing() as session:
            session.exec(update(Inbox).where(col(Inbox.uid) == 4).values(state="aside"))
        back_up(file_ledger)
        assert tidied(file_ledger, account) == (4, 0)
        put_into(dovecot, account, range(5, 8))
        fetch(file_ledger, account)
        folder = Folder(account)
        assert put_back(folder, account) == 4
        assert put_back(folder, account) == 0
        folder.close()
        with older.writing() as session:
            begin_catching_up(session, NOW)
        fetch(older, account)
        with older.reading() as session:
            read = session.exec(select(Inbox).order_by(col(Inbox.at), col(Inbox.id))).all()
            assert [one.raw for one in read] == [mail(number) for number in range(8)]
            assert [one.at for one in read] == [NOW - 100 + number for number in range(8)]
            assert missing(read_journal(session)) == []


@pytest.mark.parametrize("readings", [1, 2])
@pytest.mark.parametrize("portion", [50, 2, 1])
def test_what_is_lost_among_those_that_came_back_is_missed(
    dovecot: Dovecot,
    account: ImapAccount,
    file_ledger: Ledger,
    monkeypatch: pytest.MonkeyPatch,
    portion: int,
    readings: int,
) -> None:
    """Also where one portion of mails ends and the next one begins, or one reading and the next."""
    monkeypatch.setattr(portions, "PORTION", portion)
    put_into(dovecot, account, range(4))
    folder = Folder(account)
    folder.look()
    assert put_back(folder, account) == 0, "all go away and come back, as 5 to 8"
    with file_ledger.writing() as session:
        begin_catching_up(session, NOW)
    if readings == 2:  # the first is cut short
        with monkeypatch.context() as cut:
            cut.setattr(Folder, "uids_after", lambda _, uid: [5, 6] if uid < 6 else [])
            cut.setattr(Fetcher, "_note_end", lambda *_: None)
            fetch(file_ledger, account)
    assert folder.delete([7])
    folder.close()
    fetch(file_ledger, account)
    with file_ledger.reading() as session:
        assert missing(read_journal(session)) == ["the mailbox has no mail with the UID 7 any more"]


@pytest.mark.parametrize("done_folder", ["Done", ""])
def test_old_mail_is_deleted(
    dovecot: Dovecot, name: str, account: ImapAccount, file_ledger: Ledger, done_folder: str
) -> None:
    account = replace(account, done_folder=done_folder, delete_days=30)
    dovecot.deliver(name, *map(mail, range(3)))
    fetch(file_ledger, account)
    deal_with_all(file_ledger)
    back_up(file_ledger)
    dovecot.deliver(name, mail(3))
    fetch(file_ledger, account)
    deal_with_all(file_ledger)
    moved = 3 if done_folder else 0
    assert tidied(file_ledger, account, NOW + 29 * DAY) == (moved, 0)
    assert tidied(file_ledger, account, NOW + 32 * DAY) == (0, 3)
    assert look(account) == 1, "what came since the backup stays, however old it is"


def test_how_full_it_is(dovecot: Dovecot, name: str, account: ImapAccount, file_ledger: Ledger) -> None:
    dovecot.deliver(name, *(mail(number, 50_000) for number in range(10)))
    fetch(file_ledger, account, TidyFetcher)
    with file_ledger.reading() as session:
        (box,) = session.exec(select(Mailbox)).all()
    assert box.quota_limit == 1000 * 1024 * 1024
    assert 400_000 < (box.quota_used or 0) < 800_000
    deal_with_all(file_ledger)
    back_up(file_ledger)
    fetch(file_ledger, account, TidyFetcher)
    assert (look(account), look(account, account.done_folder)) == (0, 10), "a reader tidies by itself"


def test_numbers_that_mean_other_mails_cover_nothing(
    dovecot: Dovecot, name: str, account: ImapAccount, file_ledger: Ledger, tmp_path: Path
) -> None:
    dovecot.deliver(name, *map(mail, range(3)))
    fetch(file_ledger, account)
    deal_with_all(file_ledger)
    back_up(file_ledger)
    dovecot.forget_uids(name)
    assert tidied(file_ledger, account) == (0, 0)
    assert look(account) == 3
