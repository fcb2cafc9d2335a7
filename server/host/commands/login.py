"""`grubenpost-server login`: let a provider open the server's mail account to it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from server.host.options import ConfigFile, DataFolder
from server.host.output import put


def run(  # noqa: PLR0913  each is one thing that providers differ in
    provider: Annotated[
        str | None,
        typer.Argument(metavar="PROVIDER", help="google, microsoft, or any other, whose addresses you give."),
    ] = None,
    *,
    client_id: Annotated[
        str, typer.Option(metavar="ID", help="What the provider knows your registration of this program as.")
    ] = "",
    client_secret_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where the secret of that registration stands, if it has one."),
    ] = None,
    token_url: Annotated[str, typer.Option(metavar="URL", help="Where another provider gives tokens.")] = "",
    device_url: Annotated[str, typer.Option(metavar="URL", help="Where it gives codes to type in.")] = "",
    browser_url: Annotated[str, typer.Option(metavar="URL", help="Or the page on which one agrees.")] = "",
    scope: Annotated[str, typer.Option(help="What it calls reading and sending mail.")] = "",
    config: ConfigFile = None,
    data: DataFolder = None,
) -> None:
    """Log in at a provider that wants access tokens (OAuth 2), and keep the login.

    You agree on a page of the provider, on any machine. The login is written to the file that `login_file` in
    the configuration names, which only the server can read, and is renewed by itself. Without a provider the
    login that is there is made anew, say after it was withdrawn. docs/providers.md tells how to register
    the program.
    """
    from login.wanted import Wanted
    from server.config import load_config
    from server.host.setup.logging_in import keep_login

    secret = client_secret_file.read_text("utf-8").strip() if client_secret_file else ""
    wanted = Wanted(provider or "", client_id, secret, token_url, device_url, browser_url, scope)
    for line in keep_login(load_config(config, data), wanted):
        put(line)
