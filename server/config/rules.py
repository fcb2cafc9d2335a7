"""Rules for values in the configuration. A rule says in words what it takes, and shows nothing that may be
secret."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Protocol

from engine.clock.notation import parse as parse_pace
from engine.errors import Refused
from engine.mail.addresses import plain_address
from engine.record.letters.fields import SERVER
from engine.tongue import LANGUAGES


class Rule(Protocol):
    """The rule of a key."""

    @property
    def form(self) -> str:
        """The form that would do, in words."""

    def fits(self, value: object) -> bool:
        """Whether the value may stand there."""

    def show(self, value: object) -> str:
        """The value as it may be repeated in an error."""


LONGEST_SHOWN: Final = 60


def shown(value: object) -> str:
    """A value as the host wrote it, more or less, and short."""
    if isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, str):
        text = f'"{value}"' if value.isprintable() else ascii(value)
    elif isinstance(value, dict | list):
        text = "a table" if isinstance(value, dict) else "a list"
    else:
        text = str(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


@dataclass(frozen=True)
class TextRule:
    """A text of a certain form; `optional` allows the empty one."""

    form: str
    pattern: str = r"[^\x00-\x1f\x7f]+"
    optional: bool = False
    secret: bool = False

    def fits(self, value: object) -> bool:
        if not isinstance(value, str):
            return False
        return (self.optional and not value) or re.fullmatch(self.pattern, value) is not None

    def show(self, value: object) -> str:
        return "something else" if self.secret else shown(value)


@dataclass(frozen=True)
class NumberRule:
    """A whole number within bounds."""

    low: int
    high: int

    @property
    def form(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def fits(self, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def show(self, value: object) -> str:
        return shown(value)


@dataclass(frozen=True)
class ChoiceRule:
    """One of a few words."""

    words: tuple[str, ...]

    @property
    def form(self) -> str:
        *most, last = (f'"{word}"' for word in self.words)
        return f"{', '.join(most)} or {last}"

    def fits(self, value: object) -> bool:
        return isinstance(value, str) and value in self.words

    def show(self, value: object) -> str:
        return shown(value)


@dataclass(frozen=True)
class AddressRule:
    """A plain mail address, as the mail room knows it."""

    optional: bool = False

    @property
    def form(self) -> str:
        return "a plain mail address, such as grubenpost@example.org" + ", or left out" * self.optional

    def fits(self, value: object) -> bool:
        return isinstance(value, str) and ((self.optional and not value) or bool(plain_address(value)))

    def show(self, value: object) -> str:
        return shown(value)


@dataclass(frozen=True)
class PaceRule:
    """A pace: the time that everyone has for a move."""

    form: str = "a pace: daily, brisk, relaxed, weekend, none, or one in full like 1d+bank:3d+grace:12h"

    def fits(self, value: object) -> bool:
        try:
            parse_pace(str(value))
        except Refused:
            return False
        return isinstance(value, str)

    def show(self, value: object) -> str:
        return shown(value)


PACE: Final = PaceRule()
SERVER_NAME: Final = TextRule(SERVER.form, rf"(?=.{{1,{SERVER.longest}}}\Z){SERVER.pattern.pattern}")
ADDRESS: Final = AddressRule()
MAYBE_ADDRESS: Final = AddressRule(optional=True)
MACHINE: Final = TextRule("a host name or an IP address", r"[A-Za-z0-9._:\[\]-]{1,253}")
PORT: Final = NumberRule(1, 65535)
ANY_PORT: Final = NumberRule(0, 65535)
TLS: Final = ChoiceRule(("implicit", "starttls", "none"))
AUTH: Final = ChoiceRule(("password", "xoauth2"))
LANGUAGE: Final = ChoiceRule(LANGUAGES)
PATH: Final = TextRule("a path")
MAYBE_PATH: Final = TextRule("a path, or left out", optional=True)
URL: Final = TextRule(
    "a database URL, such as postgresql://grubenpost@/grubenpost", optional=True, secret=True
)
USER: Final = TextRule("a user name")
MAYBE_USER: Final = TextRule("a user name, or an empty text to log in nowhere", optional=True)
FOLDER: Final = TextRule("the name of a mail folder, such as INBOX")
MAYBE_FOLDER: Final = TextRule("the name of a mail folder, such as Done, or left out", optional=True)
AUTHSERV: Final = TextRule(
    "an authserv-id, such as mx.example.org, or left out", r"[!-~]{1,253}", optional=True
)
VARIABLE: Final = TextRule("the name of an environment variable", r"[A-Za-z_][A-Za-z0-9_]*")
SERVICE: Final = TextRule("the name under which the keyring knows the password")
COMMAND: Final = TextRule("a command in one line", secret=True)
PASSWORD: Final = TextRule("a password in quotes", r"[^\x00\r\n]+", secret=True)
