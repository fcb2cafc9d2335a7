"""Errors between us and a mail server.

Refused
├── BadAccount    an account that may not be used as it is described
└── TokenRefused  the mail server does not take the access token
FetchRefused      the IMAP server answered, but did not hand a mail out
NoLine            there is no connection to the SMTP server: no mail's fault
"""

from __future__ import annotations

from engine.errors import Refused


class BadAccount(Refused):
    """An account whose password anybody on the way could read, or that is not whole."""


class TokenRefused(Refused):
    """The mail server is there, but the access token does not open the account."""


class FetchRefused(Exception):
    """The server is there, but says no to a question about mails."""


class NoLine(Exception):
    """The SMTP server can't be reached, or does not want us."""
