"""One language: says texts, counts, and tells refusals and moments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from engine.errors import Refused
from engine.phrase import Phrase

from .po import Catalogue, read_po

ENGLISH: Final = "en"
_CATALOGUES: Final = files(__package__) / "catalogues"

LANGUAGES: Final = (
    ENGLISH,
    *sorted(entry.name.removesuffix(".po") for entry in _CATALOGUES.iterdir() if entry.name.endswith(".po")),
)
"""The codes of all languages: English, and those that have a catalogue."""


class Tongue:
    """Says things in one language. What the catalogue lacks is said in English."""

    def __init__(self, code: str, catalogue: Catalogue | None) -> None:
        self.code = code
        self._texts = catalogue.texts if catalogue else {}
        self._form_of = catalogue.form_of if catalogue else None

    def say(self, template: str, /, **facts: object) -> str:
        """A text in this language. Facts that are phrases or refusals are said in it too."""
        if type(template) is not Phrase:
            return self.within("", template, **facts)
        if template.facts:
            return self.phrase(template)
        return self.within(template.context, template.template, **facts)

    def within(self, context: str, template: str, /, **facts: object) -> str:
        """The same, for an English text that means different things in different places."""
        found = self._texts.get((context, template))
        text = found[0] if found else template
        return text.format(**self._said(facts)) if facts else text

    def count(self, one: str, many: str, n: int, /, **facts: object) -> str:
        """A text that counts: `count("{n} worker", "{n} workers", 3)`."""
        found = self._texts.get(("", one))
        english = one if n == 1 else many
        text = found[self._form_of(abs(n))] if found and self._form_of else english
        return text.format(n=n, **self._said(facts))

    def phrase(self, text: str) -> str:
        """A phrase in this language; any other text as it is."""
        if type(text) is not Phrase:
            return text
        if text.many:
            facts = dict(text.facts)
            return self.count(text.template, text.many, facts.pop("n"), **facts)  # type: ignore[arg-type]
        return self.within(text.context, text.template, **text.facts)

    def refusal(self, refused: Refused) -> str:
        """The reason of a refusal, in this language."""
        return self.say(refused.template, **refused.facts)

    def all_of(self, items: Iterable[str]) -> str:
        """`A, B and C`."""
        *others, last = [self.phrase(item) for item in items] or [""]
        if not others:
            return last
        return self.say("{others} and {last}", others=", ".join(others), last=last)

    def moment(self, at: int, zone: str) -> str:
        """A date and time of day, as people write them in this language and as their clocks show it."""
        from .moments import written  # noqa: PLC0415  # Babel is slow to import, and few texts have dates

        return written(at, zone, self.code)

    def moment_to_keep(self, at: int, zone: str) -> str:
        """The same with its weekday, to the minute."""
        from .moments import written_with_weekday  # noqa: PLC0415

        return written_with_weekday(at, zone, self.code)

    def moment_in_short(self, at: int, zone: str, now: int) -> str:
        """The same in few words."""
        from .moments import written_shortly  # noqa: PLC0415

        return written_shortly(at, zone, self.code, now)

    def texts(self) -> list[str]:
        """All that is said in this language, with places for facts."""
        if self._texts:
            return [text for said in self._texts.values() for text in said]
        other = next(code for code in LANGUAGES if code != ENGLISH)
        return [template for _, template in tongue(other)._texts]

    def spelt(self, spell: Callable[[str], str]) -> Tongue:
        """This language with every text written otherwise, such as in plain ASCII."""
        texts = {key: tuple(map(spell, texts)) for key, texts in self._texts.items()}
        catalogue = Catalogue("", texts, self._form_of) if self._form_of else None
        return Tongue(self.code, catalogue)

    def _said(self, facts: Mapping[str, object]) -> dict[str, object]:
        return {name: self._fact(fact) for name, fact in facts.items()}

    def _fact(self, fact: object) -> object:
        if type(fact) is Phrase:
            return self.phrase(fact)
        return self.refusal(fact) if isinstance(fact, Refused) else fact


@cache
def tongue(code: str) -> Tongue:
    """The language of this code; English if there is no such catalogue."""
    if code == ENGLISH or code not in LANGUAGES:
        return Tongue(ENGLISH, None)
    return Tongue(code, read_po((_CATALOGUES / f"{code}.po").read_text(encoding="utf-8")))
