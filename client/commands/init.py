"""`grubenpost init`: make a profile."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from client.session.console import Console
from engine.tongue import LANGUAGES

if TYPE_CHECKING:
    from client.post.account import MailAccount
    from client.profile.profile import Profile
    from client.session.setup import Setup


def run(  # noqa: PLR0913  each is one question of the wizard
    at: Console,
    *,
    name: Annotated[str, typer.Option(help="Your name, as others will see it.")] = "",
    handle: Annotated[str, typer.Option(help="A short name of letters, digits, - and _.")] = "",
    address: Annotated[str, typer.Option(help="Your mail address.")] = "",
    user: Annotated[
        str, typer.Option(help="The user name of your mail account. [default: the address]")
    ] = "",
    password_file: Annotated[
        str, typer.Option(metavar="FILE", help="Where the mail password stands; - is standard input.")
    ] = "",
    password_command: Annotated[
        str,
        typer.Option(
            metavar="COMMAND", help="A command that prints the mail password, such as `pass show mail`."
        ),
    ] = "",
    access_token: Annotated[
        bool,
        typer.Option("--access-token", help="What that command prints is an access token, not a password."),
    ] = False,
    login: Annotated[
        bool,
        typer.Option("--login", help="No password: you log in at your provider, with `grubenpost login`."),
    ] = False,
    imap: Annotated[
        str,
        typer.Option(
            metavar="HOST:PORT", help="Where mail is fetched; /starttls may follow, /none on this machine."
        ),
    ] = "",
    smtp: Annotated[
        str,
        typer.Option(
            metavar="HOST:PORT", help="Where mail is sent; /starttls may follow, /none on this machine."
        ),
    ] = "",
    server: Annotated[str, typer.Option(help="The name of the game server.")] = "",
    server_address: Annotated[
        str, typer.Option(help="Its mail address. [default: grubenpost@ its name]")
    ] = "",
    server_key: Annotated[
        str | None, typer.Option(metavar="KEY", help="Its key, or the fingerprint, if the host told you.")
    ] = None,
    passphrase_file: Annotated[
        str, typer.Option(metavar="FILE", help="Where a passphrase for your key stands; - is standard input.")
    ] = "",
    no_passphrase: Annotated[
        bool, typer.Option("--no-passphrase", help="Leave your key unlocked, for scripts.")
    ] = False,
    language: Annotated[str, typer.Option(help=f"{', '.join(LANGUAGES)}. [default: the system's]")] = "",
    keyring: Annotated[
        bool | None,
        typer.Option(
            "--keyring/--no-keyring", help="Keep the mail password in the system's keyring, or in a file."
        ),
    ] = None,
    no_test: Annotated[
        bool, typer.Option("--no-test", help="Do not try whether the mail servers let you in.")
    ] = False,
) -> None:
    """Make your profile: your name, your mail account, your server and your key.

    What no option says is asked. The servers of common mail providers are known. Both connections are tried
    before anything is saved. A key that is there already stays; anything else can be set up again at any
    time.
    """
    from client.profile.profile import write_profile  # noqa: PLC0415
    from client.session.setup import Given, Setup  # noqa: PLC0415

    _check_one_way(password_file, password_command, login, access_token)
    setup = Setup(
        at,
        Given(
            language=language,
            name=name,
            handle=handle,
            address=address,
            user=user,
            password=_first_line(password_file),
            imap=imap,
            smtp=smtp,
            server=server,
            server_address=server_address,
            server_key=server_key,
            passphrase="" if no_passphrase else _first_line(passphrase_file),
            keyring=keyring,
            command=password_command,
            token=access_token,
            login=login,
        ),
    )
    profile = setup.profile()
    if not no_test and not login:
        profile = _tried(at, profile, asked=not (password_file or password_command))
    fingerprint = _key(at, setup)
    write_profile(at.home, profile)
    at.say("Your profile is in {folder}.", folder=at.home.config)
    at.say("The fingerprint of your key: {fingerprint}", fingerprint=fingerprint)
    if login:
        at.say("Next: `grubenpost login` lets this program into your mail account.")
    at.say("Next: `grubenpost register` makes you known to {server}.", server=profile.house.name)


def _check_one_way(password_file: str, password_command: str, login: bool, access_token: bool) -> None:
    """There is one way to the password."""
    from engine.errors import Refused  # noqa: PLC0415

    if sum(map(bool, (password_file, password_command, login))) > 1 or (
        access_token and not password_command
    ):
        raise Refused(
            "init/ways",
            "say one of --password-file, --password-command and --login; --access-token goes with the second",
        )


def _first_line(file: str) -> str | None:
    """A secret from a file; nothing if none was named."""
    if not file:
        return None
    text = sys.stdin.readline() if file == "-" else Path(file).read_text("utf-8")
    return text.split("\n", maxsplit=1)[0].rstrip("\r")


def _key(at: Console, setup: Setup) -> str:
    from client.profile.own_key import make_key  # noqa: PLC0415
    from client.profile.secrets import read_secret  # noqa: PLC0415
    from engine.record.keyring.keyfile import public_key  # noqa: PLC0415

    if not at.home.key.exists():
        at.home.make()
        make_key(at.home, secrets.token_bytes, setup.passphrase())
    return public_key(read_secret(at.home.key)).fingerprint


def _tried(at: Console, profile: Profile, *, asked: bool) -> Profile:
    """The profile with an account that works. A password can be mistyped; the rest is told."""
    from dataclasses import replace  # noqa: PLC0415

    from client.post.errors import LOGIN  # noqa: PLC0415
    from client.refusals import NoPost  # noqa: PLC0415

    account = profile.account
    while True:
        try:
            _try(at, account)
            return replace(profile, account=account)
        except NoPost as error:
            if error.code != LOGIN or not asked or not at.somebody_is_there:
                raise NoPost(
                    error.code,
                    "{why}. Nothing was saved: run `grubenpost init` again; --no-test saves it untried",
                    why=error,
                ) from None
            at.tell_trouble(error)
            again = at.ask_secret(at.tongue.say("The password of your mail account"))
            account = replace(account, password=again)


def _try(at: Console, account: MailAccount) -> None:
    from client.post.probe import try_imap, try_smtp  # noqa: PLC0415

    at.mention(at.tongue.say("Trying {server}, where mail is fetched.", server=account.imap))
    try_imap(account)
    at.mention(at.tongue.say("Trying {server}, where mail is sent.", server=account.smtp))
    try_smtp(account)
