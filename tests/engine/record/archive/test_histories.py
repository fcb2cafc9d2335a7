"""Two histories told apart at the first entry that differs, and a chain in which a changed entry is named."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import Refused
from engine.record.archive import archive
from engine.record.archive.verify import compare, verify
from engine.record.log import canonical, checkpoint, merkle
from engine.record.log.log import Log, check_chain, read_entries
from tests.engine.record.archive.test_archive import finished, unsigned
from tests.engine.record.club import (
    Match,
    finished_archive,
    new_match,
    refusal,
    server_key,
)

# Two histories


def fork(plies: int = 30) -> tuple[Match, Match]:
    one, other = new_match(8, 3), new_match(8, 3)
    for match in (one, other):
        match.play_on(Random(8), plies)
    return one, other


def test_two_exports_of_one_history_agree() -> None:
    one, other = fork()
    early = archive.write(archive.running(one.book, one.server))
    other.play_on(Random(9), 20)
    late = archive.write(archive.running(other.book, other.server))
    whole = finished(other)
    for a, b in ((early, early), (early, late), (late, early), (early, whole), (whole, late)):
        assert compare(a, b) is None


def test_two_histories_are_told_apart_at_the_first_entry_that_differs() -> None:
    one, other = fork()
    fork_at = len(one.book.log.entries)
    one.book.note("host", 5, text="one")
    other.book.note("host", 5, text="other")
    for match in (one, other):
        match.play_on(Random(3), 5)
    a, b = (archive.write(archive.running(match.book, match.server)) for match in (one, other))
    assert verify(a).signed
    assert verify(b).signed
    assert compare(a, b) == compare(b, a) == fork_at


def test_only_archives_of_one_game_are_compared() -> None:
    assert refusal(compare, finished_archive(1, 2), finished_archive(2, 2)).code == "compare/other-game"
    assert refusal(compare, finished_archive(1, 2), unsigned()).code == "archive/missing-member"
    assert refusal(compare, finished_archive(1, 2), b"{}").code == "archive/not-canonical"


def test_a_checkpoint_of_another_history_is_caught() -> None:
    """One line from the foot of a mail is enough."""
    one, other = fork()
    seen = one.book.checkpoint(one.server)
    line = checkpoint.write_line(seen)
    (kept,) = checkpoint.find_lines(f"> {line}\n", server_key().public.raw)
    one.book.note("host", 5, text="one")
    other.book.note("host", 5, text="other")
    forked = one.book.checkpoint(one.server)
    data = archive.write(archive.running(other.book, other.server, [seen]))
    assert verify(data, seen=[kept]).signed
    assert refusal(verify, data, seen=[forked]).code == "checkpoint/fork"
    other.book.note("host", 6)
    assert refusal(verify, data, seen=[other.book.checkpoint(other.server)]).code == "checkpoint/newer"
    stranger = new_match(9, 3)
    assert refusal(verify, data, seen=[stranger.book.checkpoint(stranger.server)]).code == "checkpoint/origin"
    both = archive.write(archive.running(other.book, other.server, [forked]))
    error = refusal(verify, both)
    assert (error.code, error.facts["checkpoint"]) == ("checkpoint/fork", 0)


# The chain
entries_of_a_log = st.lists(
    st.dictionaries(
        st.sampled_from(["text", "seat", "x"]),
        st.recursive(
            st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
            lambda inner: st.lists(inner, max_size=3),
            max_leaves=4,
        ),
        max_size=3,
    ),
    min_size=1,
    max_size=12,
)


def chained(contents: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], Any]:
    """A log as an archive has it, and the checkpoint over it."""
    log = Log()
    for number, content in enumerate(contents):
        log.append(log.write("note", number, [f"letter {number}\n".encode()], **content))
    items = [
        {"entry": entry.facts, "letters": [raw.decode() for raw in entry.letters if raw]}
        for entry in log.entries
    ]
    signed = checkpoint.sign("a/b", len(items), bytes.fromhex(log.head), server_key().seed)
    return items, signed


def check(items: list[dict[str, Any]], signed: Any) -> None:
    check_chain(read_entries(json.loads(json.dumps(items))), signed)


@given(entries_of_a_log)
@settings(deadline=None)
def test_a_chain_is_whole(contents: list[dict[str, Any]]) -> None:
    items, signed = chained(contents)
    check(items, signed)
    leaves = [merkle.leaf_hash(canonical.line(item["entry"])) for item in items]
    assert signed.root == merkle.root(leaves)


@given(entries_of_a_log, st.data())
@settings(deadline=None)
def test_a_changed_entry_is_named(contents: list[dict[str, Any]], data: st.DataObject) -> None:
    items, signed = chained(contents)
    at = data.draw(st.integers(0, len(items) - 1))
    name, value = data.draw(
        st.sampled_from(
            [
                *[("at", 10**9), ("at", True), ("kind", "host"), ("seq", 99), ("seq", True), ("new", 1)],
                *[
                    ("letters", ["0" * 64]),
                    ("letters", []),
                    ("prev", "0" * 64),
                    ("prev", "zz"),
                    ("prev", None),
                ],
            ]
        )
    )
    items[at]["entry"][name] = value
    error = refusal(check, items, signed)
    assert error.facts["entry"] == at


@given(entries_of_a_log, st.data())
@settings(deadline=None)
def test_a_log_is_not_another_one(contents: list[dict[str, Any]], data: st.DataObject) -> None:
    """Dropping, doubling and moving entries is always found, with numbers and links made anew or not."""
    items, signed = chained(contents)
    shuffled = data.draw(st.lists(st.sampled_from(range(len(items))), max_size=len(items) + 2))
    changed = [items[number] for number in shuffled]
    if shuffled != list(range(len(items))):
        refusal(_check_all, changed, signed)


def _check_all(items: list[dict[str, Any]], signed: Any) -> None:
    if not items:
        raise Refused("log/empty", "there are no entries")
    check(items, signed)
