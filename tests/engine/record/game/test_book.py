"""The book takes what is right and refuses the rest, each with its code, and then nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.record.game.book import Book
from engine.record.letters.kinds.move import By
from engine.record.letters.kinds.request import Request
from engine.record.letters.post import seal_letter
from engine.record.letters.seal import countersign, open_seal
from engine.rules import legal_actions
from tests.engine.record.club import (
    BEGUN,
    HANDLES,
    SERVER,
    Match,
    new_match,
    player_key,
    refusal,
    server_key,
)
from tests.engine.record.game.books import (
    ALL_KEYS,
    NEW,
    legal,
    refused,
    rotation,
    seal_letter_again,
    seated,
    to_turn_of,
)


def test_a_right_move_is_taken_and_logged() -> None:
    match = new_match(1)
    before = len(match.book.log.entries)
    raw = match.letter(legal(match))
    entry, played = match.book.take_move(raw, 7)
    assert match.book.log.entries[before:] == [entry]
    assert (entry.kind, entry.at, entry.letters) == ("ply", 7, (raw,))
    assert match.book.game is played.game
    assert entry.facts["ply"] == 0
    assert match.book.log.size_at(match.book.log.head) == before + 1


def changed(match: Match) -> bytes:
    return match.letter(legal(match)).replace(b"ply = ", b"ply = 1", 1)


def join_letter(match: Match) -> bytes:
    return next(seat.join for seat in match.book.seats if seat.join)


def with_(**changes: object) -> Callable[[Match], bytes]:
    return lambda match: match.letter(legal(match), **changes)


def acting(text: str) -> Callable[[Match], bytes]:
    return lambda match: match.letter(text)


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda match: b"", "seal/unsigned"),
        (lambda match: b"\0" * 8_000_000, "seal/too-big"),
        (lambda match: match.letter(legal(match))[:-60], "seal/signature-line"),
        (changed, "seal/bad-signature"),
        (with_(key=NEW), "seal/unknown-key"),
        (join_letter, "move/not-a-move"),
        (with_(server="other.example.org"), "letter/other-server"),
        (with_(game="game-4"), "letter/other-game"),
        (with_(key=server_key()), "keyring/not-yours"),
        (with_(key=player_key("ben")), "keyring/not-yours"),
        (with_(ply=0), "move/stale"),
        (with_(ply=99), "move/stale"),
        (with_(base="0" * 64), "move/unknown-head"),
        (lambda match: match.letter(legal(match), base=match.book.log.heads[-2]), "move/stale"),
        (lambda match: match.letter(legal(match), base=match.book.log.heads[0]), "move/stale"),
        (seated(1), "move/not-your-turn"),
        (acting("dance on the table"), "notation/unknown-verb"),
        (acting("BANK"), "move/not-canonical"),
        (acting("mine 4: to y x1"), "move/not-canonical"),
        (acting("draft C-kk"), "rule/not-now"),
        (acting("factory 99"), "rule/no-such-space"),
        (acting("keep ?, top ? ? ? ?"), "rule/not-now"),
        (with_(by=By("delegated", "0" * 64)), "move/wrong-mark"),
        (with_(by=By("clock", "0" * 64)), "move/not-the-server"),
        (with_(by=By("clock", "0" * 64), key=server_key()), "move/not-authorised"),
    ],
)
def test_every_other_move_is_refused(make: Callable[[Match], bytes], code: str) -> None:
    match = to_turn_of(0, auths=ALL_KEYS)
    assert refused(match.book, match.book.take_move, make(match), 9) == code
    match.move(legal(match))


def test_a_seat_that_the_game_has_not() -> None:
    match = new_match(1, 3)
    assert (
        refused(match.book, match.book.take_move, match.letter(legal(match), seat=3), 9)
        == "move/no-such-seat"
    )


def test_no_move_before_the_start_or_after_the_end() -> None:
    match = new_match(1, 2)
    raw = match.letter(legal(match))
    unstarted = Book(match.book.opening)
    unstarted.begin(BEGUN)
    assert refused(unstarted, unstarted.take_move, raw, 9) == "seal/unknown-key"
    match.play_on(Random(1))
    over = match.letter("bank", seat=0, key=player_key("anna"), by=None)
    assert refused(match.book, match.book.take_move, over, 9) == "move/game-over"
    match.close()
    assert refused(match.book, match.book.take_move, over, 9) == "move/game-over"


def test_a_known_move_is_a_no_op_even_if_signed_or_wrapped_anew() -> None:
    match = new_match(1, auths=ALL_KEYS)
    raw = match.letter(legal(match))
    entry, _ = match.book.take_move(raw, 9)
    payload = open_seal(raw)
    by_others = [seal_letter_again(raw, player_key(handle)) for handle in HANDLES]
    copies = [raw, raw.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + raw, raw[:-1], *by_others]
    for copy in copies:
        error = refusal(match.book.take_move, copy, 10)
        assert (error.code, error.facts["known"]) == ("move/known", entry.seq)
    assert refused(match.book, match.book.take_move, countersign(payload, NEW), 10) == "seal/signature-count"
    assert len(match.book.log.entries) == entry.seq + 1


# Timely: the head that the player saw is in the log, and no ply came after it


def test_entries_that_are_no_ply_make_no_move_stale() -> None:
    match = to_turn_of(0, auths=ALL_KEYS)
    book, raw = match.book, match.letter(legal(match))
    seen = book.log.head
    request = seal_letter(Request(SERVER, "ben", "a" * 32, "press good luck"), player_key("ben"))
    book.note("press", 5, [request])
    book.note("clock", 6, seat=0, ply=book.game.ply)
    book.note("host", 7, text="the server was away")
    book.change_key(rotation("clara"), 8)
    assert book.log.head != seen
    entry, _ = book.take_move(raw, 9)
    assert entry.kind == "ply"


def test_a_ply_makes_a_move_stale() -> None:
    match = new_match(1, auths=ALL_KEYS)
    first = match.letter(legal(match))
    second = match.letter(legal_actions(match.book.game)[1].write(), nonce="f" * 32)
    match.book.take_move(first, 5)
    assert refused(match.book, match.book.take_move, second, 6) == "move/stale"


def test_a_server_with_two_histories_is_caught_by_the_next_move() -> None:
    """The player answers the head of one history, which the other never had."""
    one, other = new_match(1, auths=ALL_KEYS), new_match(1, auths=ALL_KEYS)
    assert one.book.log.head == other.book.log.head
    one.book.note("host", 5, text="in one history")
    other.book.note("host", 5, text="in the other history")
    raw = one.letter(legal(one))
    assert refused(other.book, other.book.take_move, raw, 6) == "move/unknown-head"
    one.book.take_move(raw, 6)
