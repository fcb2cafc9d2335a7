"""The words of the page in one language: escaped, and each put together once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from html import escape

from ...tongue import Tongue
from .. import words


class HtmlTongue:
    """One language, with memory: most mails say the same words. Facts are handed in as they are."""

    def __init__(self, tongue: Tongue) -> None:
        self.tongue = tongue
        self._kept = lru_cache(maxsize=2048)(self._say)
        self.count = lru_cache(maxsize=1024)(self._count)
        self.told = lru_cache(maxsize=4096)(self._told)

    def say(self, template: str, /, **facts: object) -> str:
        """The same English word may be two in another language: its context tells them apart."""
        return self._kept(template, getattr(template, "context", ""), **facts)

    def _say(self, template: str, _context: str, /, **facts: object) -> str:
        return escape(self.tongue.say(template, **facts))

    def _count(self, one: str, many: str, n: int, /, **facts: object) -> str:
        return escape(self.tongue.count(one, many, n, **facts))

    def headed(self, template: str, /) -> str:
        """A word as it stands over something: capital, and without a colon behind it."""
        return words.capital(self.say(template).rstrip(":"))

    def _told(self, teller: Callable[..., str], /, *facts: object) -> str:
        """The text that a function of the shared words says."""
        return escape(teller(self.tongue, *facts))


@lru_cache(maxsize=16)
def said_in(tongue: Tongue) -> HtmlTongue:
    return HtmlTongue(tongue)
