"""`grubenpost revoke`: your key shall speak for nobody any more."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from client.session.console import Console
from client.session.errands import PATIENCE, Patience, Yes, deliver


def run(
    at: Console,
    *,
    write: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Send nothing: write the letter to a file, for a bad day."),
    ] = None,
    yes: Yes = False,
    patience: Patience = PATIENCE,
) -> None:
    """Revoke your key, because somebody else may have it. It can't be taken back.

    The letter never spoils: write it once with --write and keep it apart from this machine. Afterwards
    `grubenpost recover` begins the way to a new key.
    """
    from client.outbox.quill import Quill  # noqa: PLC0415
    from client.profile.files import write_whole  # noqa: PLC0415
    from client.profile.own_key import read_key  # noqa: PLC0415
    from client.profile.profile import read_profile  # noqa: PLC0415

    if write is not None:
        profile = read_profile(at.home, password=False)
        quill = Quill(profile, read_key(at.home, at.passphrase()), secrets.token_bytes)
        write_whole(write, quill.revoke().sealed)
        at.say("The letter is in {file}: whoever sends it revokes your key.", file=write)
        return
    if not (yes or at.agrees(at.tongue.say("Revoke your key for good?"))):
        at.say("Nothing was sent.")
        return
    with at.correspond() as post:
        answer = deliver(at, post, post.quill.revoke(), patience, no_wait=False)
        if answer is not None:
            at.show(answer.text.strip())
