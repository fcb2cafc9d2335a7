"""`grubenpost replay`: look at a finished game again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from client.session.console import Console
from engine.errors import Refused

if TYPE_CHECKING:
    from engine.record.archive.certificate import Certificate


def run(
    at: Console,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The archive of a game; - is standard input.")],
    *,
    ply: Annotated[
        int | None, typer.Option(metavar="N", help="Print this move and stop; the first one is 0.")
    ] = None,
) -> None:
    """Step through a finished game.

    The archive is verified first. Left and right go from move to move, s to the next shift, Home and End to
    either end, a number and Enter to that move; up and down scroll, q ends it. Without a terminal the last
    move is printed, or the one that --ply names.
    """
    from client.archives.files import STDIN, blame, name_of  # noqa: PLC0415  heavy, and --help needs none
    from client.archives.verdict import judge  # noqa: PLC0415
    from client.play.chooser import has_screen  # noqa: PLC0415
    from client.play.replay import Replay  # noqa: PLC0415
    from engine.library.chronicle import chronicle  # noqa: PLC0415
    from engine.record.log import canonical  # noqa: PLC0415

    verdict = judge(file, None, "")
    if verdict.certificate is None:
        assert verdict.error is not None  # there is one or the other
        raise blame(file, verdict.error)
    try:
        game = chronicle(canonical.loads(verdict.data), name_of(file))  # type: ignore[arg-type]  # an object
    except Refused as error:
        raise blame(file, error) from error
    replay = Replay(game, at.showing)
    said = _verified(at, verdict.certificate)
    if ply is None and file != STDIN and has_screen(at.showing.style):
        from client.play.screens.replay_screen import show_replay  # noqa: PLC0415

        show_replay(replay, at.tongue, said, at.colourful)
        return
    if ply is not None and not 0 <= ply <= replay.last:
        raise Refused(
            "replay/no-ply", "there is no move {ply}; the last one is {last}", ply=ply, last=replay.last
        )
    replay.go_to(replay.last if ply is None else ply)
    at.mention(said)
    at.show(replay.title)
    for block in replay.blocks():
        at.show("")
        at.show(block)


def _verified(at: Console, proved: Certificate) -> str:
    if not proved.signed:
        return at.tongue.say("Right by the rules, but unsigned: nobody vouches for who played it.")
    return at.tongue.say(
        "Verified: {plies} moves, {letters} sealed letters, the shuffle and every point.",
        plies=proved.plies,
        letters=proved.letters,
    )
