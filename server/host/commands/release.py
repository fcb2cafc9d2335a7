"""`grubenpost-server release`: let a player's addresses and keys be changed again."""

from __future__ import annotations

from typing import Annotated

import typer

from server.host.options import ConfigFile, DataFolder


def run(
    handle: Annotated[str, typer.Argument(metavar="HANDLE", help="The player.")],
    mail_to: Annotated[
        str | None,
        typer.Option("--mail-to", metavar="ADDRESS", help="Mail goes to this one of the addresses."),
    ] = None,
    config: ConfigFile = None,
    data: DataFolder = None,
) -> None:
    """Let a player's addresses and keys be changed by mail again.

    Somebody who reads mail to the player has stopped that, and you got a mail about it. Find out first, by
    other ways than mail, who of them is the player. All addresses of the player are told. It counts from now
    on, and is done as soon as all mail that came until now has been dealt with.
    """
    from server.host.acts.asking import ask_and_tell

    told = f"Addresses and keys of {handle} can be changed by mail again."
    ask_and_tell(config, data, "release", handle, told, mail_to=mail_to or "")
