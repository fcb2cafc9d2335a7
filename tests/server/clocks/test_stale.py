"""Games that never begin are let go, after a warning."""

from __future__ import annotations

from tests.server.clocks.clocking import DAY, tick
from tests.server.house import House, Member
from tests.server.playing import open_game


def test_a_game_that_never_begins(house: House, club: list[Member]) -> None:
    game = open_game(club)
    opened = house.entries(game)[-1].at
    assert tick(house, opened + 20 * DAY, club) == []
    warned = tick(house, opened + 21 * DAY, club)
    assert {got.recipient for got in warned} == {club[0].address}
    assert f"join {game}" in warned[0].text
    let_go = tick(house, opened + 28 * DAY, club)
    assert {got.recipient for got in let_go} == {club[0].address}
    assert house.game(game).state == "abandoned"
    assert "no longer open" in club[1].join(game)[0].text
    (status,) = [got for got in club[0].ask("status") if got.kind == "answer"]
    assert game not in status.text


def test_never_sooner_than_a_first_move_may_take(house: House, club: list[Member]) -> None:
    game = open_game(club, "pace=30d+bank:60d")
    opened = house.entries(game)[-1].at
    assert house.game(game).due_at == opened + 90 * DAY
    club[0].join(game)
    assert house.game(game).due_at == house.entries(game)[-1].at + 90 * DAY
