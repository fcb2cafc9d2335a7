"""Values that are right already are not converted: what was typed is a text, and defaults are what they are.

Typer converts every value by rules of its own, and loads much for that. Most parameters of a player's
commands need none of it, and a command that is there at once is worth this.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, get_args

from typer.core import TyperCommand, TyperGroup

_NOT: Final = object()
"""Stands for: this has to be converted."""
_MARK: Final = "takes_plainly"


class PlainCommand(TyperCommand):
    """A command whose parameters take what is right as it is. `hints` says what is right for each."""

    hints: dict[str, Any]

    def get_params(self, ctx: Any) -> list[Any]:
        return _spared(super().get_params(ctx), self.hints)


class PlainGroup(TyperGroup):
    """The same for a group, whose own parameters are all switches."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _spared(super().get_params(ctx), {})


def _spared(parameters: list[Any], hints: dict[str, Any]) -> list[Any]:
    for parameter in parameters:
        if not hasattr(parameter, _MARK):
            _spare(parameter, _without_none(hints.get(parameter.name)))
            setattr(parameter, _MARK, True)
    return parameters


def _spare(parameter: Any, wanted: Any) -> None:
    convert = parameter.process_value

    def process_value(ctx: Any, value: Any) -> Any:
        found = _as_wanted(value, wanted) if value is not None or not parameter.required else _NOT
        if found is _NOT:
            return convert(ctx, value)
        return parameter.callback(ctx, parameter, found) if parameter.callback else found

    parameter.process_value = process_value


def _without_none(hint: Any) -> Any:
    kinds = [kind for kind in get_args(hint) if kind is not type(None)]
    return kinds[0] if len(kinds) == 1 and type(None) in get_args(hint) else hint


def _as_wanted(value: Any, wanted: Any) -> Any:
    """The value, if it needs no more than this to be what is wanted."""
    if value is None or (isinstance(wanted, type) and type(value) is wanted):
        return value
    if wanted is Path and type(value) is str:
        return Path(value)
    if wanted == list[str] and isinstance(value, tuple) and value and all(type(v) is str for v in value):
        return list(value)
    return _NOT
