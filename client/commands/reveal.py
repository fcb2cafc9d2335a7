"""`grubenpost reveal`: tell one's share of the shuffle by hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from client.session.chosen_game import GameName
from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, deliver, tell_waiting
from client.terminal.output import put_file
from engine.errors import Refused

if TYPE_CHECKING:
    from client.memory.tables import Chair


def run(
    at: Console,
    game: GameName,
    *,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the letter to this file, and send nothing.")
    ] = None,
    armour: Annotated[
        bool,
        typer.Option("--armour", help="Show the letter as a block for the text of a mail, and send nothing."),
    ] = False,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Tell your share of the shuffle, for which a game with all seats taken waits.

    `fetch`, `play` and `bot` do this by themselves. By hand it is for whoever reads mails from files and
    sends letters with a mail program: the letter can be attached to any mail to the server.
    """
    if out is not None or armour:
        _write(at, game, out, armour)
        return
    from client.exchange.requests import find_table  # noqa: PLC0415
    from client.exchange.shares import seal_share  # noqa: PLC0415

    with at.correspond() as post:
        chair = _due(find_table(post, game, patience), game)
        enclosed = seal_share(post.intake, post.quill, chair)
        waiting = post.intake.outbox.find(enclosed.purpose)
        # To ask for the table may have told it already.
        if post.intake.tables.read(game).told[chair.joined].heard:
            at.say("Your share of the shuffle of {game} is told.", game=game)
        elif waiting is not None and waiting.handed and not no_wait:
            tell_waiting(at, post)
            at.show(post.await_answer(waiting.message_id, patience).text.strip())
        elif answer := deliver(at, post, enclosed, patience, no_wait):
            at.show(answer.text.strip())


def _write(at: Console, game: str, out: Path | None, armour: bool) -> None:
    import secrets  # noqa: PLC0415

    from client.exchange.intake import Intake  # noqa: PLC0415
    from client.exchange.shares import chair_in, seal_share  # noqa: PLC0415
    from client.outbox.quill import Quill  # noqa: PLC0415
    from client.profile.files import only_one, write_whole  # noqa: PLC0415
    from client.profile.own_key import read_key  # noqa: PLC0415
    from client.profile.profile import read_profile  # noqa: PLC0415
    from engine.record.letters.armour import wrap  # noqa: PLC0415

    profile = read_profile(at.home, password=False)
    intake = Intake(at.home, profile)
    with only_one(at.home.lock):
        chair = _due(chair_in(intake, game), game)
        quill = Quill(profile, read_key(at.home, at.passphrase()), secrets.token_bytes)
        sealed = seal_share(intake, quill, chair).sealed
    written = wrap(sealed).encode("ascii") if armour else sealed
    if out is None:
        put_file(written)
        return
    write_whole(out, written)
    at.mention(at.tongue.say("Your share of the shuffle of {game} is sealed in {file}.", game=game, file=out))


def _due(chair: Chair | None, game: str) -> Chair:
    if chair is None:
        raise Refused(
            "reveal/no-table",
            "no table of the game {game} has come, or the game has started: `grubenpost fetch` reads your "
            "mailbox",
            game=game,
        )
    if not chair.is_due:
        raise Refused(
            "reveal/not-due", "the game {game} does not wait for your share of the shuffle now", game=game
        )
    return chair
