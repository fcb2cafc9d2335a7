"""Mails of every shape, each written as the program it is named after writes them.

A recipe is a function that gives the bytes of one mail, and beside it what must be read from it.
The expectations are written down here by hand; nothing is taken from the code that is tested. One
file holds one family of programs; `all_recipes` finds them by being here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

RECIPES: dict[str, Recipe] = {}

NOTHING: dict[str, Any] = {
    "sender": "anna@example.org",
    "automatic": "",
    "own": False,
    "own_lines": [],
    "codes": [],
    "letters": 0,
    "problems": [],
    "bounce_token": "",
    "unsubscribe_token": "",
    "report": None,
    "authenticated_by": "",
}


RARE = frozenset({"relayed", "complaint"})
"""Spoken of only where it is there."""


@dataclass(frozen=True)
class Recipe:
    """A mail, and what it should be read as."""

    make: Callable[[], bytes]
    expected: dict[str, Any]


def recipe(name: str, **expected: Any) -> Callable[[Callable[[], bytes]], Callable[[], bytes]]:
    """Enter a mail under its name. What is not mentioned is expected to be as in `NOTHING`.

    `own_lines`, `sender` and `codes` may be None, which means anything, in what no person wrote.
    """
    if unknown := expected.keys() - NOTHING.keys() - RARE:
        raise ValueError(f"{name} expects something unknown: {unknown}")

    def enter(make: Callable[[], bytes]) -> Callable[[], bytes]:
        if name in RECIPES:
            raise ValueError(f"there are two recipes for {name}")
        RECIPES[name] = Recipe(make, {**NOTHING, **expected})
        return make

    return enter


def all_recipes() -> dict[str, Recipe]:
    """Every mail of the corpus by its name."""
    for found in iter_modules([str(Path(__file__).parent)]):
        import_module(f"{__name__}.{found.name}")
    return dict(sorted(RECIPES.items()))
