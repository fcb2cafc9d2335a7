"""The components, read once from `components.toml` and checked.

Tiles, order cards and spaces are values that exist once each: they are compared by identity, hash
fast, and survive copying and pickling as themselves.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from . import coal
from .coal import Heap

RULES_VERSION: Final = "glueckauf/1"

_facts: dict[str, Any] = tomllib.loads(
    files(__package__).joinpath("components.toml").read_text(encoding="utf-8")
)


class BrokenTables(Exception):
    """The packaged tables contradict themselves: a damaged installation."""


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise BrokenTables(f"components.toml: {what}")


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Tile:
    """A tunnel tile: `g2L` is gray, two lorries, light side. Copies of a tile are the same value."""

    name: str
    colour: int
    lorries: int
    light: bool
    price: int

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        return tile, (self.name,)


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Card:
    """An order card: `C-kk` goes by carriage and has two black spots."""

    name: str
    vehicle: int
    spots: Heap
    vp: int

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        return card, (self.name,)


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Space:
    """A worker space. `index` is its place in every list of spaces, `row` in its area's row."""

    index: int
    area: str
    name: str
    row: int
    shows: str
    locked: frozenset[int]

    def __repr__(self) -> str:
        return f"{self.area} {self.name}"

    def __reduce__(self) -> tuple[object, ...]:
        return space, (self.area, self.name)


@dataclass(frozen=True, slots=True)
class Element:
    """One of the twelve lines of a shift scoring."""

    count: str
    of: str
    which: int
    first: int
    second: int


HIDDEN_TILE: Final = Tile("?", -1, 0, False, 0)
HIDDEN_CARD: Final = Card("?-?", -1, 0, 0)
"""A tile or card that the reader of a view may not know."""

COLOURS: Final[tuple[str, ...]] = tuple(c["name"] for c in _facts["colour"])
PRICES: Final[tuple[int, ...]] = tuple(c["price"] for c in _facts["colour"])
OWN_LORRY_LIGHT: Final[tuple[bool, ...]] = tuple(c["side"] == "light" for c in _facts["colour"])
VEHICLES: Final[tuple[str, ...]] = tuple(v["name"] for v in _facts["vehicle"])
VEHICLE_LETTERS: Final = "".join(v["letter"] for v in _facts["vehicle"])
COAL_PER_COLOUR: Final[int] = _facts["coal_per_colour"]
CAGE_ROOM: Final[int] = _facts["cage_room"]
DRAW: Final[int] = _facts["draw"]
DRAFTED: Final[int] = _facts["drafted_orders"]
SPARE: Final[int] = _facts["spare_orders"]
WORKERS: Final[dict[int, int]] = {t["players"]: t["workers"] for t in _facts["table"]}
MARKS: Final[dict[int, int]] = {t["players"]: t["marks"] for t in _facts["table"]}
ELEMENTS_BY_SHIFT: Final[tuple[int, ...]] = tuple(_facts["scoring"]["elements_by_shift"])
SHIFTS: Final = len(ELEMENTS_BY_SHIFT)
SECOND_PRIZE_FROM: Final[int] = _facts["scoring"]["second_prize_from_players"]
MARKS_PER_VP: Final[int] = _facts["final"]["marks_per_vp"]
CUBES_PER_VP: Final[int] = _facts["final"]["cubes_per_vp"]
VP_PER_OUTSTANDING: Final[int] = _facts["final"]["vp_per_outstanding_order"]
VP_PER_IMBALANCE: Final[int] = _facts["final"]["vp_per_imbalance"]


def _make_tiles() -> dict[str, Tile]:
    made = {}
    for colour, letter in enumerate(coal.LETTERS):
        for lorries in _facts["tiles"]["lorries"]:
            for side in _facts["tiles"]["sides"]:
                name = f"{letter}{lorries}{side[0].upper()}"
                made[name] = Tile(name, colour, lorries, side == "light", lorries * PRICES[colour])
    return made


def _make_cards() -> dict[str, Card]:
    made = {}
    for vehicle, facts in enumerate(_facts["vehicle"]):
        for spots in facts["orders"]:
            name = f"{facts['letter']}-{spots}"
            vp = _facts["order_vp"][spots]
            made[name] = Card(name, vehicle, coal.from_letters(spots), vp)
    return made


def _make_spaces() -> tuple[Space, ...]:
    made: list[Space] = []
    for area in _facts["area"]:
        locked = area.get("locked", {})
        for row, name in enumerate(area["spaces"]):
            shows = "" if name == "draw" else area.get("shows", "")
            players = frozenset(locked.get(name, ()))
            made.append(Space(len(made), area["name"], name, row, shows, players))
    return tuple(made)


def _make_elements() -> tuple[Element, ...]:
    names = {"spots": COLOURS, "vehicle": VEHICLES, "empty": COLOURS}
    return tuple(
        Element(e["count"], e["of"], names[e["count"]].index(e["of"]), *e["prizes"])
        for e in _facts["element"]
    )


TILES: Final = _make_tiles()
TILE_COPIES: Final[int] = _facts["tiles"]["copies"]
CARDS: Final = _make_cards()
SPACES: Final = _make_spaces()
AREAS: Final[tuple[str, ...]] = tuple(a["name"] for a in _facts["area"])
ELEMENTS: Final = _make_elements()

_SPACE_BY_NAME: Final = {(s.area, s.name): s for s in SPACES}


def tile(name: str) -> Tile:
    """The tile of this exact name; `?` is the hidden one. KeyError if there is none."""
    return HIDDEN_TILE if name == HIDDEN_TILE.name else TILES[name]


def card(name: str) -> Card:
    """The order card of this exact name; `?-?` is the hidden one. KeyError if there is none."""
    return HIDDEN_CARD if name == HIDDEN_CARD.name else CARDS[name]


def space(area: str, name: str) -> Space:
    return _SPACE_BY_NAME[area, name]


def spaces(area: str) -> tuple[Space, ...]:
    return tuple(s for s in SPACES if s.area == area)


LEFTOVER_SPACE: Final = space("orders", _facts["leftover_order_space"])


def _check() -> None:
    """The facts that the rulebooks state in words; a slip in the tables fails here, at once."""
    _require("".join(c["letter"] for c in _facts["colour"]) == coal.LETTERS, "colour letters")
    _require(len(TILES) * TILE_COPIES == 48, "48 tunnel tiles")
    _require(len(CARDS) == 44, "44 order cards")
    for vehicle, name in enumerate(VEHICLES):
        of_vehicle = [c for c in CARDS.values() if c.vehicle == vehicle]
        _require(len(of_vehicle) == 11, f"eleven orders by {name}")
    _require(set(WORKERS) == {2, 3, 4}, "two to four players")
    _require(len(set(VEHICLE_LETTERS)) == len(VEHICLES), "vehicle initials differ")
    _require(sum(2 in s.locked for s in SPACES) == 7, "seven locks with two players")
    _require(sum(3 in s.locked for s in SPACES) == 3, "three locks with three players")
    _require(not any(4 in s.locked for s in SPACES), "no lock with four players")
    _require(not LEFTOVER_SPACE.locked, "the leftover order's space is never locked")
    _require(ELEMENTS_BY_SHIFT == (4, 8, 12) and len(ELEMENTS) == 12, "twelve elements")
    _require(all(e.first > e.second > 0 for e in ELEMENTS), "prizes fall")
    _require(COAL_PER_COLOUR * 4 < 255, "a heap holds at most 254 cubes")


_check()
