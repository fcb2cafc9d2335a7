"""A language to be read aloud: abbreviations are spoken out, with the right ending for their number."""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import Final

from engine.phrase import word_within
from engine.tongue import Tongue

_VP: Final = word_within("abbreviation", "VP")


class Aloud(Tongue):
    """The same language, with whole words."""

    def __init__(self, plain: Tongue) -> None:
        super().__init__(plain.code, None)
        self._texts, self._form_of = plain._texts, plain._form_of
        self._plain = plain

    def within(self, context: str, template: str, /, **facts: object) -> str:
        return self._spoken_out(self._plain.within(context, template, **self._said(facts)))

    def count(self, one: str, many: str, n: int, /, **facts: object) -> str:
        return self._spoken_out(self._plain.count(one, many, n, **self._said(facts)))

    def _spoken_out(self, text: str) -> str:
        return self._points.sub(self._told, text)

    @cached_property
    def _points(self) -> re.Pattern[str]:
        return re.compile(rf"(?:(-?\d+) )?\b{re.escape(self._plain.say(_VP))}\b")

    def _told(self, found: re.Match[str]) -> str:
        if found[1] is None:
            return self._plain.say("victory points")
        return self._plain.count("{n} victory point", "{n} victory points", int(found[1]))


@cache
def aloud(tongue: Tongue) -> Tongue:
    """A language as it is read aloud."""
    return tongue if isinstance(tongue, Aloud) else Aloud(tongue)
