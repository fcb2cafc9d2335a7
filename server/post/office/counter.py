"""The counter of our own post office, where people hand in their mail by SMTP."""

from __future__ import annotations

import hmac
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Final

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from server.post.office.boxes import BoxFull

log = logging.getLogger(__name__)

# No space, no control character: an address goes into a header of ours.
_SAFE: Final = re.compile(r"<>|[^\s\x00-\x20\x7f<>]{1,320}")
MOST_SEAMS: Final = 500
"""Lines that may begin a part. To file a mail with thousands of parts would take the office seconds."""


class _Session(Session):
    # Of the library's own it warns in the log at each login.
    login_data = None


class Customer(SMTP):
    """The connection of one mail program."""

    def _create_session(self) -> Session:
        return _Session(self.loop)


class Counter:
    """Takes mail for the accounts it knows, from whoever logs in as one of them."""

    def __init__(self, put: Callable[[str, bytes], Awaitable[None]]) -> None:
        self.passwords: dict[str, str] = {}
        self.aliases: dict[str, str] = {}
        self._put = put

    def find(self, address: str) -> str | None:
        """The account that mail to this address goes to; `name+anything` goes to `name`."""
        folded = address.casefold()
        name, _, domain = folded.rpartition("@")
        for known in (folded, f"{name.partition('+')[0]}@{domain}"):
            account = self.aliases.get(known, known)
            if account in self.passwords:
                return account
        return None

    def check_login(
        self, _server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, login: LoginPassword
    ) -> AuthResult:
        expected = self.passwords.get(login.login.decode("utf-8", "replace").casefold())
        same = hmac.compare_digest((expected or "").encode(), login.password)
        return AuthResult(success=expected is not None and same, handled=False)

    async def handle_MAIL(
        self, _server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not session.authenticated:
            return "530 5.7.0 Log in first"
        if not _SAFE.fullmatch(address):
            return "553 5.1.7 That is no address to answer to"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not _SAFE.fullmatch(address) or self.find(address) is None:
            return "550 5.1.1 There is no such account here"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        sender = (envelope.mail_from or "").strip("<>")
        assert isinstance(envelope.content, bytes)
        if envelope.content.count(b"\n--") > MOST_SEAMS:
            return "554 5.6.0 This mail has too many parts"
        try:
            for address in envelope.rcpt_tos:
                account = self.find(address)
                if account is not None:
                    head = f"Return-Path: <{sender}>\r\nDelivered-To: {address}\r\n"
                    await self._put(account, head.encode("utf-8", "surrogateescape") + envelope.content)
        except BoxFull:
            return "452 4.2.2 The mailbox is full"
        except Exception:
            log.exception("A mail could not be put into its box.")
            return "554 5.6.0 This mail can't be kept"
        return "250 2.0.0 OK"

    async def handle_exception(self, _error: Exception) -> str:
        log.exception("A mail program's words made the post office stumble.")
        return "451 4.3.0 That went wrong"
