"""What went wrong with a mail server, in a line for the host. No password is ever part of it."""

from __future__ import annotations

import ssl

from imap_tools.errors import MailboxLoginError, UnexpectedCommandStatusError

from engine.errors import Refused


def in_words(error: BaseException) -> str:
    """One line."""
    return " ".join(_tell(error).split())[:500]


def _tell(error: BaseException) -> str:
    if isinstance(error, Refused):
        return str(error)
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
