"""What is read from the header of a mail, and what nobody can make us read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Refused
from engine.mail.addresses import addresses_in, plain_address, sender_in
from engine.mail.limits import BadMail
from engine.record.letters.armour import wrap
from server.mail.reading import Incoming, read_mail
from tests.engine.record.club import SERVER
from tests.server.mail.samples import LETTER, ORIGINAL_ID, TOKEN, letter

HERE = "mx.example.org"


def mail(*fields: str, body: str = "status\n", sender: str = "From: anna@example.org") -> Incoming:
    header = "\r\n".join([sender, *fields] if sender else fields)
    return read_mail(f"{header}\r\n\r\n{body}".encode(), SERVER, HERE)


class TestSender:
    @pytest.mark.parametrize(
        ("value", "sender"),
        [
            ("anna@example.org", "anna@example.org"),
            ("<anna@example.org>", "anna@example.org"),
            ("Anna <anna@example.org>", "anna@example.org"),
            ("Anna <Anna.B+pit@EXAMPLE.org>", "Anna.B+pit@example.org"),
            ('"Anna, of the pit" <anna@example.org>', "anna@example.org"),
            ("Anna (the first) <anna@example.org> (really)", "anna@example.org"),
            ("alice@example.com <mallory@example.org>", "mallory@example.org"),
            ('"alice@example.com" <mallory@example.org>', "mallory@example.org"),
            ('"<alice@example.com>" <mallory@example.org>', "mallory@example.org"),
            ("(<alice@example.com>) mallory@example.org", "mallory@example.org"),
            ('alice@example.com ("x) <mallory@example.org> (y")', "mallory@example.org"),
            ("=?utf-8?q?=3Calice=40example=2Ecom=3E?= <mallory@example.org>", "mallory@example.org"),
        ],
    )
    def test_the_address_itself_counts(self, value: str, sender: str) -> None:
        assert sender_in([value]) == sender

    @pytest.mark.parametrize(
        "value",
        [
            "",
            "Anna",
            "<>",
            "anna@",
            "@example.org",
            "anna@example..org",
            "anna@-example.org",
            ".anna@example.org",
            "anna@@example.org",
            "anna@[192.0.2.1]",
            '"anna b"@example.org',
            "ännä@example.org",
            "anna@exämple.org",
            "anna@example.org, ben@example.org",
            "anna@example.org, Ben <ben@example.org>",
            "Anna <anna@example.org> <ben@example.org>",
            "Anna <anna@example.org> ben@example.org",
            "Anna <<anna@example.org>>",
            "Anna <anna@example.org",
            "anna@example.org>",
            "Friends: anna@example.org;",
            "Friends: Anna <anna@example.org>",
            "<@relay.example.org:anna@example.org>",
            '"Anna <anna@example.org>',
            "Anna (the first <anna@example.org>",
            "Anna) <anna@example.org>",
            "anna@example.org\x00",
            "anna @example.org",
            "a" * 65 + "@example.org",
            "anna@" + "a." * 130 + "org",
            "x" * 3000 + " <anna@example.org>",
        ],
    )
    def test_in_doubt_it_is_nobody(self, value: str) -> None:
        assert sender_in([value]) == ""

    def test_two_senders_are_nobody(self) -> None:
        assert sender_in(["anna@example.org", "anna@example.org"]) == ""
        assert mail("To: pit@example.org", sender="").sender == ""

    @given(st.text(max_size=80))
    def test_any_name_beside_an_address(self, name: str) -> None:
        """A display name, however odd, is never taken for the address."""
        assert sender_in([f"{name} <mallory@example.com>"]) in ("", "mallory@example.com")

    @given(st.text("ab@.<>()\"\\,;: \t'", max_size=40))
    def test_what_is_taken_is_there_and_plain(self, value: str) -> None:
        sender = sender_in([value])
        assert sender == "" or (sender in value and plain_address(sender) == sender)


def test_recipients_of_all_kinds() -> None:
    read = mail(
        'To: "Pit" <pit@example.org>, undisclosed-recipients:;',
        "Cc: Ben <BEN@Example.net>, pit@example.org",
        "Delivered-To: pit@example.org",
        f"X-Original-To: Bounce+{TOKEN.upper()}@example.org",
        "Envelope-To: <clara@example.com>",
    )
    expected = {"pit@example.org", "ben@example.net", f"bounce+{TOKEN}@example.org", "clara@example.com"}
    assert set(read.recipients) == expected
    assert read.bounce_token == TOKEN


@pytest.mark.parametrize(
    "local", [TOKEN, f"+{TOKEN}", f"bounce-{TOKEN}", f"bounce+{TOKEN}x", f"bounce+1{TOKEN[1:]}"]
)
def test_a_token_of_another_form_is_none(local: str) -> None:
    assert mail(f"To: {local}@example.org").bounce_token == ""


def test_at_most_fifty_recipients() -> None:
    assert len(addresses_in([", ".join(f"a{n}@example.org" for n in range(60))])) == 50


class TestThread:
    def test_safe_ids_only(self) -> None:
        read = mail(
            "Message-ID: <one@example.org> (added by relay)",
            "In-Reply-To: Your mail of Tuesday <two@example.org>",
            "References: <a@b>\r\n <c@d> <bad id@x> <> <naïve@x> <e@f>",
        )
        assert read.message_id == "<one@example.org>"
        assert read.in_reply_to == "<two@example.org>"
        assert read.references == ("<a@b>", "<c@d>", "<e@f>")

    def test_two_message_ids_are_none(self) -> None:
        assert mail("Message-ID: <a@b>", "Message-ID: <c@d>").message_id == ""

    def test_an_id_too_long_is_none(self) -> None:
        assert mail(f"Message-ID: <{'a' * 250}>").message_id == f"<{'a' * 250}>"
        assert mail(f"Message-ID: <{'a' * 251}>").message_id == ""

    def test_a_long_thread_keeps_its_beginning_and_its_end(self) -> None:
        ids = [f"<{n}@b>" for n in range(40)]
        read = mail("References: " + " ".join(ids))
        assert read.references == (ids[0], *ids[-10:])


class TestAutomatic:
    @pytest.mark.parametrize(
        ("field", "reason"),
        [
            ("Auto-Submitted: auto-replied", "auto-submitted"),
            ("Auto-Submitted: Auto-Generated (by cron)", "auto-submitted"),
            ("Auto-Submitted: no\r\nAuto-Submitted: auto-replied", "auto-submitted"),
            ("Precedence: BULK", "precedence"),
            ("Precedence: auto_reply", "precedence"),
            ("X-Autoreply: yes", "x-autoreply"),
            ("Return-Path: <>", "return-path"),
            ("Content-Type: multipart/report; boundary=x", "content-type"),
        ],
    )
    def test_signs_of_a_machine(self, field: str, reason: str) -> None:
        assert mail(field).automatic == reason

    @pytest.mark.parametrize(
        "sender",
        [
            "MAILER-DAEMON",
            "mailerdaemon",
            "postmaster",
            "no-reply",
            "noreply",
            "DoNotReply",
            "noreply-7+x",
            "bounces+1=2",
        ],
    )
    def test_robots_by_name(self, sender: str) -> None:
        assert mail(sender=f"From: {sender}@example.org").automatic == "from"

    @pytest.mark.parametrize(
        "sender", ["anna", "norepy", "noreplyson", "post.master", "reply", "root", "listserver"]
    )
    def test_people_by_name(self, sender: str) -> None:
        assert mail(sender=f"From: {sender}@example.org").automatic == ""

    @pytest.mark.parametrize(
        "field",
        [
            "Auto-Submitted: no",
            "Auto-Submitted: No (really)",
            "Precedence: first-class",
            "Return-Path: <a@b.c>",
        ],
    )
    def test_signs_of_a_person(self, field: str) -> None:
        assert mail(field).automatic == ""


class TestOwn:
    def test_by_the_loop_mark(self) -> None:
        assert mail(f"X-Loop: {SERVER}").own
        assert not mail(f"X-Loop: other.{SERVER}").own

    def test_by_the_form_of_the_message_id(self) -> None:
        assert mail(f"Message-ID: {ORIGINAL_ID}").own
        assert not mail(f"Message-ID: {ORIGINAL_ID.replace(SERVER, 'mine.example.org')}").own

    def test_a_mail_server_of_the_same_name_is_somebody_else(self) -> None:
        assert not mail(f"Message-ID: <20260203091109.7B8C9D0E@{SERVER}>").own

    def test_a_server_without_a_name_knows_nothing_as_its_own(self) -> None:
        assert not read_mail(b"From: a@b.c\r\nX-Loop: \r\n\r\nx").own


class TestAuthentication:
    @pytest.mark.parametrize(
        "field",
        [
            f"{HERE}; dmarc=pass header.from=example.org",
            f"{HERE} 1; spf=fail; dmarc=pass (p=none) header.from=example.org",
            f"{HERE.upper()};\r\n dmarc=pass\r\n header.from=EXAMPLE.org; dkim=pass",
            f"{HERE}; dmarc=pass action=none header.from=example.org policy.x=y",
        ],
    )
    def test_passed(self, field: str) -> None:
        assert mail(f"Authentication-Results: {field}").authenticated_by == "example.org"

    @pytest.mark.parametrize(
        "field",
        [
            "",
            f"{HERE}; none",
            f"{HERE}; dmarc=fail header.from=example.org",
            f"{HERE}; dmarc=pass",
            f"{HERE}; dmarc=pass header.from=example.com",
            f"{HERE}; dmarc=passed header.from=example.org",
            f"{HERE}; xdmarc=pass header.from=example.org",
            f"{HERE}; spf=pass (x; dmarc=pass header.from=example.org)",
            f'{HERE}; spf=pass reason="; dmarc=pass header.from=example.org"',
            f"{HERE}; dmarc=pass header.from=example.org (open",
            f"{HERE}; dmarc=pass header.from=example.org; dmarc=pass header.from=example.com",
            f"{HERE}.example.com; dmarc=pass header.from=example.org",
            f"x {HERE}; dmarc=pass header.from=example.org",
            f"x; {HERE}; dmarc=pass header.from=example.org",
            "; dmarc=pass header.from=example.org",
        ],
    )
    def test_not_passed(self, field: str) -> None:
        assert mail(f"Authentication-Results: {field}").authenticated_by == ""

    def test_only_the_topmost_of_ours_counts(self) -> None:
        good = f"Authentication-Results: {HERE}; dmarc=pass header.from=example.org"
        bad = f"Authentication-Results: {HERE}; dmarc=fail header.from=example.org"
        other = "Authentication-Results: elsewhere.example.com; dmarc=fail header.from=example.org"
        broken = f"Authentication-Results: {HERE}; (((; dmarc=fail"
        assert mail(good, bad).authenticated_by == "example.org"
        assert mail(other, good).authenticated_by == "example.org"
        assert mail(bad, good).authenticated_by == ""
        assert mail(broken, good).authenticated_by == ""

    def test_nothing_counts_unless_the_host_says_so(self) -> None:
        raw = b"From: a@example.org\nAuthentication-Results: ; dmarc=pass header.from=example.org\n\nx"
        assert read_mail(raw).authenticated_by == ""


class TestLetters:
    def test_one_byte_more_is_another_letter(self) -> None:
        """Repairs are line ends and byte order marks; nothing else is touched."""
        changed = LETTER.replace(b"order 2", b"order 3")
        raw = b"From: a@b.c\nContent-Type: multipart/mixed; boundary=b\n\n"
        raw += b"".join(b"--b\n\n" + one for one in (LETTER, changed, LETTER.replace(b"\n", b"\r\n")))
        assert read_mail(raw + b"\n--b--\n").letters == (LETTER, changed)

    def test_files_come_before_blocks_and_in_order(self) -> None:
        first, second, third = (letter("bank", ply) for ply in (1, 2, 3))
        raw = (
            b"From: a@b.c\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n"
            + wrap(third).encode()
            + b"\n--b\nContent-Type: image/jpeg\n\n"
            + first
            + b"\n--b\n\n"
            + second
            + b"\n--b--\n"
        )
        assert read_mail(raw).letters == (first, second, third)

    def test_the_words_of_a_letter_are_no_words_of_the_mail(self) -> None:
        assert mail(body=LETTER.decode("ascii")).text == ""

    def test_a_letter_too_big_is_a_problem(self) -> None:
        body = 'format = "grubenpost-move/1"\n' + "a" * 100_000
        read = mail(body=body)
        assert (read.letters, [problem.code for problem in read.problems]) == ((), ["seal/too-big"])


@given(st.binary(max_size=400))
def test_no_bytes_make_anything_but_a_refusal_escape(raw: bytes) -> None:
    for prefix in (b"", b"From: a@b.c\n", b"From: a@b.c\nContent-Type: multipart/mixed; boundary=\n\n"):
        try:
            read_mail(prefix + raw, SERVER, HERE)
        except BadMail as refusal:
            assert isinstance(refusal, Refused)
            assert refusal.code.startswith("mail/")
