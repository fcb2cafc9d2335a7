"""What only this server writes: the first lines of its mails, in every language.

Some mail programs quote a mail without any mark. Then the words of our boards and lists stand in a reply as
if its sender had typed them; from such a line on, they are ours.
"""

from __future__ import annotations

import re
from typing import Final

from engine.show.spelling import spelt
from engine.tongue import LANGUAGES, tongue, word
from server.mail.quoting import Line

OVER: Final = word("Game {game}, ply {ply}: the game is over.")
GIVEN_UP: Final = word("Game {game}, ply {ply}: the game was given up.")
YOUR_TURN: Final = word("Game {game}, ply {ply}: it is your turn.")
THEIR_TURN: Final = word("Game {game}, ply {ply}: it is the turn of {who}.")
REFUSED: Final = word("This was refused, and nothing was changed ({code}):")


def _pattern(template: str) -> str:
    """The template with anything in its places."""
    return ".{1,60}".join(re.escape(part) for part in re.split(r"\{\w+\}", template))


_OURS: Final = re.compile(
    "|".join(
        _pattern(spoken.say(template))
        for language in LANGUAGES
        for spoken in (tongue(language), spelt(tongue(language)))
        for template in (OVER, GIVEN_UP, YOUR_TURN, THEIR_TURN, REFUSED)
    )
)


def before_ours(lines: list[Line]) -> list[Line]:
    """The lines above the first that only we write."""
    ours = next((number for number, line in enumerate(lines) if _OURS.fullmatch(line.words)), len(lines))
    return lines[:ours]
