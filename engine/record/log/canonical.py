"""Canonical JSON: exactly one byte sequence for one content.

What can be written: objects, arrays, strings, whole numbers from -(2**53 - 1) to 2**53 - 1 (so that
every language reads them exactly), true, false and null. Keys are ASCII. Strings hold any text
without lone surrogates, and are never normalised. No fractions, no duplicate keys.

The bytes are those of RFC 8785 (UTF-8, keys sorted, no spaces, only quotes, backslashes and control
characters escaped), with line breaks at fixed places so that people can read and compare archives:
around every member of the outermost object, around every item of an array directly inside it whose
first item is an object (so a log has one entry a line), and one at the end. A string never holds a
bare line break, so the same bytes without line breaks are RFC 8785. In JavaScript, all of it:

    const flat = v =>
      Array.isArray(v) ? "[" + v.map(flat).join(",") + "]" :
      v === null || typeof v !== "object" ? JSON.stringify(v) :
      "{" + Object.keys(v).sort().map(k => JSON.stringify(k) + ":" + flat(v[k])).join(",") + "}";
    const isObject = v => v !== null && typeof v === "object" && !Array.isArray(v);
    const lines = (open, parts, close) =>
      parts.length ? open + "\\n" + parts.join(",\\n") + "\\n" + close : open + close;
    const member = v =>
      Array.isArray(v) && isObject(v[0]) ? lines("[", v.map(flat), "]") : flat(v);
    const dumps = v => (isObject(v) ? lines("{", Object.keys(v).sort().map(
      k => JSON.stringify(k) + ":" + member(v[k])), "}") : flat(v)) + "\\n";
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn, TypeAlias

from engine.errors import BadRecord

Value: TypeAlias = "str | int | bool | list[Value] | dict[str, Value] | None"

MAX_BYTES = 4 * 1024 * 1024
MAX_DEPTH = 32
MAX_NUMBER = 2**53 - 1

_SHOWN = 80

_flat = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":")
).encode

_PLAIN = frozenset({str, bool, type(None)})
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def dumps(value: Value) -> bytes:
    """The one way to write this content."""
    _check(value, 0)
    return dumps_unchecked(value)


def dumps_unchecked(value: Value) -> bytes:
    """The same for content that has a canonical form, say because all of it stands in a log."""
    data = _utf8(_laid_out(value))
    if len(data) > MAX_BYTES:
        raise _too_large(len(data))
    return data


def line(value: Value) -> bytes:
    """The content as one line without a line break: RFC 8785. This is what is hashed."""
    _check(value, 0)
    return line_unchecked(value)


def line_unchecked(value: Value) -> bytes:
    """The same for content that has a canonical form, say because `loads` gave it."""
    return _utf8(_flat(value))


def loads(data: bytes) -> Value:
    """Read what `dumps` wrote, and refuse every other byte sequence."""
    if len(data) > MAX_BYTES:
        raise _too_large(len(data))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord("archive/not-json", "byte {byte} is not UTF-8 text", byte=error.start + 1) from None
    _check_depth(data)
    value = _parse(text)
    if text != (canonical := _laid_out(value)):
        raise _differing(data, canonical.encode("utf-8", "surrogatepass"))
    return value


def _parse(text: str) -> Value:
    try:
        value: Value = json.loads(
            text,
            object_hook=_with_good_keys,
            parse_int=_whole_number,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        raise BadRecord(
            "archive/not-json",
            "line {line}, column {column} is not JSON",
            line=error.lineno,
            column=error.colno,
        ) from None
    return value


def _check_depth(data: bytes) -> None:
    """Refuse deep nesting before anything recursive sees it, on any stack and any Python."""
    without_escapes = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    outside_strings = b"".join(without_escapes.split(b'"')[::2])
    depth = 0
    for bracket in outside_strings.translate(None, _NOT_BRACKETS):
        if bracket in b"[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise _too_deep()
        else:
            depth -= 1


def _check(value: object, depth: int) -> None:
    """Refuse what has no canonical form."""
    if isinstance(value, (dict, list)):
        if depth == MAX_DEPTH:
            raise _too_deep()
        if isinstance(value, dict):
            _check_keys(value)
        for part in value.values() if isinstance(value, dict) else value:
            if type(part) not in _PLAIN:
                _check(part, depth + 1)
    elif isinstance(value, int):
        if not -MAX_NUMBER <= value <= MAX_NUMBER:
            _no_number(hex(value))
    elif value is not None and not isinstance(value, str):
        raise BadRecord(
            "archive/not-json", "a value of kind {kind} can't be written", kind=type(value).__name__
        )


def _with_good_keys(members: dict[str, Any]) -> dict[str, Any]:
    if not "".join(members).isascii():
        _check_keys(members)
    return members


def _check_keys(members: Mapping[Any, object]) -> None:
    for key in members:
        if not isinstance(key, str) or not key.isascii():
            raise BadRecord("archive/not-canonical", "the key {key} is not ASCII", key=_shown(key))


def _whole_number(digits: str) -> int:
    """Judge the length first: reading a very long number is slow, or refused by Python itself."""
    if len(digits) > len(str(-MAX_NUMBER)) or not -MAX_NUMBER <= (number := int(digits)) <= MAX_NUMBER:
        _no_number(digits)
    return number


def _no_number(text: str) -> NoReturn:
    raise BadRecord(
        "archive/not-canonical",
        "the number {number} is not a whole one of at most 2**53 - 1",
        number=_shown(text),
    )


def _laid_out(value: Value) -> str:
    if isinstance(value, dict):
        members = [f"{_flat(key)}:{_member(value[key])}" for key in sorted(value)]
        text = _lines("{", members, "}")
    else:
        text = _flat(value)
    return text + "\n"


def _utf8(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise BadRecord(
            "archive/not-canonical", "half a character (a lone surrogate) can't be written"
        ) from None


def _member(value: Value) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return _lines("[", [_flat(item) for item in value], "]")
    return _flat(value)


def _lines(opening: str, parts: list[str], closing: str) -> str:
    if not parts:
        return opening + closing
    return opening + "\n" + ",\n".join(parts) + "\n" + closing


def _differing(data: bytes, canonical: bytes) -> BadRecord:
    shorter = min(len(data), len(canonical))
    pairs = enumerate(zip(data, canonical, strict=False))
    place = next((at for at, (found, wanted) in pairs if found != wanted), shorter)
    return BadRecord(
        "archive/not-canonical",
        "line {line} differs at byte {byte} from the one canonical way to write its content",
        line=data.count(b"\n", 0, place) + 1,
        byte=place - data.rfind(b"\n", 0, place),
    )


def _too_large(size: int) -> BadRecord:
    return BadRecord("archive/too-large", "{bytes} bytes are more than {most}", bytes=size, most=MAX_BYTES)


def _too_deep() -> BadRecord:
    return BadRecord("archive/too-deep", "brackets are nested more than {most} deep", most=MAX_DEPTH)


def _shown(foreign: object) -> str:
    return ascii(foreign)[:_SHOWN]
