"""What the database refuses, so that no mistake of ours gets into it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from server.ledger.models import Address, Bounce, Code, Inbox, Outbox, Row, Seat, Taken
from server.ledger.store import Ledger
from tests.server.ledger.samples import NOW, entry, game, incoming, outgoing, player


def changed(row: Row, **values: object) -> Row:
    for name, value in values.items():
        setattr(row, name, value)
    return row


def address(text: str, *, player_id: int = 1, main: bool = False) -> Address:
    return Address(player_id=player_id, address=text, main=main, created_at=NOW)


def code(purpose: str = "turn") -> Code:
    return Code(hash="0" * 64, purpose=purpose, expires_at=NOW)


def seat(number: int, player_id: int | None = None, auth: str = "key") -> Seat:
    return Seat(game_id="pit", number=number, player_id=player_id, auth=auth)


def due(number: int) -> Row:
    return changed(outgoing(number), next_at=NOW)


# In each the second row is refused because of the first. The ledger holds player 1 and the game `pit`.
TWICE: dict[str, tuple[Callable[[], Row], Callable[[], Row]]] = {
    "handle": (lambda: player("ben"), lambda: changed(player("ben"), folded="other")),
    "look-alike": (lambda: player("ben"), lambda: changed(player("b3n"), folded="ben")),
    "address": (lambda: address("a@example.org"), lambda: address("a@example.org")),
    "main address": (
        lambda: address("a@example.org", main=True),
        lambda: address("b@example.org", main=True),
    ),
    "code": (code, lambda: code("confirm")),
    "seat": (lambda: seat(0), lambda: seat(0)),
    "player in a game": (lambda: seat(0, 1), lambda: seat(1, 1)),
    "entry": (entry, lambda: changed(entry(), kind="note")),
    "letter": (lambda: Taken(letter_id="a", at=1), lambda: Taken(letter_id="a", at=2)),
    "bytes of a mail": (lambda: incoming(1), lambda: changed(incoming(2), raw_sha256="1".zfill(64))),
    "dedupe key": (lambda: due(1), lambda: changed(due(2), dedupe_key="key-1")),
    "message id": (lambda: due(1), lambda: changed(due(2), message_id="<1@example.org>")),
    "token": (lambda: due(1), lambda: changed(due(2), token="token-1")),
}

WRONG: dict[str, Callable[[], Row]] = {
    "player/auth": lambda: changed(player("ben"), auth="password"),
    "player/state": lambda: changed(player("ben"), state="asleep"),
    "player/seed of a key player": lambda: changed(player("ben"), seed=bytes(32)),
    "address/not folded": lambda: address("Anna@example.org"),
    "code/purpose": lambda: code("fun"),
    "seat/auth": lambda: seat(0, auth="nobody"),
    "seat/number": lambda: seat(-1),
    "entry/seq": lambda: entry(-1),
    "inbox/state": lambda: changed(incoming(1), state="read", next_at=None),
    "inbox/new but not due": lambda: changed(incoming(1), next_at=None),
    "inbox/done but due": lambda: changed(incoming(1), state="done"),
    "inbox/new without bytes": lambda: changed(incoming(1), raw=None),
    "outbox/kind": lambda: changed(due(1), kind="spam"),
    "outbox/state": lambda: changed(due(1), state="lost", next_at=None),
    "outbox/pending but not due": lambda: outgoing(1),
    "outbox/sent but due": lambda: changed(due(1), state="sent"),
    "address/player unknown": lambda: address("a@example.org", player_id=99),
    "code/game unknown": lambda: changed(code(), game_id="nowhere"),
    "seat/game unknown": lambda: changed(seat(0), game_id="nowhere"),
    "seat/player unknown": lambda: seat(0, 99),
    "entry/game unknown": lambda: entry(game_id="nowhere"),
    "taken/game unknown": lambda: Taken(letter_id="a", game_id="nowhere", at=NOW),
    "outbox/player unknown": lambda: changed(due(1), player_id=99),
    "outbox/game unknown": lambda: changed(due(1), game_id="nowhere"),
    "bounce/mail unknown": lambda: Bounce(outbox_id=99, at=NOW, hard=True),
}


@pytest.fixture
def furnished(ledger: Ledger) -> Ledger:
    with ledger.writing() as session:
        game(session)
    return ledger


def refusal(ledger: Ledger, *rows: Callable[[], Row]) -> str:
    """What the database says to the last of these rows; empty if it takes them all."""
    try:
        with ledger.writing() as session:
            for row in rows:
                session.add(row())
                session.flush()
            session.rollback()
    except IntegrityError as error:
        return str(error.orig).lower()
    return ""


def test_there_are_no_two(furnished: Ledger) -> None:
    assert {name: refusal(furnished, first) for name, (first, _) in TWICE.items()} == dict.fromkeys(TWICE, "")
    said = {name: refusal(furnished, *both) for name, both in TWICE.items()}
    assert [name for name, text in said.items() if "unique" not in text] == []


def test_wrong_rows_are_refused(furnished: Ledger) -> None:
    said = {name: refusal(furnished, row) for name, row in WRONG.items()}
    assert [name for name, text in said.items() if "check" not in text and "foreign key" not in text] == []


def test_what_only_looks_like_two_is_taken(furnished: Ledger) -> None:
    with furnished.writing() as session:
        session.add(player("ben"))
        session.flush()
        session.add_all([address("a@example.org", main=True), address("b@example.org")])
        session.add_all([address("c@example.org"), address("d@example.org", player_id=2, main=True)])
        session.add_all([seat(0), seat(1), seat(2, 1), seat(3, 2)])
    with furnished.reading() as session:
        assert len(session.exec(select(Address)).all()) == 4
        assert sorted(row.number for row in session.exec(select(Seat))) == [0, 1, 2, 3]


def test_large_numbers_of_the_mail_and_the_calendar_fit(ledger: Ledger) -> None:
    largest, year_2100 = 2**32 - 1, 4_102_444_800
    with ledger.writing() as session:
        session.add(changed(incoming(1), uid=largest, uidvalidity=largest, received_at=year_2100))
    with ledger.reading() as session:
        row = session.exec(select(Inbox)).one()
        assert (row.uid, row.uidvalidity, row.received_at) == (largest, largest, year_2100)


def test_bounces_go_with_their_mail_and_no_id_comes_twice(ledger: Ledger) -> None:
    with ledger.writing() as session:
        mail = due(1)
        session.add(mail)
        session.flush()
        session.add(Bounce(outbox_id=mail.id, at=NOW, hard=True))
    with ledger.writing() as session:
        session.delete(session.exec(select(Outbox)).one())
    with ledger.writing() as session:
        assert session.exec(select(Bounce)).all() == []
        session.add(due(2))
    with ledger.reading() as session:
        assert session.exec(select(col(Outbox.id))).all() == [2]
