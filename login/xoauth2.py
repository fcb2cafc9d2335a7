"""Shows an access token to a mail server: the SASL mechanism XOAUTH2."""

from __future__ import annotations

from typing import Final

NAME: Final = "XOAUTH2"


class TokenAnswers:
    """The answers to a server's challenges: the token first, then nothing, for a second one is a refusal."""

    def __init__(self, user: str, token: str) -> None:
        self._response = f"user={user}\1auth=Bearer {token}\1\1"

    def to_imap(self, _challenge: bytes) -> bytes:
        """As imaplib wants it."""
        return self.to_smtp().encode()

    def to_smtp(self, _challenge: bytes | None = None) -> str:
        """As smtplib wants it."""
        said, self._response = self._response, ""
        return said
