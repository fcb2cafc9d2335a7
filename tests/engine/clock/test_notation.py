"""The terms of a clock as text: the same both ways, and nothing that anybody writes does harm."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock.notation import MOST_TEXT, WEEKDAYS, parse, spell, write
from engine.clock.terms import DAY, HOUR, MINUTE, PRESETS, THEN, WAIT, Terms
from engine.errors import Refused

ZONES = ["", "UTC", "Europe/Berlin", "America/Port-au-Prince", "America/Argentina/Buenos_Aires"]


@st.composite
def all_terms(draw: st.DrawFn) -> Terms:
    bank = draw(st.integers(0, 180 * DAY))
    then = draw(st.sampled_from(THEN))
    return Terms(
        draw(st.integers(10 * MINUTE, 60 * DAY)),
        bank,
        draw(st.integers(0, min(bank, 30 * DAY))),
        draw(st.integers(0, 30 * DAY)),
        tuple(sorted(draw(st.sets(st.integers(0, 6), max_size=6)))),
        tuple(sorted(draw(st.sets(st.tuples(st.integers(1, 12), st.integers(1, 29)), max_size=40)))),
        draw(st.sampled_from(ZONES)),
        then,
        draw(st.integers(0, 1 if then == WAIT else 99)),
    )


@given(all_terms() | st.sampled_from(list(PRESETS.values())))
def test_what_is_written_is_read_as_the_same(terms: Terms | None) -> None:
    text = write(terms)
    assert parse(text) == terms
    assert parse(text.upper()) == terms
    assert parse(spell(terms)) == terms
    assert len(text) <= MOST_TEXT
    assert not set(text) & set(" ,;\n")


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_written_by_its_name(name: str) -> None:
    assert write(parse(name)) == name


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("1d", Terms(DAY)),
        ("1d12h", Terms(36 * HOUR)),
        ("2w", Terms(14 * DAY)),
        ("1d+3d", Terms(DAY, bank=3 * DAY)),
        ("1d+3d+grace:12h", Terms(DAY, bank=3 * DAY, grace=12 * HOUR)),
        (" 1d + bank=3d + more: 2h ", Terms(DAY, bank=3 * DAY, increment=2 * HOUR)),
        ("1d+off:sun/sat/12-24", Terms(DAY, weekdays=(5, 6), dates=((12, 24),))),
        ("1d+zone:EUROPE/berlin", Terms(DAY, zone="Europe/Berlin")),
        ("1d+then:wait+open:1", Terms(DAY, then="wait", opens_after=1)),
        ("weekend+off:none", PRESETS["daily"]),
        ("daily+off:sat/sun", PRESETS["weekend"]),
    ],
)
def test_it_is_read_as_people_write_it(text: str, terms: Terms) -> None:
    assert parse(text) == terms


def test_a_preset_with_a_small_bank_gives_no_more_back_than_it_holds() -> None:
    changed = parse("daily+bank:1h")
    assert changed is not None
    assert changed.increment == changed.bank == HOUR


REFUSED = [
    ("", "pace/duration"),
    ("soon", "pace/duration"),
    ("1", "pace/duration"),
    ("1d+", "pace/part"),
    ("1d+bank", "pace/part"),
    ("1d+bank:much", "pace/duration"),
    ("1d+3d+3d", "pace/part"),
    ("1d+3d+bank:3d", "pace/twice"),
    ("none+bank:1d", "pace/none"),
    ("1m", "pace/range"),
    ("61d", "pace/range"),
    ("99999w", "pace/range"),
    ("1d+bank:181d", "pace/range"),
    ("1d+more:1h", "pace/range"),
    ("1d+grace:31d", "pace/range"),
    ("1d+open:100", "pace/range"),
    ("1d+open:often", "pace/times"),
    ("1d+off:someday", "pace/day"),
    ("1d+off:" + "/".join(WEEKDAYS), "pace/always-off"),
    ("1d+off:02-30", "pace/date"),
    ("1d+off:13-01", "pace/date"),
    ("1d+off:" + "/".join(f"{month}-{day}" for month in (1, 2) for day in range(1, 22)), "pace/dates"),
    ("1d+zone:atlantis", "pace/zone"),
    ("1d+zone:../../etc/passwd", "pace/zone"),
    ("1d+then:lose", "pace/then"),
    ("1d+then:wait+open:2", "pace/wait-open"),
    ("1d" + "+bank:1d" * 60, "pace/too-long"),
]


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_what_is_no_pace_is_refused_with_a_code(text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(text)
    assert refused.value.code == code
    assert len(str(refused.value)) < 400


HOSTILE = st.text(max_size=2000) | st.text("0123456789dhmw+:/-=bankofzethr \x1b\u202e", max_size=600)


@given(HOSTILE)
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    try:
        terms = parse(text)
    except Refused as refused:
        assert refused.code.startswith("pace/")
        assert "\x1b" not in str(refused)
        assert "\u202e" not in str(refused)
        assert len(str(refused)) < 400
    else:
        assert parse(write(terms)) == terms


def test_terms_that_repeat_a_day_are_none() -> None:
    with pytest.raises(Refused, match="each once") as caught:
        Terms(DAY, weekdays=(6, 5))
    assert caught.value.code == "pace/off"
