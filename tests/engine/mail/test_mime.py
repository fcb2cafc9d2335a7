"""Mails are taken apart as everybody else takes them apart.

The standard library's parser is the peer: slow and easily hurt, but it knows what a mail is.
"""

from __future__ import annotations

from base64 import encodebytes
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mail.header import Header, in_words, parameters_of, split_header
from engine.mail.limits import DEEPEST, MOST_BYTES, MOST_PARTS, BadMail
from engine.mail.mime import Part, split_mail
from engine.mail.transfer import undone
from tests.server.mail.bombs import many_parts, messages, nested
from tests.server.mail.make_corpus import CORPUS

# Where we read on purpose what the standard library does not, or the other way round.
OTHERWISE = {
    "bounce-base64-copy",  # a message in base64 is opened
    "list-base64-footer",  # what is appended to base64 is no base64
}


def peers_leaves(mail: Message) -> list[tuple[str, bytes]]:
    kind = mail.get_content_type()
    if is_note(kind):
        return [(kind, b"")]
    if mail.is_multipart():
        parts = mail.get_payload()
        assert isinstance(parts, list)
        return [leaf for part in parts for leaf in peers_leaves(part)]  # type: ignore[arg-type]
    content = mail.get_payload(decode=True)
    assert isinstance(content, bytes)
    return [] if kind.startswith("multipart/") else [(kind, bare(content))]


def our_leaves(mail: Part) -> list[tuple[str, bytes]]:
    return [
        (part.kind, b"" if is_note(part.kind) else bare(part.content))
        for part in mail.walk()
        if not part.parts and not part.kind.startswith("multipart/")
    ]


def is_note(kind: str) -> bool:
    """For the standard library all these are mails, or several, but they are only like a header."""
    return kind.startswith("message/") and kind != "message/rfc822"


def bare(content: bytes) -> bytes:
    """Line ends are ours to change in text; and whether the last one counts is an old question."""
    return content.replace(b"\r\n", b"\n").replace(b"\r", b"\n").rstrip(b"\n")


MAILS = [path for path in sorted(CORPUS.glob("*.eml")) if path.stem not in OTHERWISE]


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_the_corpus_is_split_as_the_standard_library_splits_it(path: Path) -> None:
    raw = path.read_bytes()
    assert our_leaves(split_mail(raw)) == peers_leaves(message_from_bytes(raw, policy=policy.compat32))


@given(
    st.recursive(
        st.tuples(st.text(max_size=200), st.sampled_from(["7bit", "8bit", "quoted-printable", "base64"])),
        lambda inner: st.lists(inner, min_size=1, max_size=3),
        max_leaves=8,
    )
)
def test_what_the_standard_library_writes_is_read(tree: object) -> None:
    written: list[str] = []
    mail = built(tree, written)
    mail["From"] = "anna@example.org"
    try:
        parts = split_mail(mail.as_bytes(policy=policy.SMTP))
    except BadMail as refusal:
        assert refusal.code == "mail/too-deep"
        return
    leaves = [part for part in parts.walk() if not part.parts]
    assert [part.text.rstrip("\n") for part in leaves] == written


def built(tree: object, written: list[str]) -> EmailMessage:
    mail = EmailMessage()
    if isinstance(tree, tuple):
        text, cte = tree
        plain = " ".join("".join(c for c in text if c.isprintable()).split())
        written.append(plain)
        mail.set_content(plain + "\n", cte="8bit" if cte == "7bit" and not plain.isascii() else cte)
    else:
        assert isinstance(tree, list)
        mail.make_mixed()
        for branch in tree:
            mail.attach(built(branch, written))
    return mail


class TestLimits:
    def test_the_largest_mail_is_read(self) -> None:
        head = b"From: anna@example.org\n\n"
        assert split_mail(head + b"x" * (MOST_BYTES - len(head))).content
        with pytest.raises(BadMail) as refusal:
            split_mail(head + b"x" * (MOST_BYTES - len(head) + 1))
        assert refusal.value.code == "mail/too-large"

    def test_as_many_parts_as_are_allowed(self) -> None:
        assert len(split_mail(many_parts(MOST_PARTS)).parts) == MOST_PARTS
        with pytest.raises(BadMail) as refusal:
            split_mail(many_parts(MOST_PARTS + 1))
        assert refusal.value.code == "mail/too-many-parts"

    @pytest.mark.parametrize("make", [nested, messages])
    def test_as_deep_as_is_allowed(self, make: object) -> None:
        assert callable(make)
        assert len(list(split_mail(make(DEEPEST)).walk())) == DEEPEST + 1
        with pytest.raises(BadMail) as refusal:
            split_mail(make(DEEPEST + 1))
        assert refusal.value.code == "mail/too-deep"

    def test_parts_of_parts_count(self) -> None:
        inner = b"Content-Type: multipart/mixed; boundary=i\n\n" + b"--i\n\nx\n" * 10 + b"--i--\n"
        raw = b"From: a@example.org\nContent-Type: multipart/mixed; boundary=o\n\n"
        raw += b"".join(b"--o\n" + inner for _ in range(4)) + b"--o--\n"
        with pytest.raises(BadMail) as refusal:
            split_mail(raw)
        assert refusal.value.code == "mail/too-many-parts"

    @pytest.mark.parametrize("raw", [b"", b"\n", b"\r\n\r\n", b"hello\n", b"\x00: x\n", b" folded: x\n"])
    def test_what_has_no_header_is_no_mail(self, raw: bytes) -> None:
        with pytest.raises(BadMail) as refusal:
            split_mail(raw)
        assert refusal.value.code == "mail/unreadable"


class TestBoundaries:
    @staticmethod
    def contents(body: bytes, boundary: bytes = b"b") -> list[bytes]:
        raw = b'From: a@example.org\nContent-Type: multipart/mixed; boundary="%s"\n\n%s' % (boundary, body)
        return [part.content for part in split_mail(raw).parts]

    def test_before_and_behind_is_nothing(self) -> None:
        assert self.contents(b"before\n--b\n\none\n--b\n\ntwo\n--b--\nbehind\n--b\n\nthree\n") == [
            b"one",
            b"two",
        ]

    def test_a_boundary_that_begins_another(self) -> None:
        assert self.contents(b"--b\n\none\n--bb\ntwo\n--b--\n") == [b"one\n--bb\ntwo"]

    def test_blanks_behind_a_boundary(self) -> None:
        assert self.contents(b"--b \t\n\none\n--b-- \n") == [b"one"]

    def test_never_closed(self) -> None:
        assert self.contents(b"--b\n\none\n--b\n\ntwo\n") == [b"one", b"two\n"]

    def test_nothing_between(self) -> None:
        assert self.contents(b"--b\n--b\n\n--b--\n") == [b"", b""]

    def test_signs_in_a_boundary(self) -> None:
        odd = b"'()+_,-./:=? x*[a]"
        assert self.contents(b"--%s\n\none\n--%s--\n" % (odd, odd), odd) == [b"one"]

    def test_the_outer_boundary_ends_the_inner_part(self) -> None:
        raw = (
            b"From: a@example.org\nContent-Type: multipart/mixed; boundary=o\n\n"
            b"--o\nContent-Type: multipart/mixed; boundary=i\n\n--i\n\none\n--o\n\ntwo\n--o--\n"
        )
        first, second = split_mail(raw).parts
        assert [part.content for part in first.parts] == [b"one"]
        assert second.content == b"two"


class TestHeader:
    def test_names_are_found_whatever_their_case(self) -> None:
        header, body = split_header(b"FROM: a\nfrom : b\nFrom:c\n\nFrom: d\n")
        assert header.every("from") == ["a", "b", "c"]
        assert (header.first("from"), header.only("from")) == ("a", "")
        assert body == b"From: d\n"

    def test_folded_lines_are_one(self) -> None:
        header, _ = split_header(b"Subject: one\n two\n\tthree\nTo: x\n\n")
        assert header.only("subject") == "one two\tthree"
        assert header.only("to") == "x"

    def test_what_is_missing_is_empty(self) -> None:
        assert (Header().first("from"), Header().only("from"), Header().every("from")) == ("", "", [])

    @pytest.mark.parametrize(
        ("value", "expected"),
        [
            ('text/plain; charset="utf-8"; FORMAT=flowed', {"charset": "utf-8", "format": "flowed"}),
            (r'a/b; boundary="a \"quoted\" \\ one"', {"boundary": r'a "quoted" \ one'}),
            ("a/b; boundary=one; boundary=two", {"boundary": "one"}),
            ('a/b; name="x; charset=zlib"; charset=utf-8', {"name": "x; charset=zlib", "charset": "utf-8"}),
            ('a/b; charset="utf-8', {"charset": "utf-8"}),
            ("a/b;charset = utf-8 ;", {"charset": "utf-8"}),
            ("a/b; charset=", {"charset": ""}),
            ("a/b", {}),
        ],
    )
    def test_parameters(self, value: str, expected: dict[str, str]) -> None:
        assert parameters_of(value) == expected

    @pytest.mark.parametrize(
        ("value", "expected"),
        [
            ("plain words", "plain words"),
            ("=?utf-8?Q?f=C3=BCr_dich?= und mich", "für dich und mich"),
            ("=?koi8-r?B?98HbIMjPxA==?=", "Ваш ход"),
            ("=?utf-8?B?w6Q=?=\t=?utf-8?q?=C3=B6?= =?utf-8*de?q?=C3=BC?=", "äöü"),
            ("=?UTF-8?Q?=0D=0ABcc:_mallory@example.com?=", "Bcc: mallory@example.com"),
            ("=?utf-8?B?8J+SsA?= x", "💰 x"),
            ("=?no-such-charset?Q?abc?=", "abc"),
            ("a\u202eb\u200bc\x00d", "a b c d"),
            ("=?utf-8?q?broken", "=?utf-8?q?broken"),
        ],
    )
    def test_in_words(self, value: str, expected: str) -> None:
        assert in_words(value) == expected


class TestTransferEncodings:
    @given(st.binary(max_size=300), st.integers(0, 3))
    def test_base64_that_lost_its_end_still_begins_right(self, content: bytes, lost: int) -> None:
        encoded = encodebytes(content).rstrip(b"\n=")
        got = undone(encoded[: len(encoded) - lost], "base64")
        assert content.startswith(got)
        assert len(content) - len(got) <= lost + 1

    @given(st.binary(max_size=300), st.sampled_from(["base64", "quoted-printable", "7bit", "x-uuencode", ""]))
    def test_anything_can_be_undone(self, body: bytes, encoding: str) -> None:
        assert len(undone(body, encoding)) <= len(body)

    def test_what_follows_padding_is_left_out(self) -> None:
        assert undone(b"aGVsbG8=\n____\nplayers mailing list\n", "base64") == b"hello"
