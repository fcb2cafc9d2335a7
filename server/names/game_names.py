"""Names of games: what the opener calls a game, and which one of that name it is.

A name stands in subjects, which mail programs quote above a reply, wrapped anywhere. So it keeps the rules of
display names: nothing in it reads like a code, a command, a move, a number of the list, or a word of ours.
The second game of a name is its #2, also where the name is only drawn alike: no two are called the same.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from sqlmodel import Session, col, select

from engine.record.names.likeness import alike
from engine.rules.notation import shorten
from server.ledger import models as rows
from server.mail.automatic import is_away_subject
from server.names.names import check_name
from server.visit.refusal import BadCommand

_QUOTES: Final = '"“”„«»'
IN_QUOTES: Final = rf"[{_QUOTES}][^{_QUOTES}\n]{{1,60}}[{_QUOTES}]"
"""A name of more than one word, as it is written behind `name=`; programs make the quotes round."""
_WRITTEN: Final = re.compile(rf"\bname=({IN_QUOTES}|[^\s{_QUOTES}]+)", re.IGNORECASE)


def part_name(text: str) -> tuple[str, str]:
    """The options of a game without its name, and the name; empty if it has none."""
    found = _WRITTEN.search(text)
    if found is None:
        return text, ""
    return text[: found.start()] + text[found.end() :], " ".join(found[1].strip(_QUOTES).split())


def name_game(session: Session, name: str) -> dict[str, Any]:
    """The options that a new game of this name has."""
    check_name(name)
    if is_away_subject(name):
        raise BadCommand(
            "name/away",
            "`{name}` begins as answering machines begin a subject: choose another name",
            name=shorten(name),
        )
    return {"name": name, "number": 1 + max(_numbers(session, name), default=0)}


def title_of(game: rows.Game) -> str:
    """The name of a game and its number, such as `Monday club #3`; empty if it has none."""
    options: dict[str, Any] = json.loads(game.options)
    name, number = options.get("name", ""), options.get("number", 1)
    return f"{name} #{number}" if name and number > 1 else str(name)


def forget_names(session: Session, host: rows.Player) -> None:
    """Erase how somebody has named games: it may tell who they are."""
    for game in session.exec(_named().where(rows.Game.host_id == host.id)).all():
        options: dict[str, Any] = json.loads(game.options)
        game.options = json.dumps({key: value for key, value in options.items() if key != "name"})


def _numbers(session: Session, name: str) -> list[int]:
    """The numbers of the games that are called alike."""
    options = [json.loads(game.options) for game in session.exec(_named()).all()]
    return [each["number"] for each in options if "name" in each and alike(each["name"], name)]


def _named() -> Any:
    return select(rows.Game).where(col(rows.Game.options).contains('"name": "'))
