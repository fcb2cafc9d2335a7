"""A connection to an SMTP server that is used for one mail after another.

After an error, or when a mail is cancelled on its way, nobody knows whose answer would come next: such a
connection is thrown away, never used again.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from typing import Final

from aiosmtplib import SMTP, SMTPException, SMTPRecipientsRefused
from aiosmtplib.errors import SMTPRecipientRefused

from server.post.accounts import SmtpAccount, Tls
from server.post.errors import NoLine
from server.post.saying import in_words

TIMEOUT: Final = 30
"""For each question, in seconds. A server that drips answers is ended by the deadline of the whole."""
DEADLINE: Final = 120
MOST_MAILS: Final = 100
"""So many mails go over one connection; servers often allow no more."""


class Line:
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
            client = self._new_client()
            try:
                await client.connect()
            except (SMTPException, OSError, ValueError) as error:
                _abort(client)
                raise NoLine(in_words(error)) from error
            except BaseException:
                _abort(client)
                raise
            self._client, self._mails = client, 0
        return self._client

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

    def _new_client(self) -> SMTP:
        account = self._account
        return SMTP(
            hostname=account.host,
            port=account.port,
            username=account.user or None,
            password=account.password if account.user else None,
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
    """What the server has to know beforehand."""
    options = []
    if not mime.isascii() and client.supports_extension("8bitmime"):
        options.append("BODY=8BITMIME")
    if not recipient.isascii():
        options.append("SMTPUTF8")
    return options
