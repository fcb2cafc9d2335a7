"""Pairings and tables: fair, complete, and always the same."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.leagues.league_game import LeagueGame, LeagueSeat
from engine.leagues.league_table import league_table, meetings
from engine.leagues.pairing import robin_round, robin_rounds, swiss_round


def handles(count: int) -> list[str]:
    return [f"p{number:02d}" for number in range(count)]


@pytest.mark.parametrize("count", range(3, 17))
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    players, met, byes = handles(count), Counter[frozenset[str]](), Counter[str]()
    for number in range(1, robin_rounds(count) + 1):
        drawn = robin_round(players, number)
        assert sorted([*drawn.byes, *(one for table in drawn.tables for one in table)]) == players
        met.update(frozenset(table) for table in drawn.tables)
        byes.update(drawn.byes)
    assert met == Counter(frozenset(pair) for pair in combinations(players, 2))
    assert set(byes.values()) <= {1}


@given(st.integers(2, 16), st.integers(2, 4), st.integers(1, 9), st.randoms(use_true_random=False))
def test_swiss_rounds(count: int, seats: int, rounds: int, rng: object) -> None:
    players, games = handles(max(count, seats)), list[LeagueGame]()
    for number in range(1, rounds + 1):
        lines = league_table(players, games)
        order, byes = [line.handle for line in lines], {line.handle: line.byes for line in lines}
        drawn = swiss_round(order, meetings(games), byes, seats)
        assert sorted([*drawn.byes, *(one for table in drawn.tables for one in table)]) == players
        assert all(len(table) == seats for table in drawn.tables)
        assert swiss_round(order, meetings(games), byes, seats) == drawn
        for at, table in enumerate(drawn.tables):
            places = rng.sample(range(1, seats + 1), seats)  # type: ignore[attr-defined]
            sat = tuple(LeagueSeat(one, False, place, 50) for one, place in zip(table, places, strict=True))
            games.append(LeagueGame(f"{number}-{at}", "x", number, tuple(players), drawn.byes, sat))
    resting = Counter(one for game in {game.round: game for game in games}.values() for one in game.byes)
    counts = [resting[player] for player in players]
    assert max(counts) - min(counts) <= 1, "nobody sits out twice before all have"
    if seats == 2 and rounds <= len(players) // 2:
        assert max(meetings(games).values(), default=1) == 1, "nobody meets again while that can be"
    lines = league_table(players, games)
    whole = sum(len(set(game.byes)) for game in {game.round: game for game in games}.values())
    assert sum(line.points for line in lines) == whole + Fraction(seats, 2) * len(games)


def test_points_and_what_decides_between_equals() -> None:
    def game(name: str, number: int, *seats: tuple[str, int | None, int]) -> LeagueGame:
        sat = tuple(LeagueSeat(who, who == "bot", place, vp) for who, place, vp in seats)
        return LeagueGame(name, "x", number, ("a", "b", "c", "d", "e"), ("e",), sat)

    played = [
        game("1", 1, ("a", 1, 90), ("b", 2, 80)),
        game("2", 1, ("c", 1, 70), ("d", 1, 70)),
        game("3", 2, ("a", None, 0), ("c", None, 0)),
        game("4", 2, ("b", 1, 60), ("bot", 2, 50)),
    ]
    lines = league_table(("a", "b", "c", "d", "e"), played)
    told = [(line.handle, line.points, line.opponents, line.vp, line.games) for line in lines]
    half = Fraction(1, 2)
    assert told == [
        ("e", 2, 0, 0, 0),
        ("a", 1, 1 + half, 90, 2),
        ("b", 1, 1, 140, 2),
        ("c", half, 1 + half, 70, 2),
        ("d", half, half, 70, 1),
    ]
