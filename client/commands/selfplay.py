"""`grubenpost selfplay`: let bots play and keep their games."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from client.terminal.output import put, put_json
from engine.errors import Refused

if TYPE_CHECKING:
    from client.bots.series import Series, SeriesTally


def run(
    *,
    players: Annotated[int, typer.Option(help="How many play: 2, 3 or 4.")] = 4,
    games: Annotated[int, typer.Option(help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games, byte for byte.")] = 1,
    bot: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Who plays; several take the seats in turn. [default: random]"),
    ] = None,
    face_down: Annotated[bool, typer.Option("--face-down", help="Delivered cards lie face down.")] = False,
    out: Annotated[Path, typer.Option(help="The folder for the archives; it is made if need be.")] = Path(
        "saves"
    ),
    as_json: Annotated[bool, typer.Option("--json", help="Sum up as one JSON object.")] = False,
) -> None:
    """Let bots play whole games and write each as an archive.

    The files are called selfplay-4p-7-0001.json and so on, after the players, the seed and the game.
    Ctrl-C keeps the games that are finished. A file that holds another game is never overwritten.
    """
    from client.bots.series import SeriesTally, plan, play_series  # noqa: PLC0415  heavy, and --help needs none of it

    try:
        series = plan(players, bot or ["random"], games, seed, face_down, out)
    except Refused as error:
        raise typer.BadParameter(f"{error} [{error.code}]") from None
    tally, code = SeriesTally(), 0
    try:
        _watch(play_series(series, tally), games)
    except KeyboardInterrupt:
        code = 130
        put("\nStopped.", error=True)
    except (Refused, OSError) as error:
        code = 1
        put(f"grubenpost selfplay: {_reason(error)}", error=True)
    if as_json:
        put_json(_facts(series, tally))
    else:
        put(_as_text(series, tally))
    raise typer.Exit(code)


def _watch(played: Iterable[Path], games: int) -> None:
    """Play them all, with a progress bar if somebody is looking."""
    if sys.stderr.isatty():
        with typer.progressbar(played, length=games, label="Playing", file=sys.stderr) as bar:
            deque(bar, maxlen=0)
    else:
        deque(played, maxlen=0)


def _reason(error: Refused | OSError) -> str:
    return f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)


def _as_text(series: Series, tally: SeriesTally) -> str:
    lines = [f"{tally.written} of {series.games} games written to {series.out}."]
    for row in tally.facts():
        lines.append(
            f"{row['bot']}: {row['wins']} wins on {row['seats']} seats, {row['mean_vp']} VP on average."
        )
    return "\n".join(lines)


def _facts(series: Series, tally: SeriesTally) -> dict[str, object]:
    return {
        "players": len(series.bots),
        "seats": list(series.bots),
        "seed": series.seed,
        "face_down": series.face_down,
        "out": str(series.out),
        "games": series.games,
        "written": tally.written,
        "bots": tally.facts(),
    }
