"""What a mail can touch is found out without doing anything, for whatever mail."""

from __future__ import annotations

from random import Random

import pytest

from server.ledger import models as rows
from server.ledger.queues import EVERYTHING, STRANGERS
from tests.server.house import House, Member, mail
from tests.server.playing import make_club, play_one, start_game, to_move


@pytest.fixture
def club(house: House) -> list[Member]:
    return make_club(house)


def lane_of(house: House, raw: bytes) -> str | None:
    house.post(raw)
    row = house.all(rows.Inbox)[-1]
    house.desk.read_ahead([row])
    with house.ledger.writing() as session:
        return house.desk.sort(session, row.id)


def test_a_move_touches_its_player_and_its_game(house: House, club: list[Member]) -> None:
    game = start_game(club)
    while not (member := to_move(club) or club[0]).own_key:
        play_one(club, Random(1))
    letter = member.move_letter("bank 1")
    expected = f"player:{member.handle} game:{game}"
    assert lane_of(house, mail(member.address, "", letter)) == expected
    assert lane_of(house, mail("elsewhere@example.net", "", letter)) == expected
    other = next(each for each in club if each is not member)
    assert lane_of(house, mail(other.address, "", letter)) == EVERYTHING


def test_a_sealed_move_of_somebody_who_is_gone(house: House, club: list[Member]) -> None:
    """It is sorted like any other, and answered or not when it is its turn."""
    game = start_game(club)
    member = next(each for each in club if each.own_key)
    letter = member.move_letter("bank 1")
    member.ask("forget me")
    assert lane_of(house, mail(member.address, "", letter)) == f"player:{member.handle} game:{game}"
    house.work()
    assert house.outcome().startswith("refused in silence")


@pytest.mark.parametrize("text", ["help", "register carla Carla", "cheap pills", "5", "yes"])
def test_strangers_touch_nothing(house: House, club: list[Member], text: str) -> None:
    before = house.all(rows.Journal)
    assert lane_of(house, mail("x@example.net", text)) == STRANGERS
    house.work()
    assert house.all(rows.Journal) == before, "nobody has to wait for it"


@pytest.mark.parametrize("text", ["5\n\n> code: GP-ABCD-EFGH-JKMN", "yes\n\n> code: GP-ABCD-EFGH-JKMN"])
def test_a_code_may_touch_anything(house: House, club: list[Member], text: str) -> None:
    assert lane_of(house, mail("x@example.net", text)) == EVERYTHING
    assert lane_of(house, mail(club[1].address, text)) == EVERYTHING


def test_a_move_that_names_another_game_than_its_code(house: House, club: list[Member]) -> None:
    game = start_game(club)
    while (member := to_move(club) or club[0]).own_key:
        play_one(club, Random(1))
    assert member.last is not None
    line = f"\n\n> code: {member.last.code}"
    for text in ("bank 1", "1", f"move {game} bank 1", f"move {game.upper()} 1"):
        assert lane_of(house, mail(member.address, text + line)) == f"player:{member.handle} game:{game}"
    assert lane_of(house, mail(member.address, "move k3t9qa bank 1" + line)) == EVERYTHING
    assert lane_of(house, mail(member.address, "status" + line)) == EVERYTHING
    assert lane_of(house, mail(member.address, "bank 1")) == EVERYTHING
