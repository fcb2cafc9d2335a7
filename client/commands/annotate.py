"""`grubenpost annotate`: what the baron thinks of a game."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from client.session.console import Console
from engine.harmless import harmless_line

if TYPE_CHECKING:
    from engine.bots.annotate import Remark
    from engine.library.chronicle import Chronicle


def run(
    at: Console,
    file: Annotated[str, typer.Argument(metavar="ARCHIVE", help="A finished game; - is standard input.")],
    *,
    nodes: Annotated[int, typer.Option(help="How long it thinks about each move.")] = 800,
    seed: Annotated[int, typer.Option(help="The same seed gives the same remarks.")] = 1,
    most: Annotated[int, typer.Option(help="How many moves it comments on, those that cost most.")] = 12,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help="Tell the notes as JSON, for `export --notes`; with the lead at every move."
        ),
    ] = False,
) -> None:
    """Let the baron comment on a finished game: what it would have played, and why.

    It tells the moves that cost most in its eyes. Each is judged by what its player could see; the loss is
    the expected lead in VP at the end of the game, and a small one may be chance.
    """
    from client.archives.files import blame, name_of, read_archive  # noqa: PLC0415  heavy, and --help needs none
    from engine.bots.annotate import annotate, turning_points  # noqa: PLC0415
    from engine.errors import Refused  # noqa: PLC0415
    from engine.library.chronicle import read_chronicle  # noqa: PLC0415

    try:
        game = read_chronicle(read_archive(file), name_of(file))
    except Refused as error:
        raise blame(file, error) from error
    remarks = annotate(game.opening, [ply.action for ply in game.plies], seed, max(nodes, 2))
    heard = _watched(at, remarks, len(game.plies))
    worth = turning_points(heard, most)
    if as_json:
        at.show_json([remark.note(at.tongue) if remark in worth else remark.measure() for remark in heard])
    else:
        at.show("\n".join(_line(at, game, remark) for remark in worth) or at.tongue.say("Nothing to add."))


def _watched(at: Console, remarks: Iterable[Remark], plies: int) -> list[Remark]:
    if not sys.stderr.isatty() or at.quiet:
        return list(remarks)
    with typer.progressbar(remarks, length=plies, label=at.tongue.say("Thinking"), file=sys.stderr) as bar:
        return list(bar)


def _line(at: Console, game: Chronicle, remark: Remark) -> str:
    note = remark.note(at.tongue)
    return at.tongue.say(
        "Move {ply}, {who}: `{played}`. Better by {loss} VP: `{best}`. {why}",
        ply=remark.ply,
        who=harmless_line(game.names[remark.seat]),
        played=note["played"],
        loss=note["loss"],
        best=note["best"],
        why=note["text"],
    )
