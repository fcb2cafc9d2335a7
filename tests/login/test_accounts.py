"""Token-only accounts at Dovecot and Postfix, opened by the server and by the client."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from email.message import EmailMessage
from itertools import count

import pytest

from client.post.account import MailAccount, Wire
from client.post.mailbox import Mailbox
from client.post.mailer import Mailer
from client.refusals import NoPost
from engine.mail.hosts import Tls
from engine.mail.hosts import Tls as ClientTls
from login.errors import BadLogin
from login.keeping import access_token
from server.host.setup.probe import NoAccount, try_imap, try_smtp
from server.post.accounts import ImapAccount, SmtpAccount
from server.post.errors import NoLine
from server.post.imap.folder import Folder
from server.post.smtp.line import SmtpConnection
from tests.login.kept import Kept, kept
from tests.server.real.dovecot import PASSWORD, Dovecot
from tests.server.real.oauth import Provider
from tests.server.real.ports import HOST
from tests.server.real.postfix import DOMAIN, Postfix
from tests.server.real.proxy import wait_until

LookUp = Callable[[str], str]
numbers = count(1)


@pytest.fixture
def user() -> str:
    """An account that no other test uses."""
    return f"token{next(numbers)}@{DOMAIN}"


def looking(login: Kept) -> LookUp:
    return lambda refused: access_token(login, time.time, refused)


def imap_of(dovecot: Dovecot, user: str, look_up: LookUp) -> ImapAccount:
    return ImapAccount(HOST, dovecot.imap_port, user, "", Tls.NONE, xoauth2=True, look_up=look_up)


def smtp_of(postfix: Postfix, user: str, look_up: LookUp) -> SmtpAccount:
    return SmtpAccount(HOST, postfix.smtp_port, user, "", Tls.NONE, xoauth2=True, look_up=look_up)


def of_player(dovecot: Dovecot, postfix: Postfix, user: str, look_up: LookUp) -> MailAccount:
    imap, smtp = (Wire(HOST, port, ClientTls.NONE) for port in (dovecot.imap_port, postfix.smtp_port))
    return MailAccount(user, user, "", imap, smtp, xoauth2=True, look_up=look_up)


def read_as_server(account: ImapAccount) -> int:
    folder = Folder(account)
    try:
        folder.look()
        return len(folder.uids_after(0))
    finally:
        folder.close()


def send_as_server(account: SmtpAccount, user: str) -> None:
    async def send() -> None:
        line = SmtpConnection(account, DOMAIN, None)
        try:
            await line.send(user, user, b"Subject: hello\r\n\r\nGl\xc3\xbcck auf\r\n")
        finally:
            await line.hang_up()

    asyncio.run(send())


def send_as_player(account: MailAccount) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = account.address, account.address, "hello"
    mail.set_content("Glück auf")
    mailer = Mailer(account)
    mailer.send(mail)
    mailer.close()


@pytest.mark.parametrize("fault", ["none", "expired", "withdrawn early"])
def test_every_way_in_has_a_token_that_counts(
    dovecot: Dovecot, postfix: Postfix, provider: Provider, user: str, fault: str
) -> None:
    def look_up() -> LookUp:
        login = kept(provider, user, age=3600 if fault == "expired" else 0)
        if fault != "none":
            provider.withdraw_access(user)
        return looking(login)

    send_as_server(smtp_of(postfix, user, look_up()), user)
    send_as_player(of_player(dovecot, postfix, user, look_up()))
    assert wait_until(lambda: read_as_server(imap_of(dovecot, user, look_up())) == 2)
    mailbox = Mailbox(of_player(dovecot, postfix, user, look_up()), "pit.example.org")
    mailbox.connect()
    mailbox.close()


def test_a_token_of_somebody_else_opens_nothing(
    dovecot: Dovecot, postfix: Postfix, provider: Provider, user: str
) -> None:
    other = looking(kept(provider, f"mallory@{DOMAIN}"))
    with pytest.raises(NoAccount, match="the server does not take the access token"):
        try_imap(imap_of(dovecot, user, other))
    with pytest.raises(NoAccount, match="the server does not take the access token"):
        try_smtp(smtp_of(postfix, user, other), DOMAIN)
    player = of_player(dovecot, postfix, user, other)
    for way in (Mailbox(player, DOMAIN).connect, Mailer(player).connect):
        with pytest.raises(NoPost, match="does not take the access token") as error:
            way()
        assert error.value.code == "post/token"


def test_a_token_that_a_command_gives_and_that_is_refused(dovecot: Dovecot, user: str) -> None:
    """The same one again would be refused again: it is shown once."""
    asked: list[str] = []

    def stale(refused: str) -> str:
        asked.append(refused)
        return "stale"

    with pytest.raises(Exception, match="the server does not take the access token") as error:
        Folder(imap_of(dovecot, user, stale))
    assert getattr(error.value, "code", "") == "account/token"
    assert asked == ["", "stale"]


def test_a_withdrawn_login_is_told_and_no_password_is_tried(
    dovecot: Dovecot, postfix: Postfix, provider: Provider, user: str
) -> None:
    login = kept(provider, user)
    provider.withdraw(user)
    with pytest.raises(BadLogin) as error:
        Folder(imap_of(dovecot, user, looking(login)))
    assert error.value.code == "login/withdrawn"
    with pytest.raises(NoLine, match="no longer lets us in"):
        send_as_server(smtp_of(postfix, user, looking(login)), user)
    for way in (Mailbox, Mailer):
        with pytest.raises(BadLogin):
            way(of_player(dovecot, postfix, user, looking(login)), *[DOMAIN][: way is Mailbox]).connect()


def test_these_servers_take_no_password(dovecot: Dovecot, user: str) -> None:
    with pytest.raises(NoAccount):
        try_imap(ImapAccount(HOST, dovecot.imap_port, user, PASSWORD, Tls.NONE))
