"""`grubenpost submit`: send a letter that was sealed before."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, deliver
from client.terminal.output import put_file

if TYPE_CHECKING:
    from client.outbox.quill import Enclosed


def run(
    at: Console,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The letter, as `sign` wrote it; - is standard input.")
    ] = "-",
    *,
    eml: Annotated[
        bool,
        typer.Option("--eml", help="Send nothing: write the whole mail to standard output, for any mailer."),
    ] = False,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Send a sealed letter, such as a move that `grubenpost sign` wrote.

    With --eml the mail goes to standard output instead, to be sent in any other way:
    `grubenpost sign GAME MOVE | grubenpost submit --eml | sendmail -t`.
    """
    from client.outbox.quill import enclose, mail_letter  # noqa: PLC0415
    from client.profile.profile import read_profile  # noqa: PLC0415
    from client.profile.secrets import read_secret  # noqa: PLC0415
    from engine.record.keyring.keyfile import public_key  # noqa: PLC0415

    raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    profile = read_profile(at.home, password=False)
    enclosed = enclose(profile, public_key(read_secret(at.home.key)), raw)
    if eml:
        put_file(mail_letter(profile, enclosed).as_bytes())
    else:
        _send(at, enclosed, patience, no_wait)


def _send(at: Console, enclosed: Enclosed, patience: int, no_wait: bool) -> None:
    from client.bots.seat import BotSeat  # noqa: PLC0415

    with at.correspond() as post:
        if not enclosed.purpose.is_move:
            answer = deliver(at, post, enclosed, patience, no_wait)
            at.show(answer.text.strip() if answer else "")
            return
        seat = BotSeat(post, enclosed.game, patience)
        seat.prepare_letter(enclosed)
        if no_wait:
            seat.post_pending()
            at.say("Sent. `grubenpost fetch` brings the receipt.")
        else:
            turn = seat.send_again()
            if not at.quiet:
                at.show(at.showing.board(turn.position, turn.names, turn.seat))
