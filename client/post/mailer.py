"""The mailer of a player: over one connection, which is given up after any error."""

from __future__ import annotations

import contextlib
import smtplib
from email.message import EmailMessage
from email.policy import SMTP
from functools import partial
from typing import Final

from client.post.account import MailAccount
from client.post.errors import no_post
from client.post.logging_in import log_in
from client.refusals import NoPost
from engine.mail.hosts import Tls
from login.xoauth2 import NAME, TokenAnswers

TIMEOUT: Final = 30
GREETING: Final = "localhost"
"""The name that we give in greeting: what this machine is called is nobody's business, and slow to find
out.
"""
_FAILURES: Final = (OSError, smtplib.SMTPException)


class Mailer:
    """A way out for mails."""

    def __init__(self, account: MailAccount) -> None:
        self._account = account
        self._line: smtplib.SMTP | None = None

    def send(self, message: EmailMessage) -> None:
        """Hand a mail to the server.

        If the connection is lost, nobody knows whether the server has the mail, and it is sent once more.
        That does no harm: a sealed letter counts once, however often it comes.
        """
        content = message.as_bytes(policy=SMTP)
        recipient = str(message["To"])
        used = self._line is not None
        try:
            self._send(recipient, content)
        except smtplib.SMTPRecipientsRefused as error:
            self.drop()
            raise NoPost(
                "post/recipient",
                "{server} does not take mail to {to}",
                server=self._account.smtp,
                to=recipient,
            ) from error
        except _FAILURES as error:
            self.drop()
            if not used:
                raise no_post("post/smtp", self._account.smtp, error) from None
            self.send(message)  # a connection that was kept may have been cut while nobody used it
        except BaseException:
            self.drop()
            raise

    def connect(self) -> None:
        """Be ready to send. What fails here has sent nothing."""
        try:
            self._line = self._line or self._connect()
        except _FAILURES as error:
            raise no_post("post/smtp", self._account.smtp, error) from None

    def _send(self, recipient: str, content: bytes) -> None:
        if self._line is None:
            self._line = self._connect()
        self._line.sendmail(self._account.address, [recipient], content)

    def _connect(self) -> smtplib.SMTP:
        wire = self._account.smtp
        host, port = wire.host.strip("[]"), wire.port
        line: smtplib.SMTP
        if wire.tls is Tls.IMPLICIT:
            line = smtplib.SMTP_SSL(host, port, GREETING, timeout=TIMEOUT, context=wire.tls_context())
        else:
            line = smtplib.SMTP(host, port, GREETING, timeout=TIMEOUT)
        try:
            if wire.tls is Tls.STARTTLS:
                line.starttls(context=wire.tls_context())
            log_in(self._account, wire, partial(self._refuses, line))
        except BaseException:
            line.close()
            raise
        return line

    def _refuses(self, line: smtplib.SMTP, secret: str) -> bool:
        """Whether the server does not take this password, or access token."""
        try:
            if self._account.xoauth2:
                line.ehlo_or_helo_if_needed()
                line.auth(NAME, TokenAnswers(self._account.user, secret).to_smtp)
            else:
                line.login(self._account.user, secret)
        except (smtplib.SMTPAuthenticationError, UnicodeError):
            return True
        return False

    def close(self) -> None:
        """Say good-bye and hang up."""
        if self._line is not None:
            with contextlib.suppress(*_FAILURES):
                self._line.quit()
        self.drop()

    def drop(self) -> None:
        """Hang up without a word."""
        if self._line is not None:
            self._line.close()
            self._line = None
