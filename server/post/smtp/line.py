"""A connection to an SMTP server that is used for one mail after another.

After an error, or when a mail is cancelled on its way, nobody knows whose answer would come next: such a
connection is thrown away, never used again.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from typing import Final

from aiosmtplib import SMTP, SMTPAuthenticationError, SMTPException, SMTPRecipientsRefused
from aiosmtplib.errors import SMTPRecipientRefused

from engine.errors import Refused
from engine.mail.hosts import Tls
from server.post.accounts import SmtpAccount
from server.post.error_text import in_words
from server.post.errors import NoLine

TIMEOUT: Final = 30
"""For each question, in seconds. A server that drips answers is ended by the deadline of the whole."""
DEADLINE: Final = 120
MOST_MAILS: Final = 100
"""So many mails go over one connection; servers often allow no more."""


class SmtpConnection:
    """One connection at a time, opened when it is needed."""

    def __init__(self, account: SmtpAccount, domain: str, tls: ssl.SSLContext | None) -> None:
        self._account = account
        self._domain = domain
        self._tls = tls
        self._client: SMTP | None = None
        self._mails = 0

    async def send(self, sender: str, recipient: str, mime: bytes) -> None:
        """Send a mail to one recipient. Whatever is raised, it may have been taken all the same."""
        try:
            async with asyncio.timeout(DEADLINE):
                client = await self.connect()
                options = _options(client, recipient, mime)
                refused, _ = await client.sendmail(sender, [recipient], mime, mail_options=options)
        except BaseException:
            self.drop()
            raise
        self._mails += 1
        for address, reply in refused.items():
            self.drop()
            raise SMTPRecipientsRefused([SMTPRecipientRefused(reply.code, reply.message, address)])

    async def connect(self) -> SMTP:
        """The open connection, or a new one. Raises only NoLine."""
        if self._client is not None and (not self._client.is_connected or self._mails >= MOST_MAILS):
            await self.hang_up()
        if self._client is None:
            self._client, self._mails = await self._dial(), 0
        return self._client

    async def _dial(self) -> SMTP:
        """A new connection. An access token that was withdrawn before its time is replaced once."""
        secret = await self._secret()
        try:
            return await self._open(secret)
        except NoLine as error:
            if not self._account.xoauth2 or not isinstance(error.__cause__, SMTPAuthenticationError):
                raise
            newer = await self._secret(refused=secret)
            if newer == secret:
                raise
            return await self._open(newer)

    async def _secret(self, refused: str = "") -> str:
        if self._account.look_up is None:
            return self._account.secret()
        try:  # a command or a provider is asked, which may take its time
            return await asyncio.to_thread(self._account.secret, refused)
        except (Refused, OSError) as error:
            raise NoLine(in_words(error)) from error

    async def _open(self, secret: str) -> SMTP:
        client = self._new_client(secret)
        try:
            await client.connect()
        except (SMTPException, OSError, ValueError) as error:
            _abort(client)
            raise NoLine(self._tell(error)) from error
        except BaseException:
            _abort(client)
            raise
        return client

    def _tell(self, error: Exception) -> str:
        words = in_words(error)
        if self._account.xoauth2 and isinstance(error, SMTPAuthenticationError):
            return f"the server does not take the access token: {words}"
        return words

    async def hang_up(self) -> None:
        """Say good-bye and close."""
        if self._client is not None:
            with contextlib.suppress(SMTPException, OSError):
                await self._client.quit(timeout=5)
        self.drop()

    def drop(self) -> None:
        """Close without a word, and send nothing more that may still wait to be sent."""
        if self._client is not None:
            _abort(self._client)
            self._client = None

    def _new_client(self, secret: str) -> SMTP:
        account = self._account

        async def token() -> str:
            return secret

        return SMTP(
            hostname=account.host,
            port=account.port,
            username=account.user or None,
            password=secret if account.user and not account.xoauth2 else None,
            oauth_token_generator=token if account.user and account.xoauth2 else None,
            local_hostname=self._domain,
            timeout=TIMEOUT,
            use_tls=account.tls is Tls.IMPLICIT,
            start_tls=account.tls is Tls.STARTTLS,
            tls_context=self._tls,
        )


def _abort(client: SMTP) -> None:
    if isinstance(client.transport, asyncio.WriteTransport):
        client.transport.abort()
    client.close()


def _options(client: SMTP, recipient: str, mime: bytes) -> list[str]:
    """The options that tell the server beforehand what it has to know."""
    options = []
    if not mime.isascii() and client.supports_extension("8bitmime"):
        options.append("BODY=8BITMIME")
    if not recipient.isascii():
        options.append("SMTPUTF8")
    return options
