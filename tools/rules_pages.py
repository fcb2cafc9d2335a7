"""Writes docs/rules.md and its translations: python -m tools.rules_pages

They say what the server mails as `help rules`, with a picture more, and links to each other.
"""

from __future__ import annotations

from pathlib import Path

from babel import Locale

from engine.show.rules import how_to_play
from engine.tongue import ENGLISH, LANGUAGES

DOCS = Path(__file__).parent.parent / "docs"
PICTURE = "![](pictures/mail-wide-light.png)"


def page(code: str) -> str:
    """The rules in one language, for docs/."""
    title, _, rest = how_to_play(code).partition("\n\n")
    links = " · ".join(f"[{own_name(other)}]({file_name(other)})" for other in LANGUAGES)
    made = "<!-- Made by python -m tools.rules_pages -->"
    return "\n\n".join([title, made, links, PICTURE, rest])


def own_name(code: str) -> str:
    """The name by which a language calls itself."""
    return (Locale.parse(code).get_display_name() or code).capitalize()


def file_name(code: str) -> str:
    return "rules.md" if code == ENGLISH else f"rules.{code}.md"


if __name__ == "__main__":
    for code in LANGUAGES:
        (DOCS / file_name(code)).write_text(page(code), encoding="utf-8")
