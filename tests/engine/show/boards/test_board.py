"""The board: it fits, it shows all that is open, and nothing that is hidden."""

from __future__ import annotations

import pytest

from engine.rules import (
    CARDS,
    TILE_COPIES,
    TILES,
    Card,
    Order,
    coal,
    from_data,
    legal_actions,
    play,
    to_data,
    view,
)
from engine.rules import components as box
from engine.show import board, people
from tests.engine.rules.table import TASTES, drafted, few_cards, go, opened, set_up, standing
from tests.engine.show.positions import NAMES, is_plain, on_the_board, random_positions


def rows(text: str, title: str) -> dict[str, list[str]]:
    """The lines of an area by their labels, cut into cells; only the area that begins the lines."""
    lines = text.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith(title))
    found = {}
    for line in lines[at : at + 5]:
        found[line[:9].strip()] = line[9:].split()
    return found


def pit_of(text: str, title: str) -> str:
    """The part of a board under a player's name."""
    after = text.partition(f"--- {title} -")[2]
    return after.partition("\n\n")[0]


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_board_is_plain_and_narrow(players: int, taste: str) -> None:
    for seed in range(4):
        for game in random_positions(players, seed, taste, face_down=bool(seed % 2)):
            for reader in (None, *range(players)):
                assert is_plain(board(view(game, reader), NAMES[:players], reader))


def test_late_games_of_four_hold_many_things() -> None:
    """The widths above mean something: there were boards with long rows of tiles and many orders."""
    ends = [
        list(random_positions(4, seed, taste))[-1]
        for seed in range(4)
        for taste in ("builders", "collectors")
    ]
    assert max(len(pit.tiles) for game in ends for pit in game.pits) >= 9
    assert max(len(pit.orders) for game in ends for pit in game.pits) >= 9


@pytest.mark.parametrize("orders", [(), tuple(CARDS.values())])
def test_the_widest_pit_fits(orders: tuple[Card, ...]) -> None:
    """All tiles of two colours on both sides, and nothing or everything beside them."""
    game = drafted(4).copy()
    pit = game.own_pit()
    pit.tiles = tuple(tile for tile in TILES.values() if tile.name[0] in "yk") * TILE_COPIES
    pit.lorries = coal.from_counts([19, 1, 1, 19])
    pit.loaded = [coal.from_letters(letters) for letters in ("y" * 16, "b", "g", "k" * 16)]
    pit.storage = coal.from_letters("b" * 15 + "g" * 15)
    pit.orders = {card: Order(card.spots, 0) for card in orders}
    pit.delivered = () if orders else tuple(CARDS.values())
    text = board(game, NAMES, 0)
    assert is_plain(text)
    mine = pit_of(text, "Anna (A), you")
    assert mine.count("[") == len(pit.tiles)
    assert sorted(word for word in mine.split() if word in CARDS) == sorted(CARDS)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_face_up_fact_is_there(players: int) -> None:
    for game in on_the_board(players, 5, "any"):
        text = board(view(game, None), NAMES[:players], None)
        factory, orders = rows(text, "FACTORY"), rows(text, "ORDERS")
        open_tiles = [tile for tile in game.tiles if tile]
        open_cards = [card for card in game.cards if card]
        assert [name for name in factory["tile"] if name in TILES] == [tile.name for tile in open_tiles]
        assert factory["Marks"] == [str(tile.price) for tile in open_tiles]
        assert [name for name in orders["order"] if name in CARDS] == [card.name for card in open_cards]
        assert orders["VP"][: len(open_cards)] == [str(card.vp) for card in open_cards]
        assert f" {len(game.tile_stack)} left" in text
        assert f" {len(game.card_stack)} left" in text
        for colour, n in zip(box.COLOURS, coal.counts(game.coal), strict=True):
            assert f"{colour:<6} {n:>2}" in text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_has_all_numbers(players: int) -> None:
    for game in on_the_board(players, 6, "haulers"):
        lines = board(view(game, None), NAMES[:players], None).split("\n")
        for seat, person in enumerate(people(NAMES[:players])):
            (line,) = [line for line in lines if line[2:].startswith(f"{person.mark}  {person.short}")]
            pit = game.pits[seat]
            numbers = game.vp[seat], pit.money, game.workers[seat], game.canteen[seat]
            assert line.split()[-6:] == [str(n) for n in (*numbers, len(pit.orders), len(pit.delivered))]
            assert line.startswith(">") == (seat == game.turn and not game.over)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_order_is_under_its_owner(players: int) -> None:
    names = ["Anna", "Ben", "Carl", "Dora"][:players]
    for game in on_the_board(players, 7, "collectors"):
        text = board(view(game, None), names, None)
        for seat, person in enumerate(people(names)):
            shown = pit_of(text, person.full).split()
            pit = game.pits[seat]
            assert sorted(word for word in shown if word in CARDS) == sorted(
                card.name for card in (*pit.orders, *pit.delivered)
            )


def test_the_draft_shows_what_was_taken_and_what_is_for_sale() -> None:
    game = go(opened(3), "draft B-y")
    text = board(game, ["Anna", "Ben", "Carl"], 0)
    assert "  C  Carl                B-y 2 VP" in text
    assert "> B  Ben                 -" in text
    factory = rows(text, "FACTORY")
    assert factory["tile"][:2] == [tile.name for tile in game.tiles if tile][:2]
    assert "MINING" not in text
    assert "WERE SCORED" not in text
    assert "On offer in the draft: B-b 3 VP" in text
    assert "On offer" not in board(game, ["Anna", "Ben", "Carl"], 0, offer=False)


def test_workers_and_the_next_placement() -> None:
    game = drafted(3)
    game = standing(standing(game, "money 5", 1, 2), "mining 10", 2, 3)
    lines = board(game, ["Anna", "Ben", "Carl"], 0).split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("MINING"))
    mining, money = [line[:41] for line in lines[at : at + 3]], [line[41:] for line in lines[at : at + 3]]
    assert [line.split() for line in mining] == [
        ["MINING", "4", "6", "8", "10"],
        ["workers", "locked", "-", "-", "C3"],
        ["to", "place", "1", "1", "4"],
    ]
    assert [line.split() for line in money] == [
        ["MONEY", "3", "4", "5", "6"],
        ["workers", "locked", "-", "B2", "-"],
        ["to", "place", "1", "3", "1"],
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_locked_spaces_say_so(players: int) -> None:
    locks = sum(players in space.locked for space in box.SPACES)
    assert board(drafted(players), NAMES[:players], None).split().count("locked") == locks


def test_an_empty_space_takes_nobody() -> None:
    game = few_cards(drafted(2), "E-kk")
    game = go(game, "order 2", "order 3")
    shown = rows(board(game, ["Anna", "Ben"], None), "ORDERS")
    assert game.cards[1:3] == [CARDS["E-kk"], None]
    assert shown["order"][:6] == ["locked", "E-kk", "-", str(game.cards[3]), "0", "left"]
    assert shown["workers"][:4] == ["A1", "B1", "-", "-"]
    assert shown["to place"] == ["2", "1"]


def test_the_bank_tells_who_is_there() -> None:
    game = go(drafted(2), "bank", "bank", "bank")
    text = board(game, ["Anna", "Ben"], None)
    at = text.index("BANK")
    assert "A2 B1" in text[at:]


def test_the_head_tells_shift_and_turn() -> None:
    game = drafted(2)
    top = board(game, ["Anna", "Ben"], 0).split("\n")[0]
    assert top.split("  ")[0] == "Shift I of III, begun by Anna"
    assert top.endswith("  Anna (A) to move")
    assert "(you)" in board(game, ["Anna", "Ben"], 0)
    assert "(you)" not in board(game, ["Anna", "Ben"], None)


def test_the_draft_shows_what_is_on_offer() -> None:
    game = opened(2)
    text = board(view(game, None), ["Anna", "Ben"], None)
    assert "to take an order" in text
    for card in game.draft:
        assert f"{card.name} {card.vp} VP" in text


@pytest.mark.parametrize("move", ["factory draw", "order draw"])
def test_only_the_drawer_sees_what_was_drawn(move: str) -> None:
    game = go(drafted(2), move)
    mine = board(view(game, 0), ["Anna", "Ben"], 0)
    theirs = board(view(game, 1), ["Anna", "Ben"], 1)
    offered = mine.partition("for your eyes only: ")[2].partition("\n\n")[0].split()
    assert [word for word in offered if word in TILES or word in CARDS] == [p.name for p in game.drawn]
    assert "Anna (A) looks at 5" in theirs
    assert "eyes only" not in theirs


def test_the_readers_own_pit_comes_first() -> None:
    text = board(drafted(4), ["Anna", "Ben", "Carl", "Dora"], 2)
    assert [line.split()[1] for line in text.split("\n") if line.startswith("---")] == [
        *["Carl", "Dora", "Anna", "Ben"]
    ]


def test_face_down_cards_are_counted() -> None:
    game = set_up(drafted(2, face_down=True), 1, delivered="E-gg,E-kk")
    text = board(view(game, 0), ["Anna", "Ben"], 0)
    assert "delivered 2 face down" in text
    assert "E-kk" not in text
    assert "E-gg E-kk" in board(view(game, 1), ["Anna", "Ben"], 1)


def test_hidden_pieces_that_lie_face_up_are_question_marks() -> None:
    """In a game that is replayed from what is public, a refill may not be known yet."""
    game = view(drafted(2), None)
    game = play(game, legal_actions(game)[0]).game
    text = board(game, ["Anna", "Ben"], None)
    assert rows(text, "FACTORY")["tile"][0] == "?"
    assert len(rows(text, "FACTORY")["Marks"]) == sum(t is not None for t in game.tiles) - 1


def test_the_end_names_the_winner() -> None:
    game = list(random_positions(2, 3, "any"))[-1]
    head = board(view(game, None), ["Anna", "Ben"], None).split("\n")[0]
    assert head.startswith("The game is over")
    assert head.endswith(("wins", "share the victory"))
    assert "to place" not in board(game, ["Anna", "Ben"], None)


def test_positions_read_from_data_look_the_same() -> None:
    for game in random_positions(4, 2, "haulers", every=20):
        seen = view(game, 1)
        assert board(from_data(to_data(seen)), NAMES, 1) == board(seen, NAMES, 1)
