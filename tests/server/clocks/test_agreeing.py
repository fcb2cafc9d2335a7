"""A game under way gets a clock, or another one, when all in it want that."""

from __future__ import annotations

from engine.record.archive.verify import verify
from tests.server.clocks.clocking import DAY, archive_of, notes, plain, tick
from tests.server.house import House, Member
from tests.server.playing import play_on, start_game


def test_a_game_from_before_gets_a_clock_by_the_votes_of_all(house: House, club: list[Member]) -> None:
    game = start_game(club)
    play_on(club, 3)
    assert house.game(game).pace is None
    got = club[0].ask(f"clock {game} pace=daily")
    (asked,) = [told for told in got if told.recipient == club[1].address]
    assert f"clock {game} pace=daily" in asked.text
    assert house.game(game).due_at is None
    assert "(voting/said)" in club[0].ask(f"clock {game} daily")[0].text
    club[1].ask(f"clock {game} pace=daily")
    assert house.game(game).due_at == house.time + 7 * DAY + DAY // 2
    assert [about for _, about in notes(house, game)] == ["vote", "vote", "pace"]
    tick(house, house.time + 8 * DAY, club)
    assert notes(house, game)[-1][1] == "clock"
    assert "(clock/same)" in plain(club[0].ask(f"clock {game} pace=daily")[0].text)
    assert verify(archive_of(house, club[0], game)).missed is not None


def test_one_who_wants_another_clock_does_not_agree(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=daily")
    club[0].ask(f"clock {game} pace=relaxed")
    club[1].ask(f"clock {game} pace=brisk")
    assert [about for _, about in notes(house, game)] == ["vote", "vote"]
    club[0].ask(f"clock {game} pace=none")
    club[1].ask(f"clock {game} none")
    assert (house.game(game).pace, house.game(game).due_at) == (None, None)
