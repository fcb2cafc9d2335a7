"""Whatever is changed in an archive is found, and the place is named: the entry, or the member."""

from __future__ import annotations

import re
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.errors import Refused
from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.log import canonical
from tests.engine.record.club import finished_archive, refusal, remember_signatures, running_archive, told
from tests.soak import chunks

EDITS = 10_000
CHUNK = 500
NOW = 5
"""So many chunks are tried in every run, all of them in `make soak`."""
# Half of the new bytes are ones that keep the text readable, so that the edit gets past the first checks.
LIKELY = b'0123456789abcdefABXYZ \n",.:;[]{}\\-+eEtrufalsn'


class Place(NamedTuple):
    """Where in an archive a line stands: in which member, and as which item of it."""

    member: str
    item: int | None


def places(data: bytes) -> list[Place]:
    """The place of each line."""
    found: list[Place] = []
    member, item = "the beginning", None
    for line in data.split(b"\n"):
        if line.startswith(b'"'):
            member, item = line.split(b'"')[1].decode(), None
            found.append(Place(member, None))
        elif line[:1] in (b"]", b"}", b"") or not found:
            item = None
            found.append(Place(member, None))
        else:
            item = 0 if found[-1].item is None else found[-1].item + 1
            found.append(Place(member, item))
    return found


def edits(data: bytes, rng: Random, count: int) -> list[tuple[int, bytes]]:
    """So many single-byte edits: where, and what the archive is then."""
    made = []
    for number in range(count):
        at = rng.randrange(len(data))
        among = LIKELY if number % 2 else bytes(range(256))
        new = rng.choice([byte for byte in among if byte != data[at]])
        made.append((at, data[:at] + bytes([new]) + data[at + 1 :]))
    return made


def is_named(error: Refused, place: Place, data: bytes, at: int, edited: bytes) -> bool:
    if place.member == "log" and place.item is not None:
        return error.facts.get("entry") == place.item or f"entry {place.item}:" in str(error)
    if place.item is not None:
        return f"{place.member}, item {place.item}" in str(error)
    if place.member.removesuffix("s") in str(error):
        return True
    # The name itself was edited: then it is named as it stands there now, or as what follows another.
    start = data.rfind(b"\n", 0, at) + 1
    name = edited[start : edited.find(b"\n", start)].split(b'"')[1].decode("utf-8", "replace")
    return ascii(name)[1:-1] in str(error) or re.match("after [a-z]+:", str(error)) is not None


@pytest.mark.parametrize("chunk", chunks(EDITS // CHUNK, NOW))
def test_every_edited_byte_of_a_finished_game_is_found(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    remember_signatures(monkeypatch)
    data = finished_archive(1, 4)
    check_edits(data, edits(data, Random(chunk), CHUNK))


@pytest.mark.parametrize("chunk", range(2))
def test_every_edited_byte_of_a_running_game_is_found(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    remember_signatures(monkeypatch)
    data = running_archive()
    check_edits(data, edits(data, Random(chunk), CHUNK))


def check_edits(data: bytes, made: list[tuple[int, bytes]]) -> None:
    assert verify(data).signed
    by_line = places(data)
    for at, edited in made:
        place = by_line[data.count(b"\n", 0, at)]
        error = refusal(verify, edited)
        assert is_named(error, place, data, at, edited), (at, place, error.code, str(error)[:300])
        assert len(str(error)) < 1000


def test_the_edits_reach_every_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """The edits are not all caught by the first look at the text."""
    remember_signatures(monkeypatch)
    data = finished_archive(1, 4)
    codes = {refusal(verify, edited).code for _, edited in edits(data, Random(99), 600)}
    assert {"archive/not-json", "archive/not-canonical", "archive/told", "log/letters"} <= codes
    assert {"log/form", "log/changed", "checkpoint/form", "checkpoint/signature"} <= codes


# Entries


def spoiled(change: Any) -> bytes:
    facts = told(finished_archive(1, 4))
    change(facts["log"])
    return archive.write(facts)


@pytest.mark.parametrize("at", [0, 1, 2, 40, 122, 123])
def test_a_dropped_entry_is_missed(at: int) -> None:
    error = refusal(verify, spoiled(lambda log: log.pop(at)))
    assert error.facts["entry"] == at


@pytest.mark.parametrize("at", [0, 1, 2, 40, 122, 123])
def test_a_doubled_entry_is_found(at: int) -> None:
    error = refusal(verify, spoiled(lambda log: log.insert(at, log[at])))
    assert error.facts["entry"] == at + 1


@pytest.mark.parametrize(("one", "other"), [(0, 1), (2, 3), (10, 90), (122, 123)])
def test_swapped_entries_are_found(one: int, other: int) -> None:
    def swap(log: list[Any]) -> None:
        log[one], log[other] = log[other], log[one]

    assert refusal(verify, spoiled(swap)).facts["entry"] == one


@pytest.mark.parametrize("at", [1, 2, 40, 122])
def test_a_dropped_entry_is_missed_even_if_the_rest_is_numbered_anew(at: int) -> None:
    def drop(log: list[Any]) -> None:
        log.pop(at)
        for seq, item in enumerate(log):
            item["entry"]["seq"] = seq

    refusal(verify, spoiled(drop))


def test_letters_can_not_change_places() -> None:
    def swap(log: list[Any]) -> None:
        log[5]["letters"], log[6]["letters"] = log[6]["letters"], log[5]["letters"]

    error = refusal(verify, spoiled(swap))
    assert (error.code, error.facts["entry"]) == ("log/letters", 5)


@pytest.mark.parametrize("kept", [1, 2, 40, 123])
def test_a_log_can_not_be_cut_off(kept: int) -> None:
    def cut(log: list[Any]) -> None:
        del log[kept:]

    error = refusal(verify, spoiled(cut))
    assert (error.code, error.facts["entry"]) == ("log/size", kept)


# Members


def whole(**changes: Any) -> bytes:
    facts = told(finished_archive(1, 4))
    for name, value in changes.items():
        if value is None:
            del facts[name]
        else:
            facts[name] = value
    return archive.write(facts)


@pytest.mark.parametrize("name", sorted(told(finished_archive(1, 4))))
def test_no_member_can_be_left_out(name: str) -> None:
    error = refusal(verify, whole(**{name: None}))
    assert name in str(error)


@pytest.mark.parametrize("name", ["certificate", "seed", "players2", "email", "Log"])
def test_no_member_can_be_added(name: str) -> None:
    error = refusal(verify, whole(**{name: "more"}))
    assert error.code == "archive/unknown-member"
    assert name in str(error)


OTHER_KINDS: list[Any] = ["", "x", 0, -1, 2**53 - 1, True, [], [[]], [{}], {}, {"a": 1}, ["x"], [1]]


@pytest.mark.parametrize("name", sorted(told(finished_archive(1, 4))))
@pytest.mark.parametrize("value", OTHER_KINDS, ids=repr)
def test_a_member_of_another_kind_is_refused(name: str, value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    remember_signatures(monkeypatch)
    if told(finished_archive(1, 4))[name] != value:
        assert refusal(verify, whole(**{name: value})).code


def test_true_is_not_one() -> None:
    """Python thinks so; two texts for one content would come of it."""
    for data in (finished_archive(1, 4), running_archive(), finished_archive(1, 2)):
        facts = told(data)
        facts["plies"][1]["ply"] = True
        refusal(verify, archive.write(facts))


def test_a_checkpoint_can_not_be_doubled_or_moved() -> None:
    facts = told(finished_archive(1, 4))
    notes = facts["checkpoints"]
    for wrong in ([notes[0], *notes], notes[::-1], [*notes, notes[-1]], [*notes, "x"], [*notes, 5], [[]]):
        assert refusal(verify, whole(checkpoints=wrong)).code.startswith("checkpoint/")


def test_the_same_content_in_another_form_is_refused() -> None:
    data = finished_archive(1, 2)
    for other in (
        data[:-1],
        data + b"\n",
        b"\xef\xbb\xbf" + data,
        data.replace(b"\n", b"\r\n"),
        data.replace(b'":', b'": ', 1),
        canonical.line(told(data)),
        data.decode().encode("utf-16"),
    ):
        refusal(verify, other)
