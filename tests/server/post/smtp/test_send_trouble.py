"""The outbox is emptied although connections end, servers dawdle and senders die."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter

import pytest
from aiosmtplib import SMTPRecipientsRefused
from sqlalchemy.exc import OperationalError

from server.ledger.store import Ledger
from server.post.accounts import SmtpAccount
from server.post.smtp import line
from server.post.smtp import send as sending
from server.post.smtp.line import SmtpConnection
from server.post.smtp.schedule import MINUTE
from server.post.smtp.send import LEASE, SmtpSender
from tests.server.ledger.workers import START
from tests.server.post.samples import NOW, Clock, mail, outbox, put, send, states
from tests.server.post.sites import Site, ids_at, wait_for_mails
from tests.server.post.smtp.test_send import sender
from tests.server.real.postfix import DOMAIN
from tests.server.real.proxy import Break, Proxy, wait_until

DOT = b"\r\n.\r\n"


def check_lost_answers(site: Site, name: str, ledger: Ledger, count: int) -> None:
    clock = Clock()
    ids = put(ledger, count, name)
    with Proxy(site.smtp(name).port) as proxy:
        proxy.plans.extend([Break("client", DOT, "swallow")] * count)
        assert send(sender(ledger, site.smtp(name, proxy.port), clock)) == 0
        assert states(ledger) == {"pending": count}
        assert {row.next_at for row in outbox(ledger)} == {NOW + MINUTE}
        clock.now += MINUTE
        assert send(sender(ledger, site.smtp(name, proxy.port), clock)) == count
    assert states(ledger) == {"sent": count}
    copies = Counter(wait_for_mails(site, name, 2 * count, 60))
    assert set(copies) == set(ids)
    assert max(copies.values()) <= 2
    print(f"cut after the final dot {count} times: {sum(copies.values())} mails, {len(copies)} Message-IDs")


def test_the_answer_to_the_final_dot_is_lost(site: Site, name: str, file_ledger: Ledger) -> None:
    check_lost_answers(site, name, file_ledger, 20)


@pytest.mark.slow
def test_the_answer_to_the_final_dot_is_lost_a_hundred_times(
    site: Site, name: str, file_ledger: Ledger
) -> None:
    check_lost_answers(site, name, file_ledger, 100)


def test_cut_anywhere(site: Site, name: str, ledger: Ledger) -> None:
    """Each connection ends a little later than the one before."""
    clock = Clock()
    ids = put(ledger, 20, name)
    with Proxy(site.smtp(name).port) as proxy:
        proxy.plans.extend(Break("client", after, "cut") for after in range(1, 3000, 150))
        while states(ledger) != {"sent": 20}:
            send(sender(ledger, site.smtp(name, proxy.port), clock))
            clock.now = max([row.next_at for row in outbox(ledger) if row.next_at] + [clock.now])
    copies = Counter(wait_for_mails(site, name, 20))
    assert set(copies) == set(ids)


def test_a_dawdling_server_holds_up_one_mail_only(
    site: Site, name: str, file_ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in (line, sending):
        monkeypatch.setattr(place, "DEADLINE", 3)
    monkeypatch.setattr(sending, "PATIENCE", 0.3)
    ids = put(file_ledger, 12, name)
    with Proxy(site.smtp(name).port) as proxy:
        proxy.plans.append(Break("server", 60, "drip", pause=0.5))
        one = sender(file_ledger, site.smtp(name, proxy.port), connections=2)

        async def run() -> None:
            stop = asyncio.Event()
            running = asyncio.create_task(one.run(stop))
            while states(file_ledger)["sent"] < 11:
                await asyncio.sleep(0.02)
            assert states(file_ledger)["sending"] == 1, "the slow one was over before the others were sent"
            while states(file_ledger)["sending"]:
                await asyncio.sleep(0.02)
            stop.set()
            await running

        asyncio.run(asyncio.wait_for(run(), 60))
    (late,) = [row for row in outbox(file_ledger) if row.state == "pending"]
    assert late.next_at == NOW + MINUTE
    assert "in time" in late.last_error
    assert set(wait_for_mails(site, name, 11)) == set(ids) - {late.message_id}


def test_a_silent_server(site: Site, name: str, file_ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "TIMEOUT", 0.5)
    put(file_ledger, 3, name)
    with Proxy(site.smtp(name).port) as proxy:
        proxy.plans.append(Break("server", 0, "stall"))
        one = sender(file_ledger, site.smtp(name, proxy.port), connections=1)
        assert send(one) == 0
        assert "in time" in one.trouble
        assert send(one) == 3


def test_cancelled_at_any_moment_no_answer_goes_to_the_wrong_mail(site: Site, name: str) -> None:
    """After each cancelled mail the next two, a good and a bad one, get the answers that are theirs."""
    chance = random.Random(7)
    one = SmtpConnection(site.smtp(name), DOMAIN, None)
    here, nowhere = f"{name}@{DOMAIN}", f"unknown.{name}@{DOMAIN}"

    async def seconds_of(number: int) -> float:
        begun = time.monotonic()
        await one.send(here, here, mail(number))
        return time.monotonic() - begun

    async def try_it() -> int:
        cancelled, usual = 0, [await seconds_of(3000 + number) for number in range(5)][-1]
        for number in range(60):
            task = asyncio.create_task(one.send(here, here, mail(1000 + number)))
            await asyncio.sleep(chance.uniform(0, usual))
            cancelled += task.cancel()
            await asyncio.wait({task})
            if not task.cancelled():
                assert task.exception() is None
            await one.send(here, here, mail(number))
            if number % 3 == 0:
                with pytest.raises(SMTPRecipientsRefused):
                    await one.send(here, nowhere, mail(2000 + number))
        await one.hang_up()
        return cancelled

    assert asyncio.run(try_it()) > 10
    expected = {f"<{number}@example.org>" for number in range(60)}
    assert wait_until(lambda: expected <= set(ids_at(site, name)))
    assert max(Counter(ids_at(site, name)).values()) == 1
    assert not any(found.startswith("<2") and len(found) > 16 for found in ids_at(site, name))


def test_a_sender_that_is_cancelled_leaves_all_in_order(site: Site, name: str, file_ledger: Ledger) -> None:
    chance = random.Random(3)
    clock = Clock()
    ids = put(file_ledger, 60, name)

    async def run_for(seconds: float) -> None:
        running = asyncio.create_task(sender(file_ledger, site.smtp(name), clock).run(asyncio.Event()))
        await asyncio.sleep(seconds)
        running.cancel()
        await asyncio.wait({running})

    for _ in range(8):
        asyncio.run(run_for(chance.uniform(0.01, 0.12)))
        assert states(file_ledger)["sending"] == 0
        clock.now += MINUTE
    clock.now += 60 * MINUTE
    send(sender(file_ledger, site.smtp(name), clock))
    assert states(file_ledger) == {"sent": 60}
    wait_for_mails(site, name, 60)
    copies = Counter(ids_at(site, name))
    assert set(copies) == set(ids)
    print(f"8 cancels: {sum(copies.values())} mails, {len(copies)} Message-IDs")


def send_and_die(url: str, account: SmtpAccount) -> None:
    """Send, and be killed between the server's yes and the commit."""

    def die(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    SmtpSender._write = die  # type: ignore[method-assign]
    send(SmtpSender(Ledger(url), account, DOMAIN, Clock(), "doomed"))


def test_killed_between_the_yes_and_the_commit(
    site: Site, name: str, sqlite_url: str, file_ledger: Ledger
) -> None:
    ids = put(file_ledger, 10, name)
    process = START.Process(target=send_and_die, args=(sqlite_url, site.smtp(name)))
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    assert states(file_ledger) == {"sending": 10}
    clock = Clock(NOW + LEASE - 1)
    assert send(sender(file_ledger, site.smtp(name), clock)) == 0, "the lease is not over yet"
    clock.now += 1
    assert send(sender(file_ledger, site.smtp(name), clock)) == 10
    copies = Counter(wait_for_mails(site, name, 20))
    assert copies == dict.fromkeys(ids, 2)


def test_a_ledger_that_stumbles(
    site: Site, name: str, file_ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "POLL", 0.05)
    write, failures = SmtpSender._write, iter(range(3))

    def stumble(self: SmtpSender, settled: list[object]) -> None:
        if next(failures, None) is not None:
            raise OperationalError("UPDATE", {}, Exception("the disk is full"))
        write(self, settled)  # type: ignore[arg-type]

    monkeypatch.setattr(SmtpSender, "_write", stumble)
    ids = put(file_ledger, 5, name)
    assert send(sender(file_ledger, site.smtp(name), connections=1)) == 5
    assert states(file_ledger) == {"sent": 5}
    assert Counter(wait_for_mails(site, name, 5)) == Counter(ids)


def test_a_notice_that_fails_makes_no_mail_go_twice(
    site: Site, name: str, file_ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "POLL", 0.01)
    clock = Clock()

    def fail(*_: object) -> None:
        raise KeyError("a fault of ours")

    ids = put(file_ledger, 6, name, f"unknown.{name}")
    for _ in range(3):
        send(sender(file_ledger, site.smtp(name), clock, connections=1, on_dead=fail))
        assert states(file_ledger) == {"sent": 3, "sending": 3}
        clock.now += LEASE
    send(sender(file_ledger, site.smtp(name), clock))
    assert states(file_ledger) == {"sent": 3, "dead": 3}
    assert Counter(wait_for_mails(site, name, 3)) == Counter(ids[::2])


def test_a_lease_that_ends_soon_is_not_begun(
    site: Site, name: str, file_ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mails before took so long that another worker may claim this one any moment."""
    clock = Clock()
    one = sender(file_ledger, site.smtp(name), clock, connections=1)
    send_one = SmtpConnection.send

    async def slowly(self: SmtpConnection, *mail_: object) -> None:
        await send_one(self, *mail_)  # type: ignore[arg-type]
        clock.now += 100

    monkeypatch.setattr(SmtpConnection, "send", slowly)
    put(file_ledger, 8, name)
    claims = []
    read_due = SmtpSender._read_due
    monkeypatch.setattr(SmtpSender, "_read_due", lambda self: claims.append(clock.now) or read_due(self))
    assert send(one) == 8
    assert claims[:3] == [NOW, NOW + 200, NOW + 400]
    assert {row.attempts for row in outbox(file_ledger)} == {1}
