"""Display names, beside the log: so that they can be forgotten, which a log can't.

The start of a game holds a commitment to each seat's name: SHA-256("grubenpost-name/1" + NUL + salt + name),
with a random salt of 16 bytes and the name in UTF-8. Whoever has name and salt can check them. When both
are forgotten, the commitment tells nothing, and the game proves itself as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from engine.errors import BadRecord, Refused
from engine.record.letters.fields import NAME, hexadecimal
from engine.record.log.place import at_member

SALT_BYTES: Final = 16

_DOMAIN: Final = b"grubenpost-name/1\0"
_SALT: Final = hexadecimal(2 * SALT_BYTES)


@dataclass(frozen=True, slots=True)
class Name:
    """A player's name in a game, and the salt that keeps it from being guessed."""

    text: str
    salt: bytes

    def __post_init__(self) -> None:
        NAME.read("name", self.text)
        _SALT.read("salt", self.salt.hex())

    @property
    def commitment(self) -> str:
        """The commitment to it that the log holds."""
        return sha256(_DOMAIN + self.salt + self.text.encode()).hexdigest()

    def facts(self) -> dict[str, Any]:
        return {"name": self.text, "salt": self.salt.hex()}


Names = tuple[Name | None, ...]
"""One for each seat; `None` where it is forgotten."""


def check_names(names: Sequence[Name | None], commitments: Sequence[str]) -> None:
    """Refuse names that are not those that the log was started with."""
    if len(names) != len(commitments):
        error = BadRecord("names/seats", "there are names for {names} seats", names=len(names))
        raise at_member("names", error)
    for number, (name, commitment) in enumerate(zip(names, commitments, strict=True)):
        if name is not None and name.commitment != commitment:
            error = BadRecord("names/other", "this is not the name with which the game was started")
            raise at_member(f"names, item {number}", error)


def read_names(items: Sequence[object]) -> Names:
    """The names of a signed archive."""
    return tuple(_read_name(f"names, item {number}", item) for number, item in enumerate(items))


def _read_name(where: str, item: object) -> Name | None:
    if item is None:
        return None
    if not isinstance(item, dict) or item.keys() != {"name", "salt"}:
        raise at_member(where, BadRecord("archive/form", "it has not exactly a name and its salt"))
    try:
        name, salt = NAME.read("name", item["name"]), _SALT.read("salt", item["salt"])
    except Refused as error:
        raise at_member(where, error) from error
    return Name(name, bytes.fromhex(salt))


def write_names(names: Sequence[Name | None]) -> list[dict[str, Any] | None]:
    """The names as a signed archive tells them."""
    return [None if name is None else name.facts() for name in names]
