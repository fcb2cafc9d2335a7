"""Kinds of pieces, by which a standing order names what it wants: one piece, or any that is like it.

A card is wanted by its name (`C-kk`), its spots (`kk`), its vehicle (`carriage`) or its worth (`7vp`: at
least so many VP); a tile by some of its colour, lorries and side (`g2L`, `g2`, `gL`, `g`, `any2`). `any` is
all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from ..phrase import phrase
from ..rules import CARDS, HIDDEN_CARD, HIDDEN_TILE, TILES, Card, Tile
from ..rules.coal import LETTERS
from ..rules.components import VEHICLE_LETTERS, VEHICLES
from ..rules.notation import COLOUR_WORDS, VEHICLE_WORDS, MoveWords

Piece = Tile | Card

ANY: Final = "any"
_WORTH: Final = re.compile(r"(\d{1,2})vp")
_CARD: Final = re.compile(r"([bcme]-?)?([ybgk]{1,4})")
_TILE: Final = re.compile(r"(any|[ybgk])([12]?)([ld]?)")
_A_CARD: Final = phrase("an order: C-kk, or its spots (kk), its vehicle (carriage), its worth (7vp) or `any`")
_A_TILE: Final = phrase("a tile: g2L, or some of its colour, lorries and side (g2, gL, any2), or `any`")
_VEHICLES: Final = {word: vehicle for word, vehicle in VEHICLE_WORDS.items() if len(word) > 1}


@dataclass(frozen=True, slots=True)
class CardKind:
    """Order cards of a vehicle, with these spots, of at least so many VP; whatever is left out is any."""

    vehicle: int | None = None
    spots: str = ""
    vp: int = 0

    area: ClassVar[str] = "order"

    def fits(self, piece: Piece) -> bool:
        return (
            isinstance(piece, Card)
            and piece is not HIDDEN_CARD
            and self.vehicle in (None, piece.vehicle)
            and self.spots in ("", piece.name[2:])
            and piece.vp >= self.vp
        )

    @property
    def exact(self) -> bool:
        return self.vehicle is not None and bool(self.spots)

    def all(self) -> list[Card]:
        """Every card in the box that is of this kind."""
        return [card for card in CARDS.values() if self.fits(card)]

    def write(self) -> str:
        if self.vehicle is not None:
            spots = f"{VEHICLE_LETTERS[self.vehicle]}-{self.spots}"
            return spots if self.spots else VEHICLES[self.vehicle]
        return self.spots or (f"{self.vp}vp" if self.vp else ANY)


@dataclass(frozen=True, slots=True)
class TileKind:
    """Tunnel tiles of a colour, with so many lorries, for a side; whatever is left out is any."""

    colour: int | None = None
    lorries: int | None = None
    light: bool | None = None

    area: ClassVar[str] = "factory"

    def fits(self, piece: Piece) -> bool:
        return (
            isinstance(piece, Tile)
            and piece is not HIDDEN_TILE
            and self.colour in (None, piece.colour)
            and self.lorries in (None, piece.lorries)
            and self.light in (None, piece.light)
        )

    @property
    def exact(self) -> bool:
        return None not in (self.colour, self.lorries, self.light)

    def all(self) -> list[Tile]:
        """Every tile in the box that is of this kind, each once."""
        return [tile for tile in TILES.values() if self.fits(tile)]

    def write(self) -> str:
        colour = ANY if self.colour is None else LETTERS[self.colour]
        lorries = "" if self.lorries is None else str(self.lorries)
        side = "" if self.light is None else ("L" if self.light else "D")
        return f"{colour}{lorries}{side}"


Kind = CardKind | TileKind


def kind_of(piece: Piece) -> Kind:
    """The kind that only this piece, and copies of it, are of."""
    if isinstance(piece, Tile):
        return TileKind(piece.colour, piece.lorries, piece.light)
    return CardKind(piece.vehicle, piece.name[2:])


def best_first(pieces: Iterable[Piece]) -> list[Piece]:
    """Cards of most VP and tiles of the highest price first; among equals as they lie."""
    return sorted(pieces, key=lambda piece: -(piece.price if isinstance(piece, Tile) else piece.vp))


def read_kind(words: MoveWords, area: str) -> Kind:
    """The kind that comes next in the words: of a card for `order`, of a tile for `factory`."""
    return _read_card(words) if area == CardKind.area else _read_tile(words)


def read_exact(words: MoveWords) -> Kind | None:
    """A whole piece by its own name, if one comes next: `C-kk` or `g2L`, whatever the area."""
    word = words.peek()
    if not re.fullmatch(r"[bcme]-[ybgk]{1,4}|[ybgk][12][ld]", word):
        return None
    return _read_card(words) if "-" in word else _read_tile(words)


def _read_card(words: MoveWords) -> CardKind:
    word = words.take()
    if word == ANY:
        return CardKind()
    if word in _VEHICLES:
        return CardKind(vehicle=_VEHICLES[word])
    if worth := _WORTH.fullmatch(word):
        found = CardKind(vp=int(worth[1]))
    elif word.isdecimal() and words.skip("vp"):
        found = CardKind(vp=int(word))
    else:
        found = _named(word)
    if found == CardKind() or not found.all():
        raise words.wrong(word, _A_CARD)
    return found


def _named(word: str) -> CardKind:
    """`kk` by its spots, `c-kk` by its name; `ckk` stands for that too, as no card has such spots."""
    match = _CARD.fullmatch(word)
    spots = word if match is None or not match[1] else match[2]
    if spots.strip(LETTERS):
        return CardKind()
    found = CardKind(spots="".join(sorted(word, key=LETTERS.find)))
    if match is None or not match[1] or found.all():
        return found
    letter = match[1].rstrip("-").upper()
    return CardKind(VEHICLE_LETTERS.index(letter), "".join(sorted(spots, key=LETTERS.index)))


def _read_tile(words: MoveWords) -> TileKind:
    word = words.take()
    if word in COLOUR_WORDS:
        return TileKind(colour=COLOUR_WORDS[word])
    if word in ("1", "2") and words.skip("lorries", "lorry"):
        return TileKind(lorries=int(word))
    match = _TILE.fullmatch(word)
    if not match:
        raise words.wrong(word, _A_TILE)
    colour, lorries, side = match.groups()
    return TileKind(
        None if colour == ANY else COLOUR_WORDS[colour],
        int(lorries) if lorries else None,
        side == "l" if side else None,
    )
