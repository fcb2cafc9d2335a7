"""Moves that nobody typed, or that the server seals for others: each stands on an entry that allows it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.authority import FORCED, UNTYPED
from engine.record.game.changes.forced import forced_move
from engine.record.game.opening import KEY
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.move import By
from engine.record.letters.kinds.request import Request
from engine.record.letters.post import seal_letter
from engine.rules import Action, view
from tests.engine.record.club import (
    HANDLES,
    SERVER,
    Match,
    new_match,
    player_key,
    random_action,
    refusal,
    server_key,
)
from tests.engine.record.game.books import (
    ALL_KEYS,
    legal,
    refused,
    seal_letter_again,
    state,
    stranger,
    to_turn_of,
)

BY_AN_ENTRY = [kind for kind in UNTYPED if kind != FORCED]


def test_a_forced_move_is_the_only_one() -> None:
    """What a player can choose the server does not choose for them; where only one move is left, it may."""
    match, rng, server = new_match(3, 3, auths=(KEY,) * 3), Random(3), server_key()
    book, only = match.book, None

    def forced(action: Action) -> bytes:
        last = next(entry for entry in reversed(book.log.entries) if entry.kind in ("ply", "start"))
        return match.letter(action, by=By(FORCED, last.leaf.hex()), key=server)

    while only is None:
        action = random_action(book, rng)
        if book.game.ply % 20 == 0:
            assert refused(book, book.take_move, forced(action), match.now) == "move/not-forced"
        match.move(action)
        only = forced_move(view(book.game, book.game.turn))
    entry, _ = book.take_move(forced(only), match.now)
    assert entry.facts["by"] == FORCED
    assert verify(archive.write(archive.running(book, match.server))).untyped == 1


@pytest.mark.parametrize("kind", BY_AN_ENTRY)
def test_the_server_can_move_for_a_player_only_with_an_entry_that_allows_it(kind: str) -> None:
    match = to_turn_of(0, auths=ALL_KEYS)
    book, server = match.book, server_key()
    authority = allow(match, kind)

    def by(entry: str) -> bytes:
        return match.letter(legal(match), by=By(kind, entry), key=server)

    wrong = [entry.leaf.hex() for entry in book.log.entries if entry is not authority]
    for entry in [*wrong, "0" * 64, book.log.head]:
        assert refused(book, book.take_move, by(entry), 6) == "move/not-authorised"
    good = by(authority.leaf.hex())
    assert (
        refused(book, book.take_move, seal_letter_again(good, player_key("anna")), 6) == "move/not-the-server"
    )
    entry, _ = book.take_move(good, 6)
    assert entry.facts["by"] == kind


def allow(match: Match, kind: str, seat: int = 0) -> Any:
    """The note that allows such a move."""
    book = match.book
    if kind == "clock":
        return book.note("clock", 5, seat=seat, ply=book.game.ply)
    if kind == "standing":
        order = Request(SERVER, HANDLES[seat], "e" * 32, "standing bank")
        return book.note(
            "standing", 5, [seal_letter(order, player_key(HANDLES[seat]))], seat=seat, secret=True
        )
    return book.note(kind, 5, seat=seat)


@pytest.mark.parametrize("kind", BY_AN_ENTRY)
def test_what_is_allowed_for_one_seat_is_not_for_another(kind: str) -> None:
    match = to_turn_of(1, auths=ALL_KEYS)
    book = match.book
    if kind == "clock":
        assert refused(book, book.note, "clock", 5, seat=0, ply=book.game.ply) == "book/clock"
        return
    authority = allow(match, kind)
    raw = match.letter(legal(match), by=By(kind, authority.leaf.hex()), key=server_key())
    assert refused(book, book.take_move, raw, 6) == "move/not-authorised"


def test_a_clock_allows_one_ply() -> None:
    match = to_turn_of(0, auths=ALL_KEYS)
    book = match.book
    authority = allow(match, "clock")
    by = By("clock", authority.leaf.hex())
    book.take_move(match.letter("bank", by=by, key=server_key()), 6)
    match.play_on(Random(1), 3)
    while book.game.turn != 0:
        match.play_on(Random(1), 1)
    raw = match.letter(legal(match), by=by, key=server_key())
    assert refused(book, book.take_move, raw, 9) == "move/not-authorised"


def test_a_note_that_allows_something_must_say_for_whom_and_stand_on_what_it_needs() -> None:
    match = to_turn_of(0, auths=ALL_KEYS)
    book, ply = match.book, match.book.game.ply
    order = seal_letter(Request(SERVER, "ben", "e" * 32, "standing bank"), player_key("ben"))
    cases: list[tuple[str, list[bytes], dict[str, object], str]] = [
        ("substitute", [], {}, "letter/wrong-type"),
        ("substitute", [], {"seat": True}, "letter/wrong-type"),
        ("substitute", [], {"seat": 4}, "letter/out-of-range"),
        ("clock", [], {"seat": 0}, "letter/wrong-type"),
        ("clock", [], {"seat": 0, "ply": ply - 1}, "book/clock"),
        ("clock", [], {"seat": 1, "ply": ply}, "book/clock"),
        ("standing", [], {"seat": 1, "secret": True}, "book/standing"),
        ("standing", [order], {"seat": 1}, "book/standing"),
        ("standing", [order], {"seat": 0, "secret": True}, "keyring/not-yours"),
        ("Press!", [], {}, "letter/bad-value"),
        ("press", [], {"secret": False}, "book/note"),
        ("press", [b"hello"], {}, "seal/unsigned"),
        ("press", [stranger()], {}, "letter/known"),
    ]
    book.note("press", 5, [stranger()])
    for about, letters, facts, code in cases:
        assert refused(book, book.note, about, 5, letters, **facts) == code, (about, facts)
    foreign = Join(SERVER, "game-9", "ben", player_key("ben").public, "0" * 64, "a" * 32)
    assert (
        refused(book, book.note, "press", 5, [seal_letter(foreign, player_key("ben"))]) == "letter/other-game"
    )


def test_bots_and_mailbox_players_are_marked_and_nobody_else_is() -> None:
    start = By("bot", "0" * 64)
    for seat, marks in {
        0: {"delegated": "move/wrong-mark"},
        1: {None: "move/wrong-mark"},
        3: {None: "move/wrong-mark", "delegated": "move/wrong-mark"},
    }.items():
        match = to_turn_of(seat)
        for mark, code in marks.items():
            by = By(mark, start.entry) if mark else None
            for key in (None, server_key(), player_key(HANDLES[seat])):
                raw = match.letter(legal(match), by=by, key=key)
                before = state(match.book)
                error = refusal(match.book.take_move, raw, 5)
                assert error.code in (code, "seal/unknown-key")
                assert state(match.book) == before
        match.move(legal(match))


def test_the_start_allows_only_moves_of_bots() -> None:
    """The server can't call a player a bot."""
    match = to_turn_of(0)
    start = next(entry for entry in match.book.log.entries if entry.kind == "start")
    raw = match.letter(legal(match), by=By("bot", start.leaf.hex()), key=server_key())
    assert refused(match.book, match.book.take_move, raw, 5) == "move/not-authorised"
