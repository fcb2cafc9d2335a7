"""Mail that is more than is read: a player hears why, and that nothing was done; a stranger hears nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.mail.limits import MOST_BYTES
from server.ledger import models as rows
from server.post.imap.inbox import Stub, store
from tests.server.beginnings import remembered
from tests.server.house import ADDRESS, Got, House, Member
from tests.server.playing import make_table, play_on, to_move

STRANGER = "mallory@example.net"
DAY = 24 * 3600


@pytest.fixture
@remembered
def ben(house: House) -> Member:
    """It is his turn."""
    both, _ = make_table(house, 2)
    while to_move(both) is not both[1]:
        play_on(both, 1)
    return both[1]


def header(sender: str, number: int, kind: str = "text/plain", **more: str) -> bytes:
    fields = {
        "From": sender,
        "To": ADDRESS,
        "Message-ID": f"<{number}@example.org>",
        "Content-Type": kind,
        **more,
    }
    return (
        "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items()).encode() + b"\r\n"
    )


def too_large(sender: str, number: int, **more: str) -> bytes:
    """Of such a mail the header is all that was fetched."""
    return header(sender, number, "multipart/mixed; boundary=x", **more)


def too_many_parts(sender: str, number: int, **more: str) -> bytes:
    return (
        header(sender, number, "multipart/mixed; boundary=x", **more)
        + b"--x\r\n\r\n1\r\n" * 50
        + b"--x--\r\n"
    )


def too_deep(sender: str, number: int, **more: str) -> bytes:
    inner = b"1\r\n"
    for depth in range(12):
        inner = b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (depth, depth) + inner
    return header(sender, number, "multipart/mixed; boundary=x", **more) + b"--x\r\n" + inner


def encrypted(sender: str, number: int, **more: str) -> bytes:
    return (
        header(sender, number, **more)
        + b"-----BEGIN PGP MESSAGE-----\r\n\r\nabc\r\n-----END PGP MESSAGE-----\r\n"
    )


Write = Callable[..., bytes]
TOO_MUCH: dict[str, Write] = {
    "mail/too-large": too_large,
    "mail/too-many-parts": too_many_parts,
    "mail/too-deep": too_deep,
    "mail/encrypted": encrypted,
}


def arrive(house: House, write: Write, sender: str, number: int, **more: str) -> list[Got]:
    raw = write(sender, number, **more)
    house.time += 60
    if write is too_large:
        house.post()
        with house.ledger.writing() as session:
            stub = Stub(number, house.time, "oversize", 5_000_000, raw, "larger than is read")
            assert store(session, "club", 1, "fetcher", [stub], house.time) == 1
    else:
        assert len(raw) < MOST_BYTES
        house.post(raw)
    return house.work()


@pytest.mark.parametrize("code", TOO_MUCH)
def test_a_player_hears_why_and_what_would_do(house: House, ben: Member, code: str) -> None:
    assert ben.last is not None
    named = str(ben.last.message["Message-ID"])
    for number in range(3):
        (answer,) = arrive(house, TOO_MUCH[code], ben.address, 100 + number, In_Reply_To=named)
        assert answer.recipient == ben.address
        assert code in answer.text
        assert "plain text" in answer.text or "attachments" in answer.text
        assert "It is still your turn" in answer.text
        assert answer.message["In-Reply-To"] == f"<{100 + number}@example.org>"
    assert house.game(ben.turn["game"]).ply == ben.turn["position"]["ply"]
    assert len(house.write(ben.address, f"1\n\ncode: {answer.code}")) == 2


@pytest.mark.parametrize("code", TOO_MUCH)
def test_an_address_alone_is_answered_once_a_day(house: House, ben: Member, code: str) -> None:
    """Anybody could have sent it."""
    answers = [got for n in range(5) for got in arrive(house, TOO_MUCH[code], ben.address, 100 + n)]
    assert [got.recipient for got in answers] == [ben.address]
    house.time += DAY
    assert len(arrive(house, TOO_MUCH[code], ben.address, 200)) == 1


@pytest.mark.parametrize("code", TOO_MUCH)
def test_strangers_and_machines_hear_nothing(house: House, ben: Member, code: str) -> None:
    assert ben.last is not None
    named = str(ben.last.message["Message-ID"])
    assert arrive(house, TOO_MUCH[code], STRANGER, 100) == []
    assert arrive(house, TOO_MUCH[code], STRANGER, 101, In_Reply_To=named) == []
    assert arrive(house, TOO_MUCH[code], "MAILER-DAEMON@example.org", 102) == []
    more = {"In_Reply_To": named, "Auto_Submitted": "auto-replied"}
    assert arrive(house, TOO_MUCH[code], ben.address, 103, **more) == []
    assert arrive(house, TOO_MUCH[code], ADDRESS, 104) == []
    assert [row for row in house.all(rows.Inbox) if row.state in ("new", "aside")] == []


def test_of_a_mail_that_was_not_fetched_nothing_is_kept(house: House, ben: Member) -> None:
    arrive(house, too_large, ben.address, 100)
    (row,) = [row for row in house.all(rows.Inbox) if row.size > MOST_BYTES]
    assert (row.state, row.raw, row.size) == ("oversize", None, 5_000_000)
    assert row.outcome == "refused: mail/too-large"


@pytest.mark.parametrize(
    "raw", [b"", b"\r\n\r\n", b"no header at all", b"\0" * 100, b"From: \xff\xfe\r\n\r\n1"]
)
def test_what_is_no_mail_is_noted(house: House, raw: bytes) -> None:
    house.post(raw)
    assert house.work() == []
    assert house.all(rows.Inbox)[-1].state == "done"
