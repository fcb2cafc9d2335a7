"""The language of standing orders: what is understood, how it is written back, and what is refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ahead import Orders, read
from engine.ahead.limits import LONGEST, MOST_LINES
from engine.errors import Refused
from engine.rules import view
from engine.tongue import LANGUAGES, tongue
from engine.tongue.move_words import MOVES
from engine.tongue.order_words import ORDERS, canonical, in_words_of
from tests.engine.ahead.written import orders as any_orders
from tests.engine.rules.table import drafted

UNDERSTOOD = [
    ("next: money 5", "next: money 5"),
    ("money 5", "next: money 5"),
    ("NEXT : Money 5 ; ELSE bank.", "next: money 5; else bank"),
    ("next: order ckk, else order kk otherwise bank", "next: order C-kk; else order kk; else bank"),
    ("next: order C-kk\nif costs\n<= 2;\nelse bank", "next: order C-kk if costs <= 2; else bank"),
    ("next: buy g2L if money>=8 and costs<3", "next: factory g2L if costs <= 2 and money >= 8"),
    ("next: order kk if costs 2 and costs at most 3", "next: order kk if costs <= 2"),
    ("next: take order 9 vp", "next: order 9vp"),
    ("next: factory 2 lorries, coal k empty", "next: factory any2, coal k empty"),
    ("next: factory gray; else factory any", "next: factory g; else factory any"),
    ("next: mine 8 plan C-kk and E-gg", "next: mine 8: plan C-kk E-gg"),
    ("next: dig 6: nothing", "next: mine 6: nothing"),
    ("next: mine 8: to g, then load g x2, to top", "next: mine 8: to g, load g x2, to top"),
    ("next: order draw keep C-kk, kk, none on top", "next: order draw, keep C-kk or kk or none, top"),
    ("next: draw tiles, keep g2 coal b, rest bottom", "next: factory draw, keep g2, coal b"),
    ("next: order draw if orders < 3", "next: order draw if orders <= 2"),
    ("next: bank if cubes k > 1 and not cubes = 5", "next: bank if cubes k >= 2 and not cubes = 5"),
    ("next: bank if mine 8 costs ≥ 3", "next: bank if mine 8 costs >= 3"),
    ("next: bank if E-bb is on offer", "next: bank if E-bb on offer"),
    ("next: bank if not order kk on offer", "next: bank if not order kk on offer"),
    ("next: bank if tile g2 costs = 1", "next: bank if factory g2 costs = 1"),
    ("next: deliver engine if C-kk complete", "next: deliver engine if complete C-kk"),
    ("next: bank if seat 2 last played deliver", "next: bank if seat 2 played deliver"),
    ("draft: C-kk, gg or 9vp", "draft: C-kk, gg, 9vp"),
    ("stop if ousted; next: bank", "next: bank\nstop if ousted"),
    ("next: bank; stop at shift end", "next: bank\nstop at shift end"),
    (
        "next: bank; then: bank; then: bank; stop if gone or someone took E-bb",
        "next: bank\nthen: bank\nthen: bank\nstop if gone; stop if someone takes E-bb",
    ),
    (
        "bank; stop if new order 7 vp; stop if new g2L",
        "next: bank\nstop if new order 7vp; stop if new factory g2L",
    ),
]


@pytest.mark.parametrize(("sent", "written"), UNDERSTOOD)
def test_what_is_understood(sent: str, written: str) -> None:
    assert read(sent).write() == written
    assert read(written).write() == written


SAID = [
    (
        "Nächster Zug: Auftrag C-kk wenn kostet <= 2; sonst Fabrik g2L falls Geld >= 8 Mark; sonst Geld 5\n"
        "Dann: Fördern 8: plane C-kk\nHalt wenn verdrängt; Stopp bei Schichtende; "
        "halt wenn jemand nimmt E-bb",
        "следующий ход: заказ C-kk если стоит не больше 2; иначе фабрика g2L если деньги >= 8; "
        "иначе деньги 5\nзатем: добыча 8: план C-kk\nстоп если вытеснен; стоп при окончании смены; "
        "стоп если кто-то берёт E-bb",
        "next: order C-kk if costs <= 2; else factory g2L if money >= 8; else money 5\n"
        "then: mine 8: plan C-kk\nstop if ousted; stop at shift end; stop if someone takes E-bb",
    ),
    (
        "aussuchen: C-kk, gg oder 9 SP; zuerst: Auftrag ziehen, behalte kk oder Fuhrwerk oder nichts",
        "выбрать: C-kk, gg или 9 ПО; сначала: заказ, выбор, оставить kk или повозку или ничего",
        "draft: C-kk, gg, 9vp\nnext: order draw, keep kk or carriage or none",
    ),
    (
        "als nächstes: fördern 8: nach grau, lade grau x2, dann hoch, fülle E-gg g x2; ansonsten Bank wenn "
        "Würfel schwarz mindestens 2 und nicht C-kk im Angebot",
        "дальше: добыча 8: к серому, погрузить серый х2, затем наверх, положить E-gg серый x2; иначе банк "
        "если кубиков чёрный не меньше 2 и не C-kk в наличии",
        "next: mine 8: to g, load g x2, to top, fill E-gg g x2; "
        "else bank if cubes k >= 2 and not C-kk on offer",
    ),
    (
        "Bank wenn Platz 2 spielte ausliefern und Aufträge <= 3; halt wenn neuer Auftrag 7sp oder weg",
        "банк если место 2 сыграл доставка и заказов <= 3; стоп если новый заказ 7по или исчез",
        "next: bank if seat 2 played deliver and orders <= 3\nstop if new order 7vp; stop if gone",
    ),
]


@pytest.mark.parametrize(("german", "russian", "english"), SAID)
def test_three_languages(german: str, russian: str, english: str) -> None:
    assert read(canonical(german)).write() == english
    assert read(canonical(russian)).write() == english
    assert read(canonical(english)).write() == english


REFUSED = [
    ("", "ahead/empty"),
    ("stop if ousted", "ahead/empty"),
    ("else money 5", "ahead/else-first"),
    ("then: money 5", "ahead/then-first"),
    ("next: bank; next: money 5", "ahead/twice"),
    ("draft: kk; draft: gg", "ahead/twice"),
    ("next: order C-kk; money 5", "ahead/no-head"),
    ("next: order 2", "ahead/name-the-piece"),
    ("next: factory 3", "ahead/name-the-piece"),
    ("next: mine 8", "ahead/no-steps"),
    ("next: keep kk", "ahead/keep-alone"),
    ("next: draft C-kk", "ahead/not-in-a-line"),
    ("next: bank if money >= 3 if workers >= 2", "ahead/two-ifs"),
    ("next: money 5 if costs >= 2", "ahead/cap"),
    ("next: money 5 if costs <= 0", "ahead/cap"),
    ("next: money 5 if costs <= 19", "ahead/cap"),
    ("next: money 7", "notation/unexpected"),
    ("next: mine 5: plan", "notation/unexpected"),
    ("next: order C-bbb", "notation/unexpected"),
    ("next: order ?-?", "notation/unexpected"),
    ("next: factory ?", "notation/unexpected"),
    ("next: order 13vp", "notation/unexpected"),
    ("next: order C-kk, coal k", "notation/unexpected"),
    ("next: mine 8: plan kk", "notation/unexpected"),
    ("next: bank if luck >= 3", "notation/unexpected"),
    ("next: bank if money 8", "notation/unexpected"),
    ("next: bank if money >= 1000", "notation/unexpected"),
    ("next: bank if money < 0", "notation/unexpected"),
    ("next: bank if (money >= 3 or (workers >= 2))", "notation/unexpected"),
    ("next: bank if", "notation/incomplete"),
    ("next: bank if seat 9 played bank", "notation/unexpected"),
    ("next: bank if anna played bank", "notation/unexpected"),
    ("next: bank; stop if ousted and gone", "notation/unexpected"),
    ("next: sing", "notation/unknown-verb"),
    ("next: ", "notation/empty"),
    ("next: bänk", "notation/letters"),
]


@pytest.mark.parametrize(("sent", "code"), REFUSED)
def test_what_is_refused(sent: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        read(sent)
    assert caught.value.code == code
    for language in LANGUAGES:
        assert tongue(language).refusal(caught.value)


def test_with_a_view_a_space_stands_for_what_lies_there() -> None:
    game = drafted(2)
    orders = read("next: order 2; else factory 3 if factory 1 costs <= 2", view(game, 0))
    card, tile, other = game.cards[1], game.tiles[2], game.tiles[0]
    assert orders.write() == f"next: order {card}; else factory {tile} if factory {other} costs <= 2"


def test_people_are_called_by_their_handles() -> None:
    seats = {"Anna": 0, "bob": 2}
    orders = read("bank if @bob played money; stop if anna takes E-bb", None, seats)
    assert orders.write() == "next: bank if seat 3 played money\nstop if seat 1 takes E-bb"


@given(any_orders)
@settings(max_examples=300)
def test_writing_and_reading_are_one(orders: Orders) -> None:
    text = orders.write()
    assert read(text) == orders
    assert read(" ".join(text.split()).upper()) == orders
    assert canonical(text) == text


@pytest.mark.parametrize("language", LANGUAGES)
@given(orders=any_orders)
@settings(max_examples=150)
def test_the_readers_words_mean_the_same(language: str, orders: Orders) -> None:
    said = in_words_of(tongue(language), orders.write())
    assert read(canonical(said)) == orders


def test_in_the_readers_words() -> None:
    english = SAID[0][2]
    assert in_words_of(tongue("de"), english).startswith(
        "nächster zug: auftrag C-kk wenn kostet <= 2; sonst fabrik g2L wenn geld >= 8; sonst geld 5\n"
        "danach: fördern 8: planen C-kk\nhalt wenn verdrängt; halt bei schichtende; "
    )
    assert in_words_of(tongue("ru"), english).startswith("следующий ход: заказ C-kk если стоит <= 2; иначе ")
    assert in_words_of(tongue("en"), english) == english


def test_no_word_means_two_things() -> None:
    """Neither within a language nor between two; where moves have the word, it means as good as the same."""
    meanings: dict[str, set[str]] = {}
    for _, word, meaning in ORDERS.translations():
        meanings.setdefault(word.casefold().replace("ё", "е"), set()).add(meaning)
    assert {word: means for word, means in meanings.items() if len(means) > 1} == {}
    moves = MOVES.dictionary.words
    both = {(moves[word], *means) for word, means in meanings.items() if word in moves}
    assert both == {("none", "nothing"), ("order", "orders")}


# Hostile orders


def work(act: Callable[[], object]) -> int:
    """How many calls something takes."""
    calls = 0

    def count(_frame: object, event: str, _what: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        with suppress(Refused):
            act()
    finally:
        sys.setprofile(None)
    return calls


HOSTILE = {
    "alternatives": "next: bank" + "; else bank" * 10_000,
    "brackets": "next: bank if " + "(" * 10_000 + "money >= 1",
    "nots": "next: bank if " + "not " * 10_000 + "ousted",
    "ands": "next: bank if " + "money >= 1 and " * 10_000,
    "heads": "next:then:" * 10_000,
    "semicolons": ";" * 100_000,
    "a long word": "next: " + "k" * 100_000,
    "marks": "next: a" + "\u0301\u0323" * 50_000,
    "kinds": "draft: " + "kk, " * 20_000,
    "signs": "next: bank if " + "<=>" * 20_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_too_long_is_refused_at_once(name: str) -> None:
    text = HOSTILE[name]
    with pytest.raises(Refused) as caught:
        read(canonical(text))
    assert caught.value.code == "ahead/too-long"
    assert len(str(caught.value)) < 300
    assert work(lambda: read(canonical(text))) < 2000


@pytest.mark.parametrize("name", HOSTILE)
def test_what_just_fits_is_read_in_bounded_work(name: str) -> None:
    text = HOSTILE[name][:LONGEST]
    with suppress(Refused):
        read(text)
    assert work(lambda: read(canonical(text))) < 40_000


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("next: bank" + "; else bank" * MOST_LINES, "ahead/too-many"),
        ("next: bank if " + " and ".join(["ousted"] * 7), "ahead/too-many"),
        ("next: bank" + "; stop if ousted" * 9, "ahead/too-many"),
        ("next: bank" + "; then: bank" * 3, "ahead/too-many"),
        ("draft: " + "kk, " * 17, "ahead/too-many"),
        ("next: order draw, keep " + "kk or " * 17, "ahead/too-many"),
        ("next: mine 8: plan " + "C-kk " * 7, "ahead/too-many"),
        ("next: bank if " + "not " * 100 + "ousted", "notation/unexpected"),
    ],
)
def test_what_is_too_much_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        read(text)
    assert caught.value.code == code


WORDS = sorted(
    {*ORDERS.dictionary.words, *(str(word) for word in ORDERS.words), "C-kk", "g2L", "kk", "8", "<="}
)


@given(st.text(max_size=300) | st.lists(st.sampled_from(WORDS) | st.text(max_size=3)).map(" ".join))
def test_nothing_but_orders_or_a_refusal_comes_of_any_text(text: str) -> None:
    once = canonical(text)
    assert canonical(once) == once
    with suppress(Refused):
        orders = read(once)
        with suppress(Refused):  # written in full it may be longer than it was
            assert read(orders.write()) == orders
