"""Lines that only this server writes, in every language.

Some mail programs quote a mail without any mark. Then the words of our boards and lists stand in a reply as
if its sender had typed them; from a line on that only we write, they are ours.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from engine.show.spelling import spelt
from engine.tongue import LANGUAGES, tongue, word
from server.words.command import YOU_WROTE, is_command

OVER: Final = word("Game {game}, move {ply}: the game is over.")
GIVEN_UP: Final = word("Game {game}, move {ply}: the game was abandoned.")
COUNTED: Final = word("Game {game}, move {ply}: the game was ended early by a vote, and counts as it stands.")
YOUR_TURN: Final = word("Game {game}, move {ply}: it is your turn.")
THEIR_TURN: Final = word("Game {game}, move {ply}: it's {who}'s turn.")
HELD: Final = word("Game {game}, move {ply}: your move has come, and waits to be played.")
REFUSED: Final = word("That didn't work; nothing was changed ({code}):")

_PLACES: Final = {"game": r"\w{1,12}", "ply": r"\d{1,6}", "code": r"[\w/-]{1,60}", "who": ".{1,80}"}
_ANYTHING: Final = ".{1,4000}"
_SURE: Final = 24
"""A beginning of so many letters and some words is nobody's but ours."""
_WORDS: Final = 4
_EARLIER: Final = (
    "Game {game}, ply {ply}: the game is over.",
    "Game {game}, ply {ply}: the game was given up.",
    "Game {game}, ply {ply}: the game was ended early by a vote, and counts as it stands.",
    "Game {game}, ply {ply}: it is your turn.",
    "Game {game}, ply {ply}: it is the turn of {who}.",
    "Game {game}, ply {ply}: your move has come, and waits to be played.",
    "This was refused, and nothing was changed ({code}):",
    "Das wurde abgelehnt, und nichts wurde geändert ({code}):",
    "Это отклонено, ничего не изменилось ({code}):",
    "Partie {game}, Zug {ply}: Die Partie wurde aufgegeben.",
    "To go on, reply to this mail and leave this line in your reply:",
    "Um weiterzumachen, antworte auf diese Mail und lass diese Zeile darin stehen:",
    "Чтобы продолжить, ответьте на это письмо и оставьте в ответе эту строку:",
)
"""Lines of mails that lie in mailboxes, and are worded otherwise now."""
_OLD: Final = re.compile(r"> ?(?=[^\s>])")


def is_ours(line: str) -> bool:
    """Whether only we write such a line."""
    if _OLD.match(line):
        return is_command(_OLD.sub("", line, count=1))  # so our answers began in earlier times
    return _first_lines().fullmatch(line) is not None or _begins_like_ours(line)


def _begins_like_ours(line: str) -> bool:
    """Whether a line, or as much as a mail program left of it, begins one of our texts."""
    if len(line) < _SURE:
        return False
    known = _beginnings().get(line[:_SURE], ())
    return any(line.startswith(text) or text.startswith(line) for text in known)


@cache
def _first_lines() -> re.Pattern[str]:
    templates = (OVER, GIVEN_UP, COUNTED, YOUR_TURN, THEIR_TURN, HELD, REFUSED, YOU_WROTE)
    spoken = [said for language in LANGUAGES for said in (tongue(language), spelt(tongue(language)))]
    told = [said.say(template) for said in spoken for template in templates]
    return re.compile("|".join(map(_pattern, (*told, *_EARLIER))))


def _pattern(template: str) -> str:
    """The template with what may stand in its places."""
    pieces = re.split(r"\{(\w+)\}", template)
    return "".join(
        _PLACES.get(piece, _ANYTHING) if number % 2 else re.escape(piece)
        for number, piece in enumerate(pieces)
    )


@cache
def _beginnings() -> dict[str, tuple[str, ...]]:
    """The beginnings of all that we say, each under its first letters."""
    found: dict[str, tuple[str, ...]] = {}
    for text in sorted({text for language in LANGUAGES for text in _beginnings_in(language)}):
        found[text[:_SURE]] = (*found.get(text[:_SURE], ()), text)
    return found


def _beginnings_in(language: str) -> set[str]:
    said = {line.partition("{")[0].strip() for text in _texts(language) for line in text.split("\n")}
    long = {text for text in said if len(text) >= _SURE and text.count(" ") >= _WORDS}
    return {text for text in long if not is_command(text)}


def _texts(language: str) -> list[str]:
    spoken = tongue(language)
    return [*spoken.texts(), *spelt(spoken).texts()]
