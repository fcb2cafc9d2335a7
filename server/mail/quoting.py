"""What somebody wrote themselves in a reply, without what their mail program added.

This is for plain commands only, and a guess: mail programs mark what they quote in their own ways.
Sealed letters and codes are found wherever they stand, so nothing depends on it but comfort. What
is left out:

- lines that begin with a quote mark, and the line above them that says who wrote what when;
- all that follows such a line where the quoted mail is not marked, a divider such as
  "-----Original Message-----", or a block of From, Sent, To and Subject;
- signatures, list footers, and what phones put under each mail.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.mail.limits import MOST_BYTES
from engine.mail.visible import INVISIBLE
from server.mail.reply_words import FORWARDED, ON, ROLES, SENT_FROM, WROTE

_MOST_LINES = 200
_MOST_OWN = 20_000
"""So many letters of the sender's own are read."""
_LONGEST_LINE = 4100
"""Nothing that is longer is a command."""
_SEEN = (
    INVISIBLE
    | dict.fromkeys(map(ord, "\u00a0\u202f"), " ")
    | dict.fromkeys(map(ord, "\x85\u2028\u2029"), "\n")
)

_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE_BELOW = "\n-----BEGIN PGP SIGNATURE-----"

_QUOTED = (">", "|")
_RULES = "-–—_=*"
_LONG_RULE = 20
_SHORT_RULE = 4

_LONGEST_ATTRIBUTION = 400
_MOST_ATTRIBUTION_LINES = 4
_WHEN = re.compile(r"(?<!\d)(?:20\d\d|\d{1,2}[:.]\d\d)(?!\d)")
_YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
_ENDS_IN_ADDRESS = re.compile(r"@[^\s<>@]+>\s*[:：]$")

_LABELLED = re.compile(r"\*{0,2}([^\s:：*][^:：*]{0,24}?)\s{0,2}\*{0,2}[:：]")
_BLOCK_LINES = 12
_BLOCK_ROLES = 3


class Line(NamedTuple):
    """A line that the sender wrote, and the how manieth of the mail it is."""

    words: str
    number: int


def own_lines(text: str) -> list[str]:
    """The lines that the sender wrote, without blank ones and without the blanks around them."""
    return [line.words for line in sender_lines(text)]


def sender_lines(text: str) -> list[Line]:
    """The same, each with its place."""
    lines = _lines(text)
    own: list[Line] = []
    at = room = 0
    while at < len(lines) and len(own) < _MOST_LINES and room < _MOST_OWN:
        line = lines[at]
        if not line or line.startswith(_QUOTED) or SENT_FROM.fullmatch(line.casefold()):
            at += 1
        elif _ends_it(lines, at):
            break
        elif length := _attribution(lines, at):
            at += length
            if not _is_quoted(lines, at):
                break
        else:
            own.append(Line(line[:_LONGEST_LINE], at))
            room += len(own[-1].words)
            at += 1
    return own


def _lines(text: str) -> list[str]:
    text = text[:MOST_BYTES].replace("\r", "")
    if not text.isascii():
        text = text.translate(_SEEN)
    if _SIGNED in text:
        text = _unsigned(text)
    return [line.strip() for line in text.split("\n")]


def _unsigned(text: str) -> str:
    """What stands in a text that OpenPGP signed: below its own few fields, with its dashes undone."""
    _, _, signed = text.partition(_SIGNED)[2].partition("\n\n")
    return signed.partition(_SIGNATURE_BELOW)[0].replace("\n- ", "\n")


def _ends_it(lines: list[str], at: int) -> bool:
    """Whether nothing from this line on is the sender's own."""
    line = lines[at]
    return line == "--" or _is_divider(line) or _is_header_block(lines, at)


def _is_divider(line: str) -> bool:
    inside = line.strip(_RULES)
    if not inside:
        return len(line) >= _LONG_RULE
    if line[0] in _RULES and line[-1] in _RULES:
        left = len(line) - len(line.lstrip(_RULES))
        return min(left, len(line) - len(inside) - left) >= _SHORT_RULE
    return line.rstrip(":").casefold() in FORWARDED


def _is_header_block(lines: list[str], at: int) -> bool:
    if not _role(lines[at]):
        return False
    roles = {_role(line) for line in lines[at : at + _BLOCK_LINES]} - {""}
    return "from" in roles and len(roles) >= _BLOCK_ROLES


def _role(line: str) -> str:
    """What a line like `Von: Anna` tells about a mail, or an empty text."""
    label = _LABELLED.match(line)
    return ROLES.get(label[1].casefold(), "") if label else ""


def _attribution(lines: list[str], at: int) -> int:
    """Over how many lines it is said here who wrote what is quoted below; 0 if it is not."""
    told: list[str] = []
    for line in lines[at : at + _MOST_ATTRIBUTION_LINES]:
        if not line or line.startswith(_QUOTED) or len(line) > _LONGEST_ATTRIBUTION:
            return 0
        told.append(line.casefold())
        if _is_attribution(" ".join(told)):
            return 0 if _begins_later(told) else len(told)
        if not (ON.match(told[0]) or _WHEN.search(told[0]) or WROTE.search(told[0])):
            return 0
    return 0


def _is_attribution(line: str) -> bool:
    wrote = WROTE.search(line)
    when = _WHEN.search(line)
    if line.endswith((":", "：")):
        return bool((wrote and (when or "@" in line)) or (when and _ENDS_IN_ADDRESS.search(line)))
    # Some go on with the quoted text in the same line.
    return bool(wrote and when and ON.match(line) and line[wrote.end() :].lstrip().startswith(":"))


def _begins_later(told: list[str]) -> bool:
    """Whether the first of these lines is the sender's own, and the attribution stands below it."""
    dated = ON.match(told[0]) or _YEAR.search(told[0])
    rests = (" ".join(told[start:]) for start in range(1, len(told)))
    return any(_is_attribution(rest) and (_WHEN.search(rest) or not dated) for rest in rests)


def _is_quoted(lines: list[str], at: int) -> bool:
    """Whether the next line that says anything is marked as quoted."""
    return next((line.startswith(_QUOTED) for line in lines[at : at + 5] if line), False)
