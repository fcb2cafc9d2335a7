"""`grubenpost recover`: a new key in the place of a lost one."""

from __future__ import annotations

import os
import secrets
import time
from typing import TYPE_CHECKING, Annotated

import typer

from client.session.console import PASSPHRASE, Console
from client.session.errands import PATIENCE, Patience, Yes, tell_waiting
from engine.errors import Refused

if TYPE_CHECKING:
    from engine.record.letters.key import PrivateKey


def run(
    at: Console,
    *,
    code: Annotated[str, typer.Option(metavar="CODE", help="The code, if it has come already.")] = "",
    anew: Annotated[bool, typer.Option("--anew", help="Begin again, though a recovery waits.")] = False,
    yes: Yes = False,
    patience: Patience = PATIENCE,
) -> None:
    """Get a new key in the place of a lost one, in two steps that are 72 hours apart.

    The server mails a code to your address; a letter with it, sealed by a new key, goes out. The old key
    can object for 72 hours: `grubenpost veto`. After that say `grubenpost recover` again: when the server
    obeys the new key, it becomes yours, and an old key file stays beside it. On a new machine `grubenpost
    init` comes first. If you have played from your mailbox, this gives you a key of your own. A code that
    `fetch` or your mail program has shown is said with --code; the server mails one a day.
    """
    from client.exchange.recovery import due  # noqa: PLC0415
    from client.profile.profile import read_profile  # noqa: PLC0415

    read_profile(at.home, password=False)  # without one there is nobody whose key it could be
    over = due(at.home)
    if over is None or code or anew:
        _begin(at, code, yes, patience)
    elif time.time() < over:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(over))
        at.say("Your new key comes into force at {when}. Say `grubenpost recover` again then.", when=when)
    else:
        _finish(at, patience)


def _begin(at: Console, code: str, yes: bool, patience: int) -> None:
    from client.exchange.recovery import ask_for_code, recover  # noqa: PLC0415
    from engine.record.letters.fields import CODE  # noqa: PLC0415

    if code:
        CODE.read("code", code)
    if not (yes or at.agrees(at.tongue.say("Take a new key, because the old one is lost?"))):
        at.say("Nothing was sent.")
        return
    new = _new_key(at)
    with at.correspond("") as post:
        tell_waiting(at, post)
        answer = recover(post, new, code or ask_for_code(post, patience), patience)
    at.show(answer.text.strip())
    at.say("After the 72 hours say `grubenpost recover` again: it puts the new key into use.")


def _finish(at: Console, patience: int) -> None:
    from client.exchange.recovery import finish  # noqa: PLC0415

    new = _new_key(at)
    with at.correspond("") as post:
        tell_waiting(at, post)
        if not finish(post, new, patience):
            raise Refused(
                "recover/not-in-force",
                "{server} does not obey your new key: the recovery was stopped, or its time is not over "
                "there. `grubenpost recover --anew` begins again",
                server=post.profile.house.name,
            )
    at.say("Your new key is in force from now on.")


def _new_key(at: Console) -> PrivateKey:
    """The key that waits beside the old one, or a new one there, with a passphrase of its own."""
    from client.profile.own_key import is_locked, make_next_key, next_home  # noqa: PLC0415
    from client.session.setup import Given, Setup  # noqa: PLC0415

    known = os.environ.get(PASSPHRASE)
    waiting = next_home(at.home)
    if not waiting.key.exists():
        passphrase = Setup(at, Given(passphrase=known)).passphrase()
    elif known is not None or not is_locked(waiting):
        passphrase = known or ""
    else:
        passphrase = at.ask_secret(at.tongue.say("The passphrase of your key"))
    return make_next_key(at.home, secrets.token_bytes, passphrase)
