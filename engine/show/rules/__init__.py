"""How to play, for people, in each language: one file each, in Markdown that reads well as it is."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from engine.tongue import ENGLISH


@cache
def how_to_play(code: str) -> str:
    """The rules in the language of this code; in English if nobody has written them in it."""
    here = files(__package__)
    file = here / f"{code}.md"
    return (file if file.is_file() else here / f"{ENGLISH}.md").read_text(encoding="utf-8")
