"""Trying a mail account before it is relied on: both servers are greeted and logged in at."""

from __future__ import annotations

from client.post.account import MailAccount
from client.post.mailbox import Mailbox
from client.post.mailer import Mailer


def try_imap(account: MailAccount) -> None:
    """Log in, open the mailbox for reading only, and leave; NoPost if that can't be done."""
    mailbox = Mailbox(account, "")
    try:
        mailbox.connect()
    finally:
        mailbox.close()


def try_smtp(account: MailAccount) -> None:
    """Log in and leave without sending anything; NoPost if that can't be done."""
    mailer = Mailer(account)
    try:
        mailer.connect()
    finally:
        mailer.close()
