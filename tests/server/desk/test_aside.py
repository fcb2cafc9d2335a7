"""A letter that makes the code fail is tried three times and set aside whole; the others go their way."""

from __future__ import annotations

import pytest

import server.desk.desk
import server.visit.shelf
from engine.errors import Refused
from server.desk.clerk import PAUSE, TRIES
from server.host.reports.aside import find_aside, put_back
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.mail.reading import Incoming, read_mail
from tests.server import worker
from tests.server.house import HOST, House, mail
from tests.server.playing import first_move, hand_out, make_table, play_on, to_move

SECRET = "a hidden card and anna@example.org"


def read_or_fail(raw: bytes, *more: str) -> Incoming:
    if b"POISON" in raw:
        raise ZeroDivisionError(SECRET)
    return read_mail(raw, *more)


def states(house: House) -> list[str]:
    return [row.state for row in house.all(rows.Inbox)]


def test_three_tries_then_aside_then_retried(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(ledger)
    both, game = make_table(house, 2)
    while to_move(both) is not both[0]:
        play_on(both, 1)
    monkeypatch.setattr(server.desk.desk, "read_mail", read_or_fail)
    before = len(house.all(rows.Inbox))
    poison = mail(both[0].address, "POISON", both[0].move_letter(first_move(both[0])))
    house.post(
        *(mail(f"x{number}@example.net", "help") for number in range(3)),
        poison,
        *(mail(f"y{number}@example.net", "help") for number in range(3)),
    )
    told = [got.recipient for got in house.work()]
    assert sorted(told) == [f"{letter}{number}@example.net" for letter in "xy" for number in range(3)]
    for attempt in range(2, TRIES + 1):
        assert states(house)[before:].count("new") == 1
        house.time += PAUSE
        told = [got.recipient for got in house.work()]
        assert told == ([HOST] if attempt == TRIES else [])
    (aside,) = [row for row in house.all(rows.Inbox) if row.state == "aside"]
    assert aside.raw == poison
    assert aside.error.startswith("ZeroDivisionError")
    assert SECRET not in aside.error
    assert house.work() == []
    # The code is mended, and the host puts the mail back: now the move is made.
    monkeypatch.setattr(server.desk.desk, "read_mail", read_mail)
    ply = house.game(game).ply
    with house.ledger.writing() as session:
        assert [row.id for row in find_aside(session)] == [aside.id]
        put_back(session, [aside.id], house.time)
    assert len(house.work()) == 2
    assert house.game(game).ply == ply + 1


def test_what_fails_late_leaves_nothing_behind(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The code fails after the move was logged and the mails were written: none of it counts."""
    both, game = make_table(house, 2)
    play_on(both, 5)
    member = to_move(both)
    assert member is not None
    before = house.all(rows.Entry), house.all(rows.Outbox), house.all(rows.Taken), house.all(rows.Code)

    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(server.desk.desk, "settle_inbox_done", fail)
    assert member.move(first_move(member)) == []
    assert (
        house.all(rows.Entry),
        house.all(rows.Outbox),
        house.all(rows.Taken),
        house.all(rows.Code),
    ) == before
    monkeypatch.undo()
    house.time += PAUSE
    assert len(hand_out(both, house.work())) == 2
    assert house.game(game).ply == 6
    play_on(both, 5)


def test_a_damaged_log_is_the_hosts_concern(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a game can't be read again, no player is told that their move was wrong."""
    both, _ = make_table(house, 2)
    house.desk.shelf = server.visit.shelf.Shelf()

    def damaged(*_: object) -> None:
        raise Refused("log/changed", "it is not what the server signed")

    monkeypatch.setattr(server.visit.shelf, "recall_book", damaged)
    member = to_move(both)
    assert member is not None
    told = list(member.move("bank"))
    for _ in range(TRIES):
        house.time += PAUSE
        told += house.work()
    assert [got.recipient for got in told] == [HOST]


def test_a_mail_that_kills_its_reader(house: House, sqlite_url: str) -> None:
    """Three workers die of it, the fourth sets it aside; the mails beside it are all dealt with."""
    house.post(
        *(mail(f"x{number}@example.net", "help") for number in range(3)),
        mail("x@example.net", "POISON"),
        *(mail(f"y{number}@example.net", "help") for number in range(3)),
    )
    codes = []
    for number in range(4 + 3):
        with worker.start(sqlite_url, f"w{number}", house.time + 1000 * number, "poison") as process:
            codes.append(process.wait(60))
        if codes[-1] == 0:
            break
    assert codes == [3, 3, 3, 0]
    assert states(house) == ["done", "done", "done", "aside", "done", "done", "done"]
    told = [row.recipient for row in house.all(rows.Outbox)]
    assert sorted(told) == [
        HOST,
        *(f"{letter}{number}@example.net" for letter in "xy" for number in range(3)),
    ]
