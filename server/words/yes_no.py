"""Yes and no, as people write them: what counts as either, in every language at once.

Each catalogue has a line of words for yes, for no, for anything that denies, and for stopping something,
under the context `yes or no`, with commas between them; a new language needs nothing else. Some words of
other languages are understood too.

Only a line that is a word for yes and nothing else is a yes. People answer "Ok, who is this?", begin a
sentence with "Si prega di non farlo", or say nothing at all: none of that confirms anything. Where there is
a yes, but also a word that denies or a question, or a sentence that the yes may be the end of, it is in
doubt and counts for nothing. What companies put under each mail denies nothing.
"""

from __future__ import annotations

import re
from typing import Final

from engine.tongue.answer_words import DENYING_WORDS, NO_WORDS, STOP_WORDS, YES_WORDS, all_words
from engine.wire.codes import CONFIRM
from server.words.sentences import BROKEN_FROM, may_go_on

YES: Final = "yes"
NO: Final = "no"
UNCLEAR: Final = ""

# Not the Polish "tak": Danes thank with it.
_MORE_YES: Final = frozenset({CONFIRM, "oui", "si", "sí", "sì", "sim", "igen", "ano", "kyllä", "evet"})
_MORE_NO: Final = frozenset(
    "non nie nee nej nei não nem hayır ei ne nah nö nu nē ez yok όχι не ні không tidak bukan hindi"
    " 不 不是 不要 いいえ 아니요 아뇨 아니오 לא لا نه".split()
)
_MORE_DENYING: Final = _MORE_NO | frozenset(
    "pas niet ikke inte nunca jamais nikdy halt kidding joke scherz шутка відміна cancel annulla".split()
)

_LONG: Final = 150
"""The most letters behind a yes: more than that is no answer, but what a company puts under each mail …"""
_COMPANY: Final = re.compile(
    r"recipient|addressee|confidential|privileged|disclaimer|printing|print this|virus|vertraulich|adressat"
    r"|empfänger|ausdruck|конфиденциальн|адресат|получател|распечат|confidentiel|destinat",
    re.IGNORECASE,
)
"""… and so is whatever speaks of this."""
_BELOW: Final = 8
"""So many lines below a yes are looked at."""
_SIGNS: Final = frozenset(" \t.,;:!…-–—*_`'\"’‘“”„«»()<>/#👍👌✅✔☑🙂😀😃😄😊🎉🙏\ufe0f\u200d🏻🏼🏽🏾🏿")
"""The signs that may stand around a yes. Others may strike it out, ask, or mean the contrary."""
_NOT_MEANT: Final = re.compile(r"\(\s*\)|^\s*[!¬]|(?<!\S)-{1,2}\w[^-]*-{1,2}(?!\S)")
"""A box that is not ticked, a sign that negates, or a word struck out by dashes."""
_CODE: Final = re.compile(r"(?:\bcode\s?:\s?)?\bGP[-0-9A-Z]{12,}", re.IGNORECASE)
_WORDS: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_FIRST: Final = re.compile(r"\W*([^\W_]+)\s?(?:[,.;:!–—-]|$)")


def answer_in(lines: list[str]) -> str:
    """Whether somebody says yes or no in their own lines, or neither clearly."""
    yes = _place(lines, all_words(YES_WORDS) | _MORE_YES, bare=True)
    if any(_is_no(line) for line in lines):
        return NO if yes is None else UNCLEAR
    return YES if yes is not None and not _in_doubt(lines, yes) else UNCLEAR


def says(lines: list[str], wanted: str) -> bool:
    """Whether one of somebody's own lines is just this, and nothing around it denies it."""
    place = _place(lines, frozenset({plain(wanted)}), bare=True)
    return place is not None and not any(map(_is_no, lines)) and not _in_doubt(lines, place)


def says_stop(lines: list[str]) -> bool:
    """Whether one of somebody's own lines tells to stop."""
    return _place(lines, all_words(STOP_WORDS)) is not None


def plain(line: str) -> str:
    """The words of a line without case and punctuation, and without a code that stands in it too."""
    return " ".join(_WORDS.findall(_CODE.sub(" ", line).replace("’", "'").casefold()))


def _place(lines: list[str], wanted: frozenset[str], *, bare: bool = False) -> int | None:
    """The number of the line that is one of these and nothing else; a bare one has no signs that could mean
    anything."""
    found = (number for number, line in enumerate(lines) if plain(line) in wanted)
    return next((number for number in found if not bare or _is_bare(lines[number])), None)


def _is_bare(line: str) -> bool:
    around = _WORDS.sub("", _CODE.sub(" ", line).replace("’", "'"))
    return _SIGNS.issuperset(around) and _NOT_MEANT.search(line) is None


def _is_no(line: str) -> bool:
    """A word for no, alone or at the beginning, with a pause behind it."""
    no = all_words(NO_WORDS) | _MORE_NO
    first = _FIRST.match(line)
    return plain(line) in no or (first is not None and first[1].casefold() in no)


def _in_doubt(lines: list[str], yes: int) -> bool:
    """Whether something around a yes denies or asks, or it is just the end of a sentence."""
    if yes and may_go_on(lines[yes - 1]):
        return True
    denying = all_words(DENYING_WORDS) | _MORE_DENYING
    around = [*lines[: yes + 1], *_said_below(lines[yes + 1 : yes + 1 + _BELOW])]
    return any("?" in line or "？" in line or not denying.isdisjoint(plain(line).split()) for line in around)


def _said_below(lines: list[str]) -> list[str]:
    """The sentences of a person in these lines, each with all lines that it was broken into."""
    said: list[str] = []
    broken = False
    for line in lines:
        if broken:
            said[-1] += f" {line}"
        else:
            said.append(line)
        broken = len(line) >= BROKEN_FROM
    return [one for one in said if len(one) <= _LONG and not _COMPANY.search(one)]
