"""Absences by mail: announced, limited, overlapping, ended early, and seen by the others."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from engine.record.archive.verify import verify
from engine.wire.facts import read_facts
from engine.wire.mails import FACTS, RECEIPT
from server.ledger import models as rows
from tests.server.clocks.clocking import DAY, HOUR, archive_of, began, notes, others_than, plain, tick
from tests.server.house import House, Member
from tests.server.playing import first_move, hand_out, start_game, to_move


def day(house: House, later: int) -> date:
    return datetime.fromtimestamp(house.time, UTC).date() + timedelta(days=later)


def midnight(when: date) -> int:
    return int(datetime(when.year, when.month, when.day, tzinfo=UTC).timestamp())


def test_an_absence_in_the_middle_of_a_turn(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=2d undo=off")
    member, since = to_move(club), began(house, game)
    assert member is not None
    (other,) = others_than(member, club)
    house.time = since + HOUR
    first, last = day(house, 1), day(house, 5)
    got = member.ask(f"away {first} to {last}")
    (answer,), (told,) = ([mail for mail in got if mail.recipient == one.address] for one in (member, other))
    assert f"You are away from {first} to {last}" in plain(answer.text)
    assert told.subject.startswith("[away]")
    assert f"{member.handle} is away from {first} to {last}." in plain(told.text)
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


def test_only_who_waits_is_told_at_once(house: House, club: list[Member]) -> None:
    """One mail for all games in which it is their turn; in the others the next mail says it."""
    still = "pace=5d undo=off"
    games = [start_game(club, still), start_game(club), start_game(club, still)]
    member = to_move(club)
    assert member is not None
    (other,) = others_than(member, club)
    waits = [game for game in games if seat_on_turn(house, game) == member.handle]
    first = day(house, 1)
    told = [got for got in member.ask(f"away {first}") if got.recipient == other.address]
    assert [plain(got.text).split(" in: ")[1].split(". ")[0] for got in told] == [", ".join(waits)]
    (found,) = told
    if other.own_key:
        clocks = read_facts(found.files[FACTS], found.files[RECEIPT], house.settings.key.public).clocks
        assert {clock.game for clock in clocks} == {game for game in waits if house.game(game).pace}
    told = [got for got in other.ask(f"away {first}") if got.recipient == member.address]
    assert len(told) == (len(waits) < len(games))
    other.ask("set mails none")
    assert len(member.ask(f"away {day(house, 2)}")) == 1, "who wants no mail of games gets none"


def seat_on_turn(house: House, game: str) -> str:
    number = house.game(game).turn_seat
    (seat,) = house.all(rows.Seat, rows.Seat.game_id == game, rows.Seat.number == number)
    (player,) = house.all(rows.Player, rows.Player.id == seat.player_id)
    return player.handle


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
