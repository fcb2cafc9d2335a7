"""Choices of an action in people's words: `3 please`, `No. 3`, `ich nehme die 3`, *money 4*.

Only what is listed here may stand around a move, so that a number in a sentence is never taken for one.
"""

from __future__ import annotations

import re
from typing import Final

_LONGEST: Final = 200
_MOST_ROUNDS: Final = 6

_PAIRS: Final = {
    **{mark: mark for mark in "`*_'\"~"},
    **{pair[0]: pair[1] for pair in "() [] {} <> “” ‘’ «» »« ‹› ”” „“ ‚‘ 「」 『』".split()},
}
_STOPS: Final = " \t.,;:!…-–—"
_BEGINS_WITH_NUMBER: Final = re.compile(
    r"(?:(?:no|nein|нет)\b)?\W{0,3}\d{1,3}[a-z]?(?![\w:/])", re.IGNORECASE
)
_SMILE: Final = re.compile(r"(?:[:;=][-o']?[)(DPp]|[\u2190-\u2bff\ufe0e\ufe0f\U0001f000-\U0001faff]|\s)+$")


def _phrases(*rows: str) -> tuple[str, ...]:
    """The longest first."""
    found = {said for row in rows for said in row.split("|")}
    return tuple(sorted(found, key=lambda said: (-len(said), said)))


_BEFORE: Final = _phrases(
    "please|number|number:|nr|nr.|no.|num|num.|#|№|n°|nº|option|action|choice|my move:|my move is",
    "mein zug:|мой ход:|мой ход -|мой ход –|мой ход —",
    "my choice|my choice is|my answer|my answer is|i take|i'll take|i will take|i choose|i'll choose",
    "i pick|i'll pick|i play|i'll play|i go for|i'll go for|i go with|i'll go with|i'd like",
    "i would like|i want|let's take|let's go with|let's do|let me take|take|play|then|ok|okay|go for",
    "go with|i'd like to take|for me|bitte|nummer|aktion|mein zug ist|meine wahl",
    "meine wahl ist|ich nehme|ich nehme die|nehme|ich wähle|ich wähle die|ich waehle|ich spiele",
    "ich möchte|ich moechte|ich hätte gern|ich will|dann|dann die|die|ich nehm|ich nehm die",
    "ich mache|für mich|für mich die|gut|ich ziehe|пожалуйста|номер|мой выбор|мой ответ",
    "действие|вариант|беру|я беру|возьму|я возьму|выбираю|я выбираю|хожу|я хожу|играю|я играю|делаю",
    "я делаю|тогда|давайте|пусть будет|хочу|я хочу|ладно|хорошо",
)
_AFTER: Final = _phrases(
    "please|pls|plz|thanks|thank you|thx|then|it is|for me|for me please|for now|cheers|ok",
    "bitte|danke|bitte sehr|bitte schön|danke schön|dann|für mich|gern|gerne|lg|vg|mfg",
    "пожалуйста|спасибо|тогда|прошу|пж|плиз",
)
_PERSONAL: Final = frozenset(
    """
    please pls plz thanks thank thx i i'll i'd no. nr. bitte danke ich nehme
    пожалуйста спасибо прошу я беру возьму выбираю хожу
    """.split()
)
"""Words of somebody who chooses. No piece of a mail of ours has one of them beside a choice."""
_REGRET: Final = _phrases(
    "no|nope|wait|sorry|oops|ups|correction|i mean|i meant|rather|or rather|make that|make it|actually",
    "better|instead|on second thoughts|on second thought|please ignore that|hm|hmm|no no|wait no|not that",
    "nein|halt|warte|moment|quatsch|doch|doch lieber|lieber|ach|ach nein|ich meine|ich meinte|korrektur",
    "entschuldigung|besser|stattdessen|vielmehr|ups|mist|nein doch",
    "нет|стоп|подождите|подожди|ой|точнее|вернее|лучше|я имел в виду|я имела в виду|извините|простите",
    "исправление|нет-нет|упс|вместо этого|поправка",
)


def undressed(line: str) -> str:
    """A line without the quotes, backticks, stars or brackets around all of it."""
    line = line.strip()
    for _ in range(_MOST_ROUNDS):
        bare = line.rstrip(_STOPS)
        if len(bare) < 3 or _PAIRS.get(bare[0]) != bare[-1]:
            return line
        line = bare[1:-1].strip()
    return line


def choice_in(line: str) -> str:
    """The rest of a line without the words around a choice; as much as there is."""
    if len(line) > _LONGEST:
        return line
    left = _SMILE.sub("", line).strip(_STOPS)
    for _ in range(_MOST_ROUNDS):
        shorter = undressed(_without_end(_without_beginning(left))).strip(_STOPS)
        if shorter == left:
            break
        left = shorter
    return left


def speaks_of_a_choice(line: str) -> bool:
    """Whether a line begins as if it named a choice: with a number, or with words that lead to one."""
    if len(line) > _LONGEST:
        return False
    left = undressed(line)
    return bool(_BEGINS_WITH_NUMBER.match(left)) or (
        _without_beginning(left) != left and re.search(r"\d", left) is not None
    )


def is_personal(line: str) -> bool:
    """Whether a line names a choice in words that only people use for it: `I take 3`, `3 please`, *3*."""
    if len(line) > _LONGEST or ":" in line:
        return False
    left = line.strip(_STOPS)
    starred = len(left) > 2 and left[0] == left[-1] == "*"
    words = left.casefold().replace("’", "'").replace(",", " ").split()
    said = starred or not _PERSONAL.isdisjoint((*words[:1], *words[-1:]))
    return said and choice_in(line) != line


def second_thought(line: str) -> str:
    """The correction of somebody who thinks again, such as `4` of "no wait, 4"; nothing, if they don't."""
    left = line if len(line) <= _LONGEST else ""
    for _ in range(_MOST_ROUNDS):
        shorter = _without_beginning(left, _REGRET)
        if shorter == left:
            break
        left = shorter
    return choice_in(left) if left != line else ""


def _without_beginning(line: str, phrases: tuple[str, ...] = _BEFORE) -> str:
    folded = line.casefold().replace("’", "'")
    for said in phrases:
        if folded.startswith(said) and len(folded) == len(line):
            rest = line[len(said) :]
            if rest[:1] in " \t:,." or (rest[:1].isdigit() and not said[-1].isalpha()):
                return rest.lstrip(_STOPS)
    return line


def _without_end(line: str) -> str:
    folded = line.casefold()
    for said in _AFTER:
        if folded.endswith(said) and len(folded) == len(line):
            rest = line[: -len(said)]
            if rest[-1:] in tuple(" \t,.!;–-"):
                return rest.rstrip(_STOPS)
    return line
