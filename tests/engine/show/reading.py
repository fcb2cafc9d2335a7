"""All that a player can read about one game, in each language and style, as it was meant to look.

python -m tests.engine.show.reading      writes the golden texts anew: look at them before you keep them
"""

from __future__ import annotations

from pathlib import Path

from engine.rules import Mine, dig, parse, view
from engine.show import Style, board, composition, numbered_actions, standings_text, tell, wrap
from engine.tongue import LANGUAGES, tongue
from tests.engine.rules.table import drafted, go, opened, set_up
from tests.engine.show.events import EVENTS
from tests.engine.show.positions import a_rich_position, random_positions

GOLDEN = Path(__file__).parent / "golden"
NAMES = ["Anna", "Ben", "Иван"]
ALL = [(language, style) for language in LANGUAGES for style in Style]


def reading(language: str, style: Style) -> str:
    """Boards, what can be done, a hidden draw, the draft, a composition, every event, the end."""
    said = tongue(language), style
    game = a_rich_position()
    drawn = go(drafted(3), "factory draw")
    digging = set_up(drafted(3), 0, orders="C-kk", storage="yyybbb")
    mine = parse("mine 8: to g, load g", digging)
    assert isinstance(mine, Mine)
    played = list(random_positions(3, 5, "haulers"))
    late, end = next(game for game in played if game.shift == 3), played[-1]
    sentences = [line for sentence in tell(EVENTS, NAMES, *said) for line in wrap(sentence, "  ")]
    parts = [
        board(view(game, 0), NAMES, 0, *said),
        str(numbered_actions(view(game, 0), NAMES, *said)),
        str(numbered_actions(view(drawn, 0), NAMES, *said)),
        board(view(drawn, 1), NAMES, 1, *said),
        board(view(opened(3), None), NAMES, None, *said),
        composition(dig(digging, mine), *said),
        "\n".join(sentences),
        board(view(late, 2), NAMES, 2, *said),
        board(view(end, None), NAMES, None, *said),
        standings_text(view(end, None), NAMES, *said),
    ]
    return "\n\n\n".join(parts) + "\n"


def golden(language: str, style: Style) -> Path:
    return GOLDEN / f"{language}-{style}.txt"


if __name__ == "__main__":
    for one in ALL:
        golden(*one).write_text(reading(*one), encoding="utf-8")
