"""`grubenpost veto`: no to a recovery."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.console import Console
from client.session.errands import PATIENCE, Patience, deliver


def run(
    at: Console,
    recovery: Annotated[
        str, typer.Argument(metavar="RECOVERY", help="Which one, as the server's mail names it.")
    ],
    *,
    patience: Patience = PATIENCE,
) -> None:
    """Stop the recovery of your key: you have not lost it.

    If the server mails that your key is to be replaced, and you have not asked for it, somebody else reads
    your mail. Say this within 72 hours; the mail names the recovery, a word of 64 letters and digits.
    """
    from engine.record.letters.fields import HASH  # noqa: PLC0415

    HASH.read("recovery", recovery)
    with at.correspond() as post:
        answer = deliver(at, post, post.quill.veto(recovery), patience, no_wait=False)
        if answer is not None:
            at.show(answer.text.strip())
