"""The book takes what is right and refuses the rest, each with its code, and then nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game import shuffle
from engine.record.game.authority import FORCED, UNTYPED
from engine.record.game.book import Book
from engine.record.game.forced import forced_move
from engine.record.game.opening import KEY, MAILBOX, OLD_FORMAT, Opening
from engine.record.game.recall import recall_book
from engine.record.game.seats import BOT, Seat, bot_seat, seat_from_join
from engine.record.game.shares import chain_of
from engine.record.keyring.keyring import DELAY, Recovered
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.move import By
from engine.record.letters.kinds.old_join import OldJoin
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.register import Register
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import seal_letter
from engine.record.letters.schema import Letter
from engine.record.letters.seal import countersign, open_seal, seal
from engine.record.log import canonical
from engine.record.names.display_name import Name
from engine.rules import Action, legal_actions, to_data, view
from tests.engine.record.club import (
    BEGUN,
    HANDLES,
    SERVER,
    Match,
    leave_letter,
    names,
    new_match,
    player_key,
    random_action,
    refusal,
    secret,
    server_key,
)

ALL_KEYS = (KEY, KEY, KEY, KEY)
NEW = PrivateKey(secret("new key"))


def state(book: Book) -> tuple[Any, ...]:
    """All that a refused letter must leave alone."""
    course = book.course
    position = (to_data(course.game), course.plies[:], course.scorings[:]) if course else ()
    return (book.log.head, len(book.log.entries), book.seats, book.keyring, book.closed, position)


def refused(book: Book, work: Callable[..., object], *args: object, **more: object) -> str:
    """The code of a refusal that changes nothing."""
    before = state(book)
    error = refusal(work, *args, **more)
    assert state(book) == before
    return error.code


def to_turn_of(seat: int, seed: int = 3, auths: tuple[str, ...] = (KEY, MAILBOX, KEY, BOT)) -> Match:
    """A game after its draft in which this seat is to move."""
    match, rng = new_match(seed, 4, auths=auths), Random(seed)
    match.play_on(rng, 12)
    while match.book.game.turn != seat or match.book.game.drawn:
        match.move(random_action(match.book, rng))
    return match


def legal(match: Match) -> str:
    return legal_actions(match.book.game)[0].write()


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


def seated(step: int) -> Callable[[Match], bytes]:
    """The move of a player whose turn it is not, under that player's own seal."""

    def make(match: Match) -> bytes:
        seat = (match.book.game.turn + step) % 4
        return match.letter(legal(match), seat=seat, key=player_key(HANDLES[seat]))

    return make


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


def seal_letter_again(raw: bytes, key: PrivateKey) -> bytes:
    """The same payload under another seal."""
    sealed = open_seal(raw)
    return seal(sealed.payload, sealed.context, key)


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


# Keys


def rotation(handle: str, new: PrivateKey = NEW, server: str = SERVER) -> bytes:
    old = player_key(handle)
    return seal_letter(Rotate(server, handle, old.public, new.public, "b" * 32), old, new)


def test_after_a_rotation_only_the_new_key_speaks() -> None:
    match = to_turn_of(0, auths=ALL_KEYS)
    book = match.book
    written_before = match.letter(legal(match))
    book.change_key(rotation("anna"), 5)
    assert refused(book, book.take_move, written_before, 6) == "keyring/rotated"
    assert refused(book, book.take_move, match.letter(legal(match)), 6) == "keyring/rotated"
    assert refused(book, book.change_key, rotation("anna"), 6) == "keyring/rotated"
    book.take_move(match.letter(legal(match), key=NEW), 6)


def test_a_revoked_key_speaks_no_more_and_another_can_take_its_place_after_the_delay() -> None:
    match = to_turn_of(0, auths=ALL_KEYS)
    book, old = match.book, player_key("anna")
    revocation = seal_letter(Revoke(SERVER, "anna", old.public), old)
    book.change_key(revocation, 5)
    assert refused(book, book.take_move, match.letter(legal(match)), 6) == "keyring/revoked"
    assert refused(book, book.change_key, revocation, 6) == "keyring/revoked"
    recover = seal_letter(Recover(SERVER, "anna", NEW.public, "abcd-1234", "c" * 32), NEW)
    book.change_key(recover, 7)
    mine = match.letter(legal(match), key=NEW)
    assert refused(book, book.take_move, mine, 8) == "keyring/not-yours"
    done = Recovered("anna", open_seal(recover).letter_id)
    assert refused(book, book.recovered, done, 7 + DELAY - 1) == "keyring/too-early"
    book.recovered(done, 7 + DELAY)
    book.take_move(mine, 8 + DELAY)
    assert refused(book, book.recovered, done, 9 + DELAY) == "keyring/no-recovery"


def test_the_owner_can_veto_a_recovery() -> None:
    match = to_turn_of(0, auths=ALL_KEYS)
    book = match.book
    recover = seal_letter(Recover(SERVER, "anna", NEW.public, "abcd-1234", "c" * 32), NEW)
    book.change_key(recover, 5)
    veto = Veto(SERVER, "anna", open_seal(recover).letter_id)
    assert refused(book, book.change_key, seal_letter(veto, NEW), 6) == "keyring/not-yours"
    assert refused(book, book.change_key, seal_letter(veto, player_key("ben")), 6) == "keyring/not-yours"
    book.change_key(seal_letter(veto, player_key("anna")), 6)
    done = Recovered("anna", open_seal(recover).letter_id)
    assert refused(book, book.recovered, done, 9 * DELAY) == "keyring/no-recovery"
    book.take_move(match.letter(legal(match)), 9 * DELAY)


def stranger() -> bytes:
    return seal_letter(Register(SERVER, "zora", "key", NEW.public, "d" * 32), NEW)


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (stranger, "key/not-in-game"),
        (lambda: rotation("anna", server="other.example.org"), "letter/other-server"),
        (lambda: rotation("anna", player_key("ben")), "keyring/key-taken"),
        (lambda: by_anna(Revoke(SERVER, "ben", player_key("anna").public)), "keyring/not-yours"),
        (lambda: by_anna(Request(SERVER, "anna", "a" * 32, "resign")), "keyring/not-a-key-letter"),
    ],
)
def test_key_letters_that_change_nothing_here(make: Callable[[], bytes], code: str) -> None:
    book = new_match(1, auths=ALL_KEYS).book
    assert refused(book, book.change_key, make(), 5) == code


def by_anna(letter: Letter) -> bytes:
    return seal_letter(letter, player_key("anna"))


def test_a_game_with_changed_keys_verifies() -> None:
    match, rng = new_match(5, 2, auths=(KEY, KEY)), Random(5)
    match.play_on(rng, 20)
    match.book.change_key(rotation("ben"), match.now)
    ben = NEW
    while not match.book.game.over:
        key = ben if match.book.game.turn == 1 else None
        match.now += 1
        match.book.take_move(match.letter(random_action(match.book, rng), key=key), match.now)
    match.close()
    certificate = verify(archive.write(archive.finished(match.book, match.server)))
    assert (certificate.state, certificate.letters) == ("finished", certificate.plies + 5)


# Moves that nobody typed, and those that the server seals for others

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


# Opening, seats, start and end


def open_game(**changes: object) -> Opening:
    facts: dict[str, Any] = {
        "server": SERVER,
        "game": "game-1",
        "server_key": server_key().public,
        "players": 2,
        "face_down": False,
        "auth": KEY,
        "commitment": shuffle.commit("game-1", secret("seed", 1)),
    }
    return Opening(**{**facts, **changes})


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


def seat(handle: str, auth: str = KEY, key: PrivateKey | None = None) -> Seat:
    key = key or player_key(handle)
    committed = chain_of(key, SERVER, "game-1", handle, "b" * 32).commitment
    letter = Join(SERVER, "game-1", handle, key.public, committed, "b" * 32)
    return seat_from_join(seal_letter(letter, key), auth, open_game())


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


# A mailbox player with a key of their own


def test_a_mailbox_player_with_an_own_key_seals_every_move() -> None:
    match = new_match(1, 2)
    book, old = match.book, player_key("ben")
    match.play_on(Random(1), 6)
    raw = seal_letter(Rotate(SERVER, "ben", old.public, NEW.public, "e" * 32), old, NEW)
    book.change_key(raw, match.now)
    assert [book.auth_now(number) for number in (0, 1)] == [KEY, KEY]
    if book.game.turn == 0:
        match.play_on(Random(1), 1)
    action = legal_actions(book.game)[0]
    code = By("delegated", "0" * 64)
    assert refused(book, book.take_move, match.letter(action, by=code), 5) == "move/wrong-mark"
    assert refused(book, book.take_move, match.letter(action, by=code, key=NEW), 5) == "move/wrong-mark"
    assert refused(book, book.take_move, match.letter(action, by=None, key=old), 5) == "keyring/rotated"
    entry, _ = book.take_move(match.letter(action, by=None, key=NEW), match.now)
    assert "by" not in entry.facts
    proved = verify(archive.write(archive.running(book, match.server)))
    assert (proved.auths, proved.delegated) == ((KEY, MAILBOX), 3)
