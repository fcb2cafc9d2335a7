"""The rules for people, in each language: one file each, in Markdown that reads well as it is.

A line `<!-- 3.1 price -->` names the rule that the paragraph below it tells; readers never see it.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

from engine.tongue import ENGLISH

MARK: Final = re.compile(r"^<!-- (.+) -->\n", re.MULTILINE)


@cache
def how_to_play(code: str) -> str:
    """The rules in the language of this code; in English if nobody has written them in it."""
    return MARK.sub("", marked(code))


def marked(code: str) -> str:
    """The same with the names of the rules in it."""
    here = files(__package__)
    file = here / f"{code}.md"
    return (file if file.is_file() else here / f"{ENGLISH}.md").read_text(encoding="utf-8")
