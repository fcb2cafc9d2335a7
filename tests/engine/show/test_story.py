"""Events as sentences."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from engine.rules import CARDS, SPACES, TILES, Event, events, parse, play, view
from engine.show import tell
from engine.show.story import DEEDS, NEWS
from tests.engine.rules.table import TASTES, drafted, go, random_action, random_opening, set_up, standing

NAMES = ["Anna", "Ben", "Carl"]
SPACE = {str(space): space for space in SPACES}


def test_every_event_type_has_words() -> None:
    assert DEEDS.keys() | NEWS.keys() == set(get_args(Event))
    assert not DEEDS.keys() & NEWS.keys()


def test_what_has_a_seat_is_a_deed() -> None:
    assert {kind for kind in get_args(Event) if "seat" in kind._fields} == DEEDS.keys()


EXAMPLES: list[tuple[Event, str]] = [
    (events.Drafted(0, CARDS["C-kk"]), "Anna drafts C-kk (carriage, 9 VP)."),
    (events.Placed(1, SPACE["mining 8"], 1, 0, -1), "Ben places 1 worker on mining 8."),
    (
        events.Placed(0, SPACE["mining 8"], 3, 2, 1),
        "Anna places 3 workers on mining 8 and ousts 2 workers of Ben.",
    ),
    (
        events.Placed(0, SPACE["delivery barrow"], 2, 1, 0),
        "Anna places 2 workers on barrow delivery and sends 1 worker of their own to the canteen.",
    ),
    (events.Banked(2, 1), "Carl goes to the bank for 1 Mark."),
    (events.TookMoney(2, 5), "Carl takes 5 Marks."),
    (events.Bought(0, TILES["k2D"], 8, "kk", 0), "Anna buys k2D for 8 Marks."),
    (
        events.Bought(0, TILES["k2D"], 8, "ky", 0),
        "Anna buys k2D for 8 Marks and loads yellow for lack of black.",
    ),
    (
        events.Bought(0, TILES["y2L"], 2, "", 2),
        "Anna buys y2L for 2 Marks and leaves 2 lorries empty for lack of yellow.",
    ),
    (events.TookOrder(1, CARDS["E-gg"]), "Ben takes the order E-gg (engine, 7 VP)."),
    (events.Looked(1, "factory", 5), "Ben looks at 5 tiles."),
    (events.Looked(1, "orders", 1), "Ben looks at 1 order."),
    (events.Returned(1, "factory", 4, "top"), "Ben puts 4 tiles back on top of the stack."),
    (events.Returned(1, "orders", 4, "bottom"), "Ben puts 4 orders back at the bottom of the stack."),
    (events.Returned(1, "orders", 0, ""), "Ben puts none back."),
    (events.Mined(0, ()), "Anna does no work step."),
    (events.Completed(0, CARDS["C-kk"]), "Anna completes C-kk."),
    (events.Delivered(0, (CARDS["C-kk"], CARDS["C-y"]), 11), "Anna delivers C-kk + C-y for 11 VP."),
    (
        events.TurnedUp(SPACE["factory 3"], TILES["g2L"]),
        "Factory 3 now shows g2L (gray, 2 lorries, light side).",
    ),
    (events.TurnedUp(SPACE["orders 4"], CARDS["C-kk"]), "Order 4 now shows C-kk (carriage, 9 VP)."),
    (events.ShiftBegan(2, 1), "Shift II begins; Ben starts."),
    (events.Ended((0,)), "The game is over: Anna wins."),
    (events.Ended((0, 2)), "The game is over: Anna and Carl share the victory."),
]


@pytest.mark.parametrize(("event", "sentence"), EXAMPLES)
def test_sentences(event: Event, sentence: str) -> None:
    assert tell([event], NAMES) == [sentence]


def test_every_event_type_has_an_example() -> None:
    shown = {type(event) for event, _ in EXAMPLES} | {events.ShiftScored}
    assert shown == set(get_args(Event))


def test_what_one_player_does_is_one_sentence() -> None:
    game = standing(drafted(3), "mining 8", 1, 2)
    game = set_up(game, 0, orders="E-b,E-g")
    moves = "mine 8: to g, load g, to b, load b, to top, fill E-b b, fill E-g g"
    assert tell(play(game, parse(moves, game)).events, NAMES) == [
        "Anna places 3 workers on mining 8, ousts 2 workers of Ben, does 7 work steps (to g, load g, to b, "
        "load b, to top, fill E-b b, fill E-g g), completes E-b and completes E-g."
    ]


def test_a_purchase_and_the_refill() -> None:
    game = drafted(3, tiles="g1L y1L b1L k1L y1D b1D g1D k2D")
    assert tell(play(game, parse("factory 1")).events, NAMES) == [
        "Anna places 1 worker on factory 1 and buys g1L for 3 Marks.",
        "Factory 1 now shows k2D (black, 2 lorries, dark side).",
    ]


def test_what_a_view_can_not_know_is_not_told() -> None:
    game = view(drafted(3), 0)
    assert tell(play(game, parse("factory 1")).events, NAMES)[-1] == "Factory 1 is refilled from the stack."


DELIVERED = (CARDS["B-y"], CARDS["E-g"]), (), (CARDS["M-kkk"],)


def test_a_scoring_is_told_element_by_element() -> None:
    scored = events.ShiftScored(
        1,
        ((1, 2, 0), (0, 0, 0), (1, 1, 0), (0, 0, 3)),
        ((1, 2, 0), (0, 0, 0), (4, 4, 0), (0, 0, 5)),
        DELIVERED,
    )
    assert tell([scored], NAMES) == [
        "Shift I is scored: Anna 5 VP, Ben 6 VP and Carl 5 VP.",
        "Yellow spots delivered: Anna 1 VP (has 1) and Ben 2 VP (has 2).",
        "Gray spots delivered: Anna 4 VP (has 1) and Ben 4 VP (has 1).",
        "Black spots delivered: Carl 5 VP (has 3).",
        "Anna has delivered B-y and E-g.",
        "Carl has delivered M-kkk.",
    ]


def test_a_draw_tells_nobody_what_was_drawn() -> None:
    game = go(drafted(3), "factory draw")
    names = {tile.name for tile in game.drawn}
    keep = "keep none, bottom " + " ".join(tile.name for tile in game.drawn)
    sentences = tell(play(game, parse(keep, game)).events, NAMES)
    assert sentences == ["Anna puts 5 tiles back at the bottom of the stack."]
    assert not names & set(" ".join(sentences).split())


@pytest.mark.parametrize("taste", TASTES)
def test_whole_games_can_be_told(taste: str) -> None:
    rng = Random(4)
    game = random_opening(3, rng)
    kinds = set()
    while not game.over:
        game, what = play(game, random_action(game, rng, TASTES[taste]))
        kinds |= {type(event) for event in what}
        for sentence in tell(what, NAMES):
            assert sentence.endswith(".")
            assert sentence.isascii()
            assert sentence.isprintable()
            assert "{" not in sentence
    assert len(kinds) > 10
