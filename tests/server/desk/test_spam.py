"""Known senders first: however much spam lies in the mailbox, no move waits for it."""

from __future__ import annotations

import imaplib
import threading
import time

import pytest

from server.desk import desk
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.post.imap.fetch import Fetcher
from server.words.wording import read_words
from tests.server.house import mail
from tests.server.post.sites import imap_account
from tests.server.real.dovecot import PASSWORD, Dovecot
from tests.server.real.fixtures import authority, dovecot
from tests.server.real.ports import HOST
from tests.server.seasons.journal_house import JournalHouse
from tests.server.seasons.season import Season

__all__ = ["authority", "dovecot"]
LINES = ("Hello friend,", "buy our pills today, cheap and good.", "join the others now!", "5 for 3")


def put_into(dovecot: Dovecot, user: str, house: JournalHouse, raws: list[bytes]) -> None:
    """All of it came in the same moment."""
    came = imaplib.Time2Internaldate(time.gmtime(house.time))
    with imaplib.IMAP4(HOST, dovecot.imap_port) as box:
        box.login(user, PASSWORD)
        for raw in raws:
            box.append("INBOX", "", came, raw)


def move_after_spam(dovecot: Dovecot, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, spam: int) -> None:
    season = Season(ledger, seed=2, games=2)
    house, reader_name = season.house, f"spam{spam}{ledger.is_sqlite}".lower()
    monkeypatch.setattr(house, "fetch", lambda most=0: 0)  # what comes now comes by the real mailbox
    before = len(house.mailbox)
    while len(house.mailbox) == before:
        season.move()
    raws = [mail(f"x{n}@example.net", "\n".join(LINES), X_Number=str(n)) for n in range(spam)]
    account = imap_account(dovecot, reader_name)
    put_into(dovecot, account.user, house, [*raws, house.mailbox[-1][1]])
    reader = Fetcher(ledger, account, lambda: house.time, "fetcher", threading.Event())
    assert reader.poll_once() == spam + 1
    reader.close()
    said: list[str] = []
    monkeypatch.setattr(desk, "read_words", lambda text: said.append(text) or read_words(text))
    (move,) = house.all(rows.Inbox, rows.Inbox.uid == spam + 1, rows.Inbox.account == account.name)
    while house.all(rows.Inbox, rows.Inbox.id == move.id)[0].state == "new":
        assert house.clerk.work_once()
    waiting = house.all(rows.Inbox, rows.Inbox.state == "new")
    assert len(waiting) == spam, "the move is the first mail that is dealt with"
    assert said == [], "nobody looks for what strangers say before that, and a sealed move has no words"
    assert house.outcome() == "done"


def test_a_move_does_not_wait_for_spam(
    dovecot: Dovecot, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    move_after_spam(dovecot, ledger, monkeypatch, 150)


def test_spam_costs_the_host_no_mail(sqlite_url: str) -> None:
    with Ledger(sqlite_url) as ledger:
        house = JournalHouse(ledger)
        house.post(*(mail(f"x{n}@example.net", "cheap pills", X_Number=str(n)) for n in range(150)))
        assert house.work() == []
        assert {row.state for row in house.all(rows.Inbox)} == {"done"}


@pytest.mark.slow
def test_a_move_does_not_wait_for_five_thousand_spam_mails(
    dovecot: Dovecot, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    move_after_spam(dovecot, ledger, monkeypatch, 5000)
