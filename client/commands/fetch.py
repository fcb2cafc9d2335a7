"""`grubenpost fetch`: read what the server has mailed."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from client.console import Console
from client.gameside import tell_game

if TYPE_CHECKING:
    from client.correspondence import Correspondence
    from client.intake import Intake, News
    from client.mails import Mail

_UNFINISHED: Final = frozenset({"register", "join", "rotate", "recover"})


def run(
    at: Console,
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="Mails as files; - is standard input."),
    ] = None,
    *,
    wait: Annotated[
        int, typer.Option(metavar="SECONDS", min=0, help="If there is nothing new, wait so long for it.")
    ] = 0,
) -> None:
    """Read the server's mails from your mailbox, or from files.

    Nothing is deleted, moved or marked as read, and other mail is not looked at. From a mail program, pipe
    a mail of the server into `grubenpost fetch -`.
    """
    if files:
        _read_files(at, files)
        return
    with at.correspond() as post:
        _tell(at, post.intake, _news(post, wait))


def _news(post: Correspondence, wait: int) -> list[News]:
    """What is new, at once or after a while; a mail server that is away for a moment is waited for too."""
    from client.correspondence import NoAnswer  # noqa: PLC0415

    if not wait:
        post.fetch()
        return post.fetched()
    with suppress(NoAnswer):
        return [next(post.hear(wait)), *post.fetched()]
    return []


def _read_files(at: Console, files: list[str]) -> None:
    from client.files import only_one  # noqa: PLC0415
    from client.intake import Intake  # noqa: PLC0415
    from client.profile import read_profile  # noqa: PLC0415

    intake = Intake(at.home, read_profile(at.home, password=False).house)
    with only_one(at.home.lock):
        raws = [sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes() for name in files]
        _tell(at, intake, [intake.take_in(raw) for raw in raws])


def _tell(at: Console, intake: Intake, news: list[News]) -> None:
    """What came: of games only where they stand now, of other mails everything."""
    from client.turns import TurnMail  # noqa: PLC0415

    games = {mail.turn.game: None for mail in news if isinstance(mail, TurnMail)}
    for mail in news:
        if not isinstance(mail, TurnMail):
            at.show(mail.text.strip() + "\n")
            _settle(at, intake, mail)
    for game in games:
        turn = intake.kept(game).turn
        assert turn is not None
        tell_game(at, turn)
    if not news:
        at.say("Nothing new.")


def _settle(at: Console, intake: Intake, mail: Mail) -> None:
    """A letter has its answer; but some commands have something to do yet when they have theirs."""
    waiting = intake.outbox.sent_as(mail.answers)
    if waiting is None:
        return
    command = waiting.purpose.partition(" ")[0]
    if command in _UNFINISHED and not mail.refusal:
        at.say("Say `grubenpost {command}` again, which goes on from here.", command=command)
    else:
        intake.settle(waiting)
