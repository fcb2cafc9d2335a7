"""Positions to look at: seeded random games of several tastes, from the draft to the end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.rules import Game, play
from engine.show import WIDTH
from engine.show.layout import cells
from tests.engine.rules.table import TASTES, drafted, go, random_action, random_opening, set_up

ODD_NAMES = [
    "李小龍" * 10,
    "e\u0301" * 30,
    "Карл Иванович Бартоломейский-ст",
    "\u202eevil\u200b name\x1b[31m",
]
"""Wide letters, accents of their own, a long name, and one that would turn a line round."""
NAMES = ["Anna", "Ben", "Jürgen", "Bartholomew the Elder\x1b[31m"]


def random_positions(
    players: int, seed: int, taste: str, *, face_down: bool = False, every: int = 7
) -> Iterator[Game]:
    """Every so manieth position of a game, and its end."""
    rng = Random(seed)
    game = random_opening(players, rng, face_down=face_down)
    while not game.over:
        if game.ply % every == 0 or game.drawn:
            yield game
        game = play(game, random_action(game, rng, TASTES[taste])).game
    yield game


def on_the_board(players: int, seed: int, taste: str, *, every: int = 7) -> Iterator[Game]:
    """The same from the end of the draft on."""
    return (game for game in random_positions(players, seed, taste, every=every) if not game.draft)


def a_rich_position() -> Game:
    """Tiles on both sides, a foreign cube, a substitution, a complete order, a cage below, a storage."""
    game = drafted(3, tiles="g2L k1D y1L b2D y2L g1D k2L", orders="C-kk B-ybgk E-gg M-y C-b B-g E-b")
    game = go(game, "factory 1", "money 5", "money 5", "factory 3", "bank", "order 2")
    game = set_up(
        game,
        0,
        tiles="g2L,y1L,k2D,b1D,b1L,g1D",
        loaded="y,bk,gg,k",
        cage="kk",
        depth=4,
        storage="yb",
        orders="E-gg:g:g,B-g::yy,C-kkk",
        delivered="E-kk,M-bb",
    )
    return set_up(game, 1, delivered="B-y", orders="B-ybgk:bk:yg,C-b")


def otherwise(game: Game, reader: int | None, rng: Random) -> Game:
    """The game with everything exchanged that a reader may not know."""
    if game.over:
        return game
    other = game.copy()
    known = reader == game.turn
    tiles = [*game.tile_stack, *(game.drawn if game.drawn_at == "factory" and not known else ())]
    cards = [*game.card_stack, *(game.drawn if game.drawn_at == "orders" and not known else ())]
    hidden = [seat for seat in range(game.players) if seat != reader]
    cards += [card for seat in hidden for card in game.pits[seat].delivered]
    rng.shuffle(tiles)
    rng.shuffle(cards)
    for seat in hidden:
        pit = other.pits[seat] = game.pits[seat].copy()
        pit.delivered = tuple(cards.pop() for _ in pit.delivered)
    if game.drawn and not known:
        pile = tiles if game.drawn_at == "factory" else cards
        other.drawn = tuple(pile.pop() for _ in game.drawn)
    other.tile_stack, other.card_stack = tuple(tiles), tuple(cards)
    return other


def is_plain(text: str) -> bool:
    """Whether a text is fit for any mail: printable ASCII, no long line, no space at a line's end."""
    lines = text.split("\n")
    printable = all(line.isascii() and line.isprintable() for line in lines)
    return printable and all(len(line) <= WIDTH and line == line.rstrip() for line in lines)


def is_fit(text: str) -> bool:
    """The same for a text in any letters: printable, no line wider than a mail, no space at its end."""
    lines = text.split("\n")
    return all(line.isprintable() and cells(line) <= WIDTH and line == line.rstrip() for line in lines)
