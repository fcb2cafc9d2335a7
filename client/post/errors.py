"""What can go wrong between a player and the post.

Refused
└── NoPost    the mail server can't be reached, or does not want us
"""

from __future__ import annotations

import ssl
from typing import Final

from engine.errors import Refused

LOGIN: Final = "post/login"
"""The code of a refused login, which only the player can mend."""


class NoPost(Refused):
    """Mail can't be fetched or sent now. Nothing is lost: it can be tried again."""


def no_post(code: str, server: object, error: BaseException) -> NoPost:
    """The refusal for an error of a connection, in words that hold no password."""
    return NoPost(code, "{server}: {why}", server=server, why=in_words(error))


def in_words(error: BaseException) -> str:
    """One line."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate can't be trusted ({error.verify_message})"
    if isinstance(error, TimeoutError):
        return "it did not answer in time"
    if isinstance(error, ConnectionRefusedError):
        return "nobody listens there"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return " ".join(str(error).split())[:200] or type(error).__name__
