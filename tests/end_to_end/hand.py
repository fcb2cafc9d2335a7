"""How somebody's mail program writes: its character set, how that is carried, and how it quotes.

The mails are put together byte by byte, because Python's own classes would write better ones than many mail
programs do.
"""

from __future__ import annotations

import base64
import quopri
from dataclasses import dataclass
from email.header import Header
from email.utils import format_datetime, localtime, make_msgid

BOUNDARY = "=_part_of_a_mail"


@dataclass(frozen=True)
class Hand:
    """One person's way of writing."""

    charset: str
    carried: str
    """The Content-Transfer-Encoding: base64, quoted-printable or 8bit."""
    wrote: str
    """The line above a quoted mail."""
    greeting: str
    """What stands under everything they write."""

    def write(
        self,
        sender: tuple[str, str],
        to: str,
        subject: str,
        text: str,
        *,
        answers: str = "",
        letter: tuple[str, bytes] | None = None,
    ) -> bytes:
        """A mail with this text, and perhaps with a sealed letter attached."""
        name, address = sender
        thread = f"In-Reply-To: {answers}\nReferences: {answers}\n" if answers else ""
        head = (
            f"From: {self._word(name)} <{address}>\nTo: <{to}>\nSubject: {self._word(subject)}\n"
            f"Date: {format_datetime(localtime())}\nMessage-ID: {make_msgid(domain='example.org')}\n"
            f"{thread}MIME-Version: 1.0\n"
        ).encode("ascii")
        body = self._text_part(f"{text}\n\n{self.greeting}\n")
        mail = head + (body if letter is None else self._with_letter(body, *letter))
        return mail.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")

    def quote(self, text: str) -> str:
        """A mail as it stands below the answer to it."""
        return "\n".join([self.wrote, *(f"> {line}" for line in text.splitlines())])

    def _word(self, text: str) -> str:
        # The same here, as the subject of a mail that is answered may have names in any alphabet.
        written = text.encode(self.charset, "replace").decode(self.charset)
        return written if written.isascii() else Header(written, self.charset).encode()

    def _text_part(self, text: str) -> bytes:
        # What a character set lacks, mail programs write as a question mark.
        content = text.encode(self.charset, "replace")
        if self.carried == "base64":
            content = base64.encodebytes(content)
        elif self.carried == "quoted-printable":
            content = quopri.encodestring(content)
        head = (
            f"Content-Type: text/plain; charset={self.charset}\nContent-Transfer-Encoding: {self.carried}\n\n"
        )
        return head.encode("ascii") + content

    @staticmethod
    def _with_letter(text_part: bytes, name: str, letter: bytes) -> bytes:
        edge = f"--{BOUNDARY}".encode("ascii")
        attached = (
            f'Content-Type: application/octet-stream; name="{name}"\n'
            f'Content-Disposition: attachment; filename="{name}"\nContent-Transfer-Encoding: base64\n\n'
        ).encode("ascii") + base64.encodebytes(letter)
        head = f'Content-Type: multipart/mixed; boundary="{BOUNDARY}"\n\n'.encode("ascii")
        return head + b"\n".join([edge, text_part, edge, attached, edge + b"--", b""])
