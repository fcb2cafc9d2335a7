"""A mailbox is read although connections end, servers stumble and mails come at the worst moment."""

from __future__ import annotations

import random
import resource
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from server.ledger.store import Ledger
from server.post.accounts import ImapAccount
from server.post.backoff import Backoff
from server.post.imap import connect as dialling
from server.post.imap import fetch, trouble
from server.post.imap import idle as listening
from server.post.imap.fetch import Fetcher
from server.post.imap.folder import Folder
from server.post.imap.trouble import Troubles
from tests.server.post.samples import Clock, inbox, mail, subjects
from tests.server.post.sites import Site, imap_account
from tests.server.real.dovecot import Dovecot
from tests.server.real.proxy import Break, Proxy, wait_until


class Reader:
    """A fetcher that runs in a thread."""

    def __init__(self, ledger: Ledger, account: ImapAccount) -> None:
        self.stop = threading.Event()
        self.new = threading.Event()
        self.fetcher = Fetcher(ledger, account, Clock(), "reader", self.stop, self.new.set)
        self.cpu = 0.0
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        self.fetcher.run()
        used = resource.getrusage(resource.RUSAGE_THREAD)
        self.cpu = used.ru_utime + used.ru_stime


@contextmanager
def reading(ledger: Ledger, account: ImapAccount) -> Iterator[Reader]:
    reader = Reader(ledger, account)
    reader.thread.start()
    try:
        yield reader
    finally:
        reader.stop.set()
        reader.thread.join(30)
        assert not reader.thread.is_alive()


@pytest.fixture
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits as short as a test wants them; what is waited for is the same."""
    monkeypatch.setattr(fetch, "Backoff", partial(Backoff, 0.05, 0.5))


def test_a_new_mail_is_read_at_once(site: Site, name: str, file_ledger: Ledger) -> None:
    with reading(file_ledger, site.imap(name)) as reader:
        for number in range(4):
            reader.new.clear()
            site.deliver(name, mail(number))
            assert reader.new.wait(30), "not before the server's next search"
    assert subjects(file_ledger) == [0, 1, 2, 3]


def test_mails_between_the_search_and_the_wait(
    site: Site, name: str, file_ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server tells of such a mail together with its answer to IDLE, in one piece."""
    numbers = iter(range(20))
    wait = Folder.wait

    def deliver_then_wait(self: Folder, seconds: float, stop: threading.Event) -> None:
        number = next(numbers, None)
        if number is None:
            stop.set()
        else:
            site.deliver(name, mail(number))
            wait(self, seconds, stop)

    monkeypatch.setattr(Folder, "wait", deliver_then_wait)
    started = time.monotonic()
    with reading(file_ledger, site.imap(name)) as reader:
        assert reader.stop.wait(120)
    assert subjects(file_ledger) == list(range(20))
    print(f"20 mails between search and wait: {time.monotonic() - started:.1f} s")


def check_cuts(site: Site, name: str, ledger: Ledger, cuts: int) -> None:
    chance = random.Random(cuts)
    with Proxy(site.imap(name).port) as proxy:
        started = time.monotonic()
        with reading(ledger, site.imap(name, proxy.port)) as reader:
            for number in range(cuts):
                assert wait_until(lambda number=number: proxy.connections > number)
                site.deliver(name, *[mail(3 * number + more) for more in range(3)])
                time.sleep(chance.uniform(0, 0.3))
                proxy.cut_all()
            assert wait_until(lambda: len(inbox(ledger)) == 3 * cuts, 90)
            assert wait_until(lambda: proxy.connections > cuts)
        elapsed = time.monotonic() - started
        connections = proxy.connections
    assert subjects(ledger) == list(range(3 * cuts))
    print(f"{cuts} cuts: {connections} connections, {100 * reader.cpu / elapsed:.1f} % of a processor")


@pytest.mark.usefixtures("_hasty")
def test_cut_at_any_time_nothing_is_lost(site: Site, name: str, file_ledger: Ledger) -> None:
    check_cuts(site, name, file_ledger, 15)


@pytest.mark.slow
@pytest.mark.usefixtures("_hasty")
def test_cut_a_hundred_times_nothing_is_lost(site: Site, name: str, file_ledger: Ledger) -> None:
    check_cuts(site, name, file_ledger, 100)


@pytest.mark.usefixtures("_hasty")
def test_cut_after_any_number_of_bytes(site: Site, name: str, file_ledger: Ledger) -> None:
    """Each connection ends a little later than the one before, in the middle of whatever it is at."""
    site.deliver(name, *[mail(number, 3000) for number in range(30)])
    with Proxy(site.imap(name).port) as proxy:
        proxy.plans.extend(Break("server", after, "cut") for after in range(100, 60_000, 4000))
        with reading(file_ledger, site.imap(name, proxy.port)):
            assert wait_until(lambda: len(inbox(file_ledger)) == 30, 60)
    assert subjects(file_ledger) == list(range(30))
    assert {row.state for row in inbox(file_ledger)} == {"new"}


def test_a_server_that_hangs_up_does_not_keep_us_busy(site: Site, name: str, file_ledger: Ledger) -> None:
    with Proxy(site.imap(name).port) as proxy:
        with reading(file_ledger, site.imap(name, proxy.port)) as reader:
            for _ in range(3):
                assert wait_until(lambda: not reader.fetcher.trouble)
                proxy.cut_all()
                time.sleep(1)
        assert proxy.connections < 20, "reconnects without a pause"
    print(f"idle and cut for 3 s: {reader.cpu:.3f} s of a processor")


@pytest.mark.usefixtures("_hasty")
def test_a_silent_server_is_left(
    site: Site, name: str, file_ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing passes any more, and nobody is told: as behind a router that forgot the connection."""
    monkeypatch.setattr(dialling, "TIMEOUT", 0.5)
    monkeypatch.setattr(fetch, "WAIT", 0.5)
    with Proxy(site.imap(name).port) as proxy:
        proxy.plans.append(Break("server", 300, "stall"))
        proxy.plans.append(Break("client", 200, "stall"))
        with reading(file_ledger, site.imap(name, proxy.port)):
            site.deliver(name, mail(1))
            assert wait_until(lambda: len(inbox(file_ledger)) == 1)
            assert wait_until(lambda: proxy.connections >= 3)


@pytest.mark.usefixtures("_hasty")
@pytest.mark.parametrize("after", [0, 40, 500])
def test_a_dripping_server_is_left(
    site: Site, name: str, file_ledger: Ledger, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """Each byte comes in time, but not the answer: be it the greeting, the login or a mail."""
    monkeypatch.setattr(dialling, "LONGEST", 1)
    site.deliver(name, mail(1))
    with Proxy(site.imap(name).port) as proxy:
        proxy.plans.append(Break("server", after, "drip"))
        with reading(file_ledger, site.imap(name, proxy.port)):
            assert wait_until(lambda: len(inbox(file_ledger)) == 1)
        assert proxy.connections == 2


@pytest.mark.usefixtures("_hasty")
def test_a_mail_that_can_t_be_had_does_not_stop_the_others(
    dovecot: Dovecot, name: str, file_ledger: Ledger
) -> None:
    dovecot.deliver(name, *[mail(number) for number in range(100)])
    poison = next(path for path in sorted((dovecot.maildir(name) / "new").iterdir()) if holds(path, 50))
    poison.chmod(0)
    with reading(file_ledger, imap_account(dovecot, name)):
        assert wait_until(lambda: len(inbox(file_ledger)) == 100, 60)
    assert subjects(file_ledger) == [number for number in range(100) if number != 50]
    (aside,) = [row for row in inbox(file_ledger) if row.state == "aside"]
    assert aside.raw is None
    assert aside.next_at is None


def holds(path: Path, number: int) -> bool:
    return f"Subject: mail {number}\n".encode() in path.read_bytes()


def test_a_mail_that_somebody_deletes_meanwhile_is_no_trouble(
    dovecot: Dovecot, name: str, file_ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    dovecot.deliver(name, mail(1), mail(2), mail(3))
    account = imap_account(dovecot, name)
    describe = Folder.describe

    def delete_then_describe(self: Folder, uids: list[int]) -> object:
        for path in (dovecot.maildir(name) / "cur").iterdir():
            if holds(path, 2):
                path.unlink()
        return describe(self, uids)

    monkeypatch.setattr(Folder, "describe", delete_then_describe)
    one = Fetcher(file_ledger, account, Clock(), "reader", threading.Event())
    polls(one, 3)
    one.close()
    assert subjects(file_ledger) == [1, 3]
    assert {row.state for row in inbox(file_ledger)} == {"new"}


def polls(one: Fetcher, times: int) -> None:
    for _ in range(times):
        try:
            one.poll_once()
        except Exception as error:
            print(error)


def test_when_a_mail_is_given_up() -> None:
    troubles = Troubles()
    for _ in range(trouble.REFUSALS - 1):
        troubles.refuse([7, 8])
    assert troubles.suspects(7)
    assert not troubles.gives_up(7)
    troubles.refuse([7])
    assert troubles.gives_up(7)
    assert not troubles.gives_up(8)
    for _ in range(trouble.CUTS - 1):
        troubles.cut([9])
    assert not troubles.gives_up(9)
    troubles.clear([7, 9])
    assert not troubles.suspects(7)
    assert troubles.suspects(8)
    troubles.forget()
    assert not troubles.suspects(8)


def test_bytes_in_the_buffer_are_heard(dovecot: Dovecot, name: str) -> None:
    """What arrived together with an earlier answer wakes, although the socket has nothing to say."""
    one = Folder(imap_account(dovecot, name))
    one.look()
    client = one._client
    assert not listening.has_unread(client)
    client.send(b"x1 NOOP\r\nx2 NOOP\r\n")
    wait_until(lambda: listening.is_readable(client.socket().fileno(), 0.1))
    time.sleep(0.1)
    client.readline()
    assert not listening.is_readable(client.socket().fileno(), 0)
    assert listening.has_unread(client)
    client.readline()
    assert not listening.has_unread(client)
    one.drop()


def test_a_stop_is_noticed_while_waiting(site: Site, name: str, file_ledger: Ledger) -> None:
    with reading(file_ledger, site.imap(name)) as reader:
        assert wait_until(lambda: reader.fetcher._folder is not None)
        reader.stop.set()
        reader.thread.join(10)
        assert not reader.thread.is_alive()
