"""Checks of the words to a table: enough, but no flood, and nothing that could pass for the server's word."""

from __future__ import annotations

import re
from typing import Final

from engine.record.letters.armour import BEGIN_LINE
from engine.record.letters.fields import PRESS
from engine.wire.codes import find_codes
from server.ledger import models as rows
from server.outgoing.press_mails import ANONYMOUS, NO_PRESS, press_of
from server.visit.costs import spend
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.own_lines import is_ours

BUDGET: Final = "press"
MOST_A_DAY: Final = 30
MOST_LINES: Final = 40
SHORTEST_NAME: Final = 3
"""A part of a name that has fewer letters is a word like others."""


def check_text(text: str) -> None:
    """Refuse words that are none, too many, or that somebody could take for ours."""
    if not text:
        raise BadCommand("press/empty", "there are no words behind `press:`, so nothing was sent")
    lines = text.split("\n")
    if len(text) > PRESS.longest or len(lines) > MOST_LINES:
        raise BadCommand(
            "press/too-long",
            "that has {letters} characters in {lines} lines, and at most {most} in {most_lines} are sent: "
            "say it in fewer words, or in two mails",
            letters=len(text),
            lines=len(lines),
            most=PRESS.longest,
            most_lines=MOST_LINES,
        )
    if find_codes(text) or BEGIN_LINE.rstrip(".").casefold() in text.casefold():
        raise BadCommand(
            "press/secret",
            "there is a code or a sealed letter in what you say, which nobody else may see: nothing was sent",
        )
    # A quotation of ours is what people answer to; the rest could be taken for our own word.
    ours = next((line for line in lines if not line.startswith(">") and is_ours(line)), None)
    if ours is not None:
        raise BadCommand(
            "press/ours",
            "`{line}` is what only the server says: leave it out, so that nobody takes it for ours",
            line=ours,
        )


def check_anonymous(visit: Visit, game: rows.Game, text: str) -> None:
    """Refuse words that tell who says them, such as a signature, where nobody is to know."""
    if press_of(game) != ANONYMOUS:
        return
    author = visit.sender.registered()
    addresses = [row.address for row in visit.players.addresses(author)]
    names = [word for word in re.findall(r"\w+", author.name) if len(word) >= SHORTEST_NAME]
    for telling in (*addresses, author.handle, author.name, *names):
        if re.search(rf"(?<!\w){re.escape(telling)}(?!\w)", text, re.IGNORECASE):
            raise BadCommand(
                "press/signed",
                "press is anonymous in the game {game}, and `{word}` tells who you are: leave it out, also "
                "where your mail program signs for you. Nothing was sent",
                game=game.id,
                word=telling,
            )


def check_has_press(game: rows.Game) -> None:
    """Refuse what is about press in a game that has none."""
    if press_of(game) == NO_PRESS:
        raise BadCommand("press/none", "the game {game} is played without press", game=game.id)


def check_allowed(visit: Visit, game: rows.Game) -> None:
    """Refuse press in a game that has none, and the flood of somebody who says too much."""
    check_has_press(game)
    if not spend(visit, BUDGET, MOST_A_DAY):
        raise BadCommand(
            "press/too-often",
            "you have said something {most} times today, and that is enough: go on tomorrow",
            most=MOST_A_DAY,
        )
