"""The post office of our own, as any mail program sees it."""

from __future__ import annotations

import contextlib
import imaplib
import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from engine.mail.hosts import Tls
from server.ledger.store import Ledger
from server.post.errors import BadAccount
from server.post.imap.folder import FAILURES, Folder
from server.post.office import boxes
from server.post.office import office as post_office
from server.post.office.office import PostOffice
from tests.server.post.samples import mail, outbox, put, send, states
from tests.server.post.sites import OfficeSite, mails_at, wait_for_mails
from tests.server.post.smtp.test_send import sender
from tests.server.real.authority import Authority
from tests.server.real.postfix import DOMAIN

ANNA, POST = f"anna@{DOMAIN}", f"post@{DOMAIN}"


@pytest.fixture
def own() -> Iterator[PostOffice]:
    """An office for one test."""
    with PostOffice({ANNA: "a", POST: "p"}, aliases={f"bounce@{DOMAIN}": POST}) as office:
        yield office


def log_in(office: PostOffice, address: str = ANNA, password: str = "a") -> smtplib.SMTP:
    smtp = smtplib.SMTP(office.host, office.smtp_port, timeout=30)
    try:
        smtp.login(address, password)
    except BaseException:
        smtp.close()
        raise
    return smtp


def test_mail_is_sent_and_fetched(own: PostOffice) -> None:
    with log_in(own) as smtp:
        assert smtp.sendmail(ANNA, [POST, ANNA], mail(1)) == {}
    for address in (POST, ANNA):
        (raw,) = mails_at(OfficeSite(own), address.partition("@")[0])
        assert raw == f"Return-Path: <{ANNA}>\r\nDelivered-To: {address}\r\n".encode() + mail(1)


@pytest.mark.parametrize(
    ("address", "found"),
    [
        (POST, POST),
        ("Post@PIT.example.org", POST),
        (f"post+token@{DOMAIN}", POST),
        (f"bounce+token@{DOMAIN}", POST),
        (f"nobody@{DOMAIN}", None),
        ("post@elsewhere.example.org", None),
        ("post", None),
        ("", None),
    ],
)
def test_who_gets_it(own: PostOffice, address: str, found: str | None) -> None:
    if found is None:
        with pytest.raises(BadAccount, match="no account"):
            own.deliver(address, mail(1))
    else:
        own.deliver(address, mail(1))
        assert len(mails_at(OfficeSite(own), found.partition("@")[0])) == 1


def test_strangers_are_refused(own: PostOffice) -> None:
    with log_in(own) as smtp:
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            smtp.sendmail(ANNA, [f"nobody@{DOMAIN}"], mail(1))
        assert refused.value.recipients[f"nobody@{DOMAIN}"][0] == 550
        assert smtp.sendmail(ANNA, [f"nobody@{DOMAIN}", POST], mail(1)).keys() == {f"nobody@{DOMAIN}"}
    with smtplib.SMTP(own.host, own.smtp_port) as smtp:
        with pytest.raises(smtplib.SMTPSenderRefused) as told:
            smtp.sendmail(ANNA, [POST], mail(1))
        assert told.value.smtp_code == 530
    for address, password in ((ANNA, "b"), (ANNA, ""), ("nobody@example.org", "a"), ("nobody", "")):
        with pytest.raises(smtplib.SMTPAuthenticationError):
            log_in(own, address, password)
        with imaplib.IMAP4(own.host, own.imap_port) as imap, pytest.raises(imaplib.IMAP4.error):
            imap.login(address, password or "x")


def test_an_address_with_a_trick_in_it_gets_into_no_header(own: PostOffice) -> None:
    with log_in(own) as smtp:
        smtp.ehlo()
        smtp.sock.sendall(b"MAIL FROM:<a\rX-Evil: yes@example.org>\r\n")
        code, _ = smtp.getreply()
        assert code >= 500


def test_an_account_is_added_while_it_runs(own: PostOffice) -> None:
    new = f"emil@{DOMAIN}"
    with pytest.raises(BadAccount):
        own.deliver(new, mail(1))
    own.add_account(new, "e")
    own.deliver(new, mail(1))
    own.add_account(new, "other")
    assert len(mails_at(OfficeSite(own), "emil")) == 1, "a new password must not empty the box"
    with log_in(own, new, "other") as smtp:
        smtp.sendmail(new, [new], mail(2))
    assert len(mails_at(OfficeSite(own), "emil")) == 2


def test_tls_from_the_first_byte(authority: Authority, file_ledger: Ledger) -> None:
    with PostOffice({ANNA: "a"}, tls=authority.server_context()) as office:
        put(file_ledger, 5, "anna")
        account = replace(office.smtp_account(ANNA), ca_file=authority.ca_file)
        assert account.tls is Tls.IMPLICIT
        assert send(sender(file_ledger, account)) == 5
        folder = Folder(replace(office.imap_account(ANNA), ca_file=authority.ca_file))
        folder.look()
        assert len(folder.uids_after(0)) == 5
        for number in range(20):
            told = threading.Event()
            waiting = threading.Thread(target=lambda told=told: (folder.wait(30, told), told.set()))
            waiting.start()
            office.deliver(ANNA, mail(number))
            assert told.wait(20), "the mail was not told of"
            waiting.join()
            folder.look()
            folder.uids_after(0)
        folder.close()
        with pytest.raises(ssl.SSLCertVerificationError):
            Folder(office.imap_account(ANNA))


def test_a_full_box(monkeypatch: pytest.MonkeyPatch, file_ledger: Ledger) -> None:
    monkeypatch.setattr(post_office, "ROOM", 10)
    with PostOffice({ANNA: "a"}) as office:
        site = OfficeSite(office)
        ids = put(file_ledger, 12, "anna")
        assert send(sender(file_ledger, office.smtp_account(ANNA), connections=1)) == 10
        assert states(file_ledger) == {"sent": 10, "pending": 2}
        assert all("452" in row.last_error for row in outbox(file_ledger) if row.state == "pending")
        office.deliver(ANNA, mail(100))
        assert wait_for_mails(site, "anna", 10) == [*ids[1:10], "<100@example.org>"]
        monkeypatch.setattr(boxes, "KEPT_FOR", timedelta(0))
        with log_in(office) as smtp:
            smtp.sendmail(ANNA, [ANNA], mail(101))
        assert wait_for_mails(site, "anna", 1) == ["<101@example.org>"]


def test_mails_that_are_bombs_harm_nobody(own: PostOffice) -> None:
    nested = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n) for n in range(3000)
    )
    with log_in(own) as smtp:
        for bomb in (nested, b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\n" * 20_000):
            with pytest.raises(smtplib.SMTPDataError):
                smtp.sendmail(ANNA, [POST], bomb)
        with pytest.raises(smtplib.SMTPSenderRefused):
            smtp.sendmail(ANNA, [POST], b"x" * 70 + b"\r\n" + b"y" * post_office.LARGEST)
        smtp.sendmail(ANNA, [POST], b"From: " + b"(" * 900 + b"\r\n\r\n")
        smtp.sendmail(ANNA, [POST], mail(1))
    assert len(mails_at(OfficeSite(own), "post")) == 2


line = some.binary(max_size=200).map(lambda raw: raw.replace(b"\r", b"").replace(b"\n", b"") + b"\r\n")
text = some.lists(line, max_size=20).map(b"".join)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text, text)
def test_every_byte_is_kept(office: PostOffice, name: str, header: bytes, body: bytes) -> None:
    raw = header + b"\r\n" + body
    office.add_account(f"{name}@{DOMAIN}", "n")
    office.deliver(f"{name}@{DOMAIN}", raw)
    assert mails_at(OfficeSite(office), name)[-1] == raw
    office.deliver(f"{name}@{DOMAIN}", b"Subject: only a header\r\n")
    assert mails_at(OfficeSite(office), name)[-1] == b"Subject: only a header\r\n\r\n"


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(some.lists(some.binary(max_size=60), max_size=8))
def test_no_words_make_it_stumble(office: PostOffice, words: list[bytes]) -> None:
    for port in (office.smtp_port, office.imap_port):
        with socket.create_connection((office.host, port), 10) as line:
            line.recv(1000)
            with suppress(ConnectionError):  # it may hang up on nonsense
                for word in words:
                    line.sendall(word + b"\r\n")
    office.add_account(ANNA, "a")
    with log_in(office) as smtp:
        assert smtp.noop()[0] == 250


def test_a_port_that_is_taken_is_told(own: PostOffice) -> None:
    with pytest.raises(OSError, match="address already in use"):
        PostOffice({}, smtp_port=own.smtp_port).start()


def test_it_stays_on_this_machine() -> None:
    with pytest.raises(BadAccount, match="stays on this machine"):
        PostOffice({}, host="192.0.2.1")


def test_it_stops_with_people_inside() -> None:
    office = PostOffice({ANNA: "a"})
    office.start()
    smtp, folder = log_in(office), Folder(office.imap_account(ANNA))
    folder.look()

    def wait() -> None:
        with contextlib.suppress(*FAILURES):
            folder.wait(30, threading.Event())

    waiting = threading.Thread(target=wait)
    waiting.start()
    office.stop()
    waiting.join(30)
    assert not waiting.is_alive()
    smtp.close()
    folder.drop()
    office.start()
    assert mails_at(OfficeSite(office), "anna") == []
    office.stop()
