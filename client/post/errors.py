"""Errors between a player and the post, in words."""

from __future__ import annotations

import socket
import ssl
from typing import Final

from client.refusals import NoPost
from engine.phrase import phrase, word

LOGIN: Final = "post/login"
"""The code of a refused login, which only the player can mend."""


def no_post(code: str, server: object, error: BaseException) -> NoPost:
    """The refusal for an error of a connection, in words that hold no password."""
    return NoPost(code, "{server}: {why}", server=server, why=in_words(error))


def in_words(error: BaseException) -> str:
    """One line; a phrase, where it is ours."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return phrase("its certificate can't be trusted ({why})", why=error.verify_message)
    if isinstance(error, ssl.SSLError):
        return word("it does not speak TLS here: another port, or another way (implicit, starttls), may do")
    if isinstance(error, TimeoutError):
        return word("it did not answer in time")
    if isinstance(error, ConnectionRefusedError):
        return word("nobody listens there")
    if isinstance(error, socket.gaierror):
        return word("no such machine is known: is the name right, and are you online?")
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return " ".join(str(error).split())[:200] or type(error).__name__
