"""Mails that go out stay whole and harmless, whatever names and texts are in them."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from email import message_from_bytes, policy
from email.header import decode_header, make_header

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import Refused
from engine.mail.limits import BadMail
from server.mail.reading import read_mail
from server.mail.writing import compose
from tests.server.mail.test_writing import FIELDS, HOUSE, TURN, check_wire, parsed

HOSTILE = [
    "Anna\r\nBcc: mallory@example.com",
    "Anna\nBcc: mallory@example.com\n\nhello",
    "Anna\r\n\r\nhello",
    "Anna\rBcc: mallory@example.com",
    "=?UTF-8?Q?=0A?=Bcc: mallory@example.com",
    "=?utf-8?b?DQpCY2M6IG1hbGxvcnlAZXhhbXBsZS5jb20=?=",
    "Anna\u2028Bcc: mallory@example.com",
    "Anna\x85Bcc: mallory@example.com",
    "Anna\x0b\x0c\x1c\x1dBcc: x",
    'Anna" <mallory@example.com>, "',
    "Anna <mallory@example.com>",
    "mallory@example.com,",
    "(Anna",
    "Anna\\",
    "Anna\x00",
    "\ud800\udc00",
    "\u202egro.elpmaxe@yrollam",
    "x" * 5000,
    "ä" * 5000,
    "👩‍🏭" * 100,
    "",
    " ",
]
texts = st.text(max_size=60) | st.sampled_from(HOSTILE)


class TestHostileNames:
    @pytest.mark.parametrize("hostile", HOSTILE)
    def test_nothing_gets_into_the_header(self, hostile: str) -> None:
        house = replace(HOUSE, name=hostile)
        raw = compose(house, replace(TURN, name=hostile, subject=hostile, dedupe_key=hostile))
        check_wire(raw)
        mail = parsed(raw)
        assert mail.keys() == FIELDS
        assert [address.addr_spec for address in mail["To"].addresses] == ["anna@example.org"]
        assert [address.addr_spec for address in mail["From"].addresses] == ["pit@example.org"]

    @settings(max_examples=1000)
    @given(texts, texts, texts, texts)
    def test_the_number_of_fields_never_changes(self, name: str, subject: str, text: str, house: str) -> None:
        raw = compose(replace(HOUSE, name=house), replace(TURN, name=name, subject=subject, text=text))
        check_wire(raw)
        header = raw.partition(b"\r\n\r\n")[0].decode("ascii")
        assert re.findall(r"^([^\s:]+):", header, re.MULTILINE) == FIELDS
        read = read_mail(raw)
        assert (read.sender, read.recipients) == ("pit@example.org", ("anna@example.org",))

    @pytest.mark.slow
    def test_the_number_of_fields_never_changes_in_fifty_thousand_mails(self) -> None:
        rng = random.Random(28)
        signs = [
            *'\r\n\t :<>@,;()"\\=?[].-_aZ0',
            "\x00",
            "\x85",
            "\u2028",
            "\ud800",
            "ä",
            "Ж",
            "日",
            "💰",
            "Bcc:",
        ]
        for _ in range(50_000):
            name, subject = ("".join(rng.choices(signs, k=rng.randint(0, 40))) for _ in range(2))
            raw = compose(HOUSE, replace(TURN, name=name, subject=subject))
            header = raw.partition(b"\r\n\r\n")[0].decode("ascii")
            assert re.findall(r"^([^\s:]+):", header, re.MULTILINE) == FIELDS

    @given(st.text(max_size=40))
    def test_a_visible_name_is_shown_as_it_is(self, name: str) -> None:
        visible = " ".join(
            "".join(
                c for c in name if c.isprintable() and not 0xFFF0 <= ord(c) <= 0xFFFF and c != "\xad"
            ).split()
        )
        mail = message_from_bytes(compose(HOUSE, replace(TURN, name=visible)), policy=policy.compat32)
        assert str(make_header(decode_header(mail["To"]))) == f"{visible} <anna@example.org>".lstrip()

    @given(st.text("ab ÄЖ日💰", max_size=119))
    def test_a_subject_is_shown_as_it_is(self, subject: str) -> None:
        visible = " ".join(subject.split())
        raw = compose(HOUSE, replace(TURN, subject=visible))
        assert parsed(raw)["Subject"] == visible
        assert read_mail(raw).subject == visible
        header = raw.partition(b"\r\n\r\n")[0].split(b"\r\n")
        assert all(len(line) <= 76 for line in header if b"=?utf-8?" in line)

    @pytest.mark.parametrize(
        "address",
        [
            "",
            "anna",
            "anna@example.org, ben@example.org",
            "anna@example.org\r\nBcc: x@y",
            "<anna@example.org>",
            "ä@b.c",
        ],
    )
    def test_addresses_that_are_none(self, address: str) -> None:
        with pytest.raises(BadMail) as refusal:
            compose(HOUSE, replace(TURN, to=address))
        assert refusal.value.code == "mail/bad-address"
        with pytest.raises(BadMail):
            replace(HOUSE, address=address)

    @pytest.mark.parametrize("name", ["a b", "a\r\nX: y", "", "-x", "a>b", "ä"])
    def test_names_of_games_and_servers_that_are_none(self, name: str) -> None:
        if name:
            with pytest.raises(Refused):
                compose(HOUSE, replace(TURN, game=name))
        with pytest.raises(Refused):
            replace(HOUSE, server=name)
