"""The standings: every point explained, and the lines add up."""

from __future__ import annotations

import pytest

from engine.rules import standings, view
from engine.show import standings_text
from tests.engine.rules.table import TASTES, drafted, end_shift, set_up
from tests.engine.show.positions import NAMES, is_plain, random_positions

FINAL = (
    "Marks (1 VP for 5)",
    "cubes (1 VP for 3)",
    "outstanding orders (-1 each)",
    "tunnel imbalance (-2 each)",
)


def line(text: str, label: str) -> list[str]:
    (found,) = [line for line in text.split("\n") if line.startswith(label)]
    return found[len(label) :].split()


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_lines_add_up(players: int, taste: str) -> None:
    for game in random_positions(players, 11, taste, every=13):
        text = standings_text(view(game, None), NAMES[:players])
        assert is_plain(text)
        places = standings(game)
        sources = [
            "delivered orders",
            *(f"scoring of shift {'I' * n} " for n in range(1, len(game.prizes) + 1)),
        ]
        sources += FINAL if game.over else ()
        columns = zip(*(map(int, line(text, label)) for label in sources), strict=True)
        assert [sum(column) for column in columns] == [place.vp for place in places]
        assert line(text, "total") == [word for place in places for word in (str(place.vp), "VP")]
        assert line(text, "place") == [f"{place.rank}." for place in places]


@pytest.mark.parametrize("taste", TASTES)
def test_the_elements_add_up_to_the_scorings(taste: str) -> None:
    game = list(random_positions(4, 12, taste))[-1]
    text = standings_text(game, NAMES)
    elements = [row for row in text.split("\n") if row.startswith("  ")][1:]
    assert len(elements) == 12
    shifts = [0] * 4
    for row in elements:
        cells = row[30:].split()
        shifts = [
            n + sum(map(int, cell.split("+"))) if cell != "-" else n
            for n, cell in zip(shifts, cells, strict=True)
        ]
    assert shifts == [sum(s.total for s in place.breakdown.shifts) for place in standings(game)]


def test_before_the_first_scoring_there_is_little_to_tell() -> None:
    text = standings_text(drafted(2), ["Anna", "Ben"])
    assert text.startswith("Standings so far\n")
    assert "scoring" not in text
    assert "Marks" not in text


def test_best_first() -> None:
    game = set_up(drafted(2), 1, delivered="E-kk")
    text = standings_text(end_shift(game), ["Anna", "Ben"])
    assert text.split("\n")[2].split() == ["Ben", "Anna"]
    assert line(text, "scoring of shift I ") == ["5", "0"]
    assert line(text, "  black spots delivered") == ["5", "-"]


def test_a_shared_victory_is_named() -> None:
    """Nobody did anything but go to the bank once, and the purses are the same."""
    game = drafted(2)
    for _ in range(3):
        game = end_shift(game)
    game = game.copy()
    game.vp = [7, 7]
    game.pits = [game.pits[0], game.pits[0]]
    text = standings_text(game, ["Anna", "Ben"])
    assert text.startswith("The game is over: Anna and Ben share the victory.")
    assert line(text, "place") == ["1.", "1."]
