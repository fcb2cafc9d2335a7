"""The header of a mail or part: its fields by name, and the little structure inside of them.

Fields are unfolded and nothing else. Encoded words in them stay as they came, so that no decoded
text can pass for an address or a field; `in_words` reads them, for people.
"""

from __future__ import annotations

import binascii
import re
from urllib.parse import quote, unquote, unquote_to_bytes

from engine.mail.charsets import read_text
from engine.mail.limits import LONGEST_FIELD, MOST_HEADER, too_much_header
from engine.mail.transfer import from_base64
from engine.mail.visible import one_line

# A header ends at the first line that can't belong to it, with or without an empty one between.
_BLOCK = re.compile(rb"(?:From [^\n]*+\n)?+((?:(?:[!-9;-~]++[ \t]*+:|[ \t])[^\n]*+(?:\n|\Z))*+)\n?+")
_FIELD = re.compile(r"^([!-9;-~]++)[ \t]*+:([^\n]*+(?:\n[ \t][^\n]*+)*+)", re.MULTILINE)

_TOKEN = r"[^\x00-\x20()<>@,;:\\\"/\[\]?=\x7f-\U0010ffff]+"
_PARAMETER = re.compile(rf';\s*({_TOKEN})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))')
_ESCAPED = re.compile(r"\\(.)")

_MOST_PIECES = 20
_NOT_ESCAPED = "'!#$&+^`{|}~"

_ENCODED_WORD = re.compile(r"=\?([^?*\s]{1,40})(?:\*[^?\s]{0,40})?\?([BbQq])\?([^?\s]*)\?=")
_BETWEEN_WORDS = re.compile(r"(?<=\?=)[ \t]+(?==\?)")


class Header:
    """The fields of one header. Names are asked for in lower case."""

    __slots__ = ("_fields",)

    def __init__(self, block: str = "") -> None:
        self._fields: dict[str, list[str]] = {}
        for name, value in _FIELD.findall(block):
            self._fields.setdefault(name.lower(), []).append(value.replace("\n", "").strip())

    @property
    def names(self) -> frozenset[str]:
        """The names of all fields that are there."""
        return frozenset(self._fields)

    def every(self, name: str) -> list[str]:
        """All fields of this name, topmost first."""
        return self._fields.get(name, [])

    def first(self, name: str) -> str:
        """The topmost field of this name, or an empty text."""
        found = self._fields.get(name)
        return found[0] if found else ""

    def only(self, name: str) -> str:
        """The field of this name, or an empty text if there is none or more than one."""
        found = self.every(name)
        return found[0] if len(found) == 1 else ""


def split_header(raw: bytes, most: int = MOST_HEADER) -> tuple[Header, bytes]:
    """The header that the bytes begin with, and what follows it. Lines end in LF here."""
    block = _BLOCK.match(raw)
    if block is None:
        return Header(), raw
    if block.end() > most:
        raise too_much_header()
    return Header(_decoded(block[1])), raw[block.end() :]


def _decoded(block: bytes) -> str:
    try:
        return block.decode("utf-8")
    except UnicodeDecodeError:
        return block.decode("latin-1")


def token_of(value: str) -> str:
    """The first word of a field such as Content-Type, in lower case, without its parameters."""
    return value[:LONGEST_FIELD].partition(";")[0].strip().lower()


def parameters_of(value: str) -> dict[str, str]:
    """The parameters of a field; of one that is there twice, the first."""
    found: dict[str, str] = {}
    for name, quoted, plain in _PARAMETER.findall(value[:LONGEST_FIELD]):
        found.setdefault(name.lower(), _ESCAPED.sub(r"\1", quoted) if quoted else plain.strip('"'))
    return found


def parameter(parameters: dict[str, str], name: str) -> str:
    """A parameter in whichever way it was written: as it is, or in the pieces and escapes of RFC 2231."""
    if whole := parameters.get(name) or _unescaped(parameters.get(f"{name}*", "")):
        return whole
    pieces = []
    for number in range(_MOST_PIECES):
        plain, escaped = f"{name}*{number}", f"{name}*{number}*"
        if plain not in parameters and escaped not in parameters:
            break
        pieces.append(parameters.get(escaped) or quote(parameters.get(plain, ""), safe=_NOT_ESCAPED))
    return _unescaped("".join(pieces))


def _unescaped(value: str) -> str:
    """`utf-8'en'r%C3%A9sum%C3%A9.txt` as it was meant. What names no charset is UTF-8."""
    charset, mark, rest = value.partition("'")
    _, marked, text = rest.partition("'")
    return read_text(unquote_to_bytes(text), charset) if mark and marked else unquote(value)


def in_words(value: str) -> str:
    """The field as a person reads it, in one short line. Never to be put into another header."""
    joined = _BETWEEN_WORDS.sub("", value[:LONGEST_FIELD])
    return one_line(_ENCODED_WORD.sub(_decoded_word, joined))


def _decoded_word(word: re.Match[str]) -> str:
    charset, encoding, text = word.groups()
    raw = text.encode("utf-8", "replace")
    content = from_base64(raw) if encoding in "Bb" else binascii.a2b_qp(raw, header=True)
    return read_text(content, charset)
