"""What no mail tells lies in the mailbox too: a new ledger finds it there, and nobody else can forge it."""

from __future__ import annotations

import threading
from hashlib import sha256
from pathlib import Path

import pytest
from sqlmodel import select

from engine.record.letters.key import PrivateKey
from server.host.reports.needs import find_needs
from server.ledger.models import Inbox, Memo
from server.ledger.queues import CATCHING_UP, add_memo, read_journal
from server.ledger.queues.outages import PATIENCE
from server.ledger.store import Ledger
from server.post.accounts import ImapAccount
from server.post.imap.fetch import Fetcher
from server.post.imap.folder import FAILURES, Folder
from server.post.imap.memos import Memos
from server.visit.settings import Settings
from tests.server.post.samples import mail
from tests.server.post.sites import Site, imap_account
from tests.server.real.dovecot import Dovecot
from tests.server.real.proxy import Break, Proxy

NOW = 1_790_000_000


def settings(seed: str) -> Settings:
    key = PrivateKey(sha256(seed.encode()).digest())
    return Settings("pit.example.org", "grubenpost@pit.example.org", key)


def fetch(ledger: Ledger, account: ImapAccount, whose: Settings, now: int = NOW) -> None:
    memos = Memos(ledger, whose.memo_paper, lambda: now)
    reader = Fetcher(ledger, account, lambda: now, "worker", threading.Event(), memos=memos)
    while reader.poll_once():
        pass
    reader.close()


def memos_in(ledger: Ledger) -> list[tuple[int, str, str, bool]]:
    with ledger.reading() as session:
        found = session.exec(select(Memo).order_by(Memo.at)).all()  # type: ignore[arg-type]
        return [(memo.at, memo.act, memo.about, memo.kept) for memo in found]


def test_a_new_ledger_finds_what_the_lost_one_knew(
    site: Site, name: str, file_ledger: Ledger, tmp_path: Path
) -> None:
    site.deliver(name, mail(1))
    account, ours, others = site.imap(name), settings("ours"), settings("others")
    with file_ledger.writing() as session:
        add_memo(session, NOW - 50, "pause", "k3t9qa", reason="a trip to Łódź")
        add_memo(session, NOW - 40, "out", "send")
    folder = Folder(account)
    folder.look()
    folder.add(others.memo_paper.compose('{"about":"k3t9qa","act":"close","at":1,"more":{}}', 1))
    folder.close()
    fetch(file_ledger, account, ours)
    told = [(NOW - 50, "pause", "k3t9qa", True), (NOW - 40, "out", "send", True)]
    assert memos_in(file_ledger) == told
    with file_ledger.reading() as session:
        assert read_journal(session).state == "", "what it knows is no sign of a loss"
        assert len(session.exec(select(Inbox.id)).all()) == 4
    with Ledger(f"sqlite:///{tmp_path / 'new.sqlite'}") as new:
        new.migrate()
        fetch(new, account, ours)
        assert memos_in(new) == told
        fetch(new, account, ours)
        with new.reading() as session:
            assert read_journal(session).state == CATCHING_UP
            assert len(session.exec(select(Inbox.id)).all()) == 4, "none was put there again"


def test_a_time_without_a_reader_is_in_the_mailbox(
    dovecot: Dovecot, name: str, file_ledger: Ledger, tmp_path: Path
) -> None:
    """Whoever reads again writes it down before reading what came meanwhile."""
    account, ours = imap_account(dovecot, name), settings("ours")
    fetch(file_ledger, account, ours)
    dovecot.deliver(name, mail(1))
    later = NOW + PATIENCE + 5
    fetch(file_ledger, account, ours, later)
    told = [(NOW, "out", "fetch", True), (later, "well", "fetch", True)]
    assert memos_in(file_ledger) == told
    fetch(file_ledger, account, ours, later + PATIENCE)
    assert memos_in(file_ledger) == told, "nothing was missed for so long again"
    with Ledger(f"sqlite:///{tmp_path / 'new.sqlite'}") as new:
        new.migrate()
        fetch(new, account, ours, later + 10 * PATIENCE)
        assert memos_in(new) == told


def add_and_fetch(ledger: Ledger, reader: Fetcher) -> tuple[int, bool]:
    """How many mails a reader finds beside a new memo, and whether that is in the mailbox then."""
    with ledger.writing() as session:
        memo_id = add_memo(session, NOW - PATIENCE - 1, "release", "anna").id
    return reader.poll_once() or 0, _kept(ledger, memo_id)


def _kept(ledger: Ledger, memo_id: int) -> bool:
    with ledger.reading() as session:
        return session.get_one(Memo, memo_id).kept


def test_a_full_mailbox_is_read_and_its_memos_wait(
    dovecot: Dovecot, name: str, file_ledger: Ledger, caplog: pytest.LogCaptureFixture
) -> None:
    account = imap_account(dovecot, name)
    dovecot.deliver(name, mail(1))
    dovecot.fill(name)
    memos = Memos(file_ledger, settings("ours").memo_paper, lambda: NOW)
    reader = Fetcher(file_ledger, account, lambda: NOW, "worker", threading.Event(), memos=memos)
    assert add_and_fetch(file_ledger, reader) == (1, False)
    assert "does not take a memo of ours" in caplog.text
    assert "Quota exceeded" in caplog.text
    dovecot.empty(name)
    assert reader.poll_once() == 0, "it is not asked at every look"
    reader.close()
    assert [kept for *_, kept in memos_in(file_ledger)] == [False]
    with file_ledger.reading() as session:
        (need,) = [need for need in find_needs(session, [], Path(), NOW) if need.what == "journal"]
        assert "(release anna)" in need.words
    fetch(file_ledger, account, settings("ours"))
    assert [kept for *_, kept in memos_in(file_ledger)] == [True]


def test_a_server_that_hangs_up_at_a_memo_is_read_all_the_same(
    dovecot: Dovecot, name: str, file_ledger: Ledger
) -> None:
    dovecot.deliver(name, mail(1))
    with Proxy(dovecot.imap_port) as proxy:
        proxy.plans.extend([Break("client", b"APPEND", "cut")] * 3)
        memos = Memos(file_ledger, settings("ours").memo_paper, lambda: NOW)
        account = imap_account(dovecot, name, proxy.port)
        reader = Fetcher(file_ledger, account, lambda: NOW, "worker", threading.Event(), memos=memos)
        with pytest.raises(FAILURES):
            add_and_fetch(file_ledger, reader)
        assert reader.poll_once() == 1
        reader.close()
    fetch(file_ledger, imap_account(dovecot, name), settings("ours"))
    assert [kept for *_, kept in memos_in(file_ledger)] == [True]
