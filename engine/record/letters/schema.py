"""Closed schemas: a letter has exactly the fields that its kind names.

A `Shape` turns the values of a flat text into one frozen value and back. It knows every field by
name: an unknown one, a missing one or a wrong one is refused, in reading and in writing alike, so
that whatever was written can be read. A `LetterKind` is a shape with the name of a format, and
with tables that may be left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

from engine.errors import BadLetter
from engine.phrase import word
from engine.record.letters.fields import Field, Key, wrong_type
from engine.record.letters.flat_toml import Scalar, read_flat, write_flat


class Letter:
    """The base of every letter; each kind adds its own fields."""

    __slots__ = ()


V = TypeVar("V")
L = TypeVar("L", bound=Letter)


class Shape(Generic[V]):
    """A closed set of fields, all of them needed, that make up one value."""

    def __init__(self, kind: type[V], fields: Mapping[str, Field]) -> None:
        self.kind = kind
        self.fields = fields

    def read(self, name: str, values: object, **tables: object) -> V:
        """The value made of these fields, and of tables that have been read already."""
        if not isinstance(values, Mapping):
            raise wrong_type(name, word("a table"), values)
        made = {}
        for field, value in values.items():
            rule = self.fields.get(field)
            if rule is None:
                raise BadLetter(
                    "letter/unknown-field",
                    "{field} is not a field of {name}, whose fields are {known}",
                    field=field,
                    name=name,
                    known=", ".join(self.fields),
                )
            made[field] = rule.read(field, value)
        if len(made) < len(self.fields):
            raise missing_field(name, self.fields.keys() - made.keys())
        return self.kind(**made, **tables)

    def write(self, name: str, value: object) -> dict[str, Scalar]:
        """The fields of this value, in the shape's order."""
        if not isinstance(value, self.kind):
            raise wrong_type(name, f"a {self.kind.__name__}", value)
        return {field: rule.write(field, getattr(value, field)) for field, rule in self.fields.items()}


class LetterKind(Generic[L]):
    """One kind of letter: reads the payload of a verified letter and writes one to be sealed.

    `keys` names the fields that hold public keys. A letter that names keys is signed by exactly
    these keys, in any order; a letter that names none is signed by the key in force.
    """

    def __init__(
        self,
        format: str,
        value: type[L],
        fields: Mapping[str, Field],
        tables: Mapping[str, Shape[Any]] | None = None,
    ) -> None:
        self.format = format
        self.value = value
        self.shape = Shape(value, fields)
        self.tables = tables or {}
        self.keys = tuple(name for name, rule in fields.items() if isinstance(rule, Key))

    def read(self, payload: bytes) -> L:
        """The letter in this payload. Only for payloads whose seal has been verified."""
        values = read_flat(payload)
        sent = values.pop("format", None)
        if sent != self.format:
            raise wrong_type("format", self.format, sent)
        tables = {
            name: shape.read(name, values.pop(name)) for name, shape in self.tables.items() if name in values
        }
        return self.shape.read(self.format, values, **tables)

    def write(self, letter: L) -> bytes:
        """The payload of this letter."""
        fields = self.shape.write(self.format, letter)
        tables = {
            name: shape.write(name, table)
            for name, shape in self.tables.items()
            if (table := getattr(letter, name)) is not None
        }
        return write_flat({"format": self.format, **fields, **tables})


def missing_field(name: str, missing: Iterable[str]) -> BadLetter:
    """The refusal of a letter or table that lacks some of its fields."""
    return BadLetter(
        "letter/missing-field",
        "{name} lacks {missing}",
        name=name,
        missing=", ".join(sorted(missing)),
    )
