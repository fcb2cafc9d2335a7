"""Everything that is kept has an end: each table says what ends its rows, and that happens by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlmodel import col, update

from server.ledger import models as rows
from server.ledger.models.row import Row
from server.ledger.queues import FLOOD, claim_inbox, settle_inbox_aside
from server.players.erasure import ENDS, ROWS_KEPT
from server.post.imap.inbox import Stub, store
from tests.server.house import House, mail
from tests.server.playing import make_club, make_table, play_on

DAY = 24 * 3600
PAGE = Path(__file__).parents[3] / "docs" / "host.md"


def ticks(house: House, times: int = 3) -> None:
    for _ in range(times):
        house.tick()


def all_sent(house: House) -> None:
    with house.ledger.writing() as session:
        pending = update(rows.Outbox).where(col(rows.Outbox.state) == "pending")
        session.exec(pending.values(state="sent", next_at=None, sent_at=house.time))


def test_every_table_says_what_ends_its_rows() -> None:
    tables = {mapper.class_ for mapper in Row._sa_registry.mappers}
    assert set(ENDS) == tables
    page = PAGE.read_text("utf-8")
    for kind, end in ENDS.items():
        assert f"| {kind.__tablename__} | {end} |" in page


def test_what_is_only_kept_for_a_while_goes(house: House) -> None:
    """Nobody writes any more: the games and who played them are left."""
    members, _ = make_table(house, 2)
    play_on(members, 3)
    house.write("x@example.net", "help")
    members[1].ask("set name Benno")
    house.post(*(mail(members[0].address, "", X_Number=str(n)) for n in range(5)))
    house.work()
    all_sent(house)
    with house.ledger.writing() as session:
        sent = house.all(rows.Outbox)[0]
        session.add(rows.Bounce(outbox_id=sent.id, player_id=None, at=house.time, hard=True))
    for kind in (rows.Answered, rows.Tally, rows.Code, rows.Inbox, rows.Outbox, rows.Bounce):
        assert house.all(kind), kind
    stays = {kind: len(house.all(kind)) for kind in (rows.Player, rows.Game, rows.Entry, rows.KeyLetter)}
    house.time += 40 * DAY
    ticks(house)
    assert house.all(rows.Answered) == house.all(rows.Tally) == []
    assert {row.raw for row in house.all(rows.Inbox)} == {None}
    assert {row.mime for row in house.all(rows.Outbox)} == {b""}
    house.time += 430 * DAY
    ticks(house)
    for kind in (rows.Code, rows.Inbox, rows.Outbox, rows.Bounce):
        assert house.all(kind) == [], kind
    assert {kind: len(house.all(kind)) for kind in stays} == stays


def test_what_a_flood_left_goes_before_what_failed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, _ = make_club(house, 2)
    house.post(*(mail(anna.address, "", anna.sealed(anna.request("status"))) for _ in range(15)))
    with house.ledger.writing() as session:  # as earlier versions did
        for row in claim_inbox(session, "earlier", house.time, 60, 15):
            settle_inbox_aside(session, row, f"{FLOOD}more than 60 mails", house.time)
    flood = [row.id for row in house.all(rows.Inbox) if row.state == "aside"]
    assert len(flood) >= 15
    monkeypatch.setattr("server.desk.desk.attend", lambda *_: 1 / 0)
    house.post(mail("x@example.net", "help"))
    for _ in range(3):
        house.clerk.work_once()
        house.time += 60
    monkeypatch.undo()
    with house.ledger.writing() as session:
        stub = Stub(9999, house.time, "oversize", 5_000_000, b"", "no header to be had")
        store(session, "club", 1, "fetcher", [stub], house.time)
    waiting = {row.id for row in house.all(rows.Inbox) if row.state in ("aside", "oversize")}
    assert len(waiting) == len(flood) + 2
    house.time += 31 * DAY
    ticks(house)
    (failed,) = [row for row in house.all(rows.Inbox) if row.state in ("aside", "oversize")]
    assert failed.raw is not None
    assert failed.id not in flood
    assert {row.raw for row in house.all(rows.Inbox) if row.id in flood} == {None}
    house.time += 400 * DAY
    ticks(house)
    assert [row for row in house.all(rows.Inbox) if row.state == "aside"] == []


def test_a_mail_from_before_all_memory_is_passed_over(house: House) -> None:
    """A mailbox that is numbered anew hands old mails out again; what is known of them may be gone."""
    anna, _ = make_club(house, 2)
    old = mail(anna.address, "", anna.sealed(anna.request("status")))
    house.post(old)
    assert len(house.work()) == 1
    began, house.time = house.time, house.time + ROWS_KEPT + DAY
    all_sent(house)
    ticks(house, 4)
    assert house.all(rows.Inbox) == []
    later, house.time = house.time, began
    house.post(old)
    house.time = later
    assert house.work() == []
    assert house.outcome() == "too old"


def test_the_end_of_many_comes_in_portions(house: House) -> None:
    """So that nobody has to wait for it."""
    house.post(*(mail("x@example.net", "nothing", X_Number=str(n)) for n in range(450)))
    house.work()
    house.time += ROWS_KEPT + DAY
    left = []
    for _ in range(4):
        house.tick()
        left.append(len(house.all(rows.Inbox)))
    assert left == [250, 50, 0, 0]
