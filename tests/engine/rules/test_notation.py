"""The move language: canonical texts, forgiving reading, shorthand with a position."""

from __future__ import annotations

import pytest

from engine.rules import (
    CARDS,
    HIDDEN_CARD,
    HIDDEN_TILE,
    TILES,
    Action,
    Ambiguous,
    Bank,
    Deliver,
    Draft,
    Draw,
    Factory,
    Fill,
    Game,
    Keep,
    Load,
    Mine,
    Money,
    NotNotation,
    Store,
    TakeOrder,
    To,
    legal_actions,
    parse,
)
from engine.rules.action import KINDS
from tests.engine.rules.table import drafted, go, opened, set_stacks, set_up

EGG, BK, MIX = CARDS["E-gg"], CARDS["B-k"], CARDS["M-ybgk"]
FOUR = tuple(TILES[name] for name in ("k1D", "y1L", "b2D", "y2L"))

CANONICAL = {
    "draft C-kk": Draft(CARDS["C-kk"]),
    "draft B-ybgk": Draft(CARDS["B-ybgk"]),
    "bank": Bank(),
    "money 5": Money(5),
    "order 2": TakeOrder(2),
    "order draw": Draw("order"),
    "factory 3": Factory(3),
    "factory 3, coal k": Factory(3, (3,)),
    "factory 3, coal k empty": Factory(3, (4, 3)),
    "factory 3, coal empty empty": Factory(3, (4, 4)),
    "factory draw": Draw("factory"),
    "keep g2L, top k1D y1L b2D y2L": Keep(TILES["g2L"], (), "top", FOUR),
    "keep none, bottom k1D y1L b2D y2L": Keep(None, (), "bottom", FOUR),
    "keep g2L, coal y empty, bottom k1D": Keep(TILES["g2L"], (4, 0), "bottom", (TILES["k1D"],)),
    "keep g2L": Keep(TILES["g2L"], (), "", ()),
    "keep g2L, coal k": Keep(TILES["g2L"], (3,), "", ()),
    "keep none": Keep(None, (), "", ()),
    "keep C-kk, top E-gg M-y": Keep(CARDS["C-kk"], (), "top", (EGG, CARDS["M-y"])),
    "keep g2L, top ? ?": Keep(TILES["g2L"], (), "top", (HIDDEN_TILE, HIDDEN_TILE)),
    "keep none, bottom ?-? ?-?": Keep(None, (), "bottom", (HIDDEN_CARD, HIDDEN_CARD)),
    "deliver barrow": Deliver(0),
    "deliver carriage": Deliver(1),
    "deliver motorcar": Deliver(2),
    "deliver engine": Deliver(3),
    "mine 8": Mine(8),
    "mine 8: to g, load g x2, to y, load y, to top, fill E-gg g x2": Mine(
        8, (To(3), Load(2), Load(2), To(1), Load(0), To(0), Fill(EGG, 2, (2,)), Fill(EGG, 2, (2,)))
    ),
    "mine 4: store y x2, to k": Mine(4, (Store(0), Store(0), To(4))),
    "mine 4: fill E-gg g from store": Mine(4, (Fill(EGG, 2, (6,)),)),
    "mine 4: fill E-gg g, fill E-gg g from store": Mine(4, (Fill(EGG, 2, (2,)), Fill(EGG, 2, (6,)))),
    "mine 4: fill B-k k with y+b": Mine(4, (Fill(BK, 3, (1, 0)),)),
    "mine 4: fill B-k k with y+b from store": Mine(4, (Fill(BK, 3, (4, 5)),)),
    "mine 4: fill B-k k with b+y from cage+store": Mine(4, (Fill(BK, 3, (4, 1)),)),
    "mine 4: fill E-gg g with k+k x2": Mine(4, (Fill(EGG, 2, (3, 3)), Fill(EGG, 2, (3, 3)))),
}

FORGIVEN = {
    "draft C-kk": ["DRAFT c-KK", "draft Ckk", "draft C - kk", "draft c–kk", "pick C-kk", "“draft” ‘C-kk’."],
    "draft B-ybgk": ["draft b-kgby", "draft Bybgk", "draft B -ybgk"],
    "draft B-k": ["draft bk"],
    "bank": [
        "Bank",
        "  bank  ",
        "BANK!",
        "`bank`",
        "bank.",
        "(bank)",
        "ｂａｎｋ",
        "\ufeffbank",
        "ban\u00adk",
    ],
    "money 5": [
        "Money, 5",
        "cash 5",
        "marks 5",
        "take money 5",
        "money: 5",
        "money ５",
        "money\t5",
        "money\u00a05",
    ],
    "order 2": ["orders 2", "take order 2", "order 02"],
    "order draw": ["Order DRAW", "orders draw", "draw order", "draw orders"],
    "factory draw": ["buy draw", "draw factory", "draw tiles"],
    "factory 3": ["buy 3", "tile 3", "FACTORY 3;"],
    "factory 3, coal k empty": ["factory 3 coal k-", "factory 3 (coal -k)", "factory 3 coal empty black"],
    "factory 3, coal k": ["factory 3 coal: k", "factory 3 coal black"],
    "keep g2L, top k1D y1L b2D y2L": [
        "keep G2L top K1D Y1L B2D Y2L",
        "keep g2l; top: k1d, y1l, b2d, y2l",
        "choose g2L, on the top k1D y1L b2D y2L",
    ],
    "keep none, bottom k1D": ["keep nothing, bottom k1D", "keep none at bottom k1d"],
    "deliver carriage": ["delivery carriage", "deliver by carriage", "ship wagon", "deliver C"],
    "deliver motorcar": ["deliver truck", "deliver lorry", "deliver motor"],
    "deliver engine": ["deliver train", "deliver locomotive"],
    "deliver barrow": ["deliver handcart", "deliver cart", "deliver wheelbarrow"],
    "mine 8: to g, load g x2, to y, load y, to top, fill E-gg g x2": [
        "mine 8 to g load g x2 to y load y to top fill E-gg g x2",
        "MINE 8: TO G, LOAD G ×2, TO Y, LOAD Y, TO TOP, FILL E-GG G ×2",
        "mine 8: to g; load g; load g; to y; load y; up; fill E-gg g; fill E-gg g",
        "dig 8: down to gray, take grey 2x, up to level 1, load yellow, to surface, put E-gg gray *2",
        "mining 8: go 3, load g x 2, cage to y, load y, move to 0 and fill E—gg 2x",
        "mine 8 | to g / load g x2 / then to y, then load y, then to top, then fill e - gg x2",
    ],
    "mine 4: store y": ["mine 4: stow yellow"],
    "mine 4: fill E-gg g from store": ["mine 4: fill Egg g from the storage", "mine 4: put E-gg from store"],
    "mine 4: fill E-gg g": ["mine 4: fill E-gg g from cage", "mine 4: fill E-gg from the cage"],
    "mine 4: fill B-k k with y+b": [
        "mine 4: fill B-k k with b + y",
        "mine 4: fill B-k with y and b",
        "mine 4: fill bk k with y b from cage",
    ],
    "mine 4: fill B-k k with b+y from cage+store": [
        "mine 4: fill B-k k with y+b from store+cage",
        "mine 4: fill B-k k with b+y from cage and storage",
    ],
    "mine 4: fill B-k k with y+b from store": ["mine 4: fill B-k k with b+y from store + store"],
}


@pytest.mark.parametrize(("text", "action"), CANONICAL.items(), ids=CANONICAL)
def test_each_action_has_one_text_both_ways(text: str, action: Action) -> None:
    assert action.write() == str(action) == text
    assert parse(text) == action
    assert hash(parse(text)) == hash(action)


def test_every_type_of_action_is_among_the_canonical_texts() -> None:
    assert {type(action) for action in CANONICAL.values()} >= set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_form_that_a_refusal_shows_is_understood(kind: type[Action]) -> None:
    shown = kind.form.replace("bottom …", "bottom k1D").replace(", or: ", ", or ")
    for form in shown.split(", or "):
        assert type(parse(form)) is kind


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not Draw])
def test_every_head_means_the_same(kind: type[Action]) -> None:
    for text, action in CANONICAL.items():
        if type(action) is kind:
            rest = text.removeprefix(kind.heads[0])
            assert [parse(head + rest) for head in kind.heads] == [action] * len(kind.heads)


@pytest.mark.parametrize(
    ("sloppy", "canonical"), [(sloppy, text) for text, found in FORGIVEN.items() for sloppy in found]
)
def test_reading_is_forgiving(sloppy: str, canonical: str) -> None:
    assert parse(sloppy).write() == canonical


@pytest.mark.parametrize("text", CANONICAL)
def test_case_spaces_and_punctuation_never_matter(text: str) -> None:
    wanted = CANONICAL[text]
    loose = text.replace(":", " ").replace(",", " ; ")
    for sloppy in (
        text.upper(),
        f"\n {text} \r\n",
        loose,
        text.replace(" ", "\u2003 "),
        f"“{text}”",
        f"{text}.",
    ):
        assert parse(sloppy) == wanted
    assert parse(text.replace("-", "–")) == wanted
    assert parse("".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)) == wanted


def shown() -> Game:
    """Factory g2L k1D g2L - b1L y1D y1L -, orders - E-gg C-gg M-kk; seat 0 has M-ybgk and E-kk."""
    game = drafted(2, tiles="g2L k1D g2L b1L y1D y1L", orders="B-y B-b B-yy B-g B-k B-bb M-kk E-gg C-gg")
    return set_up(game, 0, orders="M-ybgk,E-kk:k:k")


@pytest.mark.parametrize(
    ("short", "canonical"),
    [
        ("order E-gg", "order 2"),
        ("order C-gg", "order 3"),
        ("take order mkk", "order 4"),
        ("order kk", "order 4"),
        ("factory k1D", "factory 2"),
        ("buy y1l", "factory 7"),
        ("factory b1L coal k", "factory 5, coal k"),
        ("mine 6: fill b", "mine 6: fill M-ybgk b"),
        ("mine 6: fill ybgk b", "mine 6: fill M-ybgk b"),
        ("mine 6: fill kk", "mine 6: fill E-kk k"),
        ("mine 6: fill kk from store", "mine 6: fill E-kk k from store"),
        ("mine 6: fill y with g+g", "mine 6: fill M-ybgk y with g+g"),
    ],
)
def test_shorthand_that_makes_sense_in_a_position(short: str, canonical: str) -> None:
    assert parse(short, shown()).write() == canonical


@pytest.mark.parametrize(
    "short",
    ["order kk", "order E-gg", "factory k1D", "mine 6: fill b", "mine 6: fill kk k", "deliver", "keep kk"],
)
def test_shorthand_needs_a_position(short: str) -> None:
    with pytest.raises(NotNotation):
        parse(short)


@pytest.mark.parametrize(
    ("short", "meanings"),
    [
        ("order gg", ["E-gg", "C-gg"]),
        ("factory g2L", ["factory 1", "factory 3"]),
        ("mine 6: fill k", ["M-ybgk", "E-kk"]),
    ],
)
def test_shorthand_that_could_mean_several_things(short: str, meanings: list[str]) -> None:
    with pytest.raises(Ambiguous) as caught:
        parse(short, shown())
    assert caught.value.code == "notation/ambiguous"
    assert all(f"`{meaning}`" in str(caught.value) for meaning in meanings)
    assert caught.value.facts["sent"] == short


@pytest.mark.parametrize(
    "short", ["order B-k", "order yy", "factory k2L", "mine 6: fill g", "mine 6: fill bb b"]
)
def test_shorthand_for_what_is_not_there(short: str) -> None:
    game = set_up(shown(), 0, orders="E-kk")
    with pytest.raises(NotNotation) as caught:
        parse(short, game)
    assert caught.value.code == "notation/unexpected"


def test_deliver_alone_means_the_one_vehicle_that_is_ready() -> None:
    ready = set_up(shown(), 0, orders="E-kk::kk,M-ybgk")
    assert parse("deliver", ready) == Deliver(3)
    both = set_up(shown(), 0, orders="E-kk::kk,C-y::y")
    with pytest.raises(Ambiguous) as caught:
        parse("deliver", both)
    assert "`deliver carriage`, `deliver engine`" in str(caught.value)
    with pytest.raises(NotNotation) as missing:
        parse("deliver", shown())
    assert missing.value.code == "notation/incomplete"


def test_a_drawn_card_by_its_spots() -> None:
    game = go(set_stacks(shown(), cards="C-kk E-ggg M-y E-y E-b".split()), "order draw")
    keep = parse("keep kk, top ggg M-y E-y b", game)
    assert keep.write() == "keep C-kk, top E-ggg M-y E-y E-b"
    with pytest.raises(Ambiguous):
        parse("keep y, top kk ggg E-y b", game)


def test_a_draft_by_spots() -> None:
    game = opened(2, orders="C-kk E-gg M-gg B-y B-b C-bb E-bbb")
    assert parse("draft kk", game) == Draft(CARDS["C-kk"])
    with pytest.raises(Ambiguous):
        parse("draft gg", game)


def test_bb_is_both_a_barrow_order_and_the_spots_of_another() -> None:
    both = opened(2, orders="B-b C-bb E-bbb")
    with pytest.raises(Ambiguous) as caught:
        parse("draft bb", both)
    assert "`B-b`, `C-bb`" in str(caught.value)
    assert parse("draft bb", go(both, "draft B-b")) == Draft(CARDS["C-bb"])
    assert parse("draft bb", go(both, "draft C-bb")) == Draft(CARDS["B-b"])
    for word in ("bb", "bbb", "kk"):
        with pytest.raises(NotNotation):
            parse(f"draft {word}")
    assert parse("draft bbbb") == Draft(CARDS["B-bbb"])


def test_a_position_never_changes_what_a_canonical_text_means() -> None:
    for game in (opened(3), shown(), go(shown(), "order draw"), go(shown(), "factory draw")):
        for text, action in CANONICAL.items():
            assert parse(text, game) == action
        for legal in legal_actions(game):
            assert parse(legal.write()) == parse(legal.write(), game) == legal
