"""Errors of a mail server, in a line for the host. No password is ever part of it."""

from __future__ import annotations

import imaplib
import ssl
from typing import Final

from imap_tools.errors import ImapToolsError, MailboxLoginError, UnexpectedCommandStatusError
from sqlalchemy.exc import DBAPIError

from engine.errors import Refused
from server.ledger.errors import LeaseLost
from server.post.errors import FetchRefused

USUAL: Final = (OSError, imaplib.IMAP4.error, ImapToolsError, FetchRefused, LeaseLost, DBAPIError, Refused)
"""The errors that the world outside brings. Anything else is a fault of ours, and of that the log shows
more."""


def in_words(error: BaseException) -> str:
    """One line."""
    return " ".join(_tell(error).split())[:500]


def _tell(error: BaseException) -> str:
    if isinstance(error, Refused):
        return str(error)
    if isinstance(error, DBAPIError):
        # Its own text would show the statement's values, whole mails among them.
        return f"the ledger can't be used: {error.orig}"
    if isinstance(error, MailboxLoginError):
        return f"the login was refused: {_answer(error)}"
    if isinstance(error, UnexpectedCommandStatusError):
        return f"the server said no: {_answer(error)}"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the server's certificate can't be trusted: {getattr(error, 'verify_message', error)}"
    if isinstance(error, TimeoutError):
        return "the server did not answer in time"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def _answer(error: UnexpectedCommandStatusError) -> str:
    """The server's own words."""
    words = error.command_result[1]
    parts = words if isinstance(words, list) else [words]
    return " ".join(p.decode("utf-8", "replace") if isinstance(p, bytes) else str(p) for p in parts)
