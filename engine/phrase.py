"""Texts that remember how they were made, so that they can be put into the reader's language later.

A phrase is its English text, and behaves like any string. It also keeps the template and the facts that
it was made from. Templates are looked up in the catalogues of `engine.tongue`, which finds them in the
code by the names of the functions here: what is handed to them first must be a plain string.
"""

from __future__ import annotations

from collections.abc import Mapping


class Phrase(str):
    """An English text, with the template and the facts behind it."""

    __slots__ = ("context", "facts", "many", "template")

    template: str
    many: str
    """The template for other numbers than one, if the phrase counts something; the number is fact `n`."""
    context: str
    """Tells apart what English calls by the same word."""
    facts: Mapping[str, object]

    def __reduce__(self) -> tuple[object, ...]:
        return _made, (self.template, self.many, self.context, dict(self.facts))


def word(template: str, /) -> Phrase:
    """A text without facts, or a template that gets its facts later."""
    return _made(template, "", "", {})


def word_within(context: str, template: str, /) -> Phrase:
    """The same, for an English word that other languages translate differently elsewhere."""
    return _made(template, "", context, {})


def phrase(template: str, /, **facts: object) -> Phrase:
    """A text with facts in it."""
    return _made(template, "", "", facts)


def counted(one: str, many: str, n: int, /, **facts: object) -> Phrase:
    """A text that counts something: `counted("{n} worker", "{n} workers", 3)`."""
    return _made(one, many, "", {"n": n, **facts})


def _made(template: str, many: str, context: str, facts: dict[str, object]) -> Phrase:
    english = many if many and facts["n"] != 1 else template
    made = Phrase(english.format(**facts) if facts else english)
    made.template, made.many, made.context, made.facts = template, many, context, facts
    return made
