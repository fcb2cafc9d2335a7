"""`grubenpost rotate`: take another key."""

from __future__ import annotations

import secrets

from client.session.console import Console
from client.session.errands import PATIENCE, Patience, Yes, deliver


def run(at: Console, *, yes: Yes = False, patience: Patience = PATIENCE) -> None:
    """Take another key from now on. Both keys seal the letter that says so.

    The new key is stored before anything is sent, and takes the place of the old one when the server has
    answered; the old key file stays beside it. Games that have not started have to be joined again.
    """
    from client.profile.own_key import make_next_key, take_next_key  # noqa: PLC0415

    if not (yes or at.agrees(at.tongue.say("Take another key?"))):
        at.say("Nothing was sent.")
        return
    passphrase = at.passphrase()
    new = make_next_key(at.home, secrets.token_bytes, passphrase)
    with at.correspond(passphrase) as post:
        answer = deliver(at, post, post.quill.rotate(new), patience, no_wait=False)
        take_next_key(at.home)
        if answer is not None:
            at.show(answer.text.strip())
