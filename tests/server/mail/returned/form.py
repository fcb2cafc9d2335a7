"""Mail of ours as the mail systems of this world bring it back, each in its own form.

`SHAPES` are what they write, in our words. Each is made around a mail that was sent, so that the same
shapes serve the corpus, with a sample, and the tests of the desk, with what it really sent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tests.server.mail.samples import eml, parts

MX: Final = "mx.example.net"


@dataclass(frozen=True)
class Sent:
    """A mail of ours that comes back: its text, to whom it went, and where the report goes."""

    copy: str
    recipient: str
    to: str

    @property
    def header(self) -> str:
        return self.copy.partition("\n\n")[0] + "\n"

    @property
    def text(self) -> str:
        return self.copy.partition("\n\n")[2]


@dataclass(frozen=True)
class Shape:
    """What one system makes of a mail that it can't deliver, and what is to be read from it."""

    make: Callable[[Sent], bytes]
    sign: str  # what gives the machine away
    status: str
    hard: bool
    action: str


SHAPES: dict[str, Shape] = {}
Maker = Callable[[Sent], bytes]


def shape(
    name: str, sign: str, status: str = "", hard: bool = True, action: str = "failed"
) -> Callable[[Maker], Maker]:
    """Enter a shape under the name of the system."""

    def enter(make: Maker) -> Maker:
        assert name not in SHAPES
        SHAPES[name] = Shape(make, sign, status, hard, action)
        return make

    return enter


def head(sent: Sent, sender: str, subject: str, fields: str = "", content: str = "text/plain") -> str:
    """A header with no more signs than the system leaves in it."""
    from_field = f"From: {sender}\n" if sender else ""
    return (
        f"Delivered-To: {sent.to}\nReceived: from {MX} ({MX} [192.0.2.90])\n\tby mx0.example.org with ESMTP\n"
        f"Date: Tue, 3 Feb 2026 10:20:00 +0100\n{from_field}To: {sent.to}\nSubject: {subject}\n"
        f"{fields}MIME-Version: 1.0\nContent-Type: {content}\nMessage-ID: <77.20260203@{MX}>\n"
    )


def returned(sent: Sent) -> str:
    return f"Content-Type: message/rfc822\n\n{sent.copy}"


def status(sent: Sent, code: str, diagnosis: str = "", action: str = "failed") -> str:
    told = f"Diagnostic-Code: {diagnosis}\n" if diagnosis else ""
    return (
        f"Content-Type: message/delivery-status\n\nReporting-MTA: dns; {MX}\n\n"
        f"Final-Recipient: rfc822; {sent.recipient}\nAction: {action}\nStatus: {code}\n{told}"
    )


def plain(text: str) -> str:
    return f"Content-Type: text/plain; charset=utf-8\n\n{text}"


def mixed(sent: Sent, sender: str, subject: str, pieces: list[str], kind: str = "mixed") -> bytes:
    content = f'multipart/{kind}; boundary="==b=="'
    return eml(head(sent, sender, subject, content=content), parts("==b==", pieces))


def report(sent: Sent, sender: str, subject: str, text: str, told: str) -> bytes:
    return mixed(
        sent, sender, subject, [plain(text), told, returned(sent)], "report; report-type=delivery-status"
    )
