"""Reads a gettext catalogue in its source form, so that none has to be compiled before it is used."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from gettext import c2py
from typing import Final

_PLURAL: Final = "Plural-Forms:"
_ONE_OR_MANY: Final = "nplurals=2; plural=n != 1;"

Message = dict[str, str]
"""The strings of one message by their keywords, such as `msgid` and `msgstr[1]`."""


@dataclass(frozen=True)
class Catalogue:
    """A catalogue: one language's text for each English one."""

    headers: str
    texts: dict[tuple[str, str], tuple[str, ...]]
    """By context and English text; several where the language counts differently."""
    form_of: Callable[[int], int]
    """The form, of several, that a number takes."""


def read_po(text: str) -> Catalogue:
    """A catalogue. What is not translated, or marked as doubtful, is left out."""
    headers = ""
    texts: dict[tuple[str, str], tuple[str, ...]] = {}
    for message in _messages(text):
        said = tuple(value for key, value in sorted(message.items()) if key.startswith("msgstr"))
        if message["msgid"] == "" and "msgctxt" not in message:
            headers = said[0]
        elif said and all(said):
            texts[message.get("msgctxt", ""), message["msgid"]] = said
    return Catalogue(headers, texts, c2py(_plural_rule(headers)))


def _plural_rule(headers: str) -> str:
    """The rule as C writes it: `n != 1`."""
    lines = [line for line in headers.split("\n") if line.startswith(_PLURAL)] or [_PLURAL + _ONE_OR_MANY]
    return lines[0].partition("plural=")[2].strip().rstrip(";")


def _messages(text: str) -> Iterator[Message]:
    for block in text.replace("\r\n", "\n").split("\n\n"):
        lines = [line for line in block.split("\n") if line]
        doubtful = any(line.startswith("#,") and "fuzzy" in line for line in lines)
        message = _message([line for line in lines if not line.startswith("#")])
        if message and (not doubtful or message["msgid"] == ""):
            yield message


def _message(lines: list[str]) -> Message:
    message: Message = {}
    key = ""
    for line in lines:
        word, _, string = line.partition(" ")
        if line.startswith('"'):
            string = line
        else:
            key = word
            message[key] = ""
        message[key] += json.loads(string)
    return message
