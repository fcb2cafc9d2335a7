"""Wishes: which open games somebody wants to see."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from engine.clock.notation import NONE, spell
from engine.clock.notation import parse as parse_pace
from engine.ratings.rating_table import RatingTable
from server.games.lifecycle import options_of
from server.ledger import models as rows
from server.ratings.standings import table_at
from server.visit.refusal import BadCommand
from server.visit.visit import Visit

_FIGURE: Final = r"\d{1,2}(?:\.\d{1,2})?"
_RATING: Final = re.compile(rf"({_FIGURE})-({_FIGURE})")
_LANGUAGE: Final = re.compile("[a-z]{2}")
_CHOICES: Final[dict[str, dict[str, Any]]] = {
    "players": {"2": 2, "3": 3, "4": 4},
    "auth": {"key": "key", "mailbox": "mailbox"},
    "rated": {"yes": True, "no": False},
}


class Wishes(NamedTuple):
    """The wishes of one mail. What is not said is all the same to its sender."""

    options: dict[str, Any]
    """The options that the game is to have."""
    pace: str = ""
    language: str = ""
    rating: tuple[float, float] | None = None

    def fit(self, visit: Visit, game: rows.Game) -> bool:
        """Whether a game is as they say."""
        options = options_of(game)
        spoken = options.get("languages", [])
        return (
            all(options.get(name, False) == value for name, value in self.options.items())
            and (not self.pace or (game.pace or NONE) == self.pace)
            and (not self.language or not spoken or self.language in spoken)
            and (self.rating is None or _all_between(visit, game, self.rating))
        )


def _all_between(visit: Visit, game: rows.Game, bounds: tuple[float, float]) -> bool:
    """Whether everybody who sits there is between two ratings, both included."""
    table: RatingTable = table_at(visit)
    seated = [visit.players.on(seat) for seat in visit.games.seats(game)]
    ratings = [table.find(player.handle).rating for player in seated if player is not None]
    return all(bounds[0] <= rating <= bounds[1] for rating in ratings)


def read_wishes(text: str) -> Wishes:
    """The wishes behind a command's word."""
    wishes = Wishes({})
    for said in text.casefold().replace(",", " ").split():
        wishes = _with(wishes, said)
    return wishes


def _with(wishes: Wishes, said: str) -> Wishes:
    name, _, value = said.partition("=")
    if name == "pace":
        return wishes._replace(pace=spell(parse_pace(value)))
    if name == "language" and _LANGUAGE.fullmatch(value):
        return wishes._replace(language=value)
    if name == "rating" and (found := _RATING.fullmatch(value)):
        return wishes._replace(rating=(float(found[1]), float(found[2])))
    if value in _CHOICES.get(name, {}):
        return wishes._replace(options={**wishes.options, name: _CHOICES[name][value]})
    known = [f"{name}={'|'.join(values)}" for name, values in _CHOICES.items()]
    raise BadCommand(
        "games/wish",
        "`{word}` is nothing that can be wished for; there are {wishes}",
        word=said,
        wishes=", ".join([*known, "pace=daily", "language=de", "rating=0-20"]),
    )
