"""Several workers read one mailbox: one at a time, and nothing twice, even if all think it is theirs."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter

import pytest

from server.ledger.errors import LeaseLost
from server.ledger.models import Mailbox
from server.ledger.store import Ledger
from server.post.accounts import ImapAccount
from server.post.imap import fetch
from server.post.imap.fetch import Fetcher
from server.post.imap.folder import Folder
from tests.server.ledger.workers import START
from tests.server.post.samples import NOW, Clock, inbox, mail, subjects
from tests.server.post.sites import Site, imap_account
from tests.server.real.dovecot import Dovecot
from tests.server.real.proxy import wait_until


def test_the_second_reader_waits(site: Site, name: str, ledger: Ledger) -> None:
    clock, stop = Clock(), threading.Event()
    first, second = (Fetcher(ledger, site.imap(name), clock, worker, stop) for worker in ("a", "b"))
    site.deliver(name, mail(1))
    assert first.poll_once() == 1
    assert second.poll_once() is None
    assert second._folder is None, "a reader that waits needs no connection"
    clock.now += fetch.LEASE + 1  # the first one hangs
    site.deliver(name, mail(2))
    assert second.poll_once() == 1
    assert first.poll_once() is None
    second.close()
    assert first.poll_once() == 0
    first.close()


def test_a_reader_that_lost_its_lease_stores_nothing(
    site: Site, name: str, file_ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hung between fetching and storing, and another one was faster."""
    site.deliver(name, mail(1))
    stop = threading.Event()
    slow = Fetcher(file_ledger, site.imap(name), Clock(), "slow", stop)
    fast = Fetcher(file_ledger, site.imap(name), Clock(NOW + fetch.LEASE + 1), "fast", stop)
    contents = Folder.contents

    def dawdle(self: Folder, uids: list[int], most: int) -> dict[int, bytes]:
        found = contents(self, uids, most)
        if self is slow._folder:
            assert fast.poll_once() == 1
        return found

    monkeypatch.setattr(Folder, "contents", dawdle)
    with pytest.raises(LeaseLost):
        slow.poll_once()
    slow.close()
    fast.close()
    assert subjects(file_ledger) == [1]


def check_four_readers(dovecot: Dovecot, name: str, ledger: Ledger, count: int) -> None:
    """They snatch the lease from each other all the time."""
    account = imap_account(dovecot, name)
    dovecot.deliver(name, *[mail(number, 100) for number in range(count // 2)])
    clock, stop = Clock(), threading.Event()
    outcomes: Counter[str] = Counter()

    def read(worker: str) -> None:
        while not stop.is_set():
            one = Fetcher(ledger, account, clock, worker, stop)
            clock.now += fetch.LEASE
            try:
                one.poll_once()
            except LeaseLost:
                outcomes["lease lost"] += 1
            one.close()

    threads = [threading.Thread(target=read, args=(f"reader {number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    try:
        dovecot.deliver(name, *[mail(number, 100) for number in range(count // 2, count)])
        assert wait_until(lambda: len(inbox(ledger)) >= count, 60)
    finally:
        stop.set()
        for thread in threads:
            thread.join(30)
    assert subjects(ledger) == list(range(count))
    print(f"four readers: {dict(outcomes)}")


def test_four_readers(dovecot: Dovecot, name: str, ledger: Ledger) -> None:
    check_four_readers(dovecot, name, ledger, 100)


@pytest.mark.slow
def test_four_readers_five_hundred_mails(dovecot: Dovecot, name: str, ledger: Ledger) -> None:
    check_four_readers(dovecot, name, ledger, 500)


def read_and_die(url: str, account: ImapAccount, before_commit: bool) -> None:
    """Read a mailbox and be killed just before or just after the mails are committed."""
    store = Fetcher._store

    def die(self: Fetcher, *rest: object, **more: object) -> int:
        if before_commit:
            os.kill(os.getpid(), signal.SIGKILL)
        self.on_new = lambda: os.kill(os.getpid(), signal.SIGKILL)
        return store(self, *rest, **more)  # type: ignore[arg-type]

    Fetcher._store = die  # type: ignore[method-assign]
    Fetcher(Ledger(url), account, Clock(), "doomed", threading.Event()).poll_once()


@pytest.mark.parametrize("before_commit", [True, False])
def test_killed_while_it_reads(
    site: Site, name: str, sqlite_url: str, file_ledger: Ledger, before_commit: bool
) -> None:
    account = site.imap(name)
    clock = Clock()
    for number in range(2):
        site.deliver(name, *[mail(10 * number + more) for more in range(10)])
        process = START.Process(target=read_and_die, args=(sqlite_url, account, before_commit))
        process.start()
        process.join(60)
        assert process.exitcode == -signal.SIGKILL
        with file_ledger.writing() as session:
            box = session.get(Mailbox, account.name)
            assert box is not None
            assert box.lease_by == "doomed"
            box.lease_until = 0
    assert len(inbox(file_ledger)) == (0 if before_commit else 20)
    one = Fetcher(file_ledger, account, clock, "heir", threading.Event())
    one.poll_once()
    one.close()
    assert subjects(file_ledger) == list(range(20))
