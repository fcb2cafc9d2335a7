"""Turn and confirm codes: `GP-7K3M-Q9XW-2TRD`, twelve digits that a reply carries back.

The digits are those of Crockford's base 32, which has no I, L, O and U; these are read as 1, 1, 0
and nothing. Codes are quoted, wrapped and typed by hand, so small letters, lost or odd dashes,
spaces, quote marks and line breaks between the digits are all forgiven.
"""

from __future__ import annotations

import re

from engine.errors import BadRecord
from engine.mail.limits import MOST_BYTES
from engine.mail.visible import INVISIBLE

CONFIRM = "yes"
"""The word with which a client confirms, in whatever language it is asked."""
ENTROPY = 8
"""The bytes of entropy that a code takes; the last 60 bits are used."""

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_GROUPS = 3
_WIDTH = 4
_MOST = 16
_LONGEST = 40
_READ_AS = str.maketrans("ILO", "110")
_FULL_WIDTH = {code + 0xFEE0: chr(code) for code in range(0x21, 0x7F)}
_PLAIN = INVISIBLE | _FULL_WIDTH

# A line may have been broken anywhere, also inside of a group, and quoted then.
_BREAK = r"(?:[ \t]{0,20}\n[ \t>|]{0,20})?"
_BETWEEN = r"[\s>|*_.=‐-―−-]{0,20}"
_GROUP = _BREAK.join(["[0-9A-TV-Za-tv-z]"] * _WIDTH)
_GROUPED = "".join(f"{_BETWEEN}({_GROUP})" for _ in range(_GROUPS))
_CODE = re.compile(rf"(?<![0-9A-Za-z])[Gg]{_BREAK}[Pp]{_GROUPED}(?![0-9A-Za-z])")
_NOT_DIGITS = re.compile(r"[^0-9A-Z]")


def write_code(entropy: bytes) -> str:
    """The code that these bytes give."""
    number = int.from_bytes(entropy[:ENTROPY], "big")
    digits = [_DIGITS[number >> 5 * place & 31] for place in reversed(range(_GROUPS * _WIDTH))]
    return _written("".join(digits))


def find_codes(text: str) -> list[str]:
    """Every code in a text, quoted or not, as `write_code` writes it; each once, at most sixteen."""
    text = text[:MOST_BYTES]
    if not text.isascii():
        text = text.translate(_PLAIN)
    found: dict[str, None] = {}
    for match in _CODE.finditer(text):
        found[_written(_NOT_DIGITS.sub("", "".join(match.groups()).upper()).translate(_READ_AS))] = None
        if len(found) == _MOST:
            break
    return list(found)


def read_code(value: object) -> str:
    """A code as `write_code` writes it, and nothing around it; or BadRecord."""
    if not isinstance(value, str) or find_codes(value[:_LONGEST]) != [value]:
        raise BadRecord("code/form", "this is not a code of the form {form}", form="GP-7K3M-Q9XW-2TRD")
    return value


def confirming(code: str) -> str:
    """The plain words of a reply that says yes and carries a code back."""
    return f"{CONFIRM}\n\n> code: {code}\n"


def _written(digits: str) -> str:
    return "-".join(["GP", *(digits[at : at + _WIDTH] for at in range(0, len(digits), _WIDTH))])
