"""Standing orders as their owner reads them."""

from __future__ import annotations

import pytest

from engine.ahead import OrderStopped, Play, begin, explain, read
from engine.rules import view
from engine.show.ahead import carried_out, explained
from engine.show.layout import WIDTH
from engine.tongue import LANGUAGES, tongue
from tests.engine.ahead.test_deciding import ORDERS, table
from tests.engine.ahead.waiting import send
from tests.engine.rules.table import opened


def test_what_each_line_would_do_now() -> None:
    seen = view(table(), 1)
    orders = read("next: order C-kk if costs <= 2; else order B-y\nthen: bank")
    assert explained(orders, explain(orders, seen, begin(seen, 1))) == [
        "In your next turn:",
        "  1  order C-kk if costs <= 2",
        "       now `order 2`: it can be done for 1 worker",
        "  2  order B-y",
        "       not now: nothing of the kind is on offer",
        "In the turn after, if line 1 was played:",
        "  1  bank",
        "       now `bank`: it can be done for 1 worker",
    ]


def test_the_draft() -> None:
    seen = view(opened(2, start=0, orders=ORDERS), 1)
    orders = read("draft: kk, any")
    assert explained(orders, explain(orders, seen, begin(seen, 1))) == [
        "In the draft:",
        "  1  kk",
        "       not now: nothing of the kind is on offer",
        "  2  any",
        "       now `draft M-ybgk`: `any` is on offer",
    ]


def test_what_became_of_them() -> None:
    played = send(table(), 1, "next: order C-kk; else bank").after("order C-kk").decide()
    assert isinstance(played, Play)
    assert carried_out(played, tongue("de")) == [
        "Deine Anweisungen haben `bank` gespielt, nach Zeile 2.",
        "Zeile 1 wurde übergangen: so etwas liegt nicht aus.",
    ]
    stopped = send(table(), 1, "next: bank; stop if someone takes C-kk").after("order C-kk").decide()
    assert isinstance(stopped, OrderStopped)
    assert carried_out(stopped) == [
        "Your orders have stopped: you said: `stop if someone takes C-kk`. It is for",
        "you to move.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_a_mail_in_every_language(language: str) -> None:
    seen = view(table(), 1)
    steps = "to g, load g, to top, fill C-kk k with g+y from cage+store"
    orders = read(f"next: mine 6: {steps}; else order draw, keep C-kk or E-kk or B-kk or gg or 9vp or none")
    for line in explained(orders, explain(orders, seen, begin(seen, 1)), tongue(language)):
        assert len(line) <= WIDTH
