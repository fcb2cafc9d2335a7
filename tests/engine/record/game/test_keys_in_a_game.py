"""Keys that change while a game runs: only the one in force speaks, and the log proves it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.opening import KEY, MAILBOX
from engine.record.keyring.keyring import DELAY, Recovered
from engine.record.letters.kinds.move import By
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.kinds.veto import Veto
from engine.record.letters.post import seal_letter
from engine.record.letters.schema import Letter
from engine.record.letters.seal import open_seal
from engine.rules import legal_actions
from tests.engine.record.club import (
    SERVER,
    new_match,
    player_key,
    random_action,
)
from tests.engine.record.game.books import ALL_KEYS, NEW, legal, refused, rotation, stranger, to_turn_of


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
