"""Places in a record at which something is wrong: refusals that name the entry, the checkpoint or the
member.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import Final

from engine.errors import BadRecord, Refused
from engine.phrase import phrase, word
from engine.record.log import canonical

_MEMBER: Final = re.compile(rb'"([^"\\]{0,40})"')
_MOST_LINES: Final = 50_000
_CLOSING: Final = (b"}", b"]", b"],")
_IN_TEXT: Final = ("archive/not-json", "archive/not-canonical")


def at_entry(seq: int, error: Refused) -> BadRecord:
    """A refusal that came up in an entry."""
    return BadRecord(error.code, "entry {entry}: {why}", **{**error.facts, "entry": seq, "why": error})


def at_checkpoint(number: int, error: Refused) -> BadRecord:
    """A refusal that came up in a checkpoint; the first is 0."""
    facts = {**error.facts, "checkpoint": number, "why": error}
    return BadRecord(error.code, "checkpoint {checkpoint}: {why}", **facts)


def at_member(member: str, error: Refused) -> BadRecord:
    """A refusal that came up in a member of an archive, or in something inside it."""
    return BadRecord(error.code, "{member}: {why}", **{**error.facts, "member": member, "why": error})


def at_text(data: bytes, error: BadRecord, members: Collection[str]) -> BadRecord:
    """A refusal of an archive's text, at the place in the text that is at fault.

    The first line that does not fit is at fault, wherever the text then ceases to be JSON or canonical.
    `members` are those that an archive can have.
    """
    if error.code not in _IN_TEXT:
        return error
    lines = data.split(b"\n", _MOST_LINES)
    number = next((n for n in range(len(lines)) if not _fits(lines, n, members)), None)
    if number is None:
        line_of_error = error.facts.get("line")
        number = line_of_error - 1 if isinstance(line_of_error, int) else 0
    return _at_line(lines, number, error)


def _fits(lines: list[bytes], number: int, members: Collection[str]) -> bool:
    """Whether a line is one that a canonical archive can have at its place.

    Lines are judged one after the other up to the first that does not fit. Until then no string goes
    beyond its line, so that nothing here is nested deeper than `canonical.loads` has allowed.
    """
    line, below = lines[number], lines[number + 1] if number + 1 < len(lines) else None
    if number == 0 or below is None:
        return line == (b"" if below is None else b"{")
    ends = below in _CLOSING or (below == b"" and number + 2 == len(lines))
    body = line.removesuffix(b",")
    found = _MEMBER.match(line)
    if found and not (line.startswith(b":", found.end()) and _name(found) in members):
        return False
    value = body[found.end() + 1 :] if found else body
    if found and value == b"[":
        return True
    return (line == body) == ends and (value in (b"]", b"}") or _is_canonical(value))


def _name(found: re.Match[bytes]) -> str:
    """A member's name, as it may be shown."""
    return ascii(found[1].decode("utf-8", "replace"))[1:-1]


def _is_canonical(text: bytes) -> bool:
    try:
        # A number of many digits is cut, so that it takes no time; it does not fit then.
        return canonical.line(json.loads(text, parse_int=lambda digits: int(digits[:20]))) == text
    except (ValueError, RecursionError):
        return False


def _at_line(lines: list[bytes], number: int, error: BadRecord) -> BadRecord:
    """A refusal at a line: in a member, in an item of one, or in what can't be read after one."""
    last, opened = "", None
    for above, line in enumerate(lines[:number]):
        found = _MEMBER.match(line)
        if found:
            last, opened = _name(found), above if line.endswith(b":[") else None
        elif line in _CLOSING:
            opened = None
    if opened is not None:
        item = number - opened - 1
        return at_entry(item, error) if last == "log" else at_member(f"{last}, item {item}", error)
    found = _MEMBER.match(lines[number]) if number < len(lines) else None
    if found:
        return at_member(_name(found), error)
    return at_member(phrase("after {member}", member=last) if last else word("the beginning"), error)
