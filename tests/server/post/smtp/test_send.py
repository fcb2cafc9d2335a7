"""The outbox is emptied: every mail gets out once, or it is known why not."""

from __future__ import annotations

import asyncio
import re
import threading
from collections import Counter
from dataclasses import replace

import pytest
from aiosmtplib import SMTP, SMTPResponse
from sqlmodel import Session

from engine.mail.hosts import Tls
from server.ledger.models import Outbox
from server.ledger.store import Ledger
from server.post.accounts import SmtpAccount
from server.post.smtp import line
from server.post.smtp import send as sending
from server.post.smtp.schedule import HOUR, PATIENCE, WAITS
from server.post.smtp.send import SmtpSender
from server.post.smtp.unsent import TRIES
from tests.server.post.samples import NOW, Clock, outbox, put, send, states
from tests.server.post.sites import RealSite, Site, ids_at, mails_at, smtp_account, wait_for_mails
from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot
from tests.server.real.ports import free_ports
from tests.server.real.postfix import DOMAIN, Postfix
from tests.server.real.proxy import Proxy, Side, wait_until


class Notices:
    """Remembers which mails died, and writes into the same transaction."""

    def __init__(self) -> None:
        self.dead: list[tuple[str, str]] = []

    def __call__(self, session: Session, mail: Outbox, error: str) -> None:
        assert session.in_transaction()
        self.dead.append((mail.recipient, error))


def sender(ledger: Ledger, account: SmtpAccount, clock: Clock | None = None, **more: object) -> SmtpSender:
    return SmtpSender(ledger, account, DOMAIN, clock or Clock(), "sender", **more)  # type: ignore[arg-type]


def test_every_mail_arrives_once(site: Site, name: str, ledger: Ledger) -> None:
    other = f"{name}.other"
    site.open(other)
    ids = put(ledger, 60, name, other)
    assert send(sender(ledger, site.smtp(name))) == 60
    assert states(ledger) == {"sent": 60}
    assert {row.sent_at for row in outbox(ledger)} == {NOW}
    assert sorted(wait_for_mails(site, name, 30) + wait_for_mails(site, other, 30)) == sorted(ids)
    assert send(sender(ledger, site.smtp(name))) == 0


def test_mails_arrive_as_they_were_frozen(site: Site, name: str, file_ledger: Ledger) -> None:
    put(file_ledger, 1, name)
    (row,) = outbox(file_ledger)
    odd = row.mime + b".\r\n..\r\n.leading dots\r\nGl\xc3\xbcck auf \xff\r\nFrom here\r\n"
    with file_ledger.writing() as session:
        session.add(replace_mime(row, odd))
    send(sender(file_ledger, site.smtp(name)))
    wait_for_mails(site, name, 1)
    (raw,) = mails_at(site, name)
    assert raw.endswith(odd)
    assert f"Return-Path: <bounce+{row.token}@{DOMAIN}>".encode() in raw


def replace_mime(row: Outbox, mime: bytes) -> Outbox:
    row.mime = mime
    return row


def test_connections_are_used_again(site: Site, name: str, file_ledger: Ledger) -> None:
    with Proxy(site.smtp(name).port) as proxy:
        one = sender(file_ledger, site.smtp(name, proxy.port), connections=2)

        async def twice() -> int:
            put(file_ledger, 50, name)
            sent = await one.send_due()
            put(file_ledger, 10, f"{name}+more")
            sent += await one.send_due()
            await one.close()
            return sent

        assert asyncio.run(twice()) == 60
        assert proxy.connections <= 2


def test_a_connection_is_not_used_for_ever(
    site: Site, name: str, file_ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "MOST_MAILS", 5)
    ids = put(file_ledger, 20, name)
    with Proxy(site.smtp(name).port) as proxy:
        assert send(sender(file_ledger, site.smtp(name, proxy.port), connections=1)) == 20
        assert proxy.connections == 4
    assert sorted(wait_for_mails(site, name, 20)) == sorted(ids)


def test_an_unknown_recipient_is_told_and_the_others_get_theirs(
    site: Site, name: str, ledger: Ledger
) -> None:
    put(ledger, 6, name, f"unknown.{name}")
    notices = Notices()
    assert send(sender(ledger, site.smtp(name), on_dead=notices)) == 3
    assert states(ledger) == {"sent": 3, "dead": 3}
    assert [recipient for recipient, _ in notices.dead] == [f"unknown.{name}@{DOMAIN}"] * 3
    assert all(error.startswith("550 5.1.1") for _, error in notices.dead)
    assert all(row.last_error.startswith("550") for row in outbox(ledger) if row.state == "dead")


def test_a_dead_notice_makes_no_notice(site: Site, name: str, file_ledger: Ledger) -> None:
    put(file_ledger, 1, f"unknown.{name}", kind="host")
    notices = Notices()
    send(sender(file_ledger, site.smtp(name), on_dead=notices))
    assert states(file_ledger) == {"dead": 1}
    assert notices.dead == []


def test_an_address_that_is_none(site: Site, name: str, file_ledger: Ledger) -> None:
    put(file_ledger, 3, "a b", "x>\r\nRCPT TO:<y", name)
    assert send(sender(file_ledger, site.smtp(name))) == 1
    assert states(file_ledger) == {"sent": 1, "dead": 2}


def test_a_refusal_that_is_only_returned(
    postfix: Postfix, name: str, file_ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(self: SMTP, sender: str, recipients: list[str], *_: object, **__: object) -> object:
        return {recipients[0]: SMTPResponse(550, "5.1.1 nobody")}, "ok"

    monkeypatch.setattr(SMTP, "sendmail", refuse)
    put(file_ledger, 1, name)
    assert send(sender(file_ledger, smtp_account(postfix, name))) == 0
    assert states(file_ledger) == {"dead": 1}


def test_greylisting(dovecot: Dovecot, postfix: Postfix, name: str, file_ledger: Ledger) -> None:
    """For ten minutes they say: come back later."""
    clock, site = Clock(), RealSite(dovecot, postfix)
    postfix.policy.verdicts[f"{name}@{DOMAIN}"] = "450 4.2.0 greylisted"
    ids = put(file_ledger, 1, name)
    tries = 0
    while states(file_ledger)["pending"]:
        if clock.now >= NOW + 600:
            postfix.policy.verdicts.clear()
        send(sender(file_ledger, site.smtp(name), clock))
        tries += 1
        (row,) = outbox(file_ledger)
        assert row.attempts == tries
        if row.state == "pending":
            assert row.next_at == clock.now + WAITS[tries - 1]
            assert row.last_error.startswith("450 4.2.0")
            clock.now = row.next_at - 1
            assert send(sender(file_ledger, site.smtp(name), clock)) == 0
            clock.now += 1
    assert tries == 4
    assert wait_for_mails(site, name, 1) == ids


def test_nobody_waits_for_ever(postfix: Postfix, name: str, file_ledger: Ledger) -> None:
    clock, notices = Clock(), Notices()
    postfix.policy.verdicts[f"{name}@{DOMAIN}"] = "450 4.3.2 never mind"
    put(file_ledger, 1, name)
    tries = 0
    while (row := outbox(file_ledger)[0]).next_at is not None:
        clock.now = row.next_at
        send(sender(file_ledger, smtp_account(postfix, name), clock, on_dead=notices))
        tries += 1
    assert row.state == "dead"
    assert len(notices.dead) == 1
    assert PATIENCE - 4 * 3600 <= clock.now - NOW <= PATIENCE
    print(f"given up after {tries} attempts")


@pytest.mark.parametrize("code", ["550 5.5.0", "554 5.7.1"])
def test_a_hasty_refusal_must_be_repeated(
    postfix: Postfix, name: str, file_ledger: Ledger, code: str
) -> None:
    clock = Clock()
    postfix.policy.verdicts[f"{name}@{DOMAIN}"] = f"{code} not today"
    put(file_ledger, 1, name)
    for tries in range(1, TRIES + 1):
        assert states(file_ledger)["dead"] == 0
        send(sender(file_ledger, smtp_account(postfix, name), clock))
        (row,) = outbox(file_ledger)
        assert row.attempts == tries
        clock.now = row.next_at or clock.now
    assert states(file_ledger) == {"dead": 1}
    assert 18 * HOUR < clock.now - NOW < 24 * HOUR


@pytest.mark.parametrize("tls", [Tls.IMPLICIT, Tls.STARTTLS])
def test_tls_with_a_trusted_authority(
    dovecot: Dovecot, postfix: Postfix, name: str, file_ledger: Ledger, authority: Authority, tls: Tls
) -> None:
    port = postfix.smtps_port if tls is Tls.IMPLICIT else postfix.smtp_port
    account = replace(smtp_account(postfix, name, port), tls=tls, ca_file=authority.ca_file)
    ids = put(file_ledger, 5, name)
    stranger = sender(file_ledger, replace(account, ca_file=None))
    assert send(stranger) == 0
    assert "certificate" in stranger.trouble.lower()
    assert states(file_ledger) == {"pending": 5}
    assert send(sender(file_ledger, account)) == 5
    assert sorted(wait_for_mails(RealSite(dovecot, postfix), name, 5)) == sorted(ids)


def test_a_thief_of_starttls_gets_nothing(
    postfix: Postfix, name: str, file_ledger: Ledger, authority: Authority
) -> None:
    heard = []

    def strip(side: Side, words: bytes) -> bytes:
        if side == "client":
            heard.append(words)
            return words
        return re.sub(rb"250-STARTTLS\r\n", b"", words)

    put(file_ledger, 1, name)
    with Proxy(postfix.smtp_port, strip) as proxy:
        account = smtp_account(postfix, name, proxy.port)
        one = sender(file_ledger, replace(account, tls=Tls.STARTTLS, ca_file=authority.ca_file))
        assert send(one) == 0
    assert "STARTTLS" in one.trouble
    assert not any(b"AUTH" in words or b"MAIL" in words for words in heard)
    assert states(file_ledger) == {"pending": 1}


def check_trouble(ledger: Ledger, account: SmtpAccount, count: int) -> None:
    """Nothing was tried, and that counts for no attempt."""
    one = sender(ledger, account)
    assert send(one) == 0
    assert one.trouble
    assert {(row.state, row.attempts, row.next_at) for row in outbox(ledger)} == {("pending", 0, NOW)}
    assert len(outbox(ledger)) == count


def test_trouble_with_the_account_is_no_mail_s_fault(site: Site, name: str, file_ledger: Ledger) -> None:
    ids = put(file_ledger, 40, name)
    (nowhere,) = free_ports(1)
    check_trouble(file_ledger, site.smtp(name, nowhere), 40)
    check_trouble(file_ledger, replace(site.smtp(name), password="wrong"), 40)
    assert send(sender(file_ledger, site.smtp(name))) == 40
    assert sorted(wait_for_mails(site, name, 40)) == sorted(ids)


def test_trouble_for_days_is_no_mail_s_fault_either(site: Site, name: str, file_ledger: Ledger) -> None:
    put(file_ledger, 2, name)
    notices = Notices()
    (nowhere,) = free_ports(1)
    clock = Clock(NOW + 3 * PATIENCE)
    send(sender(file_ledger, site.smtp(name, nowhere), clock, on_dead=notices))
    assert states(file_ledger) == {"pending": 2}
    assert notices.dead == []
    assert send(sender(file_ledger, site.smtp(name), clock)) == 2


def test_a_sender_that_is_woken(site: Site, name: str, file_ledger: Ledger) -> None:
    """It runs in a thread of its own, and the ledger is filled from this one."""
    started, stop = threading.Event(), asyncio.Event()
    one = sender(file_ledger, site.smtp(name))
    loops: list[asyncio.AbstractEventLoop] = []

    async def run() -> None:
        loops.append(asyncio.get_running_loop())
        started.set()
        await one.run(stop)

    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    started.wait()
    ids = []
    for number in range(5):
        ids += put(file_ledger, 3, f"{name}+{number}")
        one.wake()
        assert wait_until(lambda: set(states(file_ledger)) == {"sent"})
    loops[0].call_soon_threadsafe(stop.set)
    thread.join(30)
    assert not thread.is_alive()
    one.wake()  # whoever comes late does no harm
    assert Counter(wait_for_mails(site, name, 15)) == Counter(ids)


def test_several_senders_share_an_outbox(site: Site, name: str, ledger: Ledger) -> None:
    ids = put(ledger, 120, name)
    senders = [sender(ledger, site.smtp(name)) for _ in range(3)]
    threads = [threading.Thread(target=send, args=(one,)) for one in senders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert states(ledger) == {"sent": 120}
    assert Counter(wait_for_mails(site, name, 120)) == Counter(ids)
    assert len(ids_at(site, name)) == 120


LIMIT = "550 5.4.5 Daily user sending limit exceeded"


def test_a_provider_s_limit_destroys_no_mail(postfix: Postfix, name: str, file_ledger: Ledger) -> None:
    """Whoever is refused waits, the others are not even tried; when the limit is over, all of them go."""
    clock, notices = Clock(), Notices()
    ids = put(file_ledger, 30, name)
    postfix.policy.verdicts[f"{name}@{DOMAIN}"] = LIMIT
    for _ in range(8):
        one = sender(file_ledger, smtp_account(postfix, name), clock, on_dead=notices, connections=1)
        assert send(one) == 0
        assert "sending limit" in one.trouble
        clock.now += 24 * 3600
    assert states(file_ledger) == {"pending": 30}
    assert notices.dead == []
    tried = [row for row in outbox(file_ledger) if row.attempts]
    assert 0 < len(tried) <= 8, "one attempt shows that there is no point in more"
    postfix.policy.verdicts.clear()
    assert send(sender(file_ledger, smtp_account(postfix, name), clock)) == 30
    assert states(file_ledger) == {"sent": 30}
    assert {row.message_id for row in outbox(file_ledger)} == set(ids)


def test_a_refused_account_is_left_alone_for_a_while(
    postfix: Postfix, name: str, file_ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it rests, new mails wake nobody; then it goes on by itself."""
    monkeypatch.setattr(sending, "REST", (1.0, 1.0))
    put(file_ledger, 40, name)
    postfix.policy.verdicts[f"{name}@{DOMAIN}"] = LIMIT
    one = sender(file_ledger, smtp_account(postfix, name), connections=2)

    async def run() -> None:
        stop = asyncio.Event()
        running = asyncio.create_task(one.run(stop))
        while "sending limit" not in one.trouble:
            await asyncio.sleep(0.02)
        postfix.policy.verdicts.clear()
        while states(file_ledger)["sent"] < 38:
            one.wake()
            await asyncio.sleep(0.05)
        stop.set()
        await running

    asyncio.run(asyncio.wait_for(run(), 60))
    assert states(file_ledger)["dead"] == 0
