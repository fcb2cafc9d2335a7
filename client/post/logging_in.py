"""Logging in at a mail server, with a password or with an access token."""

from __future__ import annotations

from collections.abc import Callable

from client.post.account import MailAccount, Wire
from client.post.errors import LOGIN
from client.refusals import NoPost


def log_in(account: MailAccount, server: Wire, refuses: Callable[[str], bool]) -> None:
    """Log in, or say why not. A token that was withdrawn before its time is replaced by a new one, once."""
    secret = account.secret()
    if not refuses(secret):
        return
    if not account.xoauth2:
        raise NoPost(LOGIN, "{server} does not take your user name and password", server=server)
    newer = account.secret(refused=secret)
    if newer == secret or refuses(newer):
        raise NoPost(
            "post/token",
            "{server} does not take the access token of your mail account: it may be for another account, or "
            "withdrawn",
            server=server,
        )
