"""Mails that go out, as frozen bytes: the same input gives the same bytes, whenever and wherever.

All that stands in a header is our own: checked addresses, names in encoded words, Message-IDs and
tokens made from a secret, and other mails' Message-IDs of a safe form. A mail always says that a
machine wrote it, so that no other machine answers.

The subject stays the same for a game, except for a remark in brackets at its beginning, which mail
programs leave out when they put a thread together. All mails of a game also refer to one
Message-ID that no mail has.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime

from engine.mail.addresses import plain_address
from engine.mail.ids import is_safe_id, short_thread
from engine.mail.limits import BadMail
from engine.record.letters.fields import GAME, SERVER
from engine.record.letters.flat_toml import shown
from engine.wire.mails import MARK
from server.mail.body import (
    LINE_END,
    Attachment,
    Piece,
    either_piece,
    file_piece,
    html_piece,
    mixed_piece,
    text_piece,
)
from server.mail.encoded import name_words, subject_words
from server.mail.tokens import bounce_token, message_id, secret_name, thread_id, unsubscribe_link

_LONGEST_LINE = 76


@dataclass(frozen=True, slots=True)
class Letterhead:
    """The letterhead: what all mails of a server have in common. The key is a secret of the server."""

    server: str
    address: str
    name: str
    key: bytes

    def __post_init__(self) -> None:
        SERVER.read("server", self.server)
        _checked(self.address)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One mail to one recipient.

    The dedupe key says what the mail is for; two mails with the same one are the same mail.
    `answers` is the Message-ID of the mail that this replies to, `thread` the References of that
    one. A mail about a game names it, and then belongs to the game's thread, or to that of a `topic` of it.
    `html` says the same as the text, for mail programs that show it. `reader` is whom it is for, however
    addresses change.
    """

    to: str
    subject: str
    text: str
    at: int
    dedupe_key: str
    name: str = ""
    game: str = ""
    topic: str = ""
    answers: str = ""
    thread: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    html: str = ""
    reader: str = ""


def compose(letterhead: Letterhead, mail: Outgoing) -> bytes:
    """The whole mail, ready to be sent."""
    server = letterhead.server
    content = _content(letterhead, mail)
    fields = [
        _field("From", *_person(letterhead.name, letterhead.address)),
        _field("To", *_person(mail.name, mail.to)),
        _field("Reply-To", f"<{letterhead.address}>"),
        _field("Subject", *subject_words(mail.subject)),
        _field("Date", _date(mail.at)),
        _field("Message-ID", message_id(letterhead.key, server, mail.dedupe_key, mail.reader)),
        *_thread_fields(letterhead, mail),
        _field("Auto-Submitted", "auto-replied" if mail.answers else "auto-generated"),
        _field("X-Auto-Response-Suppress", "All"),
        _field(MARK, server),
        *_list_fields(letterhead, mail),
        _field("MIME-Version", "1.0"),
        *content.fields,
    ]
    return LINE_END.join([*fields, "", ""]).encode("ascii") + content.body


def _content(letterhead: Letterhead, mail: Outgoing) -> Piece:
    text = text_piece(mail.text)
    if mail.html:
        boundary = _boundary(letterhead, mail, "grubenpost alternative")
        text = either_piece([text, html_piece(mail.html)], boundary)
    if not mail.attachments:
        return text
    boundary = _boundary(letterhead, mail, "grubenpost boundary")
    return mixed_piece([text, *map(file_piece, mail.attachments)], boundary)


def _boundary(letterhead: Letterhead, mail: Outgoing, use: str) -> str:
    """No quoted-printable and no base64 contains "=_", and nobody can guess the rest."""
    return f"=_{secret_name(letterhead.key, use, mail.dedupe_key)}"


def _thread_fields(letterhead: Letterhead, mail: Outgoing) -> list[str]:
    thread = f"{mail.topic} {mail.game}".strip()
    root = thread_id(letterhead.key, letterhead.server, thread) if mail.game else ""
    ids = [known for known in (root, *mail.thread, mail.answers) if is_safe_id(known)]
    if not ids:
        return []
    answered = mail.answers if is_safe_id(mail.answers) else ids[0]
    return [_field("In-Reply-To", answered), _field("References", *short_thread(ids))]


def _list_fields(letterhead: Letterhead, mail: Outgoing) -> list[str]:
    """So that a mail program can sort the mails of a game, and offer to end them."""
    if not mail.game:
        return []
    GAME.read("game", mail.game)
    link = unsubscribe_link(bounce_token(letterhead.key, mail.dedupe_key), letterhead.address)
    return [
        _field("List-Id", f"<{mail.game}.{letterhead.server}>"),
        _field("List-Unsubscribe", f"<{link}>"),
    ]


def _person(name: str, address: str) -> list[str]:
    return [*name_words(name), f"<{_checked(address)}>"]


def _checked(address: str) -> str:
    plain = plain_address(address)
    if not plain:
        raise BadMail("mail/bad-address", "{sent} is no address that mail can go to", sent=shown(address))
    return plain


def _date(at: int) -> str:
    return format_datetime(datetime.fromtimestamp(at, UTC))


def _field(name: str, *words: str) -> str:
    """One field, folded between the words where it would get too long."""
    lines = [f"{name}:"]
    for word in words:
        if not (word.isascii() and word.isprintable()):
            raise BadMail("mail/bad-header", "{sent} can't stand in a header", sent=shown(word))
        if len(lines[-1]) + len(word) >= _LONGEST_LINE and len(lines[-1]) > len(name) + 1:
            lines.append("")
        lines[-1] += f" {word}"
    return LINE_END.join(lines)
