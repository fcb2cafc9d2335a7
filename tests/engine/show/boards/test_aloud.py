"""The board for a screen reader: the same facts as on the drawn one."""

from __future__ import annotations

import pytest

from engine.rules import CARDS, TILES, Game, coal, view
from engine.rules import components as box
from engine.show import Style, board, people
from tests.engine.rules.table import drafted, go, opened, set_up, standing
from tests.engine.show.positions import NAMES, on_the_board

SPOKEN = Style.SPOKEN


def spoken(game: Game, reader: int | None = None) -> str:
    """The board with every sentence on one line."""
    text = board(view(game, reader), NAMES[: game.players], reader, style=SPOKEN)
    return " ".join(text.split())


def pit_of(text: str, name: str) -> str:
    return text.partition(f"Pit of {name}")[2].partition("Pit of ")[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_space_has_a_sentence(players: int) -> None:
    for game in on_the_board(players, 21, "any", every=17):
        text = spoken(game)
        for tile in game.tiles:
            assert tile is None or f"{tile.name} (" in text
        for card in game.cards:
            assert card is None or f"{card.name} (" in text
        locked = sum(players in space.locked for space in box.SPACES)
        assert text.count("locked in this game") == locked
        assert f"Factory draw: {len(game.tile_stack)} in the stack" in text
        assert f"Order draw: {len(game.card_stack)} in the stack" in text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_pit_is_told(players: int) -> None:
    for game in on_the_board(players, 22, "haulers", every=17):
        text = spoken(game)
        for person, pit in zip(people(NAMES[:players], style=SPOKEN), game.pits, strict=True):
            told = pit_of(text, person.name)
            names = {word.strip(".,:") for word in told.split()}
            assert names & (CARDS.keys() | TILES.keys()) == {c.name for c in (*pit.orders, *pit.delivered)}
            empty = sum(pit.empty_lorries(level) for level in coal.COLOURS)
            told_empty = [int(part.split(",")[0]) for part in told.split(", empty: ")[1:]]
            assert sum(told_empty) == empty
            assert f"Outstanding orders: {len(pit.orders)}." in told


def test_workers_and_the_next_placement() -> None:
    text = spoken(standing(drafted(3), "mining 10", 1, 3))
    assert "Mining 10: 3 workers of Ben, takes 4 workers." in text
    assert "Mining 8: nobody there, takes 1 worker." in text


def test_orders_tell_what_is_free_and_what_lies_there() -> None:
    text = spoken(set_up(drafted(2), 0, orders="E-gg:g:g,B-g::yy", cage="kk", depth=4), 0)
    assert "E-gg: engine, 7 victory points, spots: gray 2, still free: gray 1." in text
    assert "B-g: barrow, 4 victory points, spots: gray 1, complete, on it: yellow 2." in text
    assert "Cage: at the black level, in it: black 2." in text


def test_the_readers_own_pit_comes_first() -> None:
    text = spoken(drafted(3), 1)
    assert "Pit of Ben (you)." in text
    assert text.index("Pit of Ben") < text.index("Pit of Jürgen") < text.index("Pit of Anna")


def test_only_the_drawer_hears_what_was_drawn() -> None:
    game = go(drafted(2), "factory draw")
    assert "Drawn, for your eyes only:" in spoken(game, 0)
    assert "Anna looks at 5 tiles and chooses." in spoken(game, 1)


def test_the_draft_tells_what_was_taken_and_what_is_for_sale() -> None:
    text = spoken(go(opened(3), "draft B-y"), 0)
    assert "Taken so far." in text
    assert "Jürgen: B-y 2 victory points." in text
    assert "Factory 1: y1L (yellow, 1 lorry, light side), 1 Mark." in text
    assert "Pit of" not in text
    assert "Mining" not in text


def test_the_bank() -> None:
    assert "Bank: 1 Mark, 2 workers of Anna, 1 worker of Ben, takes 1 worker." in spoken(
        go(drafted(2), "bank", "bank", "bank")
    )
