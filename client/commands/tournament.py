"""`grubenpost tournament`: let bots play against each other, and see who is best."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from client.session.console import Console
from engine.errors import Refused

if TYPE_CHECKING:
    from client.bots.tournament import Result, Tournament


def run(
    at: Console,
    *,
    bots: Annotated[
        str, typer.Option(metavar="NAMES", help="Who takes part, with commas between; `all` is every bot.")
    ],
    games: Annotated[int, typer.Option(help="How many games every two bots play, or every table.")] = 100,
    players: Annotated[int, typer.Option(help="How many sit at a table: 2, 3 or 4.")] = 2,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games on any number of cores.")] = 1,
    out: Annotated[
        Path, typer.Option(metavar="FILE", help="Where each result is kept, as a line of JSON.")
    ] = Path("tournament.jsonl"),
    cores: Annotated[int, typer.Option(help="How many games at a time; 0 is one for each core.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Sum up as one JSON object.")] = False,
) -> None:
    """Let bots play against each other, and rate them.

    Every deal is played with all rotations of the seats. Ctrl-C keeps the games that are over, and the same
    command again goes on from there; a higher number of games adds some. Ratings are those of openskill; the
    numbers in brackets are intervals of 95 % confidence.
    """
    from client.bots.named import bot_names  # noqa: PLC0415  heavy, and --help needs none of it
    from client.bots.tournament import Scroll, plan  # noqa: PLC0415

    try:
        named = bot_names() if bots == "all" else [name.strip() for name in bots.split(",")]
        tournament = plan(named, players, games, seed)
    except Refused as error:
        raise typer.BadParameter(at.tongue.refusal(error)) from None
    try:
        for _ in _watched(at, tournament, out, cores or os.cpu_count() or 1):
            pass
    finally:
        known = Scroll(out).read()
        results = [known[fixture] for fixture in tournament.fixtures() if fixture in known]
        if as_json:
            at.show_json(_facts(tournament, results))
        elif results:
            at.show(_table(at, tournament, results))


def _watched(at: Console, tournament: Tournament, out: Path, cores: int) -> Iterator[None]:
    """Play what is not played yet, with a progress bar if somebody is looking."""
    fixtures = tournament.fixtures()
    played = _played(tournament, out, cores)
    if not sys.stderr.isatty() or at.quiet:
        yield from (None for _ in played)
        return
    with typer.progressbar(length=len(fixtures), label=at.tongue.say("Playing"), file=sys.stderr) as bar:
        for done in played:
            bar.update(done)
            yield


def _played(tournament: Tournament, out: Path, cores: int) -> Iterator[int]:
    """The numbers of games that are over: first those of earlier runs."""
    from client.bots.tournament import Scroll, play_all  # noqa: PLC0415
    from client.profile.files import unbroken  # noqa: PLC0415

    scroll = Scroll(out)
    known = scroll.read()
    scroll.mend()
    fixtures = tournament.fixtures()
    missing = [fixture for fixture in fixtures if fixture not in known]
    yield len(fixtures) - len(missing)
    for result in play_all(missing, cores):
        with unbroken():
            scroll.add(result)
        yield 1


def _facts(tournament: Tournament, results: list[Result]) -> dict[str, object]:
    from client.bots.tournament_table import pairings, standings  # noqa: PLC0415

    return {
        "bots": list(tournament.bots),
        "players": tournament.players,
        "seed": tournament.seed,
        "games": len(tournament.fixtures()),
        "played": len(results),
        "standings": [row.facts() for row in standings(results)],
        "pairings": [row.facts() for row in pairings(results)],
    }


def _table(at: Console, tournament: Tournament, results: list[Result]) -> str:
    from client.bots.tournament_table import pairings, standings  # noqa: PLC0415

    say = at.tongue.say
    lines = [say("{played} of {games} games.", played=len(results), games=len(tournament.fixtures())), ""]
    for row in standings(results):
        points, low, high = (f"{figure:.1f}" for figure in row.vp)
        lines.append(
            say(
                "{bot}: rating {mu} (uncertain by {sigma}), {points} VP on average [{low} to {high}]",
                bot=row.bot, mu=f"{row.mu:.1f}", sigma=f"{row.sigma:.1f}", points=points, low=low, high=high,
            )
        )  # fmt: skip
    lines.append("")
    for pair in pairings(results):
        rate, low, high = (f"{100 * figure:.1f}" for figure in pair.rate)
        lines.append(
            say(
                "{bot} ahead of {rival}: {rate} % of {games} [{low} to {high}]",
                bot=pair.bot, rival=pair.rival, rate=rate, games=pair.games, low=low, high=high,
            )
        )  # fmt: skip
    return "\n".join(lines)
