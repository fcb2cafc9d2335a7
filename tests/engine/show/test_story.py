"""Events as sentences."""

from __future__ import annotations

from random import Random
from typing import NamedTuple, get_args

import pytest

from engine.phrase import Phrase, phrase
from engine.rules import Event, events, parse, play, view
from engine.show import Style, tell
from engine.show.story import DEEDS, NEWS
from engine.tongue import tongue
from tests.engine.rules.table import TASTES, drafted, go, random_action, random_opening, set_up, standing
from tests.engine.show.events import EXAMPLES, SCORED, SPACE

NAMES = ["Anna", "Ben", "Carl"]
KINDS = set(get_args(Event)) - {events.OwnEffect}


def test_every_event_type_has_words() -> None:
    """A deed that is told by its action alone has its own."""
    assert DEEDS.keys() | NEWS.keys() == KINDS
    assert not DEEDS.keys() & NEWS.keys()


def test_what_has_a_seat_is_a_deed() -> None:
    assert {kind for kind in KINDS if "seat" in kind._fields} == DEEDS.keys()


@pytest.mark.parametrize(("event", "sentence"), EXAMPLES)
def test_sentences(event: Event, sentence: str) -> None:
    assert tell([event], NAMES) == [sentence]


def test_every_event_type_has_an_example() -> None:
    shown = {type(event) for event, _ in EXAMPLES} | {events.ShiftScored}
    assert shown == KINDS


class Rested(NamedTuple):
    seat: int

    @property
    def deed(self) -> Phrase:
        return phrase("the cage is full")  # any text that is in the catalogues


def test_a_deed_of_an_action_alone_tells_itself() -> None:
    assert tell([Rested(0)], NAMES) == ["Anna the cage is full."]
    assert tell([events.Banked(0, 1), Rested(0)], NAMES, tongue("de")) == [
        "Anna holt 1 Mark in der Bank und der Foerderkorb ist voll."
    ]


def test_what_one_player_does_is_one_sentence() -> None:
    game = standing(drafted(3), "mining 8", 1, 2)
    game = set_up(game, 0, orders="E-b,E-g")
    moves = "mine 8: to g, load g, to b, load b, to top, fill E-b b, fill E-g g"
    assert tell(play(game, parse(moves, game)).events, NAMES) == [
        "Anna places 3 workers on mining 8, ousts 2 of Ben's workers, does 7 work steps (to g, load g, to b, "
        "load b, to top, fill E-b b, fill E-g g) and completes E-b + E-g."
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


def test_a_scoring_is_told_element_by_element() -> None:
    assert tell([SCORED], NAMES) == [
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


def test_the_readers_own_workers_are_called_so() -> None:
    ousted = events.Placed(0, SPACE["mining 8"], 3, 2, 1)
    assert tell([ousted], NAMES, reader=1) == [
        "Anna places 3 workers on mining 8 and ousts 2 of your workers."
    ]
    assert tell([ousted], NAMES, reader=0) == tell([ousted], NAMES) == tell([ousted], NAMES, reader=2)
    assert tell([ousted], NAMES, tongue("de"), Style.UNICODE, 1) == [
        "Anna setzt 3 Arbeiter auf „Fördern 8“ und verdrängt 2 deiner Arbeiter."
    ]
