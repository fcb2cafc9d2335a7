"""The lines to a player's mail servers, as they are handed to whoever corresponds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from client.post.account import MailAccount
from client.post.mailbox import Mailbox, Watermark
from client.post.mailer import Mailer


@dataclass(frozen=True)
class Lines:
    """The lines over which mails go out and come in, and how long to pause when one is cut."""

    mailer: Callable[[MailAccount], Mailer] = Mailer
    mailbox: Callable[[MailAccount, str, Watermark], Mailbox] = Mailbox
    """For an account, the name of the server whose mails are looked for, and how far they have been read."""
    first_pause: float = 0.5
    """In seconds; it grows with each failure."""


REAL: Final = Lines()
