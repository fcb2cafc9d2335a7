"""Opening, seats, start and end of a book: what a log can not begin with, and what nothing follows."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.record.game.book import Book
from engine.record.game.opening import KEY, MAILBOX, OLD_FORMAT, Opening
from engine.record.game.recall import recall_book
from engine.record.game.seats import BOT, Seat, bot_seat, seat_from_join
from engine.record.game.shares import chain_of
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.old_join import OldJoin
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.post import seal_letter
from engine.record.log import canonical
from engine.record.names.display_name import Name
from tests.engine.record.club import (
    BEGUN,
    SERVER,
    leave_letter,
    names,
    new_match,
    player_key,
    refusal,
    secret,
    server_key,
)
from tests.engine.record.game.books import NEW, open_game, refused, rotation, seat, stranger


@pytest.mark.parametrize(
    "changes",
    [
        {"server": "Pit.Example.ORG"},
        {"server": "x" * 60},
        {"server": ""},
        {"game": "a_game"},
        {"game": "../etc"},
        {"game": "g" * 41},
        {"players": 1},
        {"players": 5},
        {"players": True},
        {"players": "2"},
        {"face_down": 1},
        {"auth": "password"},
        {"commitment": "abc"},
        {"commitment": None},
        {"format": "grubenpost-log/3"},
        {"format": 2},
    ],
)
def test_an_opening_is_refused_if_a_log_can_not_begin_with_it(changes: dict[str, object]) -> None:
    refusal(open_game, **changes)


def tell_shares(book: Book, at: int) -> None:
    for number in book.table.awaited:
        seated = book.joined[number]
        key = player_key(seated.handle)
        told = chain_of(key, SERVER, "game-1", seated.handle, "b" * 32).share(book.table.due(number))
        book.reveal(seal_letter(Reveal(SERVER, "game-1", seated.handle, book.log.head, told.hex()), key), at)


def begun(opening: Opening) -> Book:
    book = Book(opening)
    book.begin(BEGUN)
    return book


def test_seats_that_can_not_play_together() -> None:
    opening = open_game()
    book, own, called = begun(opening), secret("seed", 1), names(1, 2)
    anna, ben = seat("anna"), seat("ben")
    assert refused(book, book.start, called, own, 5) == "book/seats"
    book.join(anna, 5)
    cases = [
        (seat("ben", MAILBOX), "book/own-keys"),
        (anna, "book/seats"),
        (seat("ANNA", key=NEW), "book/seats"),
        (bot_seat("Anna", opening), "book/seats"),
        (seat("ben", key=player_key("anna")), "book/seats"),
        (seat("ben", key=server_key()), "book/seats"),
        (Seat("robot", BOT, NEW.public), "book/seats"),
        (Seat("ghost", KEY, NEW.public), "book/seats"),
    ]
    for other, code in cases:
        assert refused(book, book.join, other, 5) == code
    assert refused(book, book.start, called, own, 5) == "book/seats"
    book.join(ben, 5)
    assert refused(book, book.join, seat("clara"), 5) == "book/seats"
    assert refused(book, book.start, called, own, 5) == "book/shares"
    tell_shares(book, 5)
    assert refused(book, book.start, called, secret("another seed"), 5) == "shuffle/commitment"
    assert refused(book, book.start, called, b"", 5) == "shuffle/seed"
    assert refused(book, book.start, called[:1], own, 5) == "names/seats"
    book.start(called, own, 5)
    assert refused(book, book.start, called, own, 6) == "book/started"
    assert refused(book, book.join, seat("clara"), 6) == "book/started"
    assert refused(book, book.leave, 0, 6) == "book/started"


def test_seats_are_numbered_in_the_order_of_joining() -> None:
    book = begun(open_game(players=3))
    assert [book.join(seat(handle), 5).facts["seat"] for handle in ("clara", "anna")] == [0, 1]
    assert refused(book, book.leave, 2, 6) == "book/seats"
    assert refused(book, book.leave, 0, 6) == "leave/no-letter"
    book.leave(0, 6, leave_letter(book, 0))
    assert refused(book, book.leave, 0, 6) == "book/seats"
    # Whoever comes next gets the seat that is free, but not by a letter that was used before.
    assert refused(book, book.join, seat("clara"), 7) == "letter/known"
    assert [book.join(seat(handle), 7).facts["seat"] for handle in ("ben", "dmitri")] == [0, 2]
    tell_shares(book, 7)
    book.start(names(1, 3), secret("seed", 1), 8)
    assert [seated.handle for seated in book.seats] == ["ben", "anna", "dmitri"]
    again = recall_book(book.log.entries, secret("seed", 1))
    assert (again.seats, again.stacks, again.log.head) == (book.seats, book.stacks, book.log.head)


@pytest.mark.parametrize("name", ["two\nlines", "\x1b[2J", "", "x" * 41])
def test_names_that_could_do_harm_are_refused(name: str) -> None:
    refusal(Name, name, bytes(16))


@pytest.mark.parametrize("salt", [b"", bytes(15), bytes(17)])
def test_a_salt_has_its_length(salt: bytes) -> None:
    refusal(Name, "Anna", salt)


def test_an_unknown_way_of_sealing_gets_no_seat() -> None:
    refusal(seat, "anna", "password")


def test_names_are_those_that_the_log_commits_to() -> None:
    match = new_match(1, 2)
    book, (anna, ben) = match.book, names(1, 2)
    assert book.shown_names() == ("Anna", "Ben Bäcker")
    assert b"Anna" not in canonical.dumps([entry.facts for entry in book.log.entries])
    book.introduce([anna, None])
    assert book.shown_names() == ("Anna", "ben")
    for wrong in ([ben, anna], [Name("Annа", anna.salt), ben], [Name("Anna", bytes(16)), ben]):
        assert refused(book, book.introduce, wrong) == "names/other"
    assert refused(book, book.introduce, [anna]) == "names/seats"
    assert book.shown_names() == ("Anna", "ben")


def test_a_join_letter_of_another_game_or_server_or_kind_gives_no_seat() -> None:
    key = player_key("anna")
    right = Join(SERVER, "game-1", "anna", key.public, "a" * 64, "b" * 32)
    raw = seal_letter(right, key)
    here, old = open_game(), open_game(format=OLD_FORMAT)
    assert refusal(seat_from_join, raw, KEY, replace(here, game="game-2")).code == "letter/other-game"
    away = replace(here, server="b.example.org")
    assert refusal(seat_from_join, raw, KEY, away).code == "letter/other-server"
    assert refusal(seat_from_join, stranger(), KEY, here).code == "join/not-a-join"
    assert refusal(seat_from_join, raw, KEY, old).code == "join/other-shuffle"
    older = seal_letter(OldJoin(SERVER, "game-1", "anna", key.public, "a" * 64, "b" * 32), key)
    assert seat_from_join(older, KEY, old).share == "a" * 64
    assert refusal(seat_from_join, older, KEY, here).code == "join/other-shuffle"


def test_only_players_with_an_own_key_bring_entropy() -> None:
    """What the server can choose last would let it try deals until it likes one."""
    match = new_match(1)
    assert [bool(seat.share) for seat in match.book.seats] == [True, False, True, False]


def test_the_doors_of_a_book_open_once() -> None:
    opening = open_game()
    empty = Book(opening)
    assert refused(empty, empty.note, "host", 5) == "book/not-begun"
    book = begun(opening)
    assert refused(book, book.begin, 5) == "book/begun"
    assert refusal(lambda: book.game).code == "book/not-started"
    assert refused(book, book.close, secret("seed", 1), "0" * 64, 5) == "book/not-started"
    assert refused(book, book.note, "substitute", 5, seat=0) == "book/not-started"


def test_nothing_follows_the_closing_entry() -> None:
    match = new_match(1, 2)
    match.play_on(Random(1))
    assert refused(match.book, match.book.close, secret("other"), "0" * 64, 5) == "shuffle/commitment"
    assert refused(match.book, match.book.close, match.seed, "?", 5) == "letter/bad-value"
    match.close()
    book = match.book
    assert refused(book, book.note, "host", 5) == "book/closed"
    assert refused(book, book.change_key, rotation("anna"), 5) == "book/closed"
    assert refused(book, book.close, match.seed, "0" * 64, 5) == "book/closed"


def test_a_note_can_not_pretend_to_be_another_entry() -> None:
    book = new_match(1, 2).book
    entry = book.note("host", 5, seq=0, prev="", kind="close", at=1, letters=["x"])
    assert (entry.seq, entry.kind, entry.at, entry.facts["letters"]) == (5, "note", 5, [])
