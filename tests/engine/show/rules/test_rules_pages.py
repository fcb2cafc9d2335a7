"""The rules for people: the pictures in them are what the renderer draws, and docs/ has the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.rules import CARDS, TILES
from engine.rules.coal import from_letters
from engine.rules.game import Order, Pit
from engine.show import Style
from engine.show.boards.pit import pit_block
from engine.show.rules import how_to_play
from engine.show.scribe import scribe
from engine.tongue import LANGUAGES, tongue
from tools.rules_pages import DOCS, file_name, page


def the_pit(language: str) -> str:
    """The pit that the rules explain."""
    held = {"B-ybgk": "yb", "C-kk": "", "E-gg": ""}
    free = {"B-ybgk": "gk", "C-kk": "kk", "E-gg": "gg"}
    pit = Pit(
        money=0,
        tiles=tuple(TILES[name] for name in ("g2L", "y2D", "k1D")),
        lorries=from_letters("yyybgggkk"),
        loaded=[from_letters(level) for level in ("yy", "b", "gg", "kk")],
        cage=from_letters("gg"),
        depth=3,
        storage=from_letters("y"),
        orders={CARDS[card]: Order(from_letters(free[card]), from_letters(held[card])) for card in held},
        delivered=(CARDS["C-b"],),
    )
    block = pit_block(pit, "", scribe(tongue(language), Style.UNICODE))
    return "\n".join(line.rstrip() for line in block[1:])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_is_drawn_by_the_renderer(language: str) -> None:
    assert the_pit(language).strip("\n") in how_to_play(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_in_docs_is_the_same(language: str) -> None:
    kept = (DOCS / file_name(language)).read_text("utf-8")
    assert kept == page(language), "type: python -m tools.rules_pages"


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_fit_a_mail(language: str) -> None:
    lines = [line for line in how_to_play(language).splitlines() if not line.startswith("|")]
    assert max(map(len, lines)) <= 78


def test_every_language_has_its_own() -> None:
    folder = Path(__file__).parents[4] / "engine/show/rules"
    assert {path.stem for path in folder.glob("*.md")} == set(LANGUAGES)
