"""`grubenpost trust`: which key is the server's."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.console import Console
from client.session.errands import Yes


def run(
    at: Console,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="KEY", help="The server's new key, or its fingerprint, as the host tells it."),
    ] = None,
    *,
    yes: Yes = False,
) -> None:
    """Show the fingerprint of the server's key, or take another key for the server's.

    All that the server mails is checked with its key, which was learnt when you were registered. What
    another key has signed counts for nothing, until you say here that the key has changed. Ask the host on
    another way than by mail. The mails that are in your mailbox are read again then.
    """
    from dataclasses import replace  # noqa: PLC0415

    from client.memory.memory import Keeping  # noqa: PLC0415
    from client.post.mailbox import UNREAD  # noqa: PLC0415
    from client.profile.files import only_one  # noqa: PLC0415
    from client.profile.profile import keep_house, read_profile  # noqa: PLC0415
    from client.session.setup import read_server_key  # noqa: PLC0415

    house = read_profile(at.home, password=False).house
    if house.fingerprint_known:
        at.show(
            at.tongue.say(
                "The key of {server} has the fingerprint {fingerprint}: compare it with what the host tells.",
                server=house.name,
                fingerprint=house.fingerprint_known,
            )
        )
    else:
        at.show(at.tongue.say("The key of {server} is not known here yet.", server=house.name))
    if not words:
        return
    told = read_server_key(" ".join(words))
    if told.fingerprint == house.fingerprint_known and (house.key is not None or told.key is None):
        at.say("That is the key which is known here.")
        return
    if not (
        yes
        or at.agrees(
            at.tongue.say(
                "Believe from now on what the key {fingerprint} signs, and nothing else?",
                fingerprint=told.fingerprint,
            )
        )
    ):
        at.say("Nothing was changed.")
        return
    with only_one(at.home.lock):
        keep_house(at.home, replace(house, key=told.key, fingerprint=told.fingerprint))
        Keeping(at.home).keep_watermark(UNREAD)
    at.say(
        "From now on this is the key of {server}. `grubenpost fetch` reads its mails again.",
        server=house.name,
    )
