"""archive: a game as a file that proves itself, and as one to look at."""

from __future__ import annotations

from typing import Final

from engine.tongue import word
from server.command import GAME, BadCommand, Command, command, form
from server.games import archive_of, check_played
from server.ledger import models as rows
from server.visit import Visit

FORMS: Final = ("json", "html", "md", "csv")
LARGEST_PAGE: Final = 500_000
"""Nobody gets a larger replay without asking for it."""


@command
class Archive(Command):
    name = "archive"
    also = ("export",)
    usage = "archive k3t9qa, or archive k3t9qa html"
    help = word(
        "Sends the archive of a game: whole once it is over, with a page that replays it; before that only "
        "what is public. Or what you name: json (the archive), html (the page), md (a transcript), csv "
        "(tables of the moves and scores)."
    )
    takes = form(rf"{GAME}(?:[ ,]+(?:{'|'.join(FORMS)})){{0,4}}")

    def run(self, visit: Visit, text: str) -> None:
        game_id, *wanted = text.casefold().replace(",", " ").split()
        game = visit.find_game(game_id)
        check_played(visit, game)
        data = archive_of(visit, game)
        files = _asked_for(visit, game, data, wanted) if wanted else _usual(visit, game, data)
        visit.attachments.update(files)
        visit.say("Attached, of the game {game}: {files}.", game=game.id, files=", ".join(files))
        if (name := f"grubenpost-{game.id}.json") in files:
            visit.say("Check the archive with:  grubenpost verify {file}", file=name)


def _usual(visit: Visit, game: rows.Game, data: bytes) -> dict[str, bytes]:
    """The archive, and of a game that is over the page, unless that is too large."""
    files = _made(visit, game, data, "json")
    if _is_closed(game):
        page = _made(visit, game, data, "html")
        files |= {name: content for name, content in page.items() if len(content) < LARGEST_PAGE}
    return files


def _asked_for(visit: Visit, game: rows.Game, data: bytes, wanted: list[str]) -> dict[str, bytes]:
    if not _is_closed(game) and set(wanted) != {"json"}:
        raise BadCommand(
            "archive/running",
            "the game {game} is not over: until then there is only its archive, `archive {game} json`",
            game=game.id,
        )
    return {name: content for each in wanted for name, content in _made(visit, game, data, each).items()}


def _is_closed(game: rows.Game) -> bool:
    return game.state in ("over", "abandoned")


def _made(visit: Visit, game: rows.Game, data: bytes, wanted: str) -> dict[str, bytes]:
    from engine.library.forms import make_form  # noqa: PLC0415  heavy, and few mails ask for it

    made = make_form(wanted, data, called=game.id, language=visit.tongue.code)
    return {f"grubenpost-{game.id}{ending}": content for ending, content in made.items()}
