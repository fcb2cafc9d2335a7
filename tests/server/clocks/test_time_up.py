"""Clocks by mail: deadlines that are shown, and what happens when the time is up."""

from __future__ import annotations

from engine.record.archive.verify import verify
from tests.server.clocks.clocking import DAY, HOUR, archive_of, began, notes, plain, tick
from tests.server.house import House, Member
from tests.server.playing import first_move, hand_out, start_game, to_move


def test_the_deadline_is_told_on_the_readers_own_clock(house: House, club: list[Member]) -> None:
    for member in club:
        member.ask("set zone Europe/Berlin")
    game = start_game(club, "pace=1d+bank:3d+grace:12h")
    member = to_move(club)
    assert member is not None
    assert member.last is not None
    other = next(one for one in club if one is not member)
    assert house.game(game).due_at == began(house, game) + 4 * DAY + 12 * HOUR
    told = plain(member.last.text)
    assert "You have until " in told
    assert "(1 day left)" in told
    assert "(Europe/Berlin)" in told
    assert "Then comes your time bank (3 days), until " in told
    assert "a house bot makes this move for you" in told
    assert other.last is not None
    assert "has until " in plain(other.last.text)
    assert "[your turn until " in member.last.subject
    (status,) = [got for got in member.ask("status") if got.kind == "answer"]
    assert "You have until " in status.text


def test_a_house_bot_moves_at_the_deadline_itself(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d+open:3")
    member, since = to_move(club), began(house, game)
    assert member is not None
    assert tick(house, since + DAY - 1, club), "a reminder"
    assert house.game(game).ply == 0
    got = tick(house, since + 3 * HOUR + DAY, club)
    assert house.game(game).ply == 1
    assert notes(house, game) == [(since + DAY, "clock")], "not when somebody looked"
    assert any("The time of" in mail.text and "was up" in mail.text for mail in got)
    assert house.game(game).due_at == since + 2 * DAY
    proved = verify(archive_of(house, club[0], game))
    assert proved.untyped == 1


def test_a_move_that_came_before_the_deadline_counts(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d")
    member, since = to_move(club), began(house, game)
    assert member is not None
    house.time = since + DAY - 60 - 60  # `write` goes on by a minute
    hand_out(club, member.move(first_move(member)))
    assert (house.game(game).ply, notes(house, game)) == (1, [])


def test_the_seat_is_opened_after_so_many_turns(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d+open:2")
    silent, since = to_move(club), began(house, game)
    assert silent is not None
    other = next(one for one in club if one is not silent)
    tick(house, since + DAY + 60, club)
    while to_move(club) is other:
        hand_out(club, other.move(first_move(other)))
    tick(house, began(house, game) + DAY + 60, club)
    abouts = [about for _, about in notes(house, game)]
    assert abouts[:1] == ["clock"]
    assert abouts[-1] == "bot"
    assert to_move(club) is other, "a bot plays on"


def test_a_game_can_wait(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d+then:wait")
    member, since = to_move(club), began(house, game)
    assert member is not None
    tick(house, since + 2 * DAY, club)
    assert (house.game(game).ply, house.game(game).due_at) == (0, None)
    hand_out(club, member.move(first_move(member)))
    assert house.game(game).ply == 1


def test_one_reminder_a_day_for_all_games(house: House, club: list[Member]) -> None:
    games = [start_game(club, "pace=2d"), start_game(club, "pace=2d+bank:1d")]
    since = house.time
    got = [mail for hours in range(1, 50) for mail in tick(house, since + hours * HOUR, club)]
    reminders = [mail for mail in got if "reminder" in mail.subject]
    assert reminders
    assert all("until" in mail.subject for mail in reminders)
    for member in club:
        assert len([mail for mail in reminders if mail.recipient == member.address]) <= 2
    assert all(house.game(game).pace for game in games)


def test_nudge_once_a_turn(house: House, club: list[Member]) -> None:
    game = start_game(club)
    member = to_move(club)
    assert member is not None
    other = next(one for one in club if one is not member)
    got = other.ask(f"nudge {game}")
    assert [mail.recipient for mail in got if "reminder" in mail.subject] == [member.address]
    assert "(nudge/again)" in other.ask(f"nudge {game}")[0].text
    assert "(nudge/own-turn)" in member.ask(f"nudge {game}")[0].text
