"""Flat TOML: a small part of TOML that means the same to every TOML reader."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.errors import BadLetter, Refused
from engine.record.letters.flat_toml import MAX_BYTES, read_flat, shown, write_flat

names = st.from_regex(r"[a-z][a-z0-9_]{0,31}", fullmatch=True)
scalars = st.text(max_size=40) | st.integers(0, 10**16 - 1)
tables = st.dictionaries(names, scalars, max_size=4)
flats = st.dictionaries(names, scalars | tables, max_size=6)

# Pieces of TOML in and around the flat part, to be put together at random.
pieces = st.sampled_from(
    'a b1 by [by] [a.b] [[by]] = == \n " \' "" "x" \'x\' 0 00 7 -7 +1 1_0 0x1f 1.5 1e3 true nan # . ,'
    ' { } [ ] \\ \\n \\t \\e \\u00e4 \\ud800 \\U0001f600 \\U00110000 \\" \\\\ 1979-05-27 \t \r é'.split(" ")
)
near_misses = st.lists(
    st.builds("{} = {}".format, names, pieces | st.builds('"{}{}"'.format, pieces, pieces)) | pieces,
    max_size=6,
).map(lambda lines: "".join(f"{line}\n" for line in lines).encode())


@given(flats)
def test_what_is_written_is_read_back(values: dict[str, object]) -> None:
    assert read_flat(write_flat(values)) == values  # type: ignore[arg-type]


@given(flats)
def test_what_is_written_is_toml_with_the_same_meaning(values: dict[str, object]) -> None:
    assert tomllib.loads(write_flat(values).decode("ascii")) == values  # type: ignore[arg-type]


@given(near_misses | st.binary(max_size=80))
@example(b'a = "x"\n[a]\n')
@example(b"[by]\n[by]\n")
@example(b'a = "x"\na = "x"\n')
@example(b"[by]\na = 1\n[b]\na = 1\n")
def test_whatever_is_accepted_is_toml_with_the_same_meaning(payload: bytes) -> None:
    try:
        values = read_flat(payload)
    except Refused:
        return
    assert tomllib.loads(payload.decode("ascii")) == values


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (b"a = 1\na = 2\n", "letter/twice"),
        (b"[by]\n[by]\n", "letter/twice"),
        (b"by = 1\n[by]\n", "letter/twice"),
        (b"a = 1", "letter/cut"),
        (b"a = 1\n\n", "letter/line"),
        (b"# a comment\n", "letter/line"),
        (b"a=1\n", "letter/line"),
        (b"a  = 1\n", "letter/line"),
        (b"a = 01\n", "letter/line"),
        (b"a = -1\n", "letter/line"),
        (b"a = 1_000\n", "letter/line"),
        (b"a = 1.0\n", "letter/line"),
        (b"a = true\n", "letter/line"),
        (b"a = 1979-05-27\n", "letter/line"),
        (b"a = 'x'\n", "letter/line"),
        (b'a = """x"""\n', "letter/line"),
        (b'a = "\\n"\n', "letter/line"),
        (b'a.b = "x"\n', "letter/line"),
        (b'"a" = "x"\n', "letter/line"),
        (b"[a.b]\n", "letter/line"),
        (b"[[a]]\n", "letter/line"),
        (b'a = {b = "x"}\n', "letter/line"),
        (b'a = "\\ud800"\n', "letter/no-character"),
        (b'a = "\\U00110000"\n', "letter/no-character"),
        ('a = "ä"\n'.encode(), "letter/not-ascii"),
        (b"a = " + b"[" * 10_000 + b"\n", "letter/line"),
        (b"a = " + b"9" * 5_000 + b"\n", "letter/line"),
        (b"a = 1\n" * MAX_BYTES, "letter/too-long"),
    ],
)
def test_everything_else_is_refused(payload: bytes, code: str) -> None:
    with pytest.raises(BadLetter) as refusal:
        read_flat(payload)
    assert refusal.value.code == code


@pytest.mark.parametrize("value", [-1, 10**16])
def test_numbers_that_could_not_be_read_are_not_written(value: int) -> None:
    with pytest.raises(BadLetter) as refusal:
        write_flat({"a": value})
    assert refusal.value.code == "letter/out-of-range"


def test_half_a_character_is_not_written() -> None:
    with pytest.raises(BadLetter) as refusal:
        write_flat({"a": "\ud800"})
    assert refusal.value.code == "letter/no-character"


@given(st.text() | st.integers() | st.binary())
def test_what_is_repeated_in_a_refusal_is_short_and_printable(value: object) -> None:
    text = shown(value)
    assert len(text) <= 40
    assert text.isascii()
    assert text.isprintable()
