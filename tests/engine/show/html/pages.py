"""Pages to look at: of random games, for every seat, in every language, by reply or by the client."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.rules import Game, view
from engine.show import Style, numbered_actions
from engine.show.html import ByClient, ByMail, Page, html_mail
from engine.tongue import LANGUAGES, tongue
from tests.engine.show.positions import random_positions

NAMES = ["Anna", "Boris", "Jürgen", "Людмила"]
HOSTILE = [
    '<script>alert("x")</script>',
    "\" onclick='x' & <b>Ben</b>",
    "]]>--><img src=x>",
    "\u202e}<style>*{}</style>\u2028{who}",
]
REPLY = ByMail("pit@example.org", "Re: [your turn] Grubenpost k3t9qa", "GP-7K3M-Q9XW-2TRD")
STORY = ["Anna takes 5 Marks.", 'Boris <b>says</b> "hello" & goes.']
LONG_STORY = ["Людмила ставит 3 рабочих в ячейку «добыча 10» и завершает C-kk, E-ybgk и B-g." * 2] * 30
CHECKPOINT = "checkpoint k3t9qa 57 " + "f7Ck9uPq1p8s7Zb3mUeYx0aQvKfQ0dQd" * 5


def page_of(
    game: Game,
    reader: int | None,
    names: Sequence[str] = NAMES,
    code: str = "en",
    *,
    answer: ByMail | ByClient = REPLY,
) -> Page:
    """All that a reader can be told of a position, with links if it is the reader's turn."""
    seen = view(game, reader)
    spoken = tongue(code)
    people = names[: game.players]
    return Page(
        view=seen,
        names=people,
        reader=reader,
        headline=f"Game k3t9qa, ply {game.ply}",
        story=STORY,
        menu=None if game.over else numbered_actions(seen, people, spoken, Style.UNICODE),
        answer=answer if reader == game.turn and not game.over else None,
        notes=["The archive: send `archive k3t9qa`."] if game.over else [],
        checkpoint=CHECKPOINT,
    )


def html_of(game: Game, reader: int | None, names: Sequence[str] = NAMES, code: str = "en") -> str:
    return html_mail(page_of(game, reader, names, code), tongue(code))


def many_pages(players: int, taste: str, *, every: int = 14, names: Sequence[str] = NAMES) -> Iterator[str]:
    """Pages of one random game: seats and languages take turns, whoever is to move is always told."""
    for at, game in enumerate(random_positions(players, 3, taste, every=every)):
        code = LANGUAGES[at % len(LANGUAGES)]
        yield html_of(game, game.turn, names, code)
        yield html_of(game, [None, *range(players)][at % (players + 1)], names, code)
