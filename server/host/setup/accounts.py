"""From the configuration to accounts that can be connected: here the passwords are looked up."""

from __future__ import annotations

from server.config.model import Account
from server.post.accounts import ImapAccount, SmtpAccount, Tls


def imap_account(account: Account) -> ImapAccount:
    """The account that mail comes to."""
    return ImapAccount(
        host=account.host,
        port=account.port,
        user=account.user,
        password=_password(account),
        tls=Tls(account.tls),
        ca_file=account.ca,
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
        bounces=account.bounces,
    )


def _password(account: Account) -> str:
    return account.password.look_up().reveal() if account.password is not None else ""
