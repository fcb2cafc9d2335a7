"""Every kind of letter is answered, also one with which this server does nothing."""

from __future__ import annotations

from engine.record.letters.kinds import KINDS
from engine.record.letters.kinds.orders import StandingOrders
from server.desk.sealed_letters import _TAKERS
from tests.server.house import House
from tests.server.playing import make_club, start_game

UNTAKEN = {StandingOrders}


def test_which_kinds_are_taken() -> None:
    assert {kind.value for kind in KINDS.values()} - _TAKERS.keys() == UNTAKEN


def test_a_letter_with_which_nothing_is_done_is_refused(house: House) -> None:
    anna, ben = make_club(house, 2)
    game = start_game([anna, ben])
    before = house.entries(game)
    letter = StandingOrders(house.server, game, anna.handle, 0, anna.nonce(), "draft: any")
    (answer,) = house.write(anna.address, "", anna.sealed(letter))
    assert "(letter/no-taker)" in answer.text
    assert "grubenpost-orders/1" in answer.text
    assert house.entries(game) == before
