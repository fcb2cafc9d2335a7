"""RULES 2: set-up and draft."""

from __future__ import annotations

import pytest

from engine.rules import CARDS, HIDDEN_CARD, TILES, Refused, legal_actions, new_game
from engine.rules.events import Drafted, ShiftBegan, TurnedUp
from tests.engine.rules.table import ALL_CARDS, ALL_TILES, drafted, events, go, legal, opened, refused


def shown(row: list[object]) -> str:
    return " ".join("-" if piece is None else repr(piece) for piece in row)


@pytest.mark.parametrize(
    ("players", "row", "next_up"),
    [
        (2, "y1L b2D g1L - k1D y2L b1L -", "g2D"),
        (3, "y1L b2D g1L k1D y2L b1L g2D -", "k2L"),
        (4, "y1L b2D g1L k1D y2L b1L g2D k2L", "y1D"),
    ],
)
def test_2_1_a_tile_on_every_unlocked_factory_space(players: int, row: str, next_up: str) -> None:
    game = opened(players, tiles="y1L b2D g1L k1D y2L b1L g2D k2L y1D")
    assert shown([*game.tiles]) == row
    assert game.tile_stack[0].name == next_up
    assert len(game.tile_stack) == 48 - len(row.replace("-", "").split())


@pytest.mark.parametrize("start", [0, 1, 2])
def test_2_2_the_starting_player_opens_the_first_shift(start: int) -> None:
    game = drafted(3, start=start)
    assert (game.shift, game.start, game.turn) == (1, start, start)


@pytest.mark.parametrize(("players", "revealed"), [(2, 7), (3, 10), (4, 13)])
def test_2_3_three_orders_a_player_and_one_more_are_revealed(players: int, revealed: int) -> None:
    game = opened(players)
    assert [card.name for card in game.draft] == ALL_CARDS[:revealed]
    assert legal(game) == {f"draft {name}" for name in ALL_CARDS[:revealed]}
    assert len(game.card_stack) == 44 - revealed
    assert game.cards == [None] * 4


@pytest.mark.parametrize(
    ("players", "start", "order"),
    [
        (2, 0, [1, 0, 1, 0, 1, 0]),
        (3, 0, [2, 1, 0, 2, 1, 0, 2, 1, 0]),
        (3, 1, [0, 2, 1, 0, 2, 1, 0, 2, 1]),
        (4, 2, [1, 0, 3, 2, 1, 0, 3, 2, 1, 0, 3, 2]),
    ],
)
def test_2_3_counter_clockwise_from_the_right_hand_neighbour(
    players: int, start: int, order: list[int]
) -> None:
    game, seats = opened(players, start=start), []
    while game.draft:
        seats.append(game.turn)
        game = go(game, f"draft {game.draft[0]}")
    assert seats == order
    assert [len(pit.orders) for pit in game.pits] == [3] * players


def test_2_3_a_drafted_order_lies_open_before_its_owner() -> None:
    game = opened(2)
    assert events(game, "draft B-g") == [Drafted(1, CARDS["B-g"])]
    after = go(game, "draft B-g")
    assert after.pits[1].orders == {CARDS["B-g"]: (CARDS["B-g"].spots, 0)}
    assert CARDS["B-g"] not in after.draft
    assert after.turn == 0


def test_2_3_only_what_is_revealed_can_be_drafted() -> None:
    refusal = refused(opened(2), "draft E-gg")
    assert refusal.code == "rule/not-in-draft"
    assert str(refusal).endswith("on offer are B-y, B-b, B-yy, B-g, B-k, B-bb, B-bbb")


def test_2_3_nothing_else_can_be_done_before_the_draft_is_over() -> None:
    for move in ("bank", "mine 6", "factory 1", "order 2", "keep none"):
        assert refused(opened(2), move).code == "rule/in-draft"
    assert refused(drafted(2), "draft B-y").code == "rule/not-now"


@pytest.mark.parametrize(
    ("players", "row"),
    [(2, "- M-kk E-y B-ybgk"), (3, "M-kk E-y C-g B-ybgk"), (4, "M-kk E-y C-g B-ybgk")],
)
def test_2_4_ruling_the_card_left_over_goes_on_space_4_the_others_come_from_the_stack(
    players: int, row: str
) -> None:
    revealed = [name for name in ALL_CARDS if name not in row][: 3 * players]
    orders = " ".join([*revealed, "B-ybgk", "M-kk", "E-y", "C-g"])
    game = drafted(players, orders=orders)
    assert shown([*game.cards]) == row
    assert len(game.card_stack) == 44 - 3 * players - len(row.replace("- ", "").split())


def test_2_4_the_last_draft_turns_up_cards_and_begins_the_shift() -> None:
    game = opened(2, orders="B-y B-b B-yy B-g B-k B-bb B-ybgk M-kk E-y")
    for _ in range(5):
        game = go(game, f"draft {game.draft[0]}")
    spaces = [space for space in game.table.open_spaces["orders"] if space.shows]
    assert events(game, "draft B-bb") == [
        Drafted(0, CARDS["B-bb"]),
        TurnedUp(spaces[0], CARDS["M-kk"]),
        TurnedUp(spaces[1], CARDS["E-y"]),
        ShiftBegan(1, 0),
    ]


def test_a_stack_may_be_given_as_pieces_or_names() -> None:
    tiles = [TILES[name] for name in ALL_TILES]
    cards = [CARDS[name] for name in ALL_CARDS]
    assert new_game(3, tiles, cards, 1) == new_game(3, ALL_TILES, ALL_CARDS, 1)


def test_a_game_may_be_opened_from_what_is_public() -> None:
    hidden = new_game(2, [*ALL_TILES[:6], *["?"] * 42], [*ALL_CARDS[:7], *["?-?"] * 37], 0)
    assert [*legal_actions(hidden)] == [*legal_actions(opened(2))]
    assert set(hidden.card_stack) == {HIDDEN_CARD}


@pytest.mark.parametrize(
    ("players", "tiles", "cards", "start", "code"),
    [
        (1, ALL_TILES, ALL_CARDS, 0, "opening/players"),
        (5, ALL_TILES, ALL_CARDS, 0, "opening/players"),
        (2.0, ALL_TILES, ALL_CARDS, 0, "opening/players"),
        ("2", ALL_TILES, ALL_CARDS, 0, "opening/players"),
        (3, ALL_TILES, ALL_CARDS, 3, "opening/start"),
        (3, ALL_TILES, ALL_CARDS, -1, "opening/start"),
        (3, ALL_TILES, ALL_CARDS, "0", "opening/start"),
        (3, ALL_TILES[1:], ALL_CARDS, 0, "opening/stack-size"),
        (3, ALL_TILES, [*ALL_CARDS, "B-y"], 0, "opening/stack-size"),
        (3, [], ALL_CARDS, 0, "opening/stack-size"),
        (3, ["y1L", *ALL_TILES[:-1]], ALL_CARDS, 0, "opening/stack"),
        (3, ALL_TILES, ["B-y", *ALL_CARDS[:-1]], 0, "opening/stack"),
        (3, [*CARDS.values(), *ALL_TILES[:4]], ALL_CARDS, 0, "opening/stack"),
        (3, [HIDDEN_CARD, *ALL_TILES[1:]], ALL_CARDS, 0, "opening/stack"),
        (3, ["y3L", *ALL_TILES[1:]], ALL_CARDS, 0, "opening/unknown-piece"),
        (3, ALL_TILES, ["B-", *ALL_CARDS[1:]], 0, "opening/unknown-piece"),
        (3, ["", *ALL_TILES[1:]], ALL_CARDS, 0, "opening/unknown-piece"),
    ],
)
def test_an_opening_that_is_none_is_refused(
    players: int, tiles: list[str], cards: list[str], start: int, code: str
) -> None:
    with pytest.raises(Refused) as caught:
        new_game(players, tiles, cards, start)
    assert caught.value.code == code
    assert new_game(2, ALL_TILES, ALL_CARDS, 0).players == 2
