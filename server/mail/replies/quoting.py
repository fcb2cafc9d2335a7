"""The sender's own words in a reply, without all that their mail program added.

This is for plain commands only, and a guess: mail programs mark what they quote in their own ways.
Sealed letters and codes are found wherever they stand, so nothing depends on it but comfort. What
is left out:

- lines that begin with a quote mark, and the line above them that says who wrote what when;
- all that follows such a line where the quoted mail is not marked, a divider such as
  "-----Original Message-----", or a block of From, Sent, To and Subject;
- all from a line on that only we write;
- signatures, list footers, and what phones put under each mail.

Where it can't be known whether a line is the sender's, the line says so, and is never acted upon.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from engine.mail.limits import MOST_BYTES
from engine.mail.visible import INVISIBLE
from server.mail.replies.attribution import attribution
from server.mail.replies.overhang import MARKS, hanging_lines
from server.mail.replies.reply_words import FORWARDED, ROLES, SENT_FROM

_MOST_LINES = 200
_MOST_OWN = 20_000
"""So many letters of the sender's own are read."""
_MOST_HEADINGS = 50
"""So many mails in mails are passed over."""
_LONGEST_LINE = 4100
"""Nothing that is longer is a command."""
_SEEN = (
    INVISIBLE
    | dict.fromkeys(map(ord, "\u00a0\u202f"), " ")
    | dict.fromkeys(map(ord, "\x85\u2028\u2029"), "\n")
)

_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE_BELOW = "\n-----BEGIN PGP SIGNATURE-----"

_NAMED = re.compile(r"[^\W\d_]{1,12}(?=>+(?:\s|$))")
"""A mark with the name or the initials of whoever is quoted, as some programs write it."""

_RULES = "-–—_=─═"
_STARS = _RULES + "*"
_LEAST_RULE = 4
_LONG_RULE = 20
_BESIDE_WORDS = 3

_LABELLED = re.compile(r"\*{0,2}([^\s:：*][^:：*]{0,24}?)\s{0,2}\*{0,2}[:：]")
_LABELS = re.compile(r"(?<!\S)([^\W\d]{2,16}) ?[:：](?=\s)")
_LABELS_WITHIN = 1000
_BLOCK_LINES = 12
_BLOCK_ROLES = 3
_NEAR = 5


class OwnLine(NamedTuple):
    """A line of the sender's, the how manieth of the mail it is, and whether it surely is the sender's."""

    words: str
    number: int
    sure: bool = True


def _nobodys(line: str) -> bool:
    return False


def own_lines(text: str) -> list[str]:
    """The lines that the sender surely wrote, without blank ones and without the blanks around them."""
    return [line.words for line in sender_lines(text) if line.sure]


def sender_lines(
    text: str, is_ours: Callable[[str], bool] = _nobodys, is_personal: Callable[[str], bool] = _nobodys
) -> list[OwnLine]:
    """The lines that the sender wrote or may have written. `is_ours` tells lines that only we write, and
    `is_personal` such as we never do."""
    reader = _Reader(_lines(text), is_ours, is_personal)
    while reader.goes_on():
        reader.read_next()
    return reader.own


class _Reader:
    """Goes through the lines of a mail from the top."""

    def __init__(
        self, lines: list[str], is_ours: Callable[[str], bool], is_personal: Callable[[str], bool]
    ) -> None:
        self.lines = lines
        self.is_ours = is_ours
        self.hanging = hanging_lines(lines, is_personal)
        self.own: list[OwnLine] = []
        self.at = self.room = self.passed = 0
        self.in_doubt = False
        self.begins = True  # nothing of the quoted mail, if there is one here, was read yet

    def goes_on(self) -> bool:
        return self.at < len(self.lines) and len(self.own) < _MOST_LINES and self.room < _MOST_OWN

    def read_next(self) -> None:
        line = self.lines[self.at]
        if not line:
            self.at += 1
        elif line.startswith(MARKS):
            if self.begins and self.is_ours(line):
                self._end()
            self.begins = False
            self.at += 1
        elif self.at in self.hanging:
            self._keep(line, sure=False)
            self.at += 1
        elif SENT_FROM.fullmatch(line.casefold()):
            self._pass_advertisement()
        elif line == "--" or self.is_ours(line):
            self._end()
        elif length := _heading(self.lines, self.at):
            self._pass_heading(length, (">",))
        else:
            self._read_words(line)

    def _read_words(self, line: str) -> None:
        length, before = attribution(self.lines, self.at)
        words = before or ("" if length else line)
        if words:
            self._keep(words, sure=not self.in_doubt)
        if length:
            self._pass_heading(length, MARKS)
        else:
            self.begins = False
            self.at += 1

    def _keep(self, words: str, *, sure: bool) -> None:
        self.own.append(OwnLine(words[:_LONGEST_LINE], self.at, sure))
        self.room += len(self.own[-1].words)

    def _pass_heading(self, length: int, marks: tuple[str, ...]) -> None:
        """Pass the lines above a quoted mail; where that is not marked, nothing below it is the sender's."""
        self.at += length
        self.passed += 1
        self.begins = True
        if not self._next_line().startswith(marks) or self.passed > _MOST_HEADINGS:
            self._end()

    def _pass_advertisement(self) -> None:
        """A phone's. What stands below it without any header is what the phone quotes, if anything."""
        self.at += 1
        self.passed += 1
        if self.passed > _MOST_HEADINGS:
            self._end()
            return
        there = next((at for at in range(self.at, len(self.lines)) if self.lines[at]), len(self.lines))
        if there == len(self.lines) or self.lines[there].startswith(MARKS):
            return
        if _heading(self.lines, there) or attribution(self.lines, there)[0]:
            return
        if any(line.sure for line in self.own):
            self._end()
        self.in_doubt = True

    def _next_line(self) -> str:
        return next((line for line in self.lines[self.at : self.at + _NEAR] if line), "")

    def _end(self) -> None:
        self.at = len(self.lines)


def _lines(text: str) -> list[str]:
    text = text[:MOST_BYTES].replace("\r", "")
    if not text.isascii():
        text = text.translate(_SEEN)
    if _SIGNED in text:
        text = _unsigned(text)
    return [_line(line) for line in text.split("\n")]


def _line(raw: str) -> str:
    line = raw.strip()
    name = _NAMED.match(line)
    return line[name.end() :] if name else line


def _unsigned(text: str) -> str:
    """The text that OpenPGP signed: below its own few fields, with its dashes undone."""
    _, _, signed = text.partition(_SIGNED)[2].partition("\n\n")
    return signed.partition(_SIGNATURE_BELOW)[0].replace("\n- ", "\n")


def _heading(lines: list[str], at: int) -> int:
    """Over how many lines a divider, a header block or both stand here."""
    if not _is_divider(lines[at]):
        return _header_block(lines, at)
    below = next((n for n in range(at + 1, min(at + _NEAR, len(lines))) if lines[n]), len(lines))
    block = _header_block(lines, below) if below < len(lines) else 0
    return below + block - at if block else 1


def _is_divider(line: str) -> bool:
    inside = line.strip(_STARS)
    if not inside:
        return len(line) >= (_LONG_RULE if "*" in line else _LEAST_RULE)
    if line[0] in _STARS and line[-1] in _STARS:
        left = len(line) - len(line.lstrip(_STARS))
        least = _BESIDE_WORDS + ("*" in (line[0], line[-1]))
        return min(left, len(line) - len(inside) - left) >= least
    return line.rstrip(":").casefold() in FORWARDED


def _header_block(lines: list[str], at: int) -> int:
    """Over how many lines a block of From, Sent, To and Subject stands here."""
    if not _role(lines[at]):
        return 0
    if _is_whole(ROLES.get(label.casefold(), "") for label in _LABELS.findall(lines[at][:_LABELS_WITHIN])):
        return 1
    roles = [_role(line) for line in lines[at : at + _BLOCK_LINES]]
    return max(n for n, role in enumerate(roles, 1) if role) if _is_whole(roles) else 0


def _is_whole(roles: Iterable[str]) -> bool:
    told = set(roles) - {""}
    return "from" in told and len(told) >= _BLOCK_ROLES


def _role(line: str) -> str:
    """The field that a line like `Von: Anna` tells of a mail, or an empty text."""
    label = _LABELLED.match(line)
    return ROLES.get(label[1].casefold(), "") if label else ""
