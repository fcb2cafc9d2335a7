"""`grubenpost login`: let your mail provider open your mail account to this program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from client.session.console import Console

if TYPE_CHECKING:
    from engine.phrase import Phrase


def run(  # noqa: PLR0913  each is one thing that providers differ in
    at: Console,
    provider: Annotated[
        str,
        typer.Argument(metavar="PROVIDER", help="google, microsoft, or any other, whose addresses you give."),
    ] = "",
    *,
    client_id: Annotated[
        str,
        typer.Option(metavar="ID", help="What the provider knows this program as; your host may have one."),
    ] = "",
    client_secret_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the secret stands that belongs to it, if any.")
    ] = None,
    token_url: Annotated[str, typer.Option(metavar="URL", help="Where another provider gives tokens.")] = "",
    device_url: Annotated[str, typer.Option(metavar="URL", help="Where it gives codes to type in.")] = "",
    browser_url: Annotated[str, typer.Option(metavar="URL", help="Or the page on which one agrees.")] = "",
    scope: Annotated[str, typer.Option(help="What it calls reading and sending mail.")] = "",
    no_test: Annotated[
        bool, typer.Option("--no-test", help="Do not try whether the mail servers let you in.")
    ] = False,
) -> None:
    """Log in at a provider that wants access tokens instead of passwords.

    You agree on a page of the provider. The login is kept in a file that only you can read, and is renewed
    by itself. Without a provider the login that is there is made anew, say after it was withdrawn.
    """
    import secrets  # noqa: PLC0415
    import time  # noqa: PLC0415

    from client.profile.profile import keep_place, read_profile  # noqa: PLC0415
    from client.profile.secrets import GrantedLogin, PasswordPlace  # noqa: PLC0415
    from engine.errors import Refused  # noqa: PLC0415
    from login.agreeing import log_in  # noqa: PLC0415
    from login.grant import write_grant  # noqa: PLC0415
    from login.keeping import kept_grant  # noqa: PLC0415
    from login.wanted import Wanted  # noqa: PLC0415

    address = read_profile(at.home, password=False).account.address
    secret = client_secret_file.read_text("utf-8").strip() if client_secret_file else ""
    file = GrantedLogin(at.home)
    try:
        before = kept_grant(file)
    except Refused:
        before = None
    wanted = Wanted(provider, client_id, secret, token_url, device_url, browser_url, scope)
    grant = log_in(*wanted.complete(before), _Talk(at), time.time, secrets.token_bytes)
    file.write(write_grant(grant))
    keep_place(at.home, PasswordPlace.LOGIN)
    if not no_test:
        _try(at)
    at.say("This program may use the mail account {address} now.", address=address)


class _Talk:
    """The player, at a terminal."""

    def __init__(self, at: Console) -> None:
        self._at = at

    def tell(self, words: Phrase) -> None:
        self._at.show(self._at.tongue.phrase(words))

    def show(self, address: str) -> None:
        self._at.show(address)

    def ask(self, question: Phrase) -> str:
        return self._at.ask(self._at.tongue.phrase(question))

    def wait(self, seconds: float) -> None:
        import time  # noqa: PLC0415

        time.sleep(seconds)


def _try(at: Console) -> None:
    from client.post.probe import try_imap, try_smtp  # noqa: PLC0415
    from client.profile.profile import read_profile  # noqa: PLC0415

    account = read_profile(at.home).account
    at.mention(at.tongue.say("Trying {server}, where mail is fetched.", server=account.imap))
    try_imap(account)
    at.mention(at.tongue.say("Trying {server}, where mail is sent.", server=account.smtp))
    try_smtp(account)
