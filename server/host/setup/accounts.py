"""From the configuration to accounts that can be connected: here the passwords are looked up."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from engine.mail.hosts import Tls
from login.keeping import access_token, kept_grant
from server.config.model import Account
from server.config.table import LOGIN_FILE
from server.host.setup.login_file import LoginFile
from server.post.accounts import ImapAccount, SmtpAccount


def imap_account(account: Account) -> ImapAccount:
    """The account that mail comes to."""
    return ImapAccount(
        host=account.host,
        port=account.port,
        user=account.user,
        password=_password(account),
        tls=Tls(account.tls),
        ca_file=account.ca,
        xoauth2=account.xoauth2,
        look_up=_look_up(account),
        folder=account.folder,
        done_folder=account.done_folder,
        delete_days=account.delete_days,
    )


def smtp_account(account: Account) -> SmtpAccount:
    """The account that mail goes out through."""
    return SmtpAccount(
        host=account.host,
        port=account.port,
        user=account.user,
        password=_password(account),
        tls=Tls(account.tls),
        ca_file=account.ca,
        xoauth2=account.xoauth2,
        look_up=_look_up(account),
        bounces=account.bounces,
    )


CHANGING: Final = ("password_command", LOGIN_FILE)
"""The settings that may give another password, or access token, at each login."""


def _password(account: Account) -> str:
    """The password that is the same at each login."""
    if account.password is None or account.password.kind in CHANGING:
        return ""
    return account.password.look_up().reveal()


def _look_up(account: Account) -> Callable[[str], str] | None:
    """The function that gets a password or token that is not the same at each login."""
    password = account.password
    if password is None or password.kind not in CHANGING:
        return None
    if password.kind != LOGIN_FILE:
        return lambda _: password.look_up().reveal()
    file = LoginFile(Path(password.place))
    kept_grant(file)  # what is missing is told at once
    return lambda refused: access_token(file, time.time, refused)
