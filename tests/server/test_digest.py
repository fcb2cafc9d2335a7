"""The mail of the day: one, in the morning of its reader, about all that went on."""

from __future__ import annotations

import pytest

from engine.record.checkpoint import find_lines
from tests.server.house import Got, House, Member
from tests.server.playing import make_club, play_on, start_game, to_move

HOUR = 3600
MIDNIGHT = 1_790_035_200  # 2026-09-22 00:00 UTC


@pytest.fixture
def club(house: House) -> list[Member]:
    members = make_club(house)
    start_game(members)
    return members


def tick(house: House, at: int) -> list[Got]:
    house.time = at
    house.desk.tick()
    return house.new_mails()


def daily(member: Member, zone: str = "UTC") -> None:
    member.ask(f"set zone {zone}; set mails daily" if member.own_key else "set mails daily")


def test_it_comes_once_a_day_in_the_morning(house: House, club: list[Member]) -> None:
    anna = club[0]
    daily(anna)
    rest_moves(club, 3)
    assert tick(house, MIDNIGHT + 6 * HOUR) == []
    (got,) = tick(house, MIDNIGHT + 7 * HOUR + 60)
    assert (got.recipient, got.kind) == (anna.address, "turn")
    assert "What happened:" in got.text
    assert len(find_lines(got.text, house.settings.key.public.raw)) == 1
    assert tick(house, MIDNIGHT + 8 * HOUR) == []
    # Nothing has happened since: no mail.
    assert tick(house, MIDNIGHT + 40 * HOUR) == []


def test_by_the_readers_own_clock(house: House, club: list[Member]) -> None:
    daily(club[0], "Asia/Tokyo")
    rest_moves(club, 1)
    assert len(tick(house, 1_790_035_200 - 2 * HOUR + 60)) == 1  # seven o'clock there


def test_several_turns_in_one_mail(house: House, club: list[Member]) -> None:
    ben = club[1]
    daily(ben)
    games = [start_game([ben, club[2]]) for _ in range(3)]
    (got,) = [mail for mail in tick(house, MIDNIGHT + 7 * HOUR) if mail.recipient == ben.address]
    told = [line for line in got.text.splitlines() if line.startswith("Game ")]
    assert sorted(line[5:11] for line in told) == sorted(games)
    assert got.subject == "[your turn] Grubenpost"
    mine = [game for game in games if house.game(game).turn_seat == 0]  # who opens a game sits first
    assert mine
    if len(mine) > 1:
        assert "write the game before the move" in got.text
        (refused,) = house.write(ben.address, quoting("1", got))
        assert "(game/which)" in refused.text
    for game in mine:
        house.write(ben.address, quoting(f"move {game} 1", got))
        assert house.game(game).ply == 1


def quoting(text: str, got: Got) -> str:
    return text + "\n\n" + "".join(f"> {line}\n" for line in got.text.splitlines())


def rest_moves(club: list[Member], plies: int) -> None:
    """The others play until it is the first member's turn, who learns of it later, or so far."""
    first, *others = club
    for _ in range(plies):
        if to_move([*others, first]) is not first:
            play_on([*others, first], 1)
