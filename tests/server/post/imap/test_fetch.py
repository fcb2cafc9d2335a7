"""A mailbox is read: everything once, as it is, and nobody else's things are touched."""

from __future__ import annotations

import imaplib
import resource
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from imap_tools import MailBoxUnencrypted
from imap_tools.errors import ImapToolsError, MailboxLoginError

from engine.mail.hosts import Tls
from server.ledger.models import Mailbox
from server.ledger.store import Ledger
from server.post.accounts import ImapAccount
from server.post.imap.fetch import Fetcher
from server.post.imap.folder import DONE
from server.post.imap.inbox import LARGEST
from server.post.office.office import PostOffice
from tests.server.post.samples import NOW, Clock, inbox, mail, subjects
from tests.server.post.sites import Site, imap_account
from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot
from tests.server.real.programs import read_with_mutt


def fetcher(ledger: Ledger, account: ImapAccount, worker: str = "fetcher") -> Fetcher:
    return Fetcher(ledger, account, Clock(), worker, threading.Event())


def poll(ledger: Ledger, account: ImapAccount) -> int | None:
    """Poll once over a connection of its own."""
    one = fetcher(ledger, account)
    try:
        return one.poll_once()
    finally:
        one.close()


@contextmanager
def mailbox(account: ImapAccount) -> Iterator[MailBoxUnencrypted]:
    """The same mailbox, as another mail program sees it."""
    box = MailBoxUnencrypted(account.host, account.port, timeout=30)
    with box.login(account.user, account.password):
        yield box


def test_every_mail_comes_with_its_exact_bytes(site: Site, name: str, ledger: Ledger) -> None:
    mails = [mail(number) for number in range(60)]
    mails[7] = b"Subject: bytes\r\n\r\n" + bytes(b for b in range(1, 256) if b not in b"\r\n") + b"\r\n"
    site.deliver(name, *mails)
    before = int(time.time())
    assert poll(ledger, site.imap(name)) == 60
    rows = inbox(ledger)
    assert [row.state for row in rows] == ["new"] * 60
    # Dovecot's LMTP writes its own lines above the header.
    assert all(row.raw is not None and row.raw.endswith(raw) for row, raw in zip(rows, mails, strict=True))
    assert all(row.size == len(row.raw or b"") and row.next_at == NOW for row in rows)
    assert all(abs(row.received_at - before) < 3600 for row in rows)
    assert poll(ledger, site.imap(name)) == 0


def test_a_mailbox_at_rest_is_never_read_again(site: Site, name: str, file_ledger: Ledger) -> None:
    site.deliver(name, mail(1))
    one = fetcher(file_ledger, site.imap(name))
    assert [one.poll_once() for _ in range(30)] == [1] + [0] * 29
    one.close()
    with file_ledger.reading() as session:
        box = session.get(Mailbox, site.imap(name).name)
        assert box is not None
        assert box.seen_at == NOW
        assert box.lease_by == ""


def test_nothing_is_marked_but_what_has_been_dealt_with(
    dovecot: Dovecot, name: str, file_ledger: Ledger
) -> None:
    dovecot.deliver(name, mail(1), mail(2))
    account = imap_account(dovecot, name)
    with mailbox(account) as box:
        box.client.uid("STORE", "1", "+FLAGS", r"(\Deleted \Flagged)")
    one = fetcher(file_ledger, account)
    for number in range(3, 53):
        one.poll_once()
        dovecot.deliver(name, mail(number))
    one.close()
    with mailbox(account) as box:
        flags = {found.uid: set(found.flags) for found in box.fetch(mark_seen=False)}
    assert len(flags) == 52, "a mail that somebody else marked as deleted is gone"
    assert flags["1"] == {r"\Deleted", r"\Flagged", DONE}
    assert flags["2"] == {DONE}
    assert "52" in flags
    assert not any(r"\Seen" in found for found in flags.values())


def test_what_a_person_has_read_is_read_all_the_same(
    dovecot: Dovecot, name: str, file_ledger: Ledger, tmp_path: Path
) -> None:
    dovecot.deliver(name, *[mail(number) for number in range(5)])
    account = imap_account(dovecot, name)
    read_with_mutt(dovecot, tmp_path, name, 5)
    with mailbox(account) as box:
        assert len(box.uids("SEEN")) == 5
    assert poll(file_ledger, account) == 5
    assert subjects(file_ledger) == [0, 1, 2, 3, 4]


def test_two_mails_with_the_same_bytes_are_one(dovecot: Dovecot, name: str, file_ledger: Ledger) -> None:
    account = imap_account(dovecot, name)
    with mailbox(account) as box:
        for raw in (mail(1), mail(1), mail(2)):
            box.append(raw)
    assert poll(file_ledger, account) == 2


@pytest.mark.parametrize("tls", [Tls.IMPLICIT, Tls.STARTTLS])
def test_tls_with_a_trusted_authority(
    dovecot: Dovecot, name: str, file_ledger: Ledger, authority: Authority, tls: Tls
) -> None:
    port = dovecot.imaps_port if tls is Tls.IMPLICIT else dovecot.imap_port
    account = replace(imap_account(dovecot, name, port), tls=tls, ca_file=authority.ca_file)
    dovecot.deliver(name, mail(1))
    assert poll(file_ledger, account) == 1
    with pytest.raises(ssl.SSLCertVerificationError):
        poll(file_ledger, replace(account, ca_file=None))


def test_a_wrong_password_is_told(dovecot: Dovecot, name: str, file_ledger: Ledger) -> None:
    account = replace(imap_account(dovecot, name), password="wrong")
    with pytest.raises(MailboxLoginError):
        poll(file_ledger, account)


def test_another_folder_can_be_read(dovecot: Dovecot, name: str, file_ledger: Ledger) -> None:
    account = imap_account(dovecot, name)
    with mailbox(account) as box:
        box.folder.create("Züge & mehr")
        box.append(mail(3), "Züge & mehr")
    assert poll(file_ledger, replace(account, folder="Züge & mehr")) == 1
    assert poll(file_ledger, account) == 0


def test_a_password_with_other_letters(office: PostOffice, name: str, file_ledger: Ledger) -> None:
    address = f"{name}@pit.example.org"
    office.add_account(address, "glück auf")
    office.deliver(address, mail(1))
    assert poll(file_ledger, office.imap_account(address)) == 1
    with pytest.raises(imaplib.IMAP4.error):
        poll(file_ledger, replace(office.imap_account(address), password="glück ab"))


def test_of_a_huge_mail_only_the_header_is_fetched(site: Site, name: str, file_ledger: Ledger) -> None:
    huge = b"Subject: huge\r\n\r\n" + b"x" * 78 + b"\r\n"
    huge += (b"y" * 78 + b"\r\n") * (LARGEST // 80)
    just = mail(2)
    just += b"z" * (LARGEST - 1000 - len(just)) + b"\r\n"  # room for what a server writes above
    site.deliver(name, mail(1), huge, just, mail(3))
    assert poll(file_ledger, site.imap(name)) == 4
    (noted,) = [row for row in inbox(file_ledger) if row.size > LARGEST]
    assert noted.raw is not None
    assert b"Subject: huge" in noted.raw
    assert b"xxx" not in noted.raw
    assert len(noted.raw) < 10_000


def test_fifty_megabytes_stay_on_the_server(dovecot: Dovecot, name: str, file_ledger: Ledger) -> None:
    dovecot.deliver(name, mail(1))
    huge = dovecot.maildir(name) / "new" / "1.huge"
    with huge.open("wb") as file:
        file.write(b"Subject: fifty megabytes\n\n")
        for _ in range(640_000):
            file.write(b"x" * 79 + b"\n")
    huge.chmod(0o644)
    del file
    one = fetcher(file_ledger, imap_account(dovecot, name))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert one.poll_once() == 2
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    one.close()
    assert grown < 20_000, f"{grown} kB"
    assert [row.state for row in inbox(file_ledger)] == ["new", "new"]
    assert max(len(row.raw or b"") for row in inbox(file_ledger)) < 10_000
    assert max(row.size for row in inbox(file_ledger)) > 50_000_000


def test_new_numbers_mean_reading_from_the_beginning(
    dovecot: Dovecot, name: str, file_ledger: Ledger
) -> None:
    account = imap_account(dovecot, name)
    dovecot.deliver(name, *[mail(number) for number in range(200)])
    assert poll(file_ledger, account) == 200
    dovecot.forget_uids(name)
    dovecot.deliver(name, *[mail(number) for number in range(200, 210)])
    assert poll(file_ledger, account) == 10
    assert subjects(file_ledger) == list(range(210))
    assert poll(file_ledger, account) == 0


def test_new_numbers_while_connected(dovecot: Dovecot, name: str, file_ledger: Ledger) -> None:
    dovecot.deliver(name, *[mail(number) for number in range(20)])
    one = fetcher(file_ledger, imap_account(dovecot, name))
    assert one.poll_once() == 20
    dovecot.forget_uids(name)
    dovecot.deliver(name, mail(20))
    found, broken = 0, 0
    for _ in range(3):
        try:
            found += one.poll_once() or 0
        except (OSError, imaplib.IMAP4.error, ImapToolsError):
            broken += 1  # the server may end the confused connection, even after the mail is stored
    one.close()
    assert found == 1 or (found == 0 and broken)
    assert subjects(file_ledger) == list(range(21))
