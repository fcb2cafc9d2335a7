"""RULES 1: what is in the box."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import engine
from engine.rules import CARDS, SPACES, TILE_COPIES, TILES, Card
from engine.rules.coal import count, letters, total
from engine.rules.components import (
    CAGE_ROOM,
    COLOURS,
    OWN_LORRY_LIGHT,
    VEHICLES,
    spaces,
)
from tests.engine.rules.table import drafted, go, opened, refused, set_up

# VP and spots, and by which vehicles they go.
ORDERS = """
    2  y     B C M E
    3  b     B C M E
    3  yy    B C M E
    4  g     B C M E
    4  yyy   - C M -
    5  k     B C M E
    5  bb    B C M E
    7  bbb   B - - E
    7  gg    B C M E
    9  kk    B C M E
    9  ggg   B - - E
    10 ybgk  B C M E
    12 kkk   - C M -
"""

OPEN = {
    2: {
        "factory": "1 2 3 5 6 7 draw",
        "mining": "6 10",
        "delivery": "barrow carriage motorcar engine",
        "money": "4 6",
        "orders": "2 3 4 draw",
    },
    3: {
        "factory": "1 2 3 4 5 6 7 draw",
        "mining": "6 8 10",
        "delivery": "barrow carriage motorcar engine",
        "money": "4 5 6",
        "orders": "1 2 3 4 draw",
    },
    4: {
        "factory": "1 2 3 4 5 6 7 8 draw",
        "mining": "4 6 8 10",
        "delivery": "barrow carriage motorcar engine",
        "money": "3 4 5 6",
        "orders": "1 2 3 4 draw",
    },
}


def card_of(letter: str, spots: str) -> Card | None:
    return CARDS.get(f"{letter}-{spots}")


def test_1_four_colours_each_with_its_level_and_price() -> None:
    assert COLOURS == ("yellow", "brown", "gray", "black")
    one_lorry = [TILES[f"{letter}1L"] for letter in "ybgk"]
    assert [tile.colour for tile in one_lorry] == [0, 1, 2, 3]
    assert [tile.price for tile in one_lorry] == [1, 2, 3, 4]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_sixteen_cubes_of_each_colour(players: int) -> None:
    game = opened(players)
    cubes = game.coal + sum(pit.cubes() for pit in game.pits)
    assert letters(cubes) == "y" * 16 + "b" * 16 + "g" * 16 + "k" * 16


@pytest.mark.parametrize(("players", "workers", "marks"), [(2, 18, 10), (3, 15, 9), (4, 13, 8)])
def test_1_workers_and_starting_money(players: int, workers: int, marks: int) -> None:
    game = opened(players)
    assert game.workers == [workers] * players
    assert [pit.money for pit in game.pits] == [marks] * players


def test_1_forty_eight_tunnel_tiles() -> None:
    assert set(TILES) == {f"{c}{n}{side}" for c in "ybgk" for n in (1, 2) for side in "LD"}
    assert len(TILES) * TILE_COPIES == 48
    for name, tile in TILES.items():
        assert (tile.name, "ybgk"[tile.colour]) == (name, name[0])
        assert tile.lorries == int(name[1])
        assert tile.light == (name[2] == "L")


def test_1_forty_four_order_cards_as_in_the_table() -> None:
    wanted = {}
    for row in ORDERS.split("\n")[1:-1]:
        vp, spots, *vehicles = row.split()
        wanted.update({f"{v}-{spots}": int(vp) for v in vehicles if v != "-"})
    assert {name: card.vp for name, card in CARDS.items()} == wanted
    assert len(wanted) == 44


def test_1_eleven_orders_by_each_vehicle() -> None:
    assert VEHICLES == ("barrow", "carriage", "motorcar", "engine")
    assert Counter(card.vehicle for card in CARDS.values()) == {0: 11, 1: 11, 2: 11, 3: 11}
    for name, card in CARDS.items():
        assert name == f"{'BCME'[card.vehicle]}-{letters(card.spots)}"


def test_1_built_in_lorries_hold_one_cube_each() -> None:
    for pit in opened(3).pits:
        assert [letters(heap) for heap in pit.loaded] == ["y", "b", "g", "k"]
        assert [count(pit.lorries, level) for level in range(4)] == [1, 1, 1, 1]
        assert pit.tiles == ()


def test_1_built_in_lorries_stand_dark_light_light_dark() -> None:
    assert OWN_LORRY_LIGHT == (False, True, True, False)


def test_1_built_in_lorries_count_when_empty_but_never_for_balance() -> None:
    game = set_up(drafted(), 0, loaded=",,,")
    assert [game.pits[0].empty_lorries(level) for level in range(4)] == [1, 1, 1, 1]
    assert game.pits[0].imbalance() == 0


def test_1_a_cage_for_five_at_the_surface_and_an_empty_storage() -> None:
    assert CAGE_ROOM == 5
    for pit in opened(4).pits:
        assert (pit.cage, pit.depth, pit.storage) == (0, 0, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_worker_spaces_and_locks(players: int) -> None:
    table = opened(players).table
    assert {area: " ".join(s.name for s in found) for area, found in table.open_spaces.items()} == OPEN[
        players
    ]


def test_1_four_lock_tiles_for_two_players_and_three_for_two_or_three() -> None:
    locks = Counter(tuple(sorted(space.locked)) for space in SPACES if space.locked)
    assert locks == {(2,): 4, (2, 3): 3}


@pytest.mark.parametrize("players", [2, 3])
def test_1_a_locked_space_holds_nothing_and_takes_no_worker(players: int) -> None:
    game = drafted(players)
    verbs = {"factory": "factory", "mining": "mine", "money": "money", "orders": "order"}
    for area, verb in verbs.items():
        for space in spaces(area):
            if players not in space.locked:
                continue
            refusal = refused(game, f"{verb} {space.name}")
            assert refusal.code == "rule/locked"
            assert OPEN[players][area].split() == str(refusal).rpartition(" are ")[2].split(", ")
            assert space.shows != "tile" or game.tiles[space.row] is None
            assert space.shows != "order" or game.cards[space.row] is None


def test_1_storage_has_no_limit() -> None:
    game = set_up(drafted(), 0, storage="yyyyyyyyyyyyyybbbbbbbbbbbbbb", cage="g")
    assert total(go(game, "mine 6: store g").pits[0].storage) == 29


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ('letter = "k"', 'letter = "s"'),
        ("copies = 3", "copies = 4"),
        ('"ggg", "ybgk"]', '"ybgk"]'),
        ("locked = { 1 = [2] }", "locked = { 4 = [2] }"),
        ("locked = { 4 = [2], 8 = [2, 3] }", "locked = { 4 = [2, 4], 8 = [2, 3] }"),
        ("elements_by_shift = [4, 8, 12]", "elements_by_shift = [4, 8, 11]"),
        ("prizes = [13, 6]", "prizes = [6, 13]"),
    ],
)
def test_tables_that_contradict_themselves_are_seen_when_loaded(good: str, bad: str, tmp_path: Path) -> None:
    shutil.copytree(Path(engine.__file__).parent, tmp_path / "engine")
    tables = tmp_path / "engine/rules/components.toml"
    text = tables.read_text("utf-8")
    assert good in text
    tables.write_text(text.replace(good, bad, 1), "utf-8")
    run = subprocess.run(
        [sys.executable, "-c", "import engine.rules"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "BrokenTables: components.toml:" in run.stderr
