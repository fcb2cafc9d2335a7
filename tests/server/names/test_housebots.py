"""House bots: they sit in a game from its beginning, play at once, and are known for what they are."""

from __future__ import annotations

import json

import pytest

from engine.record.archive.verify import verify
from server.ledger import models as rows
from tests.server.house import House, Member
from tests.server.playing import hand_out, play_on, position


def newcomer(house: House, *, own_key: bool) -> Member:
    anna = Member(house, "anna", "Anna", own_key)
    anna.register()
    return anna


def open_with_bots(anna: Member, options: str) -> str:
    mails = anna.ask(f"new {options}")
    (game,) = [row.id for row in anna.house.all(rows.Game)]
    hand_out([anna], mails)
    if anna.own_key:
        hand_out([anna], anna.join(game))
    return game


@pytest.mark.parametrize("own_key", [False, True])
def test_a_whole_game_against_bots(house: House, own_key: bool) -> None:
    anna = newcomer(house, own_key=own_key)
    game = open_with_bots(anna, "players=3 bots=2 bot=random")
    assert house.game(game).state == "running"
    assert anna.turn["handles"][:2] == ["house-random-1", "house-random-2"]
    assert anna.turn["names"][:2] == ["Random 1 (bot)", "Random 2 (bot)"]
    play_on([anna])
    assert position(anna).over
    (answer,) = anna.ask(f"archive {game} json")
    certificate = verify(answer.files[f"grubenpost-{game}.json"])
    assert certificate.game == game


def test_nobody_is_told_but_people(house: House) -> None:
    anna = newcomer(house, own_key=False)
    open_with_bots(anna, "players=2 bots=1")
    for _ in range(3):
        mails = play_on([anna], 1)
        assert [got.recipient for got in mails] == [anna.address]


@pytest.mark.parametrize("more", ["", "pace=daily", "undo=5m", "pace=1d+bank:12h rated=yes"])
def test_a_game_that_has_begun_is_not_called_open(house: House, more: str) -> None:
    """Its first turn mail says all there is to say, and nothing comes beside it."""
    anna = newcomer(house, own_key=False)
    (got,) = anna.ask(f"new players=2 bots=1 {more}".strip())
    assert got.kind == "turn"
    assert "is open" not in got.text
    mails = anna.write(f"new players=2 bots=1 hold=yes\n\n> code: {got.code}")
    (answer,) = house.write(anna.address, f"yes\n\n> code: {mails[0].code}")
    assert "is open" in answer.text


def test_a_bot_has_no_say_in_giving_up(house: House) -> None:
    anna = newcomer(house, own_key=True)
    game = open_with_bots(anna, "players=2 bots=1")
    anna.ask(f"abandon {game}")
    assert house.game(game).state == "abandoned"


def test_there_must_be_a_seat_for_a_person(house: House) -> None:
    anna = newcomer(house, own_key=True)
    (answer,) = anna.ask("new players=2 bots=2")
    assert "(new/bots)" in answer.text
    assert house.all(rows.Game) == []


def test_nobody_can_be_called_like_a_house_bot(house: House) -> None:
    for handle in ("house-greedy-1", "HOUSE-x", "h0use-baron", "house_foreman-1", "HouseForernan2"):
        mails = house.write("eve@example.org", f"register {handle} Eve")
        assert all("(register/handle-taken)" in got.text for got in mails)
        house.time += 2 * 24 * 3600
    assert house.all(rows.Player) == []


def test_open_games_with_bots_are_listed(house: House) -> None:
    anna = newcomer(house, own_key=True)
    anna.ask("new players=3 bots=1")
    (answer,) = anna.ask("games")
    assert "seats taken: 1 of 3 (house bot)" in answer.text
    (game,) = house.all(rows.Game)
    assert json.loads(game.options)["bots"] == 1
