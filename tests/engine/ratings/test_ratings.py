"""Ratings from the logs of games: what counts, for whom, and that it is always the same."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ratings.rated_game import Facts, RatedGame, RatedSeat, read_rated
from engine.ratings.rating_table import RatingTable

OPENING = {"kind": "genesis", "at": 1, "game": "k3t9qa", "options": {"players": 2, "pace": "1d"}}
RATED = {"kind": "note", "about": "rated", "at": 1}
JOINS = [
    {"kind": "join", "seat": 0, "handle": "anna", "auth": "key", "at": 2},
    {"kind": "join", "seat": 1, "handle": "ben", "auth": "mailbox", "at": 3},
]
START = {"kind": "start", "at": 4}
FINAL = [{"seat": 0, "rank": 2}, {"seat": 1, "rank": 1}]


def note(about: str, seat: int, **facts: object) -> Facts:
    return {"kind": "note", "about": about, "seat": seat, "at": 5, **facts}


def ply(seat: int, by: str | None = None) -> Facts:
    return {"kind": "ply", "seat": seat, "at": 5, **({"by": by} if by else {})}


def read(*later: Facts, final: object = FINAL, opening: Facts = OPENING) -> RatedGame:
    entries = [opening, RATED, *JOINS, START, *later, {"kind": "close", "at": 9}]
    rated = read_rated(entries, final)  # type: ignore[arg-type]
    assert rated is not None
    return rated


def fates(game: RatedGame) -> list[str]:
    return [seat.fate for seat in game.seats]


def table(*games: RatedGame) -> RatingTable:
    return RatingTable().add_all(games)


def test_only_a_note_before_the_start_makes_a_game_rated() -> None:
    assert read_rated([OPENING, *JOINS, START, {"kind": "close", "at": 9}], FINAL) is None
    assert read_rated([OPENING, *JOINS, START, RATED, {"kind": "close", "at": 9}], FINAL) is None
    assert read().ended_at == 9


def test_the_winner_gains_and_the_loser_loses() -> None:
    found = table(read())
    anna, ben = found.find("anna"), found.find("ben")
    assert ben.mu > 25 > anna.mu
    assert (ben.won, anna.won, ben.games) == (1, 0, 1)
    assert [record.handle for record in found.ranked(["anna", "ben"])] == ["ben", "anna"]
    assert [record.handle for record in found.ranked(["anna"])] == ["anna"], "the forgotten are not shown"


@pytest.mark.parametrize(
    ("later", "anna", "ben"),
    [
        ([note("substitute", 1, how="bot")], "kept", "left"),
        ([note("bot", 1, why="missed")], "kept", "left"),
        ([note("bot", 1, why="missed"), note("seat", 1, how="open", handle="ben")], "kept", "kept"),
        ([note("bot", 1, why="missed"), note("seat", 1, how="open", handle="dora")], "kept", "left"),
        ([note("seat", 1, how="given", handle="dora")], "kept", "given"),
        ([note("seat", 1, how="lent", handle="dora")], "kept", "kept"),
        ([note("seat", 1, how="lent", handle="dora"), note("bot", 1)], "kept", "kept"),
    ],
)
def test_who_answers_for_a_seat(later: list[Facts], anna: str, ben: str) -> None:
    assert fates(read(*later)) == [anna, ben]


def test_who_leaves_is_last_whatever_the_bot_does() -> None:
    found = table(read(note("substitute", 1, how="bot")))
    assert found.find("ben").mu < 25 < found.find("anna").mu
    assert (found.find("ben").won, found.find("ben").begun, found.find("ben").finished) == (0, 1, 0)


def test_a_seat_that_was_given_away_says_nothing() -> None:
    found = table(read(note("seat", 1, how="given", handle="dora")))
    assert found.find("anna").games == found.find("ben").games == found.find("dora").games == 0


def test_a_game_that_was_given_up_is_rated_for_nobody() -> None:
    found = table(read(note("substitute", 1, how="bot"), final=[]))
    assert found.find("anna").games == 0
    assert (found.find("ben").begun, found.find("ben").finished) == (1, 0)


def test_a_game_with_a_bot_changes_no_rating() -> None:
    seats = (RatedSeat("anna", False, "kept", 1, 5, 0), RatedSeat("house-greedy-1", True, "kept", 2, 0, 0))
    found = table(RatedGame("k3t9qa", 1, seats))
    assert (found.find("anna").games, found.find("anna").begun) == (0, 1)
    assert "house-greedy-1" not in found.records


def test_turns_in_time() -> None:
    late = read(
        ply(0), ply(1), ply(0), note("clock", 0), ply(0, "clock"), ply(1, "delegated"), ply(1, "forced")
    )
    assert [(seat.turns, seat.late) for seat in late.seats] == [(3, 1), (3, 0)]
    assert table(late).find("anna").on_time == 66
    unhurried = {**OPENING, "options": {"players": 2}}
    assert table(read(ply(0), opening=unhurried)).find("anna").on_time is None
    asked = note("pace", 0, pace="1d")
    assert read(ply(0), asked, ply(0), opening=unhurried).seats[0].turns == 1


HANDLES = ("anna", "ben", "clara", "dora", "emil")


@st.composite
def games(draw: st.DrawFn) -> list[RatedGame]:
    made = []
    for number in range(draw(st.integers(0, 8))):
        who = draw(st.permutations(HANDLES))[: draw(st.integers(2, 4))]
        seats = tuple(
            RatedSeat(
                handle,
                False,
                draw(st.sampled_from(["kept", "kept", "left", "given"])),
                draw(st.integers(1, 4)),
                3,
                1,
            )
            for handle in who
        )
        made.append(RatedGame(f"g{number}", draw(st.integers(0, 3)), seats))
    return made


@given(games(), st.randoms(use_true_random=False))
def test_the_order_of_the_files_does_not_matter(played: list[RatedGame], rng: Random) -> None:
    shuffled = [*played]
    rng.shuffle(shuffled)
    one, other = table(*played), table(*shuffled)
    assert [record.facts() for record in one.ranked(HANDLES)] == [r.facts() for r in other.ranked(HANDLES)]
    assert all(record.finished <= record.begun for record in one.records.values())
