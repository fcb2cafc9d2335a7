"""Odd servers are read like good ones."""

from __future__ import annotations

import threading

import pytest

from server.ledger.store import Ledger
from server.post.accounts import ImapAccount
from server.post.errors import FetchRefused
from server.post.imap import fetch, folder
from server.post.imap.fetch import Fetcher
from server.post.imap.inbox import LARGEST
from tests.server.post.odd_server import Manners, OddServer
from tests.server.post.samples import Clock, inbox, mail, subjects
from tests.server.real.proxy import wait_until

NEW_YEAR = 1767225600


def poll(ledger: Ledger, account: ImapAccount) -> int | None:
    one = Fetcher(ledger, account, Clock(), "fetcher", threading.Event())
    try:
        return one.poll_once()
    finally:
        one.close()


def three_mails() -> dict[int, bytes]:
    return {uid: mail(uid) for uid in (3, 5, 9)}


@pytest.mark.parametrize(
    "manners",
    [
        Manners(three_mails()),
        Manners(three_mails(), chatty=True),
        Manners(three_mails(), uid_last=True),
        Manners(three_mails(), uidnext=10),
        Manners(three_mails(), chatty=True, uid_last=True, can_idle=False),
    ],
)
def test_three_mails_are_three(file_ledger: Ledger, manners: Manners) -> None:
    with OddServer(manners) as account:
        assert poll(file_ledger, account) == 3
        assert poll(file_ledger, account) == 0
    assert [row.raw for row in inbox(file_ledger)] == list(manners.mails.values())
    assert {row.received_at for row in inbox(file_ledger)} == {NEW_YEAR}
    stored = [command for command in manners.commands if "STORE" in command]
    assert stored == ["UID STORE 3,5,9 +FLAGS.SILENT ($GrubenpostDone)"]


def test_numbers_that_go_backwards(file_ledger: Ledger) -> None:
    manners = Manners(three_mails(), uidnext=10)
    with OddServer(manners) as account:
        assert poll(file_ledger, account) == 3
        manners.mails, manners.uidnext = {2: mail(5), 3: mail(100)}, 4
        assert poll(file_ledger, account) == 1
        assert poll(file_ledger, account) == 0
    assert subjects(file_ledger) == [3, 5, 9, 100]


def test_a_mail_that_is_larger_than_the_server_says(file_ledger: Ledger) -> None:
    manners = Manners({1: mail(1), 2: mail(2, 2 * LARGEST), 3: mail(3)}, size=10)
    with OddServer(manners) as account:
        assert poll(file_ledger, account) == 3
    sizes = [(row.size > LARGEST, len(row.raw or b"") > LARGEST) for row in inbox(file_ledger)]
    assert sizes == [(False, False), (True, False), (False, False)]


def test_a_mail_that_is_listed_but_not_handed_out(file_ledger: Ledger) -> None:
    manners = Manners({uid: mail(uid) for uid in range(1, 21)}, silent_about={10})
    with OddServer(manners) as account:
        one = Fetcher(file_ledger, account, Clock(), "fetcher", threading.Event())
        for _ in range(3):
            with pytest.raises(FetchRefused):
                one.poll_once()
        assert one.poll_once() == 10
        one.close()
    assert subjects(file_ledger) == [uid for uid in range(1, 21) if uid != 10]
    assert [row.uid for row in inbox(file_ledger) if row.state == "aside"] == [10]
    assert not any("STORE" in command and "10" in command for command in manners.commands)


@pytest.mark.parametrize("manners", [Manners(exists_before_plus=True), Manners(can_idle=False)])
def test_servers_that_tell_badly(
    file_ledger: Ledger, manners: Manners, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder, "PAUSE", 0.1)
    monkeypatch.setattr(fetch, "WAIT", 0.5)
    manners.mails = three_mails()
    with OddServer(manners) as account:
        stop = threading.Event()
        one = Fetcher(file_ledger, account, Clock(), "fetcher", stop)
        thread = threading.Thread(target=one.run)
        thread.start()
        try:
            assert wait_until(lambda: len(inbox(file_ledger)) == 3)
            manners.mails[12] = mail(12)
            assert wait_until(lambda: len(inbox(file_ledger)) == 4)
        finally:
            stop.set()
            thread.join(30)
    assert subjects(file_ledger) == [3, 5, 9, 12]
