"""What a change of mind does to the clock and to standing orders, and what nobody learns by it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.changes.undo import shows
from engine.record.game.opening import KEY
from engine.rules import Game, view
from tests.engine.record.club import (
    new_match,
    random_action,
)
from tests.engine.record.game.changes.undoing import (
    WINDOW,
    begun,
    harmless_action,
    read_again,
    take_back,
    vote,
)
from tests.engine.record.game.test_standing import by_orders, send


def test_the_clock_stands_while_a_move_is_held_and_goes_on() -> None:
    match = begun(pace="1d+bank:1h")
    clock = match.book.time.clock
    assert clock
    assert clock.turn
    deadline = clock.turn.deadline
    match.now = (deadline or 0) - 1
    match.book.hold(match.letter(harmless_action(match)), match.now)
    assert match.book.time.clock
    assert match.book.time.clock.turn
    assert match.book.time.clock.turn.deadline is None
    match.now += WINDOW - 1
    take_back(match)
    assert match.book.time.clock.turn
    assert match.book.time.clock.turn.deadline == match.now + 1
    match.book.hold(match.letter("bank", nonce="f" * 32), match.now)
    match.now += WINDOW
    match.book.release(match.now)
    read_again(match)


def test_a_turn_that_is_undone_begins_anew_without_what_it_brought() -> None:
    match = begun(0, pace="10m+bank:2h+more:1h")
    clock = match.book.time.clock
    assert clock
    assert clock.turn
    seat, banked = clock.turn.seat, clock.turn.bank_left(match.now + 3000)
    match.now += 3000
    match.book.take_move(match.letter(harmless_action(match)), match.now)
    for number in range(3):
        vote(match, number)
    take_back(match)
    clock = match.book.time.clock
    assert clock
    assert clock.turn
    assert (clock.turn.seat, clock.turn.began) == (seat, match.now)
    assert clock.seats[seat].bank == banked
    read_again(match)


def test_orders_sent_with_a_held_move_begin_behind_it() -> None:
    match = begun(auths=(KEY, KEY))
    seat = match.book.game.turn
    match.book.hold(match.letter("bank"), match.now)
    send(match, seat, "next: bank")
    assert not match.book.standing.of(seat).is_over(match.book.game)  # type: ignore[union-attr]
    match.now += WINDOW
    match.book.release(match.now)
    match.now += 60
    match.move(harmless_action(match))
    assert match.book.game.turn == seat
    assert by_orders(match)
    read_again(match)


def test_orders_end_with_the_move_that_is_taken_back() -> None:
    match = begun(auths=(KEY, KEY))
    seat = match.book.game.turn
    match.book.hold(match.letter("bank"), match.now)
    send(match, seat, "next: bank")
    take_back(match)
    assert match.book.standing.of(seat) is None


def test_others_orders_forget_what_was_undone() -> None:
    match = begun(0, auths=(KEY, KEY))
    seat = match.book.game.turn
    send(match, 1 - seat, "next: bank; stop if ousted")
    before = match.book.standing.of(1 - seat)
    match.now += 60
    match.book.take_move(match.letter(harmless_action(match)), match.now)
    assert match.book.standing.of(1 - seat) != before
    vote(match, 0)
    vote(match, 1)
    take_back(match)
    assert match.book.standing.of(1 - seat) == before


@pytest.mark.parametrize("face_down", [False, True])
def test_what_shows_nothing_lets_nobody_see_more(face_down: bool) -> None:
    """Every piece that somebody sees after such a ply they saw before it, somewhere."""
    rng = Random(11)
    for seed in range(4):
        match = new_match(seed, 3, auths=(KEY, KEY, KEY), face_down=face_down)
        while not match.book.game.over:
            before = match.book.game
            match.move(random_action(match.book, rng))
            course = match.book.course
            assert course
            if shows(before, course.events[-1]):
                continue
            for seat in range(3):
                new = names(match.book.game, seat) - names(before, seat)
                assert not new, (match.book.plies[-1].facts, new)


def names(game: Game, seat: int) -> set[str]:
    """All pieces that a seat can see, by name and how many of each."""
    seen = view(game, seat)
    lying = [*seen.tiles, *seen.cards, *seen.draft, *seen.drawn]
    own = [card for pit in seen.pits for card in (*pit.orders, *pit.delivered)]
    bought = [tile for pit in seen.pits for tile in pit.tiles]
    found = [piece.name for piece in (*lying, *own, *bought) if piece is not None and "?" not in piece.name]
    return {f"{name} {found[:n].count(name)}" for n, name in enumerate(found)}


def changed_minds() -> bytes:
    """The archive of a game in which minds were changed: in the window, and with the consent of all."""
    match = begun()
    match.book.hold(match.letter(harmless_action(match)), match.now)
    take_back(match)
    match.book.hold(match.letter("bank", nonce="f" * 32), match.now)
    match.now += WINDOW
    match.book.release(match.now)
    match.move(harmless_action(match))
    for seat in range(3):
        vote(match, seat)
    take_back(match)
    match.play_on(Random(2), 12)
    archive.close(match.book, match.seed, match.now, abandoned=True)
    return archive.write(archive.finished(match.book, match.server))


KEPT = Path(__file__).parents[2] / "vectors" / "undo-game.json"


def test_the_kept_sample_still_verifies_and_is_still_made() -> None:
    data = KEPT.read_bytes()
    assert verify(data).taken_back == 2
    assert changed_minds() == data
