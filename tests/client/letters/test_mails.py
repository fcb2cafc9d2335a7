"""Mails are read as the server writes them, and none of them keeps the reader busy."""

from __future__ import annotations

import time
from contextlib import suppress
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.exchange.intake import Intake
from client.letters.server_mail import LARGEST, BadMail, read_mail
from client.profile.home import Home
from engine.errors import Refused
from engine.record.log.canonical import MAX_BYTES
from server.desk.commands.archive import LARGEST_PAGE
from tests.client.hostile import FAMILIES, HEAD, Make
from tests.client.pretend import make_profile, server_mail

SMALL, LARGE = 500_000, LARGEST - 1000


def take_in(raw: bytes, home: Home) -> None:
    """All that is done with a mail; it may be refused."""
    with suppress(Refused):
        assert Intake(home, make_profile()).take_in(raw)


def seconds(raw: bytes, home: Home) -> float:
    before = time.process_time()
    take_in(raw, home)
    return time.process_time() - before


@pytest.mark.parametrize("make", FAMILIES.values(), ids=FAMILIES)
def test_no_mail_takes_long(make: Make, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Sixteen times the bytes are never much more than sixteen times the work."""
    home = Home(*[tmp_path_factory.mktemp("home")] * 2)
    small, large = make(SMALL), make(LARGE)
    took = min(seconds(small, home) for _ in range(3))
    assert seconds(large, home) < 5
    assert seconds(large, home) < 60 * max(took, 0.02)


def test_the_largest_mail_of_a_server_is_read() -> None:
    files = {"grubenpost-g1.json": b"j" * MAX_BYTES, "grubenpost-g1.html": b"h" * (LARGEST_PAGE - 1)}
    raw = server_mail("Attached.\n" * 2000, files=files)
    assert len(raw) < LARGEST
    assert read_mail(raw).files == files


def test_what_is_larger_is_refused_at_once() -> None:
    with pytest.raises(BadMail) as refused:
        read_mail(HEAD + bytes(LARGEST))
    assert refused.value.code == "mail/too-large"


def test_a_mail_as_the_server_writes_it() -> None:
    mail = read_mail(server_mail("Grüße.\nЖдём.", "<a@example.org>", {"grubenpost-position.json": b"{}"}))
    assert mail.text.strip() == "Grüße.\nЖдём."
    assert mail.answers == "<a@example.org>"
    assert mail.files == {"grubenpost-position.json": b"{}"}
    assert mail.message_id.startswith("<")


@pytest.mark.parametrize(
    "field",
    [
        b'Content-Disposition: attachment; filename="grubenpost-g1.json"',
        b"Content-Disposition: attachment; filename=grubenpost-g1.json",
        b"Content-Disposition: attachment; filename*=utf-8''grubenpost%2Dg1.json",
        b"Content-Disposition: attachment; filename*0=grubenpost;\r\n filename*1=-g1.json",
        b"Content-Disposition: attachment; filename*0*=utf-8'en'grubenpost%2D; filename*1=g1.json",
        b"Content-Disposition: attachment\r\nContent-Type: application/json; name=grubenpost-g1.json",
    ],
)
def test_the_name_of_a_file_in_any_spelling(field: bytes) -> None:
    assert read_mail(HEAD + field + b"\r\n\r\n{}").files == {"grubenpost-g1.json": b"{}"}


@pytest.mark.parametrize(
    "name", ["../profile.toml", "/etc/passwd", ".hidden", "a\x1b[31m.json", "a b", "", "%2e%2e%2fx", "ä.json"]
)
def test_other_names_are_no_files(name: str) -> None:
    raw = HEAD + f'Content-Disposition: attachment; filename="{name}"'.encode() + b"\r\n\r\nx"
    assert read_mail(raw).files == {}


def test_of_two_files_with_one_name_the_first_counts() -> None:
    mail = EmailMessage()
    mail["From"] = "pit@example.org"
    for content in (b"first", b"second"):
        mail.add_attachment(content, "application", "json", filename="a.json")
    assert read_mail(mail.as_bytes()).files == {"a.json": b"first"}


@pytest.mark.parametrize(
    ("date", "at"),
    [
        ("Thu, 01 Jan 1970 00:01:00 +0000", 60),
        ("Thu, 01 Jan 1970 01:01:00 +0100", 60),
        ("yesterday", 0),
        ("Thu, 99 Jan 99999 00:00:00 +9999", 0),
        ("", 0),
    ],
)
def test_the_date(date: str, at: int) -> None:
    assert read_mail(HEAD + f"Date: {date}\r\n\r\nx".encode()).at == at


@given(
    st.binary(max_size=2000) | st.text(max_size=500).map(lambda text: HEAD + text.encode("utf-8", "replace"))
)
def test_anything_is_read_or_refused(raw: bytes) -> None:
    try:
        mail = read_mail(raw)
    except BadMail:
        return
    assert isinstance(mail.text, str)
