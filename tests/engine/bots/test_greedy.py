"""The greedy bot does the obvious, and beats chance."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.bots import choose
from engine.bots.greedy import candidates
from engine.bots.selfplay import play_one
from engine.bots.spare_steps import use_up
from engine.bots.worth import Outlook, orders, prize, prospects, purse
from engine.rules import (
    CARDS,
    HIDDEN_CARD,
    TILES,
    Bank,
    Deliver,
    Dig,
    Draft,
    Factory,
    Fill,
    Game,
    Keep,
    Mine,
    Order,
    Pit,
    Space,
    TakeOrder,
    new_game,
    play,
    view,
    winners,
)
from engine.rules.coal import from_letters
from engine.rules.game import CHOOSE, TURN


def table(**pit: Any) -> Game:
    """A two-player game in its first shift, the player to move with this pit and no orders of the draft."""
    game = new_game(2, [t for t in TILES.values() for _ in range(3)], list(CARDS.values()), 0)
    while not game.shift:
        game = play(game, Draft(game.draft[0])).game
    game.pits[game.turn] = replace(game.pits[game.turn], orders={}, **pit)
    return game


def bare(game: Game) -> Game:
    """Neither tiles nor orders are to be had, and money costs too many workers."""
    game.tiles, game.tile_stack = [None] * len(game.tiles), ()
    game.cards, game.card_stack = [None] * len(game.cards), ()
    for space in game.table.open_spaces["money"]:
        crowd(game, space, 9)
    return game


def crowd(game: Game, space: Space, workers: int) -> None:
    """Let the other player stand there."""
    game.count[space.index], game.owner[space.index] = workers, 1 - game.turn


def outstanding(*names: str, filled: str = "") -> dict[Any, Order]:
    """Orders none of whose spots is filled, or all."""
    return {
        CARDS[name]: Order(0, CARDS[name].spots) if name == filled else Order(CARDS[name].spots, 0)
        for name in names
    }


def pits() -> list[Pit]:
    """Pits of all sorts."""
    found = []
    for number in range(1, 4):
        finished = play_one(9, number, ["random"] * 3)
        game = finished.opening
        for action in finished.actions:
            found.append(game.pits[game.turn])
            game = play(game, action).game
    return found


def test_it_beats_random() -> None:
    won = 0
    for number in range(1, 21):
        seats = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        game = play_one(17, number, seats).game
        won += winners(game) == (seats.index("greedy"),)
    assert won >= 19


def test_it_delivers_the_complete_order_with_its_last_worker() -> None:
    game = table()
    game.pits[game.turn].orders = outstanding("C-kk", "B-y", filled="C-kk")
    game.workers[game.turn] = 1
    game.shift = 3
    assert choose("greedy", view(game, game.turn), Random(1)) == Deliver(CARDS["C-kk"].vehicle)


def test_it_mines_so_that_an_order_is_completed() -> None:
    game = table()
    game.pits[game.turn].orders = outstanding("E-ybgk")
    game.pits[game.turn].storage = from_letters("ybg")
    action = choose("greedy", view(game, game.turn), Random(1))
    assert isinstance(action, Mine)
    after = play(game, action).game
    assert not after.pits[game.turn].orders[CARDS["E-ybgk"]].free


def test_it_mines_on_the_cheapest_space_that_will_do() -> None:
    """More workers for steps that it has no use for would be wasted."""
    game = bare(table())
    game.pits[game.turn].orders = outstanding("E-k")
    game.pits[game.turn].loaded = [0, 0, 0, from_letters("k")]
    crowd(game, next(space for space in game.table.open_spaces["mining"] if space.name == "10"), 2)
    action = choose("greedy", view(game, game.turn), Random(1))
    assert isinstance(action, Mine)
    assert action.number == 6


def test_it_drafts_what_its_pit_can_fill_rather_than_what_it_must_buy_for() -> None:
    cards = [CARDS[name] for name in "B-y C-y M-y B-ybgk C-yyy M-yyy C-yy".split()]
    rest = [card for card in CARDS.values() if card not in cards]
    game = new_game(2, [t for t in TILES.values() for _ in range(3)], [*cards, *rest], 0)
    assert choose("greedy", game, Random(1)) == Draft(CARDS["B-ybgk"])


def test_it_does_not_go_to_the_bank_while_something_better_is_open() -> None:
    game = table()
    assert not isinstance(choose("greedy", view(game, game.turn), Random(1)), Bank)


def test_at_the_very_end_it_takes_no_order_that_it_can_not_deliver() -> None:
    game = table(money=0)
    game.shift, game.workers[game.turn] = 3, 1
    assert not isinstance(choose("greedy", view(game, game.turn), Random(1)), TakeOrder)


def test_it_buys_the_tile_that_its_orders_wait_for() -> None:
    game = bare(table(money=20))
    game.pits[game.turn].orders = outstanding("C-kkk", "M-kk")
    game.pits[game.turn].loaded = [0, 0, 0, 0]
    game.tiles = [TILES["y1D"], TILES["b1L"], TILES["k2L"], None, TILES["g2L"], None, None, None]
    assert choose("greedy", view(game, game.turn), Random(1)) == Factory(3)


@pytest.mark.parametrize("name", ["y1L", "k2D"])
def test_it_keeps_a_drawn_tile_only_if_it_can_pay(name: str) -> None:
    game = table(money=0)
    game.phase, game.drawn, game.drawn_at = CHOOSE, (TILES[name],) * 2, "factory"
    assert choose("greedy", view(game, game.turn), Random(1)) == Keep(None, (), "bottom", game.drawn)


def test_it_can_keep_the_last_piece_of_a_stack() -> None:
    game = table()
    game.phase, game.drawn, game.drawn_at = CHOOSE, (CARDS["B-ybgk"],), "orders"
    assert choose("greedy", view(game, game.turn), Random(1)) == Keep(CARDS["B-ybgk"], (), "", ())


def test_everything_it_tries_is_legal() -> None:
    tried = 0
    for number in range(1, 4):
        finished = play_one(13, number, ["random"] * (number + 1), face_down=True)
        game = finished.opening
        for action in finished.actions:
            if game.ply % 4 == 0 or game.phase != TURN:
                for candidate in candidates(view(game, game.turn)):
                    play(game, candidate)
                    tried += 1
            game = play(game, action).game
    assert tried > 1000


@pytest.mark.parametrize(("steps", "fills"), [(1, 3), (4, 30), (10, 100)])
def test_leftover_steps_are_put_to_legal_use(steps: int, fills: int) -> None:
    filled = 0
    for pit in pits():
        begun = Dig(pit, steps)
        use_up(begun)
        assert begun.left >= 0
        again = Dig(pit, steps)
        for step in begun.steps:
            again.do(step)
        assert again.pit == begun.pit
        filled += sum(isinstance(step, Fill) for step in begun.steps)
    assert filled > fills


def test_an_order_is_worth_more_the_nearer_it_is_to_completion() -> None:
    pit = table(loaded=[0, 0, 0, 0]).pits[0]
    card = CARDS["C-kk"]
    black = from_letters("kk")

    def worth(order: Order, **coal: Any) -> float:
        empty = {"loaded": [0, 0, 0, 0], "cage": 0, "storage": 0}
        return orders(replace(pit, orders={card: order}, **{**empty, **coal}), workers=10)

    to_buy, on_lorries, up, complete = (
        worth(Order(black, 0)),
        worth(Order(black, 0), loaded=[0, 0, 0, black]),
        worth(Order(black, 0), storage=black),
        worth(Order(0, black)),
    )
    assert to_buy < on_lorries < up < complete < card.vp


def test_an_order_for_which_no_worker_is_left_is_a_loss() -> None:
    pit = replace(table().pits[0], orders=outstanding("C-kk"))
    without = replace(pit, orders={})
    assert orders(pit, workers=0) < orders(without, workers=0)
    assert orders(pit, workers=9) > orders(without, workers=9)


def test_money_is_worth_less_the_more_there_is() -> None:
    first, more, late = purse(1, False), purse(21, False) - purse(20, False), purse(1, True)
    assert first > more > late > 0


@pytest.mark.parametrize("element", [0, 7, 11])
def test_a_prize_grows_with_the_lead_but_never_beyond_itself(element: int) -> None:
    worths = [prize(element, 3, lead) for lead in (-9, -1, 0, 1, 9)]
    assert worths == sorted(set(worths))
    assert prize(0, 3, 99) < 2 < prize(0, 2, 99) < 4 < prize(0, 1, 99) < 6
    assert prize(11, 1, 99) < 13


def test_face_down_cards_count_as_what_a_card_holds_on_average() -> None:
    pit = table().pits[0]
    known = prospects(pit)
    hidden = prospects(replace(pit, delivered=(HIDDEN_CARD,) * len(CARDS)))
    spots = "".join(name.split("-")[1] for name in CARDS)
    grown = [after - before for before, after in zip(known, hidden, strict=True)]
    assert grown[:4] == pytest.approx([spots.count(letter) for letter in "ybgk"])
    assert sum(grown[4:8]) == pytest.approx(len(spots))
    assert grown[8:] == [0, 0, 0, 0]


def test_the_outlook_is_that_of_the_seat_to_move() -> None:
    game = table()
    richer = game.copy()
    richer.pits[1 - game.turn] = replace(game.pits[1 - game.turn], money=99)
    assert Outlook(game).worth(richer) == Outlook(game).worth(game)
    richer.pits[game.turn] = replace(game.pits[game.turn], money=99)
    assert Outlook(game).worth(richer) > Outlook(game).worth(game)
