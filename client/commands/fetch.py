"""`grubenpost fetch`: read what the server has mailed."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from client.session.chosen_game import tell_game
from client.session.console import Console
from engine.errors import Refused

if TYPE_CHECKING:
    from client.exchange.correspondence import Correspondence
    from client.exchange.intake import Intake, News
    from client.letters.signed import Signed

MOST_SHOWN: Final = 50_000
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
        heard: list[News] = []
        try:
            heard += _heard(post, wait)
        finally:  # what was taken in is told, also after Ctrl-C or on a line that breaks
            _tell(at, post.intake, [*heard, *post.fetched()])
        _ask_for_signed(at, post)


def _heard(post: Correspondence, wait: int) -> list[News]:
    """Look at once, or wait a while; a mail server that is away for a moment is waited for too."""
    from client.refusals import NoAnswer  # noqa: PLC0415

    if not wait:
        post.fetch()
        return []
    with suppress(NoAnswer):
        return [next(post.hear(wait))]
    return []


def _ask_for_signed(at: Console, post: Correspondence) -> None:
    """Running games of which only a position is known that nobody has signed are asked for anew."""
    from client.memory.glance import glances  # noqa: PLC0415

    for found in glances(at.home):
        if not (found.proved or found.over):
            post.send(post.quill.request(f"resend {found.game}", found.game))
            at.say("A signed position of {game} is asked for: `grubenpost fetch` brings it.", game=found.game)


def _read_files(at: Console, files: list[str]) -> None:
    from client.archives.files import blame  # noqa: PLC0415
    from client.exchange.intake import Intake  # noqa: PLC0415
    from client.profile.files import only_one  # noqa: PLC0415
    from client.profile.profile import read_profile  # noqa: PLC0415

    intake = Intake(at.home, read_profile(at.home, password=False))
    intake.on_trouble, intake.on_key = at.tell_trouble, at.tell_key
    wrong: list[Refused] = []
    with only_one(at.home.lock):
        news: list[News] = []
        for name in files:
            try:
                news += intake.take_in(_read(name))
            except Refused as error:
                wrong.append(blame(name, error))
        if news or not wrong:
            _tell(at, intake, news)
        _tell_due(at, intake)
    for other in wrong[:-1]:
        at.tell_trouble(other)
    if wrong:
        raise wrong[-1]


def _tell_due(at: Console, intake: Intake) -> None:
    """Say which shares of the shuffle have to be sent: what is read from files sends nothing by itself."""
    from client.exchange.shares import chair_in  # noqa: PLC0415

    for game in intake.tables.games():
        chair = chair_in(intake, game)
        if chair is not None and chair.is_due:
            at.say("{game} waits for your share of the shuffle: `grubenpost reveal {game}`", game=game)


def _read(name: str) -> bytes:
    """A mail in a file; never much more than one can have."""
    from client.letters.server_mail import LARGEST  # noqa: PLC0415

    if name == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    with Path(name).open("rb") as file:
        return file.read(LARGEST + 1)


def _tell(at: Console, intake: Intake, news: list[News]) -> None:
    """Tell what came: of games only where they stand now, of other mails everything."""
    from client.letters.server_mail import ServerMail  # noqa: PLC0415
    from client.letters.signed import TurnMail  # noqa: PLC0415

    games = {one.turn.game: None for one in news if isinstance(one, TurnMail)}
    for one in news:
        if isinstance(one, ServerMail):
            at.say(
                "This mail is not signed by {server}: anybody can have written it.",
                server=intake.profile.house.name,
            )
        if not isinstance(one, TurnMail):
            at.show(_legible(at, one.text) + "\n")
        if not isinstance(one, ServerMail):
            _settle(at, intake, one)
    for game in games:
        turn = intake.kept(game).turn
        assert turn is not None
        tell_game(at, turn)
    if not news:
        at.say("Nothing new.")


def _legible(at: Console, text: str) -> str:
    """The text for a person who may want to read it: a flood is cut."""
    text = text.strip()
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}\n{at.tongue.say('(cut off here)')}"


def _settle(at: Console, intake: Intake, answer: Signed) -> None:
    """A letter has its answer; but some commands have something to do yet when they have theirs."""
    waiting = intake.outbox.sent_as(answer.answered)
    if waiting is None:
        return
    command = waiting.purpose.kind
    if command in _UNFINISHED and not answer.refused:
        at.say("Say `grubenpost {command}` again, which goes on from here.", command=command)
    else:
        intake.settle(waiting)
