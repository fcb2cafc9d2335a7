"""The kinds of letters, one file each.

A file in this folder holds one frozen value, its fields with their rules as `LETTER`, and the two
doors `read` and `write`. It is found by being here: adding a kind of letter touches no other
code.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from engine.record.letters.schema import Letter, LetterKind

KINDS: dict[str, LetterKind[Any]] = {
    kind.format: kind
    for module in sorted(found.name for found in iter_modules(__path__))
    for kind in [import_module(f"{__name__}.{module}").LETTER]
}
FORMATS = frozenset(KINDS)

_BY_VALUE: dict[type[Letter], LetterKind[Any]] = {kind.value: kind for kind in KINDS.values()}


def kind_of(letter: Letter) -> LetterKind[Any]:
    """The kind that this letter is of."""
    return _BY_VALUE[type(letter)]
