"""Whether a line says who wrote what is quoted below it, in whatever language.

Words are known for many languages, but what such lines have in common needs none: they say when, they name
the sender of the quoted mail, which is us, and they end in a colon, in the verb, or in our address.
"""

from __future__ import annotations

import re

from server.mail.replies.reply_words import ON, WROTE

MOST_LINES = 4
"""Over so many lines they are broken."""

_LONGEST = 400
_COLONS = (":", "：")
_NAME = "grubenpost"
"""As our mails' From says."""
_YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
_TIME = re.compile(r"(?<!\d)\d{1,2}[:.h]\d\d(?!\d)")
_DATE = re.compile(r"(?<!\d)\d{1,4}[-/.] ?\d{1,2}[-/.] ?\d{2,4}(?!\d)|\d[년年]")
_ENDS_IN_ADDRESS = re.compile(r"[<(\[][^\s<>@]{1,80}@[^\s<>@]{1,80}[>)\]]\W{0,3}$")
_INSIDE = re.compile(r"\s(?:On|Am|Le|El|Il|Op|Em|Den|Dne|Dňa|W dniu|Dnia|În|Στις|Vào|Pada)\s(?=\S)")
_LONGEST_BEFORE = 200
_DIRECTIONS = dict.fromkeys(map(ord, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
"""Stand in such lines where they are written from the right."""


def attribution(lines: list[str], at: int) -> tuple[int, str]:
    """Over how many lines it is said here who wrote what is quoted below, and what stands before it in them.

    No lines if it is not said here.
    """
    told: list[str] = []
    length = 0
    for line in lines[at : at + MOST_LINES]:
        if not line or line.startswith((">", "|")) or len(line) > _LONGEST:
            break
        told.append(line.translate(_DIRECTIONS))
        joined = " ".join(told).casefold()
        if _is_attribution(joined):
            length = len(told)
        if joined.endswith(_COLONS) or not _may_begin(told[0].casefold()):
            break
    if not length or _begins_later(told[:length]):
        return 0, ""
    return length, _before(" ".join(told[:length]))


def _is_attribution(line: str) -> bool:
    """Of a line in small letters."""
    wrote, who = WROTE.search(line), "@" in line or _NAME in line
    when = _says_when(line)
    if line.rstrip("*_ ").endswith(_COLONS):
        named = line[0] != "<" and _ENDS_IN_ADDRESS.search(line)
        return bool((wrote and (when or who)) or (when and who) or named)
    if not when:
        return False
    if wrote:
        rest = line[wrote.end() :].lstrip()
        # Some forget the colon, and some go on with the quoted text in the same line.
        return not rest or bool(ON.match(line) and (rest.startswith(":") or _ENDS_IN_ADDRESS.search(line)))
    return bool(_ENDS_IN_ADDRESS.search(line) and _TIME.search(line))


def _says_when(line: str) -> bool:
    return bool(_YEAR.search(line) or _TIME.search(line) or _DATE.search(line))


def _may_begin(line: str) -> bool:
    return bool(ON.match(line) or _says_when(line) or WROTE.search(line) or "@" in line or _NAME in line)


def _begins_later(told: list[str]) -> bool:
    """Whether the first of these lines is the sender's own, and the attribution stands below it."""
    first = told[0].casefold()
    dated = ON.match(first) or _YEAR.search(first)
    rests = (" ".join(told[start:]).casefold() for start in range(1, len(told)))
    return any(_is_attribution(rest) and (_says_when(rest) or not dated) for rest in rests)


def _before(line: str) -> str:
    """The sender's words in the same line."""
    if ON.match(line.casefold()):
        return ""
    found = _INSIDE.search(line, 0, _LONGEST_BEFORE)
    if found is None or not _is_attribution(line[found.start() :].strip().casefold()):
        return ""
    return line[: found.start()].strip()
