"""A mailbox is read, and nothing else: at Dovecot and at the post office of our own."""

from __future__ import annotations

import imaplib
import threading
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from client.post import mailbox
from client.post.account import MailAccount, Wire
from client.post.mailbox import UNREAD, Mailbox, Watermark
from client.refusals import NoPost
from engine.mail.hosts import Tls
from tests.server.post.sites import Site
from tests.server.real.authority import Authority
from tests.server.real.dovecot import PASSWORD, Dovecot
from tests.server.real.postfix import DOMAIN
from tests.server.real.proxy import Break, Proxy

SERVER = "pit.example.org"


def mail(number: int, mark: str = SERVER) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "grubenpost@example.org", "a@b", f"mail {number}"
    if mark:
        message["X-Loop"] = mark
    message.set_content(f"This is mail {number}.")
    return message.as_bytes()


def numbers(raws: list[bytes]) -> list[int]:
    return [int(raw.partition(b"This is mail ")[2].split(b".")[0]) for raw in raws]


def fetch_new(box: Mailbox) -> list[bytes]:
    """All mails that are there, each of them done."""
    found = [(one.uid, box.read(one.uid)) for one in box.look() if one.size <= mailbox.LARGEST]
    for uid, _ in found:
        box.watermark = box.watermark.done(uid)
    return [raw for _, raw in found if raw is not None]


def flags(account: MailAccount) -> list[bytes]:
    with imaplib.IMAP4(account.imap.host, account.imap.port) as line:
        line.login(account.user, account.password)
        line.select("INBOX", readonly=True)
        _, found = line.fetch("1:*", "(FLAGS)")
        return [part for part in found if isinstance(part, bytes)]


def test_the_servers_mails_come_once_and_in_order(site: Site, name: str, account: MailAccount) -> None:
    box = Mailbox(account, SERVER)
    assert fetch_new(box) == []
    site.deliver(name, mail(1), mail(2))
    assert numbers(fetch_new(box)) == [1, 2]
    site.deliver(name, mail(3))
    assert numbers(fetch_new(box)) == [3]
    assert fetch_new(box) == []
    box.close()


def test_other_mails_are_neither_fetched_nor_marked(site: Site, name: str, account: MailAccount) -> None:
    site.deliver(
        name, mail(1, mark=""), mail(2, mark="other.example.org"), mail(3), mail(4, mark=f"x{SERVER}")
    )
    box = Mailbox(account, SERVER)
    assert numbers(fetch_new(box)) == [3]
    box.close()
    found = flags(account)
    assert len(found) == 4
    assert not any(b"Seen" in one or b"Deleted" in one for one in found)


def test_the_watermark_lives_on(site: Site, name: str, account: MailAccount) -> None:
    site.deliver(name, mail(1), mail(2))
    first = Mailbox(account, SERVER)
    fetch_new(first)
    first.close()
    assert first.watermark.uidvalidity > 0
    site.deliver(name, mail(3))
    again = Mailbox(account, SERVER, first.watermark)
    assert numbers(fetch_new(again)) == [3]
    again.close()


@pytest.mark.parametrize("lost", [{"uidvalidity": 1}, {"last_uid": 1_000_000}])
def test_new_numbers_mean_reading_all_again(
    lost: dict[str, int], site: Site, name: str, account: MailAccount
) -> None:
    site.deliver(name, mail(1), mail(2))
    first = Mailbox(account, SERVER)
    fetch_new(first)
    first.close()
    again = Mailbox(account, SERVER, Watermark(**{**first.watermark._asdict(), **lost}))
    assert numbers(fetch_new(again)) == [1, 2]
    assert again.watermark == first.watermark
    again.close()


def test_large_mails_stay_where_they_are(
    site: Site, name: str, account: MailAccount, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.post.mailbox.LARGEST", 2000)
    site.deliver(name, mail(1) + b"x" * 3000, mail(2))
    box = Mailbox(account, SERVER)
    assert numbers(fetch_new(box)) == [2]
    box.close()


def test_no_mail_is_missed_whenever_it_comes(site: Site, name: str, account: MailAccount) -> None:
    """It may come while the mailbox is read, while waiting begins, and while waiting."""
    box = Mailbox(account, SERVER)
    fetch_new(box)
    got: list[int] = []
    for number in range(16):
        sender = threading.Timer(number % 10 / 1000, site.deliver, (name, mail(number)))
        sender.start()
        while not (new := numbers(fetch_new(box))):
            box.wait(60)
        got += new
        sender.join()
    assert got == list(range(16))
    box.close()


def test_waiting_ends_by_itself(account: MailAccount) -> None:
    box = Mailbox(account, SERVER)
    fetch_new(box)
    box.wait(0.01)
    assert fetch_new(box) == []
    box.close()


def fetch_and_wait(box: Mailbox) -> None:
    fetch_new(box)
    box.wait(5)


@pytest.mark.parametrize("word", [b"FETCH", b"IDLE", b"LOGIN", b"EXAMINE"])
def test_a_cut_is_told_and_the_next_try_is_new(
    word: bytes, site: Site, name: str, account: MailAccount
) -> None:
    site.deliver(name, mail(1))
    with Proxy(account.imap.port) as proxy:
        proxy.plans.append(Break("client", word, "cut"))
        box = Mailbox(replace(account, imap=replace(account.imap, port=proxy.port)), SERVER)
        with pytest.raises(NoPost):
            fetch_and_wait(box)
        box.drop()
        box.watermark = UNREAD
        assert numbers(fetch_new(box)) == [1]
        box.close()


def test_a_wrong_password_is_not_repeated(account: MailAccount) -> None:
    box = Mailbox(replace(account, password="not-the-word"), SERVER)
    with pytest.raises(NoPost, match="does not take your user name and password") as refused:
        fetch_new(box)
    assert "not-the-word" not in str(refused.value)


def test_nobody_there() -> None:
    nowhere = Wire("127.0.0.1", 1, Tls.NONE)
    with pytest.raises(NoPost, match="nobody listens there"):
        fetch_new(Mailbox(MailAccount("a@b.example", "a", "b", nowhere, nowhere), SERVER))


def test_without_tls_only_on_this_machine() -> None:
    with pytest.raises(NoPost, match="use implicit or starttls"):
        Wire("imap.example.org", 143, Tls.NONE)
    assert Wire("localhost", 143, Tls.NONE).tls is Tls.NONE


def test_the_password_is_not_shown() -> None:
    wire = Wire("127.0.0.1", 1, Tls.NONE)
    assert "geheim" not in repr(MailAccount("a@b.example", "a", "geheim", wire, wire))


@pytest.mark.parametrize("tls", [Tls.IMPLICIT, Tls.STARTTLS])
def test_with_tls(
    tls: Tls, dovecot: Dovecot, authority: Authority, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dovecot.deliver(name, mail(1))
    port = dovecot.imaps_port if tls is Tls.IMPLICIT else dovecot.imap_port
    wire = Wire("localhost", port, tls)
    account = MailAccount(f"{name}@{DOMAIN}", f"{name}@{DOMAIN}", PASSWORD, wire, wire)
    with pytest.raises(NoPost, match="certificate"):  # nobody but the tests trusts it
        fetch_new(Mailbox(account, SERVER))
    monkeypatch.setenv("SSL_CERT_FILE", str(Path(authority.ca_file)))
    box = Mailbox(account, SERVER)
    assert numbers(fetch_new(box)) == [1]
    box.wait(0.01)
    dovecot.deliver(name, mail(2))
    box.wait(30)
    assert numbers(fetch_new(box)) == [2]
    box.close()
