"""Days off and absences, in both changes of daylight saving."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.clock import facts as said
from engine.clock.fold import fold, happen
from engine.clock.terms import DAY, HOUR, Terms
from tests.engine.clock.clocks import DAILY, begun, deadline
from tests.engine.clock.driving import START, moment, shown

# Absences


def test_an_absence_announced_in_the_middle_of_a_turn() -> None:
    clock = begun(replace(DAILY, bank=0, increment=0, grace=0))
    away = happen(clock, said.AbsenceAnnounced(START + 6 * HOUR, 0, START, START + 6 * DAY))
    assert deadline(away) == START + 6 * DAY + 18 * HOUR, "what had passed before stays used"


def test_absences_that_overlap_and_coming_back_early() -> None:
    clock = begun()
    away = fold(
        clock,
        [
            said.AbsenceAnnounced(START, 0, START + DAY, START + 5 * DAY),
            said.AbsenceAnnounced(START, 0, START + 3 * DAY, START + 8 * DAY),
            said.AbsenceAnnounced(START, 0, START + 30 * DAY, START + 40 * DAY),
        ],
    )
    assert deadline(away) == deadline(clock) + 7 * DAY
    back = happen(away, said.AbsenceEnded(START + 2 * DAY, 0))
    assert deadline(back) == deadline(clock) + DAY
    assert back.seats[0].away[-1].begins == START + 30 * DAY, "what has not begun stays"
    stays = happen(back, said.AbsenceWithdrawn(back.at, 0))
    assert [span.ends for span in stays.seats[0].away] == [START + 2 * DAY]


def test_absences_hold_in_later_turns_and_not_for_others() -> None:
    clock = fold(
        begun(),
        [
            said.AbsenceAnnounced(START, 0, START + 2 * DAY, START + 9 * DAY),
            said.MoveMade(START + DAY, 0),
            said.TurnBegan(START + DAY, 1),
            said.MoveMade(START + 2 * DAY, 1),
        ],
    )
    assert deadline(happen(clock, said.TurnBegan(clock.at, 1))) == clock.at + DAILY.allowance
    assert deadline(happen(clock, said.TurnBegan(clock.at, 0))) == clock.at + DAILY.allowance + 7 * DAY


# Days off, in both changes of daylight saving
OFF = Terms(DAY, weekdays=(5, 6))


@pytest.mark.parametrize(
    ("zone", "began", "until"),
    [
        ("Europe/Berlin", "2026-11-20 18:00", "2026-11-23 18:00"),  # a usual weekend
        ("Europe/Berlin", "2027-03-26 18:00", "2027-03-29 18:00"),  # of 47 hours
        ("Europe/Berlin", "2026-10-23 18:00", "2026-10-26 18:00"),  # of 49 hours
        ("America/New_York", "2027-03-12 18:00", "2027-03-15 18:00"),
        ("America/New_York", "2026-10-30 18:00", "2026-11-02 18:00"),
        ("Australia/Lord_Howe", "2026-10-02 18:00", "2026-10-05 18:00"),  # half an hour
        ("Asia/Kolkata", "2026-11-20 18:00", "2026-11-23 18:00"),
        ("UTC", "2026-11-21 12:00", "2026-11-24 00:00"),  # begun on a day off
    ],
)
def test_days_off_end_at_midnight_where_the_player_lives(zone: str, began: str, until: str) -> None:
    clock = begun(OFF, moment(began, zone), zone)
    assert shown(deadline(clock), zone) == until


@pytest.mark.parametrize(
    ("began", "until"),
    [
        ("2027-03-27 18:00", "2027-03-28 19:00"),  # the night has an hour less: a day of time is longer
        ("2026-10-24 18:00", "2026-10-25 17:00"),
    ],
)
def test_a_day_of_time_has_24_hours_whatever_the_clocks_do(began: str, until: str) -> None:
    clock = begun(Terms(DAY), moment(began, "Europe/Berlin"), "Europe/Berlin")
    assert shown(deadline(clock), "Europe/Berlin") == until


def test_dates_are_off_in_every_year_and_leap_days_when_there_are_any() -> None:
    terms = Terms(DAY, dates=((2, 29), (12, 24)))
    assert shown(deadline(begun(terms, moment("2026-12-23 12:00")))) == "2026-12-25 12:00"
    assert shown(deadline(begun(terms, moment("2027-12-23 12:00")))) == "2027-12-25 12:00"
    assert shown(deadline(begun(terms, moment("2027-02-28 12:00")))) == "2027-03-01 12:00"
    assert shown(deadline(begun(terms, moment("2028-02-28 12:00")))) == "2028-03-01 12:00"


def test_the_terms_can_name_one_zone_for_all() -> None:
    terms = replace(OFF, zone="Asia/Tokyo")
    began = moment("2026-11-20 18:00", "Asia/Tokyo")
    assert shown(deadline(begun(terms, began, "America/New_York")), "Asia/Tokyo") == "2026-11-23 18:00"


def test_a_turn_keeps_the_zone_with_which_it_began() -> None:
    clock = begun(OFF, moment("2026-11-20 18:00", "Europe/Berlin"), "Europe/Berlin")
    moved = happen(clock, said.ZoneChanged(clock.at + HOUR, 0, "America/New_York"))
    assert deadline(moved) == deadline(clock)
    later = fold(moved, [said.MoveMade(moved.at, 0), said.TurnBegan(moved.at, 0)])
    assert later.turn is not None
    assert later.turn.zone == "America/New_York"
