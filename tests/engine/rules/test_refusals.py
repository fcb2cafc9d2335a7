"""Every refusal of the rules: its code, its kind, what it repeats and what would do."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import engine.rules
from engine.errors import BadRecord
from engine.rules import (
    CARDS,
    TILES,
    Ambiguous,
    Deliver,
    Draft,
    Factory,
    Game,
    Keep,
    NotLegal,
    NotNotation,
    Refused,
    To,
    from_data,
    learn,
    new_game,
    parse,
    play,
    to_data,
    view,
)
from engine.rules.scoring import element_counts
from tests.engine.rules.table import (
    ALL_CARDS,
    ALL_TILES,
    drafted,
    end_shift,
    few_cards,
    few_tiles,
    go,
    last_ply,
    opened,
    refused,
    set_up,
    standing,
    with_workers,
)

RULES = Path(engine.rules.__file__).parent
_CODE = re.compile(r'"([a-z]+/[a-z-]+)"|_refuse\(\s*"([a-z-]+)"')


class Case(NamedTuple):
    kind: type[Refused]
    provoke: Callable[[], object]
    repeats: str
    advises: str = ""


def moved(game: Callable[[], Game], move: str, seat: int | None = None) -> Callable[[], object]:
    def provoke() -> object:
        at = game()
        return play(at, parse(move, at), seat)

    return provoke


def mining(**pit: object) -> Callable[[], Game]:
    return lambda: set_up(drafted(4), 0, **{"orders": "E-gg", **pit})


def one_drawn() -> Game:
    return go(few_tiles(drafted(2), "y1L"), "factory draw")


def card_drawn() -> Game:
    return go(few_cards(drafted(2), "E-y"), "order draw")


def hidden_tile() -> Game:
    return go(view(drafted(2), 0), "factory 1", "bank")


def hidden_card() -> Game:
    return go(view(drafted(2), 0), "order 2", "bank")


def over() -> Game:
    return end_shift(end_shift(end_shift(drafted(2))))


def short() -> Game:
    return set_up(drafted(2, tiles="k2D"), 1, storage="k" * 13)


def face_down() -> Game:
    game = set_up(drafted(2, face_down=True), 0, orders="E-y::y")
    return last_ply(go(game, "deliver engine"))


def damaged(**changes: object) -> Callable[[], object]:
    return lambda: from_data(to_data(drafted(2)) | changes)


def few(game: Callable[[], Game], space: str, *left: int) -> Callable[[], Game]:
    return lambda: with_workers(standing(game(), space, 1, 2), *left)


def openings(**changes: object) -> Callable[[], object]:
    given = {"players": 2, "tiles": ALL_TILES, "orders": ALL_CARDS, "start": 0} | changes
    return lambda: new_game(**given)  # type: ignore[arg-type]


LONG = "bank " * 500

CASES = {
    "notation/empty": Case(NotNotation, lambda: parse(" ,, "), "no move here", "draft, keep, factory, mine"),
    "notation/unknown-verb": Case(
        NotNotation, lambda: parse("jump 5"), "`jump 5`", "draft, keep, factory, mine"
    ),
    "notation/too-long": Case(NotNotation, lambda: parse(LONG), "`bank bank bank", "at most 2000"),
    "notation/letters": Case(NotNotation, lambda: parse("банк 1"), "`банк 1`", "plain English letters"),
    "notation/incomplete": Case(NotNotation, lambda: parse("money"), "`money`", "like this: money 5"),
    "notation/unexpected": Case(
        NotNotation, lambda: parse("money five"), "`money five`", "like this: money 5"
    ),
    "notation/too-many-steps": Case(
        NotNotation, lambda: parse("mine 8: to g x11"), "`mine 8: to g x11`", "10"
    ),
    "notation/no-such": Case(NotNotation, lambda: To(7), "7"),
    "notation/ambiguous": Case(
        Ambiguous, lambda: parse("factory g2L", drafted(2, tiles="g2L g2L")), "`factory g2L`", "`factory 2`"
    ),
    "rule/in-draft": Case(NotLegal, moved(opened, "bank"), "`bank`", "`draft B-y`"),
    "rule/not-in-draft": Case(NotLegal, moved(opened, "draft E-gg"), "`draft E-gg`", "on offer are B-y, B-b"),
    "rule/not-now": Case(NotLegal, moved(drafted, "keep none"), "`keep none`", "place workers"),
    "rule/choose-first": Case(NotLegal, moved(one_drawn, "bank"), "`bank`", "`keep …`"),
    "rule/game-over": Case(NotLegal, moved(over, "bank"), "`bank`", "over"),
    "rule/not-your-turn": Case(NotLegal, moved(drafted, "bank", 1), "`bank`", "seat 0 is to move"),
    "rule/no-such-space": Case(NotLegal, moved(drafted, "money 7"), "`money 7`", "like this: money 5"),
    "rule/locked": Case(NotLegal, moved(drafted, "money 5"), "`money 5`", "open are 4, 6"),
    "rule/too-few-workers": Case(
        NotLegal, moved(few(drafted, "mining 6", 1, 3), "mine 6"), "`mine 6`", "needs workers: 3, you have 1"
    ),
    "rule/empty-space": Case(
        NotLegal,
        moved(lambda: go(few_tiles(drafted(2)), "factory 1"), "factory 1"),
        "`factory 1`",
        "tiles lie on 2, 3",
    ),
    "rule/hidden-tile": Case(NotLegal, moved(hidden_tile, "factory 1"), "`factory 1`", "not known yet"),
    "rule/hidden-card": Case(NotLegal, moved(hidden_card, "order 2"), "`order 2`", "not known yet"),
    "rule/too-little-money": Case(
        NotLegal,
        moved(lambda: set_up(drafted(2, tiles="g2L"), 0, money=5), "factory 1"),
        "`factory 1`",
        "costs 6 Marks, you have 5",
    ),
    "rule/coal-short": Case(NotLegal, moved(short, "factory 1"), "`factory 1`", "`coal y`, `coal b`"),
    "rule/coal-not-short": Case(
        NotLegal, moved(drafted, "factory 1, coal y"), "`factory 1, coal y`", "enough"
    ),
    "rule/empty-stack": Case(
        NotLegal, moved(lambda: few_tiles(drafted(2)), "factory draw"), "`factory draw`", "stack is empty"
    ),
    "rule/not-what-was-drawn": Case(NotLegal, moved(one_drawn, "keep none"), "`keep none`", "first: y1L"),
    "rule/no-end": Case(
        NotLegal, lambda: play(one_drawn(), Keep(TILES["y1L"], (), "top", ())), "`keep y1L, top", "neither"
    ),
    "rule/no-coal-here": Case(NotLegal, moved(card_drawn, "keep E-y, coal k"), "`keep E-y, coal k`"),
    "rule/nothing-to-deliver": Case(
        NotLegal, moved(drafted, "deliver engine"), "`deliver engine`", "no order by engine is complete"
    ),
    "rule/too-many-steps": Case(
        NotLegal,
        moved(mining(cage="yb"), "mine 4: to y x1, to b, to y, to top, to y"),
        "`to y`",
        "left are 0",
    ),
    "rule/cage-is-there": Case(NotLegal, moved(mining(), "mine 4: to top"), "`to top`"),
    "rule/cage-at-top": Case(NotLegal, moved(mining(), "mine 4: load g"), "`load g`", "to a level first"),
    "rule/no-coal-there": Case(NotLegal, moved(mining(depth=1), "mine 4: load g"), "`load g`"),
    "rule/cage-full": Case(NotLegal, moved(mining(depth=1, cage="yyyyy"), "mine 4: load y"), "`load y`"),
    "rule/cage-below": Case(
        NotLegal, moved(mining(depth=1, cage="y"), "mine 4: store y"), "`store y`", "`to top` first"
    ),
    "rule/not-in-cage": Case(NotLegal, moved(mining(), "mine 4: store y"), "`store y`"),
    "rule/not-in-storage": Case(
        NotLegal, moved(mining(), "mine 4: fill E-gg g from store"), "`fill E-gg g from store`"
    ),
    "rule/not-your-order": Case(NotLegal, moved(mining(cage="g"), "mine 4: fill C-gg g"), "`fill C-gg g`"),
    "rule/no-free-spot": Case(NotLegal, moved(mining(cage="y"), "mine 4: fill E-gg y"), "`fill E-gg y`"),
    "view/hidden-cards": Case(
        NotLegal, lambda: play(view(face_down(), 1), parse("bank")), "face down", "only the server"
    ),
    "view/not-next": Case(
        Refused, lambda: learn(one_drawn(), [TILES["y1L"]]), "y1L", "a stack of 0 that begins with nothing"
    ),
    "opening/players": Case(Refused, openings(players=5), "5 players", "2, 3 or 4"),
    "opening/start": Case(Refused, openings(start=2), "seat 2", "0 to 1"),
    "opening/stack-size": Case(Refused, openings(tiles=ALL_TILES[1:]), "47", "48"),
    "opening/stack": Case(Refused, openings(orders=["B-y", *ALL_CARDS[:-1]]), "B-y lies 2 times", "1 times"),
    "opening/unknown-piece": Case(Refused, openings(orders=["X-y", *ALL_CARDS[1:]]), "`X-y`"),
    "position/format": Case(BadRecord, damaged(format="x"), "not a position", "grubenpost-position/1"),
    "position/damaged": Case(BadRecord, damaged(turn="x"), "'x'"),
    "position/unsound": Case(BadRecord, damaged(turn=7), "no such seat"),
}


def codes_in_the_source() -> set[str]:
    found = set()
    for path in RULES.rglob("*.py"):
        for whole, step in _CODE.findall(path.read_text("utf-8")):
            found.add(whole or f"rule/{step}")
    return found


def test_every_code_in_the_source_stands_in_the_table() -> None:
    assert codes_in_the_source() == set(CASES)


@pytest.mark.parametrize("code", CASES)
def test_a_refusal_has_its_code_repeats_what_was_sent_and_says_what_would_do(code: str) -> None:
    case = CASES[code]
    with pytest.raises(Refused) as caught:
        case.provoke()
    refusal = caught.value
    assert (refusal.code, type(refusal)) == (code, case.kind)
    assert case.repeats in str(refusal)
    assert case.advises in str(refusal)
    assert str(refusal) == (refusal.template.format(**refusal.facts) if refusal.facts else refusal.template)


@pytest.mark.parametrize("code", CASES)
def test_a_refusal_survives_pickling(code: str) -> None:
    with pytest.raises(Refused) as caught:
        CASES[code].provoke()
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), again.code, str(again)) == (type(caught.value), code, str(caught.value))


def test_an_empty_order_space_tells_where_cards_lie() -> None:
    game = go(few_cards(drafted(2)), "order 2")
    assert str(refused(game, "order 2")).endswith("cards lie on 3, 4")


def test_scoring_says_that_hidden_cards_are_needed() -> None:
    with pytest.raises(NotLegal) as caught:
        element_counts(view(face_down(), 1).pits[0])
    assert caught.value.code == "view/hidden-cards"


def test_a_refusal_repeats_no_more_than_a_line() -> None:
    with pytest.raises(Refused) as caught:
        parse("money\n\x1b[31m " + "9" * 1900)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 250


def test_a_value_is_refused_like_its_text() -> None:
    game = drafted(2)
    assert refused(game, Draft(CARDS["E-gg"])).code == "rule/not-now"
    assert refused(game, Deliver(3)).code == "rule/nothing-to-deliver"
    assert refused(game, Factory(-3)).code == "rule/no-such-space"
    for loads in ((5,), (-1,)):
        with pytest.raises(NotNotation):
            Factory(1, loads)
        with pytest.raises(NotNotation):
            Keep(TILES["y1L"], loads, "", ())
