"""Each numbered rule that a player needs has a paragraph in every language, with the game's own figures."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from engine.rules import components as box
from engine.rules import parse
from engine.show.rules import MARK, how_to_play, marked
from engine.tongue import LANGUAGES
from engine.tongue.move_words import canonical


def numbers(found: Iterable[int]) -> list[str]:
    return [str(number) for number in found]


def locked(players: int) -> list[str]:
    return [space.name for space in box.SPACES if players in space.locked]


SEATS = list(box.WORKERS)
REVEALED = [box.DRAFTED * n + box.SPARE for n in SEATS]
FIRST = [element.first for element in box.ELEMENTS]
SECOND = [element.second for element in box.ELEMENTS]

RULES: dict[str, list[str]] = {
    "1 levels": [],
    "1 built-in lorries": [],
    "1 cage and storage": [str(box.CAGE_ROOM)],
    "1 supply": [str(box.COAL_PER_COLOUR), str(len(box.TILES) * box.TILE_COPIES), str(len(box.CARDS)), "11"],
    "1 workers and marks": numbers(
        n for seats in SEATS for n in (seats, box.WORKERS[seats], box.MARKS[seats])
    ),
    "1 locked": ["2", *locked(2), "3", *locked(3)],
    "2 draft": [*numbers(REVEALED), box.LEFTOVER_SPACE.name],
    "3 placing": [],
    "3 possible": [],
    "3 bank": ["1"],
    "3 open": [],
    "3.1 price": numbers(box.PRICES),
    "3.1 draw-five": [],
    "3.1 keep": ["keep", "top", "keep none", "bottom"],
    "3.1 refill": [],
    "3.1 too little coal": [],
    "3.2 spaces": [space.name for space in box.spaces("mining")],
    "3.2 steps": ["to g", "to top", "load g", "fill C-kk k", "store y", "fill C-kk k from store"],
    "3.2 two for one": ["fill B-k k with y+b"],
    "3.2 lapse": [],
    "3.3 delivery": ["deliver carriage"],
    "3.3 complete": [],
    "3.3 hidden deliveries": ["deliveries=hidden"],
    "3.4 money": [space.name for space in box.spaces("money")],
    "3.5 orders": [],
    "4 elements": [
        n for four in (0, 4, 8) for prizes in (FIRST, SECOND) for n in numbers(prizes[four : four + 4])
    ],
    "4 printed spots": [],
    "4 ties": [],
    "5.1 starting player": ["**"],
    "5.2 return": [],
    "6 final count": numbers(
        [box.MARKS_PER_VP, box.CUBES_PER_VP, -box.VP_PER_OUTSTANDING, -box.VP_PER_IMBALANCE]
    ),
    "6 winner": ["0", str(box.MARKS_PER_VP - 1)],
}
"""The rules, by their number in the specification, and what must stand in their paragraphs in this order."""

UNLIKE_OTHERS = {
    "en": {
        "3 possible": "only if you can",
        "3.2 lapse": "lapse",
        "5.1 starting player": "clockwise",
        "6 winner": "after that exchange",
        "1 built-in lorries": "no tile",
    },
    "de": {
        "3 possible": "nur wählen, wenn",
        "3.2 lapse": "verfallen",
        "5.1 starting player": "im Uhrzeigersinn",
        "6 winner": "nach\ndiesem Umtausch",
        "1 built-in lorries": "Plättchen sind sie\nnicht",
    },
    "ru": {
        "3 possible": "только ту ячейку",
        "3.2 lapse": "пропадают",
        "5.1 starting player": "по часовой стрелке",
        "6 winner": "после этого\nобмена",
        "1 built-in lorries": "жетонами они не являются",
    },
}
"""Words without which a paragraph would tell another rule."""


def told(code: str) -> list[tuple[str, str]]:
    """Each rule and its paragraph, with the table or the list that follows it."""
    _, *rest = MARK.split(marked(code))
    found = []
    for name, text in zip(rest[::2], rest[1::2], strict=True):
        first, *more = text.split("\n\n")
        found.append((name, f"{first}\n\n{more[0]}" if more and more[0].startswith(("|", "- `")) else first))
    return found


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_rule_is_told_once(code: str) -> None:
    assert sorted(name for name, _ in told(code)) == sorted(RULES)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_rule_s_figures_are_those_of_the_game(code: str) -> None:
    for name, paragraph in told(code):
        wanted = r"(?![\d]).*?(?<![\d])".join(re.escape(part) for part in RULES[name])
        assert paragraph.strip(), name
        assert re.search(rf"(?<!\d){wanted}(?!\d)", paragraph, re.DOTALL), (name, RULES[name], paragraph)


@pytest.mark.parametrize(("code", "words"), UNLIKE_OTHERS.items())
def test_what_is_often_played_wrongly_is_said(code: str, words: dict[str, str]) -> None:
    paragraphs = dict(told(code))
    assert {name: text for name, text in words.items() if text not in paragraphs[name]} == {}


@pytest.mark.parametrize("code", LANGUAGES)
def test_readers_see_no_names_of_rules(code: str) -> None:
    assert "<!--" not in how_to_play(code)


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_written_as_a_move_is_one(code: str) -> None:
    """Each language's own words for a whole move, a work step or a choice mean what the English ones do."""
    before, _, after = how_to_play(code).split("```")
    unwrapped = " ".join((before + after).split())
    quoted = [q for q in re.findall(r"`([^`]+)`", unwrapped) if "…" not in q and not q.startswith(("[", "("))]
    steps = [q for q in quoted if canonical(q).split()[0] in ("to", "load", "fill", "store")]
    heads = ("draft", "factory", "mine", "deliver", "money", "order", "bank", "keep")
    moves = [q for q in quoted if canonical(q).split()[0] in heads]
    assert len(steps) >= 7
    assert len(moves) >= 10
    for step in steps:
        parse(canonical(f"mine 8: {step}"))
    for move in moves:
        parse(canonical(move))
