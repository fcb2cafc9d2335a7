"""Real mail programs write, and what they wrote is fetched."""

from __future__ import annotations

import email
import email.policy
import threading
from email.message import EmailMessage
from pathlib import Path

import pytest

from server.ledger.store import Ledger
from server.post.imap.fetch import Fetcher
from tests.server.post.samples import Clock, inbox
from tests.server.post.sites import imap_account
from tests.server.real.dovecot import Dovecot
from tests.server.real.postfix import Postfix
from tests.server.real.programs import send_with_mutt, send_with_snail, send_with_swaks
from tests.server.real.proxy import wait_until

SUBJECT = "Zug für Grube 7"
TEXT = "mine 8: to g, load g\nGlück auf!\n.\nFrom the pit\n"


def fetch_one(dovecot: Dovecot, name: str, ledger: Ledger) -> EmailMessage:
    reader = Fetcher(ledger, imap_account(dovecot, name), Clock(), "fetcher", threading.Event())
    assert wait_until(lambda: reader.poll_once() == 1)
    reader.close()
    (row,) = inbox(ledger)
    message = email.message_from_bytes(row.raw or b"", policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


@pytest.mark.parametrize("program", [send_with_snail, send_with_mutt])
def test_people_write(
    program: object, dovecot: Dovecot, postfix: Postfix, name: str, file_ledger: Ledger, tmp_path: Path
) -> None:
    attached = tmp_path / "7.move.toml"
    attached.write_bytes(b'format = "grubenpost-move/1"\n')
    program(postfix, tmp_path, "anna", name, SUBJECT, TEXT, attached)  # type: ignore[operator]
    message = fetch_one(dovecot, name, file_ledger)
    assert message["Subject"] == SUBJECT
    body = message.get_body(("plain",))
    assert body is not None
    assert body.get_content().replace("\r\n", "\n").strip() == TEXT.strip()
    (file,) = message.iter_attachments()
    assert file.get_filename() == attached.name
    assert str(file.get_content()).replace("\r\n", "\n") == attached.read_text()


def test_exact_bytes(dovecot: Dovecot, postfix: Postfix, name: str, file_ledger: Ledger) -> None:
    data = (
        b"From: anna@pit.example.org\r\nTo: post@pit.example.org\r\nDate: Thu, 1 Jan 2026 00:00:00 +0000\r\n"
        b"Message-ID: <1@example.org>\r\nSubject: raw\r\n\r\n.\r\n..dots\r\n\xe4\xff\r\n"
    )
    send_with_swaks(postfix, "anna", name, data)
    fetch_one(dovecot, name, file_ledger)
    (row,) = inbox(file_ledger)
    assert (row.raw or b"").rstrip(b"\r\n").endswith(data.rstrip(b"\r\n"))
