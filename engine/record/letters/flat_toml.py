"""Flat TOML: the lines that letters and key files are made of.

    name = "text"
    name = 17
    [table]
    name = "text"

Every such text is valid TOML and means the same to any TOML reader, but it is a small part of TOML:
one form for a string, one for a whole number, no comments, blank lines, nesting or dates. A letter
therefore looks the same from every client, can be read in another language with one regular
expression, and gives a hostile sender nothing to nest or to blow up. Reading is linear in time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.errors import BadLetter

MAX_BYTES = 16 * 1024

Scalar = str | int
Table = dict[str, Scalar]
Value = Scalar | Table

_NAME = r"[a-z][a-z0-9_]{0,31}"
_PLAIN = r"[ !#-\[\]-~]*"
_ESCAPE = r'\\(?:["\\]|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})'
_LINE = re.compile(rf'({_NAME}) = (?:(0|[1-9][0-9]{{0,15}})|"({_PLAIN}(?:{_ESCAPE}{_PLAIN})*)")')
_HEADING = re.compile(rf"\[({_NAME})\]")
_ESCAPED = re.compile(_ESCAPE)
_TO_ESCAPE = re.compile(r'["\\]|[^ -~]')
_LARGEST = 10**16 - 1
_LAST_BMP = 0xFFFF
_LAST_CHARACTER = 0x10FFFF


def read_flat(payload: bytes) -> dict[str, Value]:
    """The values of a flat text, tables as dicts; anything that is not flat TOML is refused."""
    values: dict[str, Value] = {}
    here: dict[str, Value] | Table = values
    for number, line in enumerate(_lines(payload), start=1):
        match = _LINE.fullmatch(line)
        if match is None:
            here = _open_table(values, number, line)
            continue
        name, digits, text = match.groups()
        if name in here:
            raise _twice(number, name)
        if text is None:
            here[name] = int(digits)
        else:
            here[name] = _unescape(text, number) if "\\" in text else text
    return values


def write_flat(values: Mapping[str, Scalar | Mapping[str, Scalar]]) -> bytes:
    """The text of these values: plain values in the given order, then the tables."""
    lines: list[str] = []
    tables: list[str] = []
    for name, value in values.items():
        if isinstance(value, Mapping):
            tables += [f"[{name}]", *(_written(inner, one) for inner, one in value.items())]
        else:
            lines.append(_written(name, value))
    return "\n".join([*lines, *tables, ""]).encode("ascii")


def shown(value: object, longest: int = 40) -> str:
    """A foreign text as printable ASCII, short enough to repeat in a refusal."""
    text = ascii(value[: longest + 1] if isinstance(value, str) else value)
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def _lines(payload: bytes) -> list[str]:
    if len(payload) > MAX_BYTES:
        raise BadLetter(
            "letter/too-long",
            "the text has {size} bytes, at most {most} are read",
            size=len(payload),
            most=MAX_BYTES,
        )
    try:
        lines = payload.decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        raise BadLetter(
            "letter/not-ascii",
            "byte {position} is not ASCII: write other characters as \\uXXXX",
            position=error.start,
        ) from None
    if lines.pop():
        raise BadLetter("letter/cut", "the last line has no line end: the text was cut off")
    return lines


def _open_table(values: dict[str, Value], number: int, line: str) -> Table:
    match = _HEADING.fullmatch(line)
    if match is None:
        raise BadLetter(
            "letter/line",
            'line {line} is {sent}, not name = "text", name = number or [table]',
            line=number,
            sent=shown(line),
        )
    name = match[1]
    if name in values:
        raise _twice(number, name)
    table: Table = {}
    values[name] = table
    return table


def _twice(number: int, name: str) -> BadLetter:
    return BadLetter("letter/twice", "line {line} names {name} again", line=number, name=name)


def _unescape(text: str, number: int) -> str:
    def character(match: re.Match[str]) -> str:
        escape = match[0]
        if escape[1] in '"\\':
            return escape[1]
        code = int(escape[2:], 16)
        if code > _LAST_CHARACTER or _is_surrogate(code):
            raise BadLetter(
                "letter/no-character",
                "line {line}: {escape} is not a character",
                line=number,
                escape=escape,
            )
        return chr(code)

    return _ESCAPED.sub(character, text)


def _written(name: str, value: Scalar) -> str:
    if isinstance(value, str):
        return f'{name} = "{_TO_ESCAPE.sub(_escape, value)}"'
    if not 0 <= value <= _LARGEST:
        raise BadLetter(
            "letter/out-of-range",
            "{name} must be a whole number from {low} to {high}",
            name=name,
            low=0,
            high=_LARGEST,
        )
    return f"{name} = {value:d}"


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    if character in '"\\':
        return f"\\{character}"
    code = ord(character)
    if _is_surrogate(code):
        raise BadLetter("letter/no-character", "{code:#x} is not a character", code=code)
    return f"\\u{code:04x}" if code <= _LAST_BMP else f"\\U{code:08x}"


def _is_surrogate(code: int) -> bool:
    return 0xD800 <= code <= 0xDFFF
