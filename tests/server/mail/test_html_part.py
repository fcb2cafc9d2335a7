"""The HTML part of a mail that goes out: beside the text, never instead of it, and the same page again."""

from __future__ import annotations

from dataclasses import replace
from email.message import EmailMessage
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.mail.body import Attachment
from server.mail.reading import read_mail
from server.mail.writing import compose
from tests.server.mail.samples import TURN_DE, TURN_EN, TURN_RU
from tests.server.mail.test_writing import FIELDS, HOUSE, TURN, check_wire, parsed, text_of

PAGE = '<!DOCTYPE html>\n<html lang="en"><body><p>It is your turn, {name}.</p></body></html>\n'
FILE = Attachment("position.json", "application/json", b'{"ply":17}\n')


def part_of(mail: EmailMessage, kind: str) -> EmailMessage:
    part = mail.get_body((kind,))
    assert isinstance(part, EmailMessage)
    return part


def html_of(mail: EmailMessage) -> str:
    content = part_of(mail, "html").get_content()
    assert isinstance(content, str)
    return content.replace("\r\n", "\n")


def test_the_page_comes_after_the_text() -> None:
    raw = compose(HOUSE, replace(TURN, html=PAGE.format(name="Anna")))
    check_wire(raw)
    mail = parsed(raw)
    assert mail.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    assert text_of(mail) == TURN_EN
    assert html_of(mail) == PAGE.format(name="Anna")
    assert mail.keys() == [name for name in FIELDS if name != "Content-Transfer-Encoding"]


def test_files_stand_beside_both() -> None:
    raw = compose(HOUSE, replace(TURN, html=PAGE, attachments=(FILE,)))
    check_wire(raw)
    mail = parsed(raw)
    kinds = [part.get_content_type() for part in mail.walk()]
    assert kinds == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "application/json",
    ]
    assert mail.get_boundary() != part_of_alternative(mail).get_boundary()
    (file,) = mail.iter_attachments()
    assert file.get_payload(decode=True) == FILE.content


def part_of_alternative(mail: EmailMessage) -> EmailMessage:
    (found,) = [part for part in mail.iter_parts() if part.get_content_type() == "multipart/alternative"]
    assert isinstance(found, EmailMessage)
    return found


def test_without_a_page_nothing_changes() -> None:
    assert compose(HOUSE, TURN) == compose(HOUSE, replace(TURN, html=""))
    assert parsed(compose(HOUSE, TURN)).get_content_type() == "text/plain"


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("Anna", "7bit"), ("Ännä", "7bit"), ("Людмила" * 40, "base64"), ("x" * 1200, "base64")],
)
def test_the_shorter_encoding_is_used(name: str, encoding: str) -> None:
    """A few letters are spelt as references; where they are many, or lines long, base64 is shorter."""
    raw = compose(HOUSE, replace(TURN, html=PAGE.format(name=name)))
    check_wire(raw)
    part = part_of(parsed(raw), "html")
    assert part["Content-Transfer-Encoding"] == encoding
    assert part.get_content_charset() == "utf-8"
    assert unescape(html_of(parsed(raw))) == PAGE.format(name=name)


@pytest.mark.parametrize("text", [TURN_EN, TURN_DE, TURN_RU])
def test_we_read_the_text_of_our_own_mails(text: str) -> None:
    """A reply may bring all of it back."""
    raw = compose(HOUSE, replace(TURN, text=text, html=PAGE))
    assert read_mail(raw).text == text


def test_the_same_input_gives_the_same_bytes() -> None:
    mail = replace(TURN, html=PAGE, attachments=(FILE,))
    assert compose(HOUSE, mail) == compose(replace(HOUSE), replace(mail))


@given(st.text(max_size=400))
def test_any_page(page: str) -> None:
    raw = compose(HOUSE, replace(TURN, html=f"<p>{page}</p>"))
    check_wire(raw)
    mail = parsed(raw)
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    assert text_of(mail) == TURN_EN


def test_control_characters_are_left_out() -> None:
    raw = compose(HOUSE, replace(TURN, html="<p>a\x00b\x1b[31mc\x07\x7fd</p>"))
    assert html_of(parsed(raw)) == "<p>ab[31mcd</p>\n"
