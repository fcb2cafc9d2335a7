"""Files made to do harm: each is refused with a code and a short text, and nothing else ever happens."""

from __future__ import annotations

import json
import tracemalloc
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import Refused
from engine.record.archive import archive
from engine.record.archive.verify import compare, verify
from engine.record.log import canonical
from tests.engine.record.club import (
    copied,
    finished_archive,
    forge,
    new_match,
    refusal,
    remember_signatures,
    running_archive,
    told,
)

NOISE = Random(1).randbytes(8_000_000)
LONGEST_TEXT = 1000
MOST_MEMORY = 200_000_000


def braces(count: int) -> bytes:
    return b"{" * count


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"{",
        b"{}\n",
        b"{\n}\n",
        b"null\n",
        b"[]\n",
        b'"archive"\n',
        b"17\n",
        b"\x00" * 1000,
        b"\xff\xfe{\x00}\x00",
        NOISE,
        NOISE[:4_000_000],
        b" " * 8_000_000,
        b"[" * 10_000,
        b"[" * 10_000 + b"]" * 10_000 + b"\n",
        b"[" * 4_000_000,
        b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
        b'"' * 4_000_000,
        b'["' * 1_500_000,
        b'\n"' * 1_500_000,
        b"\\" * 4_000_000,
        b'"' + b"\\" * 4_000_000,
        b"1" * 5_000 + b"\n",
        b"1" * 4_000_000 + b"\n",
        b"-" * 4_000_000,
        b"1e" + b"9" * 5_000 + b"\n",
        b'{\n"format":"grubenpost-archive/1"\n}\n',
        b'{\n"format":"grubenpost-archive/2"\n}\n',
        b'{\n"format":"' + b"x" * 3_000_000 + b'"\n}\n',
        b'{\n"' + b"x" * 3_000_000 + b'":1\n}\n',
        b"{\n" + b'"a":1,\n' * 500_000,
        b"{\n" + b"}\n" * 1_000_000,
        b'{\n"log":[\n' + b"{},\n" * 1_000_000,
        b'{\n"log":' + b"[" * 31 + b"]" * 31 + b"\n}\n",
        "{\n“format”: “grubenpost-archive/1”\n}\n".encode(),
    ],
    ids=lambda data: repr(data[:12]),
)
def test_a_file_that_is_no_archive(data: bytes) -> None:
    tracemalloc.start()
    try:
        error = refusal(verify, data)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert error.code.startswith("archive/")
    assert len(str(error)) < LONGEST_TEXT
    assert str(error).isprintable()
    assert most < MOST_MEMORY
    refusal(compare, data, finished_archive(1, 2))


@pytest.mark.parametrize("digits", [17, 5_000, 1_000_000])
def test_numbers_of_many_digits_are_named(digits: int) -> None:
    data = finished_archive(1, 2)
    at = data.index(b'"at":', data.index(b'"log":[') + 3000)
    entry = data.count(b"\n", data.index(b'"log":['), at) - 1
    error = refusal(verify, data[: at + 5] + b"9" * digits + data[at + 5 :])
    assert (error.code, error.facts["entry"]) == ("archive/not-canonical", entry)
    assert len(str(error)) < LONGEST_TEXT


def ways(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in an archive; of long lists, to some items only."""
    found = [way] if way else []
    if isinstance(value, dict):
        for name in value:
            found += ways(value[name], (*way, name))
    elif isinstance(value, list):
        for item in {0, 1, len(value) - 1} & set(range(len(value))):
            found += ways(value[item], (*way, item))
    return found


def replaced(facts: Any, way: tuple[Any, ...], value: Any) -> Any:
    spoiled = copied(facts)
    inner = spoiled
    for step in way[:-1]:
        inner = inner[step]
    inner[way[-1]] = value
    return spoiled


SHORT = [running_archive(3, 2, plies) for plies in (0, 45)]
FINISHED = told(finished_archive(1, 2))
FINISHED_WAYS = ways(FINISHED)
OTHERS: list[Any] = [None, True, 2**53 - 1, "{entry}\x1b[2J", [[]], {"seq": 0}]


def outcome(data: bytes) -> str:
    """`right`, or the code of the refusal; any other error fails the test."""
    try:
        verify(data)
    except Refused as error:
        assert len(str(error)) < LONGEST_TEXT
        assert str(error).isprintable()
        return error.code
    return "right"


def outcome_if_signed(facts: dict[str, Any]) -> str:
    """The same after the server has signed all of it anew, if anyone can sign that."""
    try:
        return outcome(forge(facts, result=False))
    except Refused as error:
        return error.code


def is_forgotten(way: tuple[Any, ...], value: Any) -> bool:
    """Whether it is a name that is missing: the one thing that may be."""
    return value is None and way[0] == "names" and len(way) == 2


WRITTEN_ANEW = ("seq", "prev", "letters", "at")
"""What a server can choose as it likes when it signs an entry anew."""


@pytest.mark.parametrize("value", OTHERS, ids=repr)
@pytest.mark.parametrize("facts", [FINISHED, *map(told, SHORT)], ids=["finished", "begun", "running"])
def test_a_wrong_kind_of_value_anywhere(
    facts: dict[str, Any], value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the log it is signed anew by the server, so that every check is reached."""
    remember_signatures(monkeypatch)
    for way in ways(facts):
        spoiled = replaced(facts, way, value)
        if spoiled == facts or is_forgotten(way, value):
            continue
        if way[0] == "log" and len(way) > 3 and way[3] not in WRITTEN_ANEW:
            assert outcome_if_signed(spoiled) != "right", way
        else:
            assert outcome(archive.write(spoiled)) != "right", way


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("ab{}seq", max_size=4), inner, max_size=4)
    ),
    max_leaves=10,
)


@given(st.sampled_from(FINISHED_WAYS), values)
@settings(max_examples=150, deadline=None)
def test_any_value_anywhere(way: tuple[Any, ...], value: Any) -> None:
    spoiled = replaced(FINISHED, way, value)
    try:
        data = archive.write(spoiled)
    except Refused:
        return
    unharmed = json.dumps(spoiled) == json.dumps(FINISHED) or is_forgotten(way, value)
    assert (outcome(data) == "right") == unharmed


@given(st.dictionaries(st.sampled_from(sorted(FINISHED)), values))
@settings(max_examples=100, deadline=None)
def test_any_members(members: dict[str, Any]) -> None:
    try:
        data = archive.write({"format": archive.FORMAT, "rules": "glueckauf/1", **members})
    except Refused:
        return
    assert outcome(data) != "right"


@given(st.binary(max_size=200), st.integers(0, 2**30))
@settings(max_examples=150, deadline=None)
def test_bytes_put_in_anywhere(noise: bytes, at: int) -> None:
    data = SHORT[0]
    at %= len(data) + 1
    changed = data[:at] + noise + data[at + len(noise) :]
    assert (outcome(changed) == "right") == (changed == data)


def test_ten_thousand_entries_take_their_time_but_end() -> None:
    match = new_match(1, 2)
    for number in range(10_000):
        match.book.note("host", number)
    data = archive.write(archive.running(match.book, match.server))
    assert len(data) < canonical.MAX_BYTES
    assert verify(data).entries == 10_005
    changed = data.replace(b'"at":9999,', b'"at":9998,')
    assert refusal(verify, changed).facts["entry"] == 10_004
