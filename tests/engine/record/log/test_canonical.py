"""Canonical JSON: one byte sequence per content, and nothing else is read."""

from __future__ import annotations

import inspect
import json
import re
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadRecord
from engine.record.log import canonical
from engine.record.log.canonical import MAX_BYTES, MAX_DEPTH, MAX_NUMBER, Value, dumps, loads

keys = st.text(st.characters(max_codepoint=127), max_size=5)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
scalars = st.none() | st.booleans() | st.integers(-MAX_NUMBER, MAX_NUMBER) | texts
values: st.SearchStrategy[Value] = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(keys, inner), max_leaves=20
)

ARCHIVE: Value = {
    "log": [{"seq": 0, "body": "Glück\nauf"}, {"seq": 1, "body": None}],
    "format": "x/1",
    "names": ["b", "a"],
    "deal": {"tiles": [{"z": True, "a": -7}]},
    "none": [],
}
WRITTEN = """\
{
"deal":{"tiles":[{"a":-7,"z":true}]},
"format":"x/1",
"log":[
{"body":"Glück\\nauf","seq":0},
{"body":null,"seq":1}
],
"names":["b","a"],
"none":[]
}
"""


def refusal(data: bytes) -> BadRecord:
    with pytest.raises(BadRecord) as refused:
        loads(data)
    return refused.value


def outcome(data: bytes) -> tuple[Value, str]:
    try:
        return loads(data), ""
    except BadRecord as refused:
        return None, refused.code


def test_an_archive_has_one_entry_a_line() -> None:
    assert dumps(ARCHIVE) == WRITTEN.encode()
    assert loads(WRITTEN.encode()) == ARCHIVE


@given(values)
def test_what_is_written_can_be_read(value: Value) -> None:
    again = loads(dumps(value))
    assert again == value
    assert repr(again) == repr(value) or isinstance(value, dict | list)


@given(values)
def test_without_line_breaks_it_is_plain_sorted_json(value: Value) -> None:
    flat = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert dumps(value).replace(b"\n", b"") == flat.encode()


@given(values, values)
def test_one_byte_sequence_per_content(one: Value, other: Value) -> None:
    same_content = json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    assert (dumps(one) == dumps(other)) == same_content


@given(st.data())
def test_no_single_edit_reads_as_the_same_content(data: st.DataObject) -> None:
    written = WRITTEN.encode()
    at = data.draw(st.integers(0, len(written) - 1))
    edited = data.draw(
        st.sampled_from(
            [
                written[:at] + written[at + 1 :],
                written[:at] + b" " + written[at:],
                written[:at] + b"\n" + written[at:],
                written[:at] + bytes([written[at] ^ data.draw(st.integers(1, 255))]) + written[at + 1 :],
            ]
        )
    )
    read, code = outcome(edited)
    assert code.startswith("archive/") or edited == written or read != ARCHIVE


@given(st.binary())
def test_any_bytes_are_read_back_or_refused(data: bytes) -> None:
    value, code = outcome(data)
    assert code.startswith("archive/") or dumps(value) == data


@pytest.mark.parametrize(
    "data",
    [
        b'{"a":1}\n',
        b'{\n"a":1\n}',
        b'{\n"a":1\n}\n\n',
        b'{\n"a": 1\n}\n',
        b'{\r\n"a":1\r\n}\r\n',
        b'{\n"b":1,\n"a":1\n}\n',
        b'{\n"a":1,\n"a":1\n}\n',
        b'{\n"a":1,\n"a":2\n}\n',
        b'{\n"a":{"b":1,"b":1}\n}\n',
        b'{\n"a":[{}]\n}\n',
        b'{\n"a":[\n1\n]\n}\n',
        b"{\n}\n",
        b"[\n]\n",
        b'"a"',
        b'"\\u0041"\n',
        b'"\\/"\n',
        b'"\\u001F"\n',
        b'"\\u000a"\n',
        b'"\\ud83d\\ude00"\n',
        b'"\\ud800"\n',
        b"-0\n",
        b"1.0\n",
        b"1e3\n",
        b"NaN\n",
        b"-Infinity\n",
        b"9007199254740992\n",
        b"-9007199254740992\n",
        b"1" * 5000 + b"\n",
        b"[" + b"-" + b"9" * 100_000 + b"]\n",
        b"\n1\n",
        '{\n"grün":1\n}\n'.encode(),
    ],
    ids=lambda data: repr(data[:20]),
)
def test_json_that_is_not_canonical(data: bytes) -> None:
    json.loads(data.replace(b"1" * 5000, b"1").replace(b"9" * 100_000, b"9"))
    refused = refusal(data)
    assert refused.code == "archive/not-canonical"
    assert len(str(refused)) < 300


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"{",
        b"}",
        b"[1,]\n",
        b"{'a':1}\n",
        b"\xff\n",
        b"\xef\xbb\xbf{}\n",
        b'"\xed\xa0\x80"\n',
        b'"\x00"\n',
        b'"\n"\n',
        b"01\n",
        b"+1\n",
        b"{}{}\n",
        b'"' + b'\\"' * 200_000,
        bytes(range(256)) * 4000,
    ],
    ids=lambda data: repr(data[:20]),
)
def test_what_is_not_json(data: bytes) -> None:
    assert refusal(data).code == "archive/not-json"


@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'[{"a":', b"[]," * 10 + b"["])
def test_deep_nesting_is_refused_closed_or_not(opening: bytes) -> None:
    assert refusal(opening * 10_000).code == "archive/too-deep"
    closing = opening[::-1].replace(b"[", b"]").replace(b"{", b"}")
    assert refusal(opening * 10_000 + closing * 10_000).code == "archive/too-deep"


def test_brackets_in_strings_are_not_nesting() -> None:
    value: Value = ["[" * 100 + '"{\\' * 100, "{" * 100]
    assert loads(dumps(value)) == value


def test_the_deepest_nesting() -> None:
    value: Value = 1
    for _ in range(MAX_DEPTH):
        value = [value]
    assert loads(dumps(value)) == value
    deeper: Value = [value]
    with pytest.raises(BadRecord) as refused:
        dumps(deeper)
    assert refused.value.code == "archive/too-deep"
    assert refusal(dumps(value).replace(b"1", b"[1]")).code == "archive/too-deep"


def test_a_circle_is_too_deep() -> None:
    circle: list[Value] = []
    circle.append(circle)
    with pytest.raises(BadRecord) as refused:
        dumps(circle)
    assert refused.value.code == "archive/too-deep"


def test_the_largest_size() -> None:
    longest = "a" * (MAX_BYTES - len(b'""\n'))
    assert loads(dumps(longest)) == longest
    with pytest.raises(BadRecord) as refused:
        dumps(longest + "a")
    assert refused.value.code == "archive/too-large"
    assert refusal(b"[" * (MAX_BYTES + 1)).code == "archive/too-large"


@pytest.mark.parametrize(
    "value",
    [1.5, float("nan"), (1,), b"", {1}, {1: 2}, {None: 2}, {True: 2}, {"ä": 1}, "\ud800", 2**53],
)
def test_what_has_no_canonical_form_is_not_written(value: object) -> None:
    for wrapped in (value, [value], {"a": [{"b": value}]}):
        with pytest.raises(BadRecord) as refused:
            dumps(wrapped)  # type: ignore[arg-type]
        assert refused.value.code in ("archive/not-json", "archive/not-canonical")


def test_text_is_never_normalised() -> None:
    composed, decomposed = "\u00fc", "u\u0308"
    assert dumps(composed) != dumps(decomposed)
    assert loads(dumps(decomposed)) == decomposed


def test_the_message_names_line_and_byte() -> None:
    refused = refusal(WRITTEN.replace('null,"seq"', 'null, "seq"').encode())
    assert refused.facts == {"line": 6, "byte": 14}


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no JavaScript here")
def test_the_javascript_of_the_description_writes_the_same() -> None:
    description = inspect.getdoc(canonical) or ""
    program = "".join(re.findall(r"^    .*\n", description + "\n", re.MULTILINE))
    hard: Value = ['\x00\x1f\x7f\u2028"\\/\b', "😀\ue000", -MAX_NUMBER, {"b": 1, "B": 2, "": 3}]
    samples: list[Value] = [ARCHIVE, hard, {"a": hard, "b": [{"c": hard}, 1]}, {}, [], [{}], "x"]
    script = f"{program}\nconsole.log(JSON.stringify({json.dumps(samples)}.map(dumps)));"
    done = subprocess.run(["node", "-e", script], capture_output=True, check=True, timeout=60)
    assert json.loads(done.stdout) == [dumps(value).decode() for value in samples]
