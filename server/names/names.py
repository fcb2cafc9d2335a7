"""Names that somebody may have here.

Names and handles stand in mails that people quote, wrapped anywhere and often without a mark. So none may
read like something that is obeyed or that only we write: a code, a command, a move, a number of the list,
a line above a quotation, an address. And none may pass for another's: letters of different alphabets are
not mixed in a word, and what the server calls itself, its bots and its chairs is taken.

Names from before are held against the same rules whenever they are shown: who has none that will do is
called by the handle.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from engine.bots import NAMES as BOTS
from engine.errors import Refused
from engine.record.letters.fields import HANDLE, NAME
from engine.record.names.alphabets import MARK, alphabet_of, mixes_alphabets
from engine.record.names.likeness import alike, shapes
from engine.rules.notation import shorten
from engine.wire.codes import find_codes
from server.mail.replies.reply_words import FORWARDED, SENT_FROM, WROTE
from server.visit.refusal import BadCommand
from server.words.command import GAME, begins_like_a_move, find_command
from server.words.order_lines import begin_orders
from server.words.press_words import begins_press
from server.words.yes_no import UNCLEAR, answer_in, says_stop

_MOST_MARKS: Final = 3
_SIGNS: Final = "!&'+,-.?_·’"
_STOPS: Final = "!,.?"
_ALONE: Final = frozenset("&+")
_NUMBER: Final = re.compile(r"\d+[a-z]?", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"\w\.\w\w|\bwww\b", re.IGNORECASE)
_PEOPLE: Final = frozenset({"mark", "mine"})
"""Move words that many people are called by. Alone they are no move, and a number can't stand behind them."""
_GAME_ID: Final = re.compile(GAME, re.IGNORECASE)
_AS_PEOPLE_DO: Final = re.compile(r"[a-z]+\d+", re.IGNORECASE)
_CODE: Final = re.compile(r"(?<![^\W_])g ?p")
"""The beginning of a code, also where a line is broken in it."""

_OURS: Final = tuple(
    "the server|server|the host|host|admin|administrator|postmaster|mailer-daemon|house|house bot|bot|you"
    "|player|seat|der server|gastgeber|gastgeberin|hausbot|du|spieler|spielerin|platz"
    "|сервер|хозяин|администратор|бот|вы|игрок|место".split("|")
)
_HOUSE: Final = "grubenpost"


def check_name(name: str) -> None:
    """Refuse a display name that would not do."""
    NAME.read("name", name)
    for check in (_check_letters, _check_words, _check_not_ours):
        check(name)


def check_handle(handle: str) -> None:
    """Refuse a handle that would not do."""
    HANDLE.read("handle", handle)
    for check in (_check_words, _check_not_ours):
        check(handle)


@lru_cache(maxsize=4096)
def is_fit(name: str) -> bool:
    """Whether a name can be shown."""
    try:
        check_name(name)
    except Refused:
        return False
    return True


@lru_cache(maxsize=4096)
def called(name: str, handle: str) -> str:
    """The name by which a player is called: the name if that will do, else the handle."""
    return name if is_fit(name) else handle


def call_by_handle(handle: str, seat: int) -> str:
    """The handle; one from before that would not do is replaced by the number of the seat, from 0."""
    try:
        check_handle(handle)
    except Refused:
        return f"Player-{seat + 1}"
    return handle


def _check_letters(name: str) -> None:
    """Letters, digits and a few signs, put together as names are."""
    strange = next((letter for letter in name if alphabet_of(letter) is None), None)
    if strange is not None:
        raise BadCommand(
            "name/characters",
            "`{name}` has a character that is in no name, `{strange}` (U+{number}): letters of one alphabet, "
            "digits, spaces and the signs {signs} would do",
            name=shorten(name),
            strange=strange if strange.isprintable() else " ",
            number=f"{ord(strange):04X}",
            signs=" ".join(_SIGNS),
        )
    heaped = re.search(f"(?:{MARK.pattern}){{{_MOST_MARKS + 1},}}", name)
    signs = re.search(f"[{re.escape(_SIGNS)}]{{3,}}", name)
    lost = [word for word in name.split() if not word.strip(_SIGNS) and word not in _ALONE]
    if heaped or signs or lost or MARK.match(name) or name[0] in _SIGNS:
        raise BadCommand(
            "name/signs",
            "`{name}` has signs or accents that belong to no letter: a name begins with a letter, and each "
            "word has one",
            name=shorten(name),
        )
    if not any(alphabet_of(letter) for letter in name):
        raise BadCommand(
            "name/letters", "`{name}` has no letter: a name has at least one", name=shorten(name)
        )


def _check_words(name: str) -> None:
    """No word that is something else to us, wherever a line is broken."""
    for word in name.split():
        plain = word.strip(_STOPS)
        if mixes_alphabets(word):
            raise BadCommand(
                "name/mixed",
                "`{word}` mixes letters of different alphabets, which look alike: write it in one of them",
                word=word,
            )
        if _NUMBER.fullmatch(word.strip(_SIGNS)):
            raise BadCommand(
                "name/number",
                "`{word}` in `{name}` reads like the number of an action: write it together with a word, or "
                "leave it out",
                word=word,
                name=shorten(name),
            )
        if plain.casefold() not in _PEOPLE and (find_command(plain) or begins_like_a_move(plain)):
            raise BadCommand(
                "name/command",
                "`{word}` in `{name}` is a word that commands and moves begin with: choose another name",
                word=word,
                name=shorten(name),
            )
        if _GAME_ID.fullmatch(plain) and not _AS_PEOPLE_DO.fullmatch(plain):
            raise BadCommand(
                "name/game", "`{word}` reads like the id of a game: choose another name", word=word
            )


def _check_not_ours(name: str) -> None:
    """Nothing that is obeyed, and nothing that only we or mail programs write."""
    if _reads_as_code(name):
        raise BadCommand(
            "name/code",
            "`{name}` reads like a code of ours, or like the beginning of one: choose another name",
            name=shorten(name),
        )
    if _ADDRESS.search(name):
        raise BadCommand(
            "name/address",
            "`{name}` reads like an address: write a space behind the dot, or leave it out",
            name=shorten(name),
        )
    if _is_ours(name):
        raise BadCommand(
            "name/reserved",
            "`{name}` is, or is too like, what the server or a mail program writes: choose another name",
            name=shorten(name),
        )


def _reads_as_code(name: str) -> bool:
    """Whatever begins like a code may become one by what stands behind it, where a line is broken or cut."""
    return bool(_CODE.search(name.casefold())) or bool(find_codes(name))


@cache
def _taken() -> tuple[str, ...]:
    return (*_OURS, *BOTS)


def _is_ours(name: str) -> bool:
    folded = name.casefold()
    return (
        any(_HOUSE in shape for shape in shapes(name))
        or any(alike(name, own) for own in _taken())
        or answer_in([name]) != UNCLEAR
        or says_stop([name])
        or begin_orders(f"{name}:")
        or begins_press(f"{name}:")
        or folded in FORWARDED
        or WROTE.search(folded) is not None
        or SENT_FROM.fullmatch(folded) is not None
    )
