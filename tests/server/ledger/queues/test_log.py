"""Locks on games and on the key log, and letters that count once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlmodel import Session, col, select

from server.ledger.models import Game, KeyLetter, Taken
from server.ledger.queues import add_outgoing, append_keyletter, lock_game, lock_keylog, take_letter
from server.ledger.store import Ledger
from tests.server.ledger.samples import NOW, entry, game, outgoing


def is_kept_out(ledger: Ledger, work: Callable[[Session], object]) -> bool:
    """Whether the work would have to wait for another transaction."""
    try:
        with ledger.writing() as session:
            session.connection().execute(text("SET LOCAL lock_timeout = '50ms'"))
            work(session)
    except OperationalError as error:
        return "lock timeout" in str(error)
    return False


def test_an_unknown_game_is_none(ledger: Ledger) -> None:
    with ledger.writing() as session:
        assert lock_game(session, "nowhere") is None


def test_a_locked_game_is_as_it_is_now(postgresql_url: str) -> None:
    with Ledger(postgresql_url) as ledger:
        with ledger.writing() as session:
            game(session)
        with ledger.writing() as session:
            before = session.get_one(Game, "pit")  # read without the lock
            with ledger.writing() as other:
                other.get_one(Game, "pit").entries = 7
            locked = lock_game(session, "pit")
            assert locked is before
            assert locked.entries == 7


def test_locking_again_keeps_what_was_changed(ledger: Ledger) -> None:
    with ledger.writing() as session:
        game(session)
    with ledger.writing() as session:
        locked = lock_game(session, "pit")
        assert locked is not None
        locked.entries = 3
        assert lock_game(session, "pit") is locked
        assert locked.entries == 3
    with ledger.reading() as session:
        assert session.get_one(Game, "pit").entries == 3


def test_a_locked_game_keeps_other_workers_out_but_not_their_mails(postgresql_url: str) -> None:
    with Ledger(postgresql_url) as ledger:
        with ledger.writing() as session:
            game(session)
        with ledger.writing() as session:
            assert lock_game(session, "pit")
            with ledger.writing() as other:
                mail = outgoing(1)
                mail.game_id = "pit"
                assert add_outgoing(other, mail)
            assert is_kept_out(ledger, lambda other: lock_game(other, "pit"))
            assert is_kept_out(ledger, lambda other: setattr(other.get_one(Game, "pit"), "entries", 1))


def test_a_letter_is_taken_once(ledger: Ledger) -> None:
    with ledger.writing() as session:
        game(session)
        session.add(entry())
        assert take_letter(session, "one", NOW, "pit", 0)
        assert not take_letter(session, "one", NOW + 1)
        assert take_letter(session, "two", NOW)
    with ledger.writing() as session:
        assert not take_letter(session, "one", NOW + 2)
        first = session.get_one(Taken, "one")
        assert (first.game_id, first.seq, first.at) == ("pit", 0, NOW)
    with pytest.raises(IntegrityError, match=r"(?i)unique"), ledger.writing() as session:
        session.add(Taken(letter_id="one", at=NOW))


def test_the_key_log_is_numbered_without_gaps(ledger: Ledger) -> None:
    with ledger.writing() as session:
        assert append_keyletter(session, NOW, b"register") == 1
    with ledger.writing() as session:
        assert append_keyletter(session, NOW, b"lost") == 2
        session.rollback()
    with ledger.writing() as session:
        lock_keylog(session)
        assert append_keyletter(session, NOW + 1, None, '{"handle":"anna"}') == 2
        assert append_keyletter(session, NOW + 2, b"rotate") == 3
    with ledger.reading() as session:
        found = session.exec(select(KeyLetter).order_by(col(KeyLetter.id))).all()
    assert [(letter.raw, letter.facts) for letter in found] == [
        (b"register", "{}"),
        (None, '{"handle":"anna"}'),
        (b"rotate", "{}"),
    ]


def test_the_key_log_can_be_read_while_it_is_written(postgresql_url: str) -> None:
    ledger = Ledger(postgresql_url)
    with ledger.writing() as session:
        append_keyletter(session, NOW, b"register")
        with ledger.reading() as other:
            assert other.exec(select(KeyLetter)).all() == []
        assert is_kept_out(ledger, lambda other: append_keyletter(other, NOW, b"another"))
    assert not is_kept_out(ledger, lambda other: append_keyletter(other, NOW, b"another"))
    ledger.close()
