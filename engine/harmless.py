"""Foreign text made harmless: for a terminal, for a line of JSON, and for the processor.

A terminal obeys what it is shown: escape sequences move its cursor, change its title, write into its
clipboard; other characters turn the direction of writing, hide words, or pile up marks. Names, mails, the
answers of mail servers and files of strangers may hold any of them, so everything goes through here before
it is shown. Letters of every language stay, and so do emoji, though joined ones come apart.
"""

from __future__ import annotations

import json
import re
import unicodedata

MOST_MARKS = 4
"""So many accents may stand on one letter; no language needs more."""
MOST_MARKS_TO_ORDER = 30
"""As many as Unicode's stream-safe text has in a row. Bringing n of them into order takes n² steps."""

_PLAIN = re.compile(r"[\n -~]*")
_UNSEEN = "·"
_JOINED = frozenset("\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f")
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))


class _Signs(dict[int, str]):
    """The sign to show for a character, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        self[code] = _shown(chr(code))
        return self[code]


def _shown(sign: str) -> str:
    if sign in _JOINED or sign in _SELECTORS:
        return ""
    if sign in _BLANK:
        return " "
    match unicodedata.category(sign):
        case "Cf":  # directions, joiners, tags: nobody sees them
            return ""
        case "Cc" | "Cs" | "Co" | "Cn":
            return sign if sign == "\n" else _UNSEEN
        case "Zs" | "Zl" | "Zp":
            return " "
    return sign


_SIGNS = _Signs()


def harmless(text: str) -> str:
    """The text with nothing in it that acts on a terminal; its lines stay."""
    if _PLAIN.fullmatch(text):
        return text
    lines = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs().translate(_SIGNS)
    return lines if lines.isascii() else _with_few_marks(lines)


def harmless_line(text: str) -> str:
    """The same in one line, so that nothing in it can pass for a line of ours."""
    return " ".join(harmless(text).split())


def _with_few_marks(text: str) -> str:
    kept: list[str] = []
    marks = MOST_MARKS  # none at the beginning of a line, where it would stand on something of ours
    for sign in text:
        if sign < "\u0300" or unicodedata.category(sign) not in ("Mn", "Me"):
            marks = MOST_MARKS if sign == "\n" else 0
        else:
            marks += 1
        if marks <= MOST_MARKS:
            kept.append(sign)
    return "".join(kept)


def json_line(facts: object) -> str:
    """The facts as JSON in one line, in which whatever is not plain to see is escaped."""
    written = json.dumps(facts, ensure_ascii=False)
    if _PLAIN.fullmatch(written):
        return written
    return "".join(sign if sign < "\x7f" or _stays(sign) else json.dumps(sign)[1:-1] for sign in written)


def _stays(sign: str) -> bool:
    return _SIGNS[ord(sign)] == sign and unicodedata.category(sign) not in ("Mn", "Me")


def normal_form(text: str) -> str:
    """The normal form NFKC, in time that grows with the text and no faster, whatever is in it."""
    if text.isascii():
        return text
    kept: list[str] = []
    marks = 0
    for sign in text:
        marks = marks + 1 if sign > "\x7f" and _is_mark(sign) else 0
        if marks <= MOST_MARKS_TO_ORDER:
            kept.append(sign)
    return unicodedata.normalize("NFKC", "".join(kept))


def _is_mark(sign: str) -> bool:
    """Whether it is put into order with the marks beside it: some are only when they are taken apart."""
    return (
        unicodedata.combining(sign) > 0 or unicodedata.combining(unicodedata.normalize("NFKD", sign)[0]) > 0
    )
