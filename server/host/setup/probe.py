"""Trying a mail account: does it work, what can it do, and if not, what would help."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Iterator
from typing import Final

from aiosmtplib import SMTPAuthenticationError
from imap_tools.errors import ImapToolsError, MailboxFolderSelectError, MailboxLoginError

from engine.errors import Refused
from engine.mail.hosts import Tls
from server.post.accounts import ImapAccount, MailLogin, SmtpAccount
from server.post.error_text import in_words
from server.post.errors import NoLine
from server.post.imap.folder import FAILURES, Folder
from server.post.smtp.line import SmtpConnection

FAULTS: Final = (*FAILURES, ImapToolsError, ValueError)
"""The errors that opening an account may raise."""


class NoAccount(Refused):
    """A mail account that does not work."""


def try_imap(account: ImapAccount) -> str:
    """Log in and open the folder: what was found, in words."""
    try:
        folder = Folder(account)
    except FAULTS as error:
        raise _no(account, "imap/unusable", error) from error
    try:
        folder.look()
        mails = len(folder.uids_after(0))
        tells, quota = folder._can_tell, folder.quota()
    except MailboxFolderSelectError as error:
        raise NoAccount(
            "imap/folder",
            "{user} at {host} has no folder {folder} ({why})",
            user=account.user,
            host=account.host,
            folder=account.folder,
            why=in_words(error),
        ) from error
    except FAULTS as error:
        raise _no(account, "imap/unusable", error) from error
    finally:
        folder.close()
    new = "new mail is noticed at once" if tells else "it has no IDLE: new mail is noticed within 15 seconds"
    full = f", {quota[0] * 100 // quota[1]} % of its room are used" if quota and quota[1] else ""
    return f"the login works, {account.folder} can be read and holds {mails} mails, {new}{full}"


def try_smtp(account: SmtpAccount, domain: str) -> str:
    """Connect and log in: what was found, in words. Nothing is sent."""
    try:
        return asyncio.run(_try_smtp(account, domain))
    except NoLine as error:
        raise _no(account, "smtp/unusable", error) from error


async def _try_smtp(account: SmtpAccount, domain: str) -> str:
    line = SmtpConnection(account, domain, account.tls_context() if account.tls is not Tls.NONE else None)
    try:
        await line.connect()
    finally:
        await line.hang_up()
        await asyncio.sleep(0.1)  # a connection that was cut closes a moment later
    login = "the login works" if account.user else "no login is needed"
    private = "" if account.tls is Tls.NONE else ", over TLS"
    return f"it can be reached{private}, and {login}"


def _no(account: MailLogin, code: str, error: BaseException) -> NoAccount:
    return NoAccount(
        code,
        "{kind} at {host}:{port}: {why}{help}",
        kind=code.partition("/")[0].upper(),
        host=account.host,
        port=account.port,
        why=in_words(error),
        help=_advise(account, error),
    )


def _advise(account: MailLogin, error: BaseException) -> str:
    """Advice that would help, where some is known."""
    for one in _causes(error):
        if isinstance(one, MailboxLoginError | SMTPAuthenticationError):
            return " Check user and password; many providers want a password made for programs."
        if isinstance(one, socket.gaierror):
            return f" Is {account.host} spelled right?"
        if isinstance(one, ssl.SSLCertVerificationError):
            return " If the certificate is your own, name it with `ca`."
        if isinstance(one, ssl.SSLError) and account.tls is Tls.IMPLICIT:
            return ' The server may begin in the open on this port: try tls = "starttls".'
        if isinstance(one, ConnectionRefusedError):
            return f" Nothing listens on port {account.port} there: are host and port right?"
        if isinstance(one, TimeoutError):
            return " A firewall may be in the way, or the port may be wrong."
    return ""


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error and all that led to it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
