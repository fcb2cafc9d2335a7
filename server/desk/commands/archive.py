"""archive: a game as a file that proves itself, and as one to look at."""

from __future__ import annotations

from typing import Final

from engine.tongue import word
from engine.wire.mails import archive_file
from server.games.lifecycle import archive_of, check_played
from server.ledger import models as rows
from server.press.publishing import published
from server.visit.costs import ARCHIVES, spend, spent_on
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import GAME, Command, command, form

FORMS: Final = ("json", "html", "md", "csv")
LARGEST_PAGE: Final = 500_000
"""Nobody gets a larger replay without asking for it."""
LARGEST_MAIL: Final = 2_000_000
"""In bytes: of a mail with several files, all of them."""
MOST_FORMS: Final = 4
"""In one mail, of all games together."""


@command
class Archive(Command):
    name = "archive"
    also = ("export",)
    usage = "archive k3t9qa, or archive k3t9qa html"
    purpose = word("the archive of a game, or its page, transcript or tables")
    help = word(
        "Sends the archive of a game: whole once it is over, with a page that replays it; before that only "
        "what is public. Or what you name: json (the archive), html (the page), md (a transcript), csv "
        "(tables of the moves and scores). What players agreed to publish of their words "
        "comes with the archive."
    )
    takes = form(rf"{GAME}(?:[ ,]+(?:{'|'.join(FORMS)})){{0,4}}")

    def run(self, visit: Visit, text: str) -> None:
        game_id, *wanted = text.casefold().replace(",", " ").split()
        game = visit.games.find(game_id)
        check_played(visit, game)
        forms = [one for one in dict.fromkeys(wanted or _usual(game)) if not _is_there(visit, game, one)]
        _check_over(game, forms)
        if not forms:
            return  # a command above has asked for it
        _check_not_too_many(visit, forms)
        data = archive_of(visit, game)
        files: dict[str, bytes] = {}
        for one in forms:
            made = _made(visit, game, data, one)
            if wanted or one == "json" or sum(map(len, made.values())) < LARGEST_PAGE:
                files |= made
        if "json" in forms and (words := published(visit, game)):
            files[archive_file(game.id, "-press.txt")] = words.encode()
        visit.reply.attachments.update(files)
        _check_not_too_large(visit)
        visit.say("Attached, of the game {game}: {files}.", game=game.id, files=", ".join(files))
        if (name := archive_file(game.id)) in files:
            visit.say("Check the archive with:  grubenpost verify {file}", file=name)


def _usual(game: rows.Game) -> list[str]:
    """The archive, and of a game that is over the page, unless that turns out too large."""
    return ["json", "html"] if _is_closed(game) else ["json"]


def _is_there(visit: Visit, game: rows.Game, wanted: str) -> bool:
    """Whether the answer brings a form of the game already."""
    return any(name in visit.reply.attachments for name in _names(game, wanted))


def _check_over(game: rows.Game, forms: list[str]) -> None:
    if not _is_closed(game) and not set(forms) <= {"json"}:
        raise BadCommand(
            "archive/running",
            "the game {game} is not over: until then there is only its archive, `archive {game} json`",
            game=game.id,
        )


def _check_not_too_many(visit: Visit, forms: list[str]) -> None:
    """Each form takes time to make, in which nobody else is served."""
    if spent_on(visit, ARCHIVES) + len(forms) > MOST_FORMS:
        raise BadCommand(
            "archive/too-many",
            "a mail brings games in at most {most} forms: ask for the others in another mail",
            most=MOST_FORMS,
        )
    most = visit.settings.archives_per_day
    if not spend(visit, ARCHIVES, most, len(forms)):
        raise BadCommand(
            "archive/too-often",
            "games go out in at most {most} forms a day to each player: ask for more tomorrow",
            most=most,
        )


def _check_not_too_large(visit: Visit) -> None:
    size = sum(map(len, visit.reply.attachments.values()))
    if size > LARGEST_MAIL and len(visit.reply.attachments) > 1:
        raise BadCommand(
            "archive/too-large",
            "these files have {size} bytes in total, and a mail brings at most {most}: ask for one at a time",
            size=size,
            most=LARGEST_MAIL,
        )


def _is_closed(game: rows.Game) -> bool:
    return game.state in ("over", "abandoned")


def _made(visit: Visit, game: rows.Game, data: bytes, wanted: str) -> dict[str, bytes]:
    from engine.library.forms import make_form  # noqa: PLC0415  heavy, and few mails ask for it

    made = make_form(wanted, data, called=game.id, language=visit.sender.tongue.code)
    return {archive_file(game.id, ending): content for ending, content in made.items()}


def _names(game: rows.Game, wanted: str) -> list[str]:
    from engine.library.forms import find_form  # noqa: PLC0415  heavy, and few mails ask for it

    return [archive_file(game.id, ending) for ending in find_form(wanted).endings]
