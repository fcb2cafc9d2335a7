"""Absences by mail: announced, limited, overlapping, ended early, and seen by the others."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from engine.record.archive.verify import verify
from tests.server.clocks.clocking import DAY, HOUR, archive_of, began, notes, others_than, plain, tick
from tests.server.house import House, Member
from tests.server.playing import first_move, hand_out, start_game, to_move


def day(house: House, later: int) -> date:
    return datetime.fromtimestamp(house.time, UTC).date() + timedelta(days=later)


def midnight(when: date) -> int:
    return int(datetime(when.year, when.month, when.day, tzinfo=UTC).timestamp())


def test_an_absence_in_the_middle_of_a_turn(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=2d")
    member, since = to_move(club), began(house, game)
    assert member is not None
    (other,) = others_than(member, club)
    house.time = since + HOUR
    first, last = day(house, 1), day(house, 5)
    got = member.ask(f"away {first} to {last}")
    assert f"You are away from {first} to {last}" in plain(got[-1].text)
    assert house.game(game).due_at == since + 2 * DAY + 5 * DAY
    house.time = midnight(first) + HOUR
    (status,) = [told for told in other.ask("status") if told.kind == "answer"]
    assert "is away until" in plain(status.text)
    tick(house, since + 4 * DAY, club)
    assert house.game(game).ply == 0
    member.ask("back")
    assert house.game(game).due_at == since + 2 * DAY + (house.time - midnight(first))
    assert [about for _, about in notes(house, game)] == ["away", "back"]
    hand_out(club, member.move(first_move(member)))
    assert other.last is not None
    assert f"is away from {first} to {last}" in plain(other.last.text)
    assert verify(archive_of(house, club[0], game)).missed == (0, 0)


def test_a_game_that_begins_later_knows_of_it(house: House, club: list[Member]) -> None:
    first, last = day(house, 0), day(house, 9)
    for member in club:
        member.ask(f"away {first} to {last}")
    game = start_game(club, "pace=1d")
    assert [about for _, about in notes(house, game)] == ["away", "away"]
    assert (house.game(game).due_at or 0) > midnight(last) + DAY


def test_limits_and_taking_it_back(house: House, club: list[Member]) -> None:
    anna = club[0]
    assert "(away/none)" in anna.ask("back")[0].text
    assert "(away/budget)" in anna.ask(f"away {day(house, 1)} to {day(house, 40)}")[0].text
    assert "(away/past)" in anna.ask("away 2026-01-01")[0].text
    assert "(away/date)" in anna.ask("away 2026-02-30")[0].text
    anna.ask(f"away {day(house, 2)} to {day(house, 21)}")
    assert "You are away" in anna.ask(f"away {day(house, 12)} to {day(house, 31)}")[0].text, (
        "ten days count twice"
    )
    assert "(away/budget)" in anna.ask(f"away {day(house, 40)}")[0].text
    assert "taken back" in plain(anna.ask("back")[0].text)
    assert "You are away" in anna.ask(f"away {day(house, 40)}")[0].text
    for later in range(41, 52):
        anna.ask(f"away {day(house, 2 * later)}")
    assert "(away/too-many)" in anna.ask(f"away {day(house, 120)}")[0].text
