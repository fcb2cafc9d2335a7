"""Fields of letters, and what may stand in them.

A rule turns the value in a file into the value in a letter and back, or refuses it and says what
would do. The character classes are spelled out here instead of asking `unicodedata`, so that a
letter that was good once stays good on every Python.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from engine.errors import BadLetter
from engine.phrase import phrase, word
from engine.record.letters.flat_toml import Scalar, shown
from engine.record.letters.key import PublicKey


class Field(Protocol):
    """The rule of one field."""

    def read(self, name: str, value: object) -> object:
        """The letter's value for what the file holds."""

    def write(self, name: str, value: object) -> Scalar:
        """The form in the file of a letter's value."""


@dataclass(frozen=True, slots=True)
class Text:
    """A string of a certain form; `form` says it in words."""

    pattern: re.Pattern[str]
    longest: int
    form: str

    def read(self, name: str, value: object) -> str:
        """The string itself."""
        if not isinstance(value, str):
            raise wrong_type(name, word("text"), value)
        if len(value) > self.longest:
            raise BadLetter(
                "letter/too-long",
                "{name} has {length} characters, at most {most} are allowed",
                name=name,
                length=len(value),
                most=self.longest,
            )
        if self.pattern.fullmatch(value) is None:
            raise bad_value(name, value, self.form)
        return value

    write = read


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number within bounds."""

    low: int
    high: int

    def read(self, name: str, value: object) -> int:
        """The number itself."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise wrong_type(name, word("a whole number"), value)
        if not self.low <= value <= self.high:
            raise BadLetter(
                "letter/out-of-range",
                "{name} must be a whole number from {low} to {high}",
                name=name,
                low=self.low,
                high=self.high,
            )
        return value

    write = read


@dataclass(frozen=True, slots=True)
class Key:
    """A public key, written exactly as `PublicKey.line` writes it."""

    def read(self, name: str, value: object) -> PublicKey:
        """The key of this line."""
        if not isinstance(value, str):
            raise wrong_type(name, word("text"), value)
        key = PublicKey.from_line(value)
        if key.line != value:
            raise bad_value(name, value, key.line)
        return key

    def write(self, name: str, value: object) -> str:
        """The line of this key."""
        if not isinstance(value, PublicKey):
            raise wrong_type(name, word("a public key"), value)
        return value.line


def one_of(*words: str) -> Text:
    """One of a few fixed words."""
    return Text(
        re.compile("|".join(words)), max(map(len, words)), phrase("one of {words}", words=", ".join(words))
    )


def hexadecimal(digits: int) -> Text:
    """So many lower-case hexadecimal digits."""
    return Text(
        re.compile(f"[0-9a-f]{{{digits}}}"), digits, phrase("{digits} of the digits 0-9 a-f", digits=digits)
    )


def bad_value(name: str, value: str, form: str) -> BadLetter:
    """The refusal of a text that has not the form it should have."""
    return BadLetter(
        "letter/bad-value",
        "{name} is {sent}, but must be {form}",
        name=name,
        sent=shown(value),
        form=form,
    )


def wrong_type(name: str, wanted: str, value: object) -> BadLetter:
    """The refusal of a value of another type than the field's."""
    return BadLetter(
        "letter/wrong-type",
        "{name} is {sent}, but must be {wanted}",
        name=name,
        sent=shown(value),
        wanted=wanted,
    )


_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"

# Invisible, private or direction-changing characters, and all spaces but the plain one.
_NOT_IN_NAMES = (
    "\\x00-\\x20\\x7f-\\xa0\\xad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f"
    "\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ud800-\\uf8ff\\ufe00-\\ufe0f"
    "\\ufeff\\uffa0\\ufff0-\\uffff\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a"
    "\\U000e0000-\\U0010ffff"
)

SERVER = Text(
    re.compile(rf"{_LABEL}(?:\.{_LABEL})*"), 253, word("a host name in lower case, like pit.example.org")
)
GAME = Text(re.compile("[A-Za-z0-9][A-Za-z0-9_-]*"), 40, word("letters, digits, hyphens and underscores"))
PLY = Number(0, 1_000_000)
SEAT = Number(0, 3)
HASH = hexadecimal(64)
NONCE = hexadecimal(32)
ENTROPY = hexadecimal(64)
ACTION = Text(
    re.compile("[!-~]+(?: [!-~]+)*"), 2000, word("an action in the move language, with single spaces")
)
ORDERS = Text(
    re.compile("[!-~]+(?: [!-~]+)*"), 2000, word("standing orders in canonical form, with single spaces")
)
HANDLE = Text(
    re.compile("[A-Za-z][A-Za-z0-9_-]{1,23}"),
    24,
    word("a letter and 1 to 23 letters, digits, hyphens or underscores"),
)
NAME = Text(
    # A semicolon would end the command that sets the name.
    re.compile(f"[^;{_NOT_IN_NAMES}]+(?: [^;{_NOT_IN_NAMES}]+)*"),
    40,
    word("visible characters but semicolons, with single spaces between words"),
)
COMMANDS = Text(
    re.compile(f"[^{_NOT_IN_NAMES}]+(?: [^{_NOT_IN_NAMES}]+)*"),
    2000,
    word("mail commands in visible characters, with single spaces between words"),
)
REASON = Text(
    re.compile(f"[^{_NOT_IN_NAMES}]+(?: [^{_NOT_IN_NAMES}]+)*"),
    200,
    word("a reason in visible characters, with single spaces between words"),
)
_LINE = f"[^{_NOT_IN_NAMES}]+(?: [^{_NOT_IN_NAMES}]+)*"
PRESS = Text(
    re.compile(f"{_LINE}(?:\n{{1,2}}{_LINE})*"),
    2000,
    word("lines of visible characters, with single spaces between words and single blank lines at most"),
)
MAYBE_HANDLE = Text(
    re.compile(f"(?:{HANDLE.pattern.pattern})?"), HANDLE.longest, word("a handle, or nothing")
)
CODE = Text(re.compile("[A-Za-z0-9-]{8,64}"), 64, word("the 8 to 64 letters, digits and hyphens mailed"))
KEY = Key()
FINGERPRINT = Text(re.compile(r"(?:[0-9]{5} ){5}[0-9]{5}"), 35, word("six groups of five digits"))
"""Of a key, as `PublicKey.fingerprint` writes it."""
