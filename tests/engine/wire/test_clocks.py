"""A clock on the wire: what is written is read, what can't be is refused, what is new is passed over."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock.dial import Dial, read_dial
from engine.clock.spans import Span
from engine.clock.terms import Terms
from engine.wire.clocks import MOST_SPANS, GameClock, read_clock, write_clock
from tests.engine.clock.driving import Script, driven, hourly_terms, scripts
from tests.engine.record.club import refusal

DIAL = Dial(
    1_790_000_000, 1, 1_790_100_000, 1_790_200_000, 1_790_300_000, 100_000, "bot", ("pause",), (Span(5, 9),)
)
CLOCK = GameClock("k3t9qa", 17, DIAL)


@given(hourly_terms(), scripts)
def test_every_clock_is_read_as_it_is_written(terms: Terms, script: Script) -> None:
    clock = driven(terms, script).clock
    dial = read_dial(clock, clock.at)
    assert dial is not None
    told = GameClock("k3t9qa", 17, dial)
    assert read_clock(write_clock(told)) == told


def test_what_a_later_server_tells_is_passed_over() -> None:
    told = {**write_clock(CLOCK), "then": "dance", "stopped": ["moon"], "colour": "red"}
    read = read_clock(told)
    assert (read.dial.then, read.dial.stopped) == ("dance", ("moon",))


@pytest.mark.parametrize(
    "wrong",
    [
        {"at": None},
        {"at": -1},
        {"deadline": 2**53 - 1},
        {"deadline": "soon"},
        {"time": True},
        {"seat": 4},
        {"entries": 0},
        {"game": "../k3t9qa"},
        {"then": None},
        {"then": "Bot\n"},
        {"stopped": "pause"},
        {"stopped": ["x"] * (MOST_SPANS + 1)},
        {"stopped": [["pause"]]},
        {"away": [[1]]},
        {"away": [[1, 2, 3]]},
        {"away": [5]},
        {"away": [["a", "b"]]},
        {"saved": None},
    ],
    ids=repr,
)
def test_what_can_not_be_is_refused(wrong: dict[str, Any]) -> None:
    assert refusal(read_clock, {**write_clock(CLOCK), **wrong}) is not None


@pytest.mark.parametrize("value", [None, [], "until Thursday", 5, {}], ids=repr)
def test_what_is_no_clock(value: object) -> None:
    assert refusal(read_clock, value) is not None


def test_the_code_of_the_refusal() -> None:
    refused = refusal(read_clock, [])
    assert refused is not None
    assert refused.code == "facts/clock"


@given(st.integers(1, 30), st.integers(0, 3))
def test_it_is_shown_with_no_newer_position_and_with_nobody_elses_turn(entries: int, turn: int) -> None:
    assert (CLOCK.dial_at(entries, turn) is DIAL) == (entries <= 17 and turn == 1)
