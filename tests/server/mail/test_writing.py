"""Mails that go out: the same bytes every time, readable by everybody, and safe whatever is in them."""

from __future__ import annotations

import re
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mail.limits import BadMail
from server.mail.body import Attachment
from server.mail.reading import read_mail
from server.mail.replies.quoting import own_lines
from server.mail.tokens import bounce_address, bounce_token, bounced_token, message_id, was_sent_to
from server.mail.writing import Letterhead, Outgoing, compose
from tests.engine.record.club import BEGUN, SERVER, secret
from tests.server.mail.samples import BLOCK, LETTER, TURN_DE, TURN_EN, TURN_RU

KEY = secret("mail key")
HOUSE = Letterhead(SERVER, "pit@example.org", "Grubenpost", KEY)
TURN = Outgoing(
    to="anna@example.org",
    name="Anna",
    subject="[your turn] Grubenpost game-1",
    text=TURN_EN,
    at=BEGUN,
    dedupe_key="turn/game-1/17/anna",
    game="game-1",
    answers="<20260203094500.99@example.org>",
    thread=("<one@example.org>", "<two@example.org>"),
)
FIELDS = """
From To Reply-To Subject Date Message-ID In-Reply-To References Auto-Submitted X-Auto-Response-Suppress
X-Loop List-Id List-Unsubscribe MIME-Version Content-Type Content-Transfer-Encoding
""".split()


def parsed(raw: bytes) -> EmailMessage:
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    assert not mail.defects
    return mail


def check_wire(raw: bytes) -> None:
    """What SMTP asks of every mail, so that no server refuses or changes it."""
    assert raw.isascii()
    assert b"\x00" not in raw
    assert raw.endswith(b"\r\n")
    lines = raw.split(b"\r\n")
    assert not any(b"\r" in line or b"\n" in line for line in lines)
    assert max(map(len, lines)) <= 998


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    content = body.get_content()
    assert isinstance(content, str)
    return content.replace("\r\n", "\n")


class TestForm:
    def test_every_field_in_its_place(self) -> None:
        mail = parsed(compose(HOUSE, TURN))
        assert mail.keys() == FIELDS
        assert mail["From"] == "Grubenpost <pit@example.org>"
        assert mail["To"] == "Anna <anna@example.org>"
        assert mail["Reply-To"] == "pit@example.org"
        assert mail["Subject"] == "[your turn] Grubenpost game-1"
        assert parsedate_to_datetime(mail["Date"]).timestamp() == BEGUN
        assert mail["Message-ID"] == message_id(KEY, SERVER, TURN.dedupe_key)
        assert mail["In-Reply-To"] == TURN.answers
        assert mail["References"].split()[1:] == ["<one@example.org>", "<two@example.org>", TURN.answers]
        assert mail["Auto-Submitted"] == "auto-replied"
        assert mail["X-Auto-Response-Suppress"] == "All"
        assert mail["X-Loop"] == SERVER
        assert mail["List-Id"] == f"<game-1.{SERVER}>"
        assert text_of(mail) == TURN_EN

    def test_the_bytes_are_known(self) -> None:
        """Frozen: a mail that was stored yesterday would be made the same today."""
        mail = replace(TURN, text="It is your turn, Ännä.\n", name="Ännä", answers="", thread=())
        assert compose(HOUSE, mail).decode("ascii").split("\r\n") == [
            "From: Grubenpost <pit@example.org>",
            "To: =?utf-8?b?w4RubsOk?= <anna@example.org>",
            "Reply-To: <pit@example.org>",
            "Subject: [your turn] Grubenpost game-1",
            "Date: Mon, 21 Sep 2026 14:13:20 +0000",
            "Message-ID: <nxwkzisbbkiwfabjcjulv3ov3y@pit.example.org>",
            "In-Reply-To: <xnr3rgwfukhsta2pwcejnvu674@pit.example.org>",
            "References: <xnr3rgwfukhsta2pwcejnvu674@pit.example.org>",
            "Auto-Submitted: auto-generated",
            "X-Auto-Response-Suppress: All",
            "X-Loop: pit.example.org",
            "List-Id: <game-1.pit.example.org>",
            "List-Unsubscribe: <mailto:pit@example.org?subject=unsubscribe%20sxnbckpdvimw3rpbpb3ximpaqq>",
            "MIME-Version: 1.0",
            'Content-Type: text/plain; charset="utf-8"',
            "Content-Transfer-Encoding: quoted-printable",
            "",
            "It is your turn, =C3=84nn=C3=A4.",
            "",
        ]

    def test_a_mail_about_no_game(self) -> None:
        mail = parsed(compose(HOUSE, replace(TURN, game="", answers="", thread=())))
        absent = {"In-Reply-To", "References", "List-Id", "List-Unsubscribe"}
        assert mail.keys() == [name for name in FIELDS if name not in absent]
        assert mail["Auto-Submitted"] == "auto-generated"

    def test_an_answer_about_no_game(self) -> None:
        mail = parsed(compose(HOUSE, replace(TURN, game="")))
        assert mail["In-Reply-To"] == TURN.answers
        assert mail["References"].split() == [*TURN.thread, TURN.answers]

    def test_a_long_thread_is_shortened(self) -> None:
        ids = tuple(f"<{'x' * 200}{n}@example.org>" for n in range(50))
        raw = compose(HOUSE, replace(TURN, thread=ids))
        check_wire(raw)
        references = parsed(raw)["References"].split()
        assert len(references) == 11
        assert references[-2:] == [ids[-1], TURN.answers]

    @pytest.mark.parametrize(
        "bad", ["<a b@c>", "<a@b>\r\nBcc: x", "a@b", "<>", "<ä@b>", "<" + "a" * 300 + ">"]
    )
    def test_ids_of_another_form_are_left_out(self, bad: str) -> None:
        mail = parsed(compose(HOUSE, replace(TURN, answers=bad, thread=(bad, "<ok@example.org>"))))
        root, *others = mail["References"].split()
        assert others == ["<ok@example.org>"]
        assert mail["In-Reply-To"] == root


class TestSameness:
    def test_the_same_input_gives_the_same_bytes(self) -> None:
        file = Attachment("game-1.json", "application/json", b"{}" * 500)
        mail = replace(TURN, attachments=(file,))
        assert compose(HOUSE, mail) == compose(replace(HOUSE), replace(mail))

    def test_ids_follow_from_the_key_and_the_dedupe_key_alone(self) -> None:
        first = message_id(KEY, SERVER, "a")
        assert re.fullmatch(rf"<[a-z2-7]{{26}}@{re.escape(SERVER)}>", first)
        assert first == message_id(KEY, SERVER, "a")
        assert len({first, message_id(KEY, SERVER, "b"), message_id(b"other", SERVER, "a")}) == 3
        assert bounce_token(KEY, "a") not in first

    def test_a_message_id_tells_us_its_reader(self) -> None:
        """And nobody else, who can't make one for another reader either."""
        to_anna, to_ben = (message_id(KEY, SERVER, "a", reader) for reader in ("player 1", "player 2"))
        for sent in (to_anna, to_anna.upper()):
            assert was_sent_to(KEY, SERVER, sent, "player 1")
            assert not was_sent_to(KEY, SERVER, sent, "player 2")
            assert not was_sent_to(KEY, SERVER, sent, "")
            assert not was_sent_to(b"other", SERVER, sent, "player 1")
            assert not was_sent_to(KEY, "two.example.org", sent, "player 1")
        mixed = to_ben[:14] + to_anna[14:]
        assert mixed == to_anna  # the first half is the mail's
        other = message_id(KEY, SERVER, "b", "player 1")
        assert not was_sent_to(KEY, SERVER, other[:14] + to_anna[14:], "player 1")
        assert not was_sent_to(KEY, SERVER, message_id(KEY, SERVER, "a"), "player 1")
        for odd in ("", "<>", "<a@b>", to_anna[:-1], f"x{to_anna}", to_anna.replace("<", "<a")):
            assert not was_sent_to(KEY, SERVER, odd, "player 1")

    def test_all_mails_of_a_game_hang_together(self) -> None:
        """Whether they answer something or not, and whatever the remark in the subject."""
        mails = [
            TURN,
            replace(TURN, dedupe_key="b", answers="", thread=(), subject="Grubenpost game-1"),
            replace(TURN, dedupe_key="c", subject="[you won] Grubenpost game-1", to="ben@example.org"),
        ]
        read = [parsed(compose(HOUSE, mail)) for mail in mails]
        assert len({mail["References"].split()[0] for mail in read}) == 1
        assert len({base_subject(mail["Subject"]) for mail in read}) == 1
        assert len({mail["Message-ID"] for mail in read}) == 3
        other = parsed(compose(HOUSE, replace(TURN, game="game-2")))
        assert other["References"].split()[0] != read[0]["References"].split()[0]


def base_subject(subject: str) -> str:
    """RFC 5256, 2.1, as far as it concerns us: replies and remarks in brackets are taken off."""
    return re.sub(r"^(?:\s*(?:re|fwd?)\s*(?:\[[^\[\]]*\])?\s*:|\s*\[[^\[\]]*\])*\s*", "", subject, flags=re.I)


class TestText:
    @pytest.mark.parametrize("text", [TURN_EN, TURN_DE, TURN_RU, BLOCK, "x\n", "  indented\n\n\nafter\n"])
    def test_comes_out_as_it_went_in(self, text: str) -> None:
        raw = compose(HOUSE, replace(TURN, text=text))
        check_wire(raw)
        assert text_of(parsed(raw)) == text
        assert read_mail(raw).text == text

    @pytest.mark.parametrize(
        "text",
        [
            "x" * 5000,
            "x " * 3000,
            "ä" * 5000,
            ".\n..\n. x\n",
            "From me\n>From you\n",
            "-- \nPit\n",
            "tab\there \n",
            "=\n=3D\n",
        ],
    )
    def test_lines_that_mail_does_not_like(self, text: str) -> None:
        raw = compose(HOUSE, replace(TURN, text=text))
        check_wire(raw)
        assert text_of(parsed(raw)).rstrip("\n") == text.rstrip("\n")

    def test_short_lines_of_ascii_are_sent_as_they_are(self) -> None:
        assert compose(HOUSE, TURN).endswith(b"\r\n\r\n" + TURN_EN.replace("\n", "\r\n").encode("ascii"))

    def test_all_line_ends_are_one(self) -> None:
        one = compose(HOUSE, replace(TURN, text="a\nb\n\nc"))
        assert one == compose(HOUSE, replace(TURN, text="a\r\nb\r\rc\r\n\r\n\n"))

    def test_control_characters_are_left_out(self) -> None:
        raw = compose(HOUSE, replace(TURN, text="a\x00b\x1b[31mc\x07\x7fd\ud800e\n"))
        assert text_of(parsed(raw)) == "ab[31mcd?e\n"

    def test_an_empty_text(self) -> None:
        check_wire(compose(HOUSE, replace(TURN, text="")))

    @given(st.text(max_size=500))
    def test_any_text(self, text: str) -> None:
        raw = compose(HOUSE, replace(TURN, text=text))
        check_wire(raw)
        assert parsed(raw).keys() == FIELDS
        assert read_mail(raw, SERVER).own


class TestAttachments:
    FILES = (
        Attachment("position.json", "application/json", b'{"ply":17}\n'),
        Attachment("game-1.move.toml", "text/x-toml", LETTER),
        Attachment("all", "application/octet-stream", bytes(range(256)) * 40),
        Attachment("empty.txt", "text/plain", b""),
    )

    def test_files_come_out_byte_for_byte(self) -> None:
        raw = compose(HOUSE, replace(TURN, attachments=self.FILES))
        check_wire(raw)
        mail = parsed(raw)
        assert mail.get_content_type() == "multipart/mixed"
        assert text_of(mail) == TURN_EN
        found = [
            (part.get_filename(), part.get_content_type(), part.get_payload(decode=True))
            for part in mail.iter_attachments()
        ]
        assert found == [(file.name, file.kind, file.content) for file in self.FILES]

    def test_a_letter_in_a_mail_of_ours_can_be_read_by_us(self) -> None:
        assert read_mail(compose(HOUSE, replace(TURN, attachments=self.FILES))).letters == (LETTER,)

    @pytest.mark.parametrize(
        ("name", "kind"),
        [
            ("", "text/plain"),
            (".hidden", "text/plain"),
            ('a"b', "text/plain"),
            ("a\r\nb", "text/plain"),
            ("ä", "text/plain"),
            ("../a", "text/plain"),
            ("a" * 65, "text/plain"),
            ("a", "text"),
            ("a", "text/plain; charset=x"),
            ("a", "text/plain\r\nX: y"),
        ],
    )
    def test_names_that_could_do_harm(self, name: str, kind: str) -> None:
        with pytest.raises(BadMail) as refusal:
            Attachment(name, kind, b"")
        assert refusal.value.code == "mail/bad-file"


class TestWayBack:
    """What we wrote is known again when it, or something about it, comes back."""

    def test_our_own_mail(self) -> None:
        read = read_mail(compose(HOUSE, TURN), SERVER)
        assert read.own
        assert read.automatic == "auto-submitted"

    def test_a_bounce(self) -> None:
        token = bounce_token(KEY, TURN.dedupe_key)
        address = bounce_address(token, "bounce@example.org")
        assert address == f"bounce+{token}@example.org"
        assert bounced_token(["pit@example.org", address]) == token
        assert bounced_token([bounce_address(token, "pit@example.org")]) == token
        assert read_mail(f"To: {address.upper()}\r\n\r\n".encode()).bounce_token == token

    def test_the_link_to_unsubscribe(self) -> None:
        link = parsed(compose(HOUSE, TURN))["List-Unsubscribe"]
        found = re.fullmatch(r"<mailto:pit@example\.org\?subject=([!-~]+)>", link)
        assert found is not None
        subject = found[1].replace("%20", " ")
        read = read_mail(f"From: anna@example.org\r\nSubject: {subject}\r\n\r\n".encode())
        assert read.unsubscribe_token == bounce_token(KEY, TURN.dedupe_key)

    def test_a_reply_of_one_digit(self) -> None:
        text = read_mail(compose(HOUSE, TURN)).text
        reply = "3\n\nOn Mon, 21 Sep 2026, Grubenpost wrote:\n" + "".join(
            f"> {line}\n" for line in text.split("\n")
        )
        assert own_lines(reply) == ["3"]
