"""Whatever comes in: an error with a code, never another exception, never a changed game."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadRecord
from engine.rules import Game, NotLegal, NotNotation, Refused, from_data, parse, play, to_data, view
from engine.rules.action import KINDS
from tests.engine.rules.table import drafted, go, opened, random_action, random_game, refused

GAMES = {
    "draft": opened(3),
    "shift": drafted(4),
    "tiles": go(drafted(3), "factory draw"),
    "cards": go(drafted(2), "order draw"),
    "someone else's cards": view(go(drafted(2), "order draw"), 1),
    "middle": random_game(3, 5, 60, face_down=True),
    "over": random_game(2, 5, 999),
}
CODE = re.compile(r"(notation|rule|view)/[a-z-]+")


def answer(text: str, game: Game | None) -> str:
    """The code of the refusal, or nothing if the text was played."""
    before = copy.deepcopy(game)
    try:
        action = parse(text, game)
        if game is not None:
            play(game, action)
    except Refused as refusal:
        assert CODE.fullmatch(refusal.code)
        assert len(str(refusal)) < 2000
        assert str(refusal).isprintable()
        return refusal.code
    finally:
        assert game == before
    return ""


def answers(text: str) -> set[str]:
    return {answer(text, game) for game in (None, *GAMES.values())}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "notation/empty"),
        ("   \n\t ", "notation/empty"),
        (",;:.!", "notation/empty"),
        ("jump", "notation/unknown-verb"),
        ("bankk", "notation/unknown-verb"),
        ("5", "notation/unknown-verb"),
        ("?", "notation/unknown-verb"),
        ("x2", "notation/unknown-verb"),
        ("- - -", "notation/unknown-verb"),
        ("\x00bank", "notation/unknown-verb"),
        ("bank\x07", "notation/unknown-verb"),
        ("\x1b[2Jbank", "notation/unknown-verb"),
        ("{sent} {0} %s", "notation/unknown-verb"),
        ("__class__", "notation/unknown-verb"),
        ("банк", "notation/letters"),
        ("Ваnк", "notation/letters"),
        ("bаnk", "notation/letters"),
        ("銀行", "notation/letters"),
        ("BANK ⛏", "notation/letters"),
        ("dělat 5", "notation/letters"),
        ("money ٣", "notation/letters"),
        ("\ud800", "notation/letters"),
        ("\u202ebank", "notation/letters"),
        ("bank bank", "notation/unexpected"),
        ("bank 1", "notation/unexpected"),
        ("money -5", "notation/unexpected"),
        ("money 5 6", "notation/unexpected"),
        ("money 1e3", "notation/unexpected"),
        ("money 0x5", "notation/unexpected"),
        ("money +5", "notation/unexpected"),
        ("money " + "9" * 500, "notation/unexpected"),
        ("order -1", "notation/unexpected"),
        ("factory -1", "notation/unexpected"),
        ("factory 3 coal z", "notation/unexpected"),
        ("mine -8", "notation/unexpected"),
        ("mine 8: to z", "notation/unexpected"),
        ("mine 8: to 5", "notation/unexpected"),
        ("mine 8: to -1", "notation/unexpected"),
        ("mine 8: load g x0", "notation/unexpected"),
        ("mine 8: load g x-2", "notation/unexpected"),
        ("mine 8: load g x9999999999", "notation/unexpected"),
        ("mine 8: load g x99999999", "notation/too-many-steps"),
        ("mine 8: load g x6 x6", "notation/unexpected"),
        ("mine 8: " + "to g, to y, " * 100, "notation/too-many-steps"),
        ("mine 8: fill E-gg g with y+b+g", "notation/unexpected"),
        ("mine 8: fill E-gg g from store+cage", "notation/unexpected"),
        ("mine 8: fill X-gg g", "notation/unexpected"),
        ("deliver spaceship", "notation/unexpected"),
        ("deliver B-kk", "notation/unexpected"),
        ("draft g2L", "notation/unexpected"),
        ("draft C-yk", "notation/unexpected"),
        ("draft -kk", "notation/unexpected"),
        ("keep g3L", "notation/unexpected"),
        ("keep none sideways k1D", "notation/unexpected"),
        ("mine", "notation/incomplete"),
        ("mine 8: to", "notation/incomplete"),
        ("mine 8: to g and", "notation/incomplete"),
        ("mine 8: fill E-ybgk", "notation/incomplete"),
        ("mine 8: fill E-gg g with y", "notation/incomplete"),
        ("mine 8: load g x", "notation/incomplete"),
        ("keep none, top", "notation/incomplete"),
        ("keep", "notation/incomplete"),
        ("draw", "notation/incomplete"),
        ("factory 3 coal", "notation/incomplete"),
        ("x" * 100_000, "notation/too-long"),
        ("bank " * 20_000, "notation/too-long"),
        ("ﷺ" * 2001, "notation/too-long"),
    ],
)
def test_what_is_no_move(text: str, code: str) -> None:
    assert answers(text) == {code}


@pytest.mark.parametrize("text", ["money 999999999", "mine 123456789", "factory 99", "order 0", "money ²"])
def test_huge_and_unknown_numbers_are_no_spaces(text: str) -> None:
    assert answer(text, GAMES["shift"]) == "rule/no-such-space"


def test_a_long_text_that_grows_when_it_is_read() -> None:
    assert answers("ﷺ" * 2000) == {"notation/letters"}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [-1, 0, 1, 2, 3, 4, 99])
def test_actions_for_another_seat(name: str, seat: int) -> None:
    game = GAMES[name]
    if seat == game.turn or game.over:
        return
    action = random_action(game, Random(seat)) if name != "someone else's cards" else parse("bank")
    refusal = refused(game, action, seat=seat)
    assert (type(refusal), refusal.code) == (NotLegal, "rule/not-your-turn")


def test_actions_after_the_end() -> None:
    game = GAMES["over"]
    assert game.over
    for kind in KINDS:
        move = kind.form.partition(", or")[0]
        assert refused(game, move).code == "rule/game-over"
        assert refused(game, move, seat=0).code == "rule/game-over"


WORDS = [
    *(
        "bank",
        "money",
        "order",
        "factory",
        "draw",
        "keep",
        "none",
        "top",
        "bottom",
        "coal",
        "empty",
        "deliver",
    ),
    *(
        "carriage",
        "mine",
        "to",
        "load",
        "store",
        "fill",
        "from",
        "with",
        "cage",
        "x2",
        "x",
        "and",
        "+",
        "-",
        "?",
    ),
    *(
        "E-gg",
        "B-k",
        "C-kk",
        "?-?",
        "kk",
        "g2L",
        "k1D",
        "y",
        "b",
        "g",
        "k",
        "1",
        "2",
        "3",
        "4",
        "6",
        "8",
        "10",
    ),
    *("draft", "pick", "take", "by", ",", ":", "up", "level", "the", "then", "bb", "x0", "99999999999"),
]


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    assert answers(text)


@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
def test_any_words_of_the_language(text: str) -> None:
    assert answers(text)


@given(st.sampled_from([kind.form for kind in KINDS]), st.data())
def test_a_move_with_a_slip(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    assert answers(text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 3)) :])


def test_a_long_move_is_refused_before_it_is_read() -> None:
    with pytest.raises(NotNotation) as caught:
        parse("mine 10: " + "load g, " * 12_500)
    assert caught.value.code == "notation/too-long"
    assert len(str(caught.value)) < 200


JUNK: list[Any] = [
    *(None, True, False, -1, 0, 1, 3, 5, 17, 99, 10**30, 1.5, float("nan")),
    *("", "x", "y", "?", "?-?", "k1D", "k1D,k1D,k1D,k1D", "C-kk", "C-kk:k:", "C-kk:kkkk:k", "C-kk::kkkkk"),
    *(
        ",",
        ",,,",
        ",,,,",
        "y" * 65,
        "y" * 300,
        "draft",
        "turn",
        "choose",
        "over",
        "factory",
        "orders",
        "bank",
    ),
    *([], [0], [1, 1], [0] * 4, [99] * 3, ["x"], [[0]], [None] * 3, {}, {"factory 1": [0, 1]}),
    *({"mining 4": [9, 9]}, {"bank 1": [0, 1]}, {"factory 1": 3}, {"factory 1 1": [0, 1]}),
]


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a position's data."""
    if path:
        yield path
    if isinstance(data, dict | list):
        for key in data if isinstance(data, dict) else range(len(data)):
            yield from leaves(data[key], (*path, key))


def with_junk(data: dict[str, Any], path: tuple[Any, ...], junk: Any) -> dict[str, Any]:
    broken = copy.deepcopy(data)
    at: Any = broken
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = junk
    return broken


def taken(data: Any) -> bool:
    """Whether a position is read; if it is, it must play to the end like any other."""
    try:
        game = from_data(data)
    except BadRecord as refusal:
        assert re.fullmatch(r"position/[a-z]+", refusal.code)
        assert len(str(refusal)) < 300
        return False
    rng = Random(1)
    hidden = "?" in str(to_data(game)["drawn"] + to_data(game)["draft"])
    for _ in range(30):
        if game.over or hidden:
            break
        game = play(game, random_action(game, rng)).game
    return True


@pytest.mark.parametrize("name", GAMES)
def test_damaged_positions(name: str) -> None:
    data = json.loads(json.dumps(to_data(GAMES[name])))
    assert taken(data)
    places = [*leaves(data)]
    read = sum(taken(with_junk(data, place, junk)) for place in places for junk in JUNK)
    assert read < len(places) * len(JUNK) / 10


@pytest.mark.parametrize("name", GAMES)
def test_positions_with_something_missing(name: str) -> None:
    data = json.loads(json.dumps(to_data(GAMES[name])))
    for place in leaves(data):
        broken = copy.deepcopy(data)
        at: Any = broken
        for key in place[:-1]:
            at = at[key]
        del at[place[-1]]
        assert not taken(broken), place


@pytest.mark.parametrize(
    "data", [None, 5, "x", [], {}, {"format": 1}, {"format": "grubenpost-position/1"}, b"", object()]
)
def test_what_is_no_position_at_all(data: object) -> None:
    assert not taken(data)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(), lambda kids: st.lists(kids) | st.dictionaries(st.text(), kids)
    )
)
def test_any_data(data: Any) -> None:
    assert not taken(data)
    assert not taken({"format": "grubenpost-position/1", "players": data})


@pytest.mark.parametrize(
    ("path", "value", "law"),
    [
        (("coal",), [16, 13, 13, 13], "the coal is not complete"),
        (("pits", 0, "storage"), "y", "the coal is not complete"),
        (("pits", 0, "cage"), "yyyyyy", "too much coal in a cage"),
        (("pits", 0, "loaded"), "yy,b,g,k", "more cubes than lorries"),
        (("pits", 0, "loaded"), "y,b,g,k,", "not one heap for each level"),
        (("pits", 0, "depth"), 5, "the cage is nowhere"),
        (("pits", 0, "money"), -1, "less than no money"),
        (("pits", 0, "tiles"), "k1D", "the tiles are not complete"),
        (("pits", 0, "orders"), "", "the order cards are not complete"),
        (("pits", 0, "delivered"), "B-y", "the order cards are not complete"),
        (("tiles",), "y1L,y1D,y2L,y2D,b1L,b1D,b2L,k1D", "a piece on a locked space"),
        (("workers",), [15, 15, 14], "the workers are not complete"),
        (("workers",), [15, 15], "not one entry for each seat"),
        (("canteen",), [-1, 0, 0], "fewer than no workers"),
        (("spaces",), {"factory 8": [0, 1]}, "workers on a locked space"),
        (("spaces",), {"factory 1": [-1, 1]}, "nobody's workers on a space"),
        (("turn",), 3, "no such seat"),
        (("shift",), 0, "draft and shift don't fit"),
        (("shift",), 4, "no such ply or shift"),
        (("phase",), "choose", "nothing to choose from, or too early"),
        (("phase",), "over", "over before the last shift"),
        (("prizes",), [[0] * 12], "prizes"),
    ],
)
def test_a_position_that_no_game_comes_to(path: tuple[Any, ...], value: object, law: str) -> None:
    data = to_data(drafted(3))
    with pytest.raises(BadRecord) as caught:
        from_data(with_junk(data, path, value))
    assert (caught.value.code, caught.value.facts["what"]) == ("position/unsound", law)


def test_a_position_read_once_does_not_change_what_is_read_next() -> None:
    data = to_data(drafted(2))
    for players, face_down in ((2.0, False), (2, 0), (True, False)):
        with pytest.raises(BadRecord):
            from_data({**data, "players": players, "face_down": face_down})
    again = from_data(data)
    assert type(again.players) is int
    assert again.table.face_down is False
