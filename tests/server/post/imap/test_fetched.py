"""Answers to FETCH are read by their UIDs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from server.post.imap.fetched import Fetched, read_fetched


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ([None], []),
        ([], []),
        ([b"1 (FLAGS (\\Seen))"], []),
        ([b"1 (UID 7 RFC822.SIZE 12)"], [Fetched(7, size=12)]),
        ([(b"1 (UID 7 BODY[]<0> {2}", b"ab"), b")"], [Fetched(7, content=b"ab")]),
        ([(b"1 (BODY[] {2}", b"ab"), b" UID 7)"], [Fetched(7, content=b"ab")]),
        ([(b"1 (BODY[] {2}", b"ab"), b")"], []),
        ([b"1 (UID 7 BODY[]<0> NIL)"], [Fetched(7, content=b"")]),
        ([b'1 (UID 7 BODY[] "")'], [Fetched(7, content=b"")]),
        (
            [(b"1 (UID 7 BODY[] {2}", b"ab"), b")", b"2 (FLAGS ())", (b"3 (UID 9 BODY[] {1}", b"c"), b")"],
            [Fetched(7, content=b"ab"), Fetched(9, content=b"c")],
        ),
        ([(b"1 (UID 7 BODY[] {9}", b"UID 8 (x)"), b")"], [Fetched(7, content=b"UID 8 (x)")]),
        (
            [b'1 (UID 7 INTERNALDATE "17-Jul-1996 02:44:25 -0700" RFC822.SIZE 1)'],
            [Fetched(7, size=1, received_at=837596665)],
        ),
        ([b'1 (UID 7 INTERNALDATE "99-Foo-1996 02:44:25 -0700")'], [Fetched(7)]),
        ([(b"1 (UID 7 BODY[] {2}", b"ab")], [Fetched(7, content=b"ab")]),
    ],
)
def test_answers(answer: list[object], expected: list[Fetched]) -> None:
    assert list(read_fetched(answer)) == expected


words = some.sampled_from([b"UID ", b"7", b"BODY[]", b" {3}", b")", b" NIL", b"INTERNALDATE ", b'"', b"\xff"])
texts = some.lists(words).map(b"".join) | some.binary()


@given(some.lists(some.none() | texts | some.tuples(texts, some.binary())))
def test_no_answer_is_too_odd(answer: list[object]) -> None:
    for one in read_fetched(answer):
        assert one.uid >= 0
