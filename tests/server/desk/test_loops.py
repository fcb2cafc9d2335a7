"""Machines that answer machines: two servers of ours, vacation notices, responders without any sign."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from server.ledger import models as rows
from server.ledger.store import Ledger
from tests.server.house import ADDRESS, Got, House, mail
from tests.server.playing import make_club, make_table, play_on, to_move

ROUNDS = 50


def deliver(house: House, got: Got, sender: str, text: str, **headers: str) -> list[Got]:
    """Somebody's machine answers a mail of ours."""
    house.time += 600
    message_id = str(got.message["Message-ID"])
    raw = mail(sender, text, subject=f"Re: {got.subject}", In_Reply_To=message_id, **headers)
    house.post(raw.replace(b"\r\n\r\n", f"\r\nX-Number: {house.time}\r\n\r\n".encode(), 1))
    return house.work()


@pytest.mark.parametrize("first", ["help", "register robot Robot", "status"])
def test_two_servers_wired_to_each_other(migrated_file: Path, tmp_path: Path, first: str) -> None:
    """What one sends, the other gets, for many rounds: at most two mails in all."""
    houses = []
    for name in ("one.example.org", "two.example.org"):
        shutil.copy(migrated_file, tmp_path / name)
        houses.append(House(Ledger(f"sqlite:///{tmp_path / name}"), server=name))
    waiting, mails = [(0, mail("grubenpost@two.example.org", first))], 0
    for _ in range(ROUNDS):
        if not waiting:
            break
        to, raw = waiting.pop(0)
        houses[to].time += 6 * 3600
        houses[to].post(raw)
        sent = houses[to].work()
        mails += len(sent)
        waiting += [(1 - to, got.message.as_bytes()) for got in sent]
    assert mails <= 2
    for house in houses:
        house.ledger.close()


def test_two_servers_that_know_each_other(migrated_file: Path, tmp_path: Path) -> None:
    """Even if one has registered the other as a player: at most two mails."""
    shutil.copy(migrated_file, tmp_path / "one")
    shutil.copy(migrated_file, tmp_path / "two")
    one = House(Ledger(f"sqlite:///{tmp_path / 'one'}"), server="one.example.org")
    two = House(Ledger(f"sqlite:///{tmp_path / 'two'}"), server="two.example.org")
    (question,) = one.write("robot@two.example.org", "register robot")
    one.write("robot@two.example.org", f"yes\n{question.code}")
    before = len(one.all(rows.Outbox))
    waiting = [(two, question.message.as_bytes())]
    for _ in range(ROUNDS):
        if not waiting:
            break
        house, raw = waiting.pop(0)
        house.post(raw)
        waiting += [(one if house is two else two, got.message.as_bytes()) for got in house.work()]
    assert len(one.all(rows.Outbox)) + len(two.all(rows.Outbox)) - before <= 2
    one.ledger.close()
    two.ledger.close()


VACATION = "I am down the pit until Monday and will answer then."


def plain(got: Got) -> str:
    return VACATION


def quoting(got: Got) -> str:
    return VACATION + "\n\n" + "".join(f"> {line}\n" for line in got.text.splitlines())


def unmarked(got: Got) -> str:
    return VACATION + "\n\n" + got.text


def echoing(got: Got) -> str:
    return got.text


def commanding(got: Got) -> str:
    """A notice that begins like a command."""
    return "Status: away until Monday\n\n" + "".join(f"> {line}\n" for line in got.text.splitlines())


SIGNED = [
    {"Auto_Submitted": "auto-replied"},
    {"Precedence": "bulk"},
    {"X_Autoreply": "yes"},
    {"X_Apple_Action": "VACATION"},
    {"Return_Path": "<>"},
]


@pytest.mark.parametrize("headers", SIGNED, ids=lambda headers: next(iter(headers)))
@pytest.mark.parametrize("write", [plain, quoting, unmarked, echoing, commanding])
def test_a_vacation_notice_is_not_answered(
    house: House, write: Callable[[Got], str], headers: dict[str, str]
) -> None:
    both, _ = make_table(house, 2)
    ben = both[1]
    assert ben.last is not None
    assert deliver(house, ben.last, ben.address, write(ben.last), **headers) == []


@pytest.mark.parametrize(
    "headers", [{}, {"X_Auto_Response_Suppress": "All"}, {"List_Id": "<x.example.org>"}], ids=str
)
@pytest.mark.parametrize("write", [plain, quoting, unmarked, echoing])
def test_a_responder_without_any_sign(
    house: House, write: Callable[[Got], str], headers: dict[str, str]
) -> None:
    """It answers all that we send it, at once, with our code in it: one mail more from us, and no move."""
    both, game = make_table(house, 2)
    while to_move(both) is not both[1]:
        play_on(both, 1)
    ben, ply = both[1], house.game(game).ply
    assert ben.last is not None
    waiting, sent = [ben.last], 0
    for _ in range(ROUNDS):
        if not waiting:
            break
        answers = deliver(house, waiting[0], ben.address, write(waiting.pop(0)), **headers)
        assert {got.recipient for got in answers} <= {ben.address}
        sent += len(answers)
        waiting += answers
    assert sent <= 1
    assert house.game(game).ply == ply


def test_a_responder_that_begins_like_a_command(house: House) -> None:
    """The worst there is; even that comes to an end."""
    both, _ = make_table(house, 2)
    while to_move(both) is not both[1]:
        play_on(both, 1)
    ben = both[1]
    assert ben.last is not None
    waiting, sent = [ben.last], 0
    while waiting and sent < 1000:
        answers = deliver(house, waiting[0], ben.address, commanding(waiting.pop(0)))
        sent += len(answers)
        waiting += answers
    assert sent <= 20


def test_a_responder_to_the_envelope_address(house: House) -> None:
    both, _ = make_table(house, 2)
    ben = both[1]
    (row,) = [row for row in house.all(rows.Outbox) if row.kind == "turn" and row.recipient == ben.address]
    raw = mail(ben.address, "help").replace(
        f"To: {ADDRESS}".encode(), f"To: bounce+{row.token}@pit.example.org".encode()
    )
    house.post(raw)
    assert house.work() == []
    assert house.outcome() == "automatic: to the envelope address"


def test_our_own_mail_that_comes_back(house: House) -> None:
    make_table(house, 2)
    for row in house.all(rows.Outbox):
        house.post(row.mime)
        # Also without the mark: the Message-ID gives it away.
        house.post(b"\r\n".join(line for line in row.mime.split(b"\r\n") if not line.startswith(b"X-Loop")))
    assert house.work() == []


def test_five_hundred_mails_of_one_without_a_sign(house: House) -> None:
    """A robot that nobody knows asks for help all day."""
    house.post(*(mail("robot@example.net", "help", X_Number=str(number)) for number in range(500)))
    assert len(house.work()) == 1


def test_the_mails_of_a_flood_are_dealt_with_later_in_their_order(house: House) -> None:
    anna, ben = make_club(house, 2)
    letters = [anna.sealed(anna.request(f"set name Anna {'abcdefghij'[n % 10] * 3}")) for n in range(130)]
    house.post(*(mail(anna.address, "", letter) for letter in letters))
    mails = [got for got in house.work() if "need not send any again" not in got.text]
    assert 50 < len(mails) <= 60
    (told,) = [row for row in house.all(rows.Outbox) if row.dedupe_key.startswith("late ")]
    assert told.recipient == anna.address
    assert {row.state for row in house.all(rows.Inbox)} == {"done", "new"}
    # Others are not held up, and nothing is lost: some hours later all is done, and the last word counts.
    assert len(ben.ask("status")) == 1
    for _ in range(4):
        house.time += 3600
        house.tick()
        house.work()
    sent = house.all(rows.Inbox)[-131:-1]
    assert {row.outcome for row in sent} == {"done"}
    assert sorted(sent, key=lambda row: (row.done_at or 0, row.id)) == sent
    assert house.all(rows.Player, rows.Player.handle == "anna")[0].name == "Anna jjj"
    assert [row for row in house.all(rows.Outbox) if row.kind == "host"] == []
