"""Mail of ours that comes back, in whatever form: never answered, never obeyed, and counted if it is ours."""

from __future__ import annotations

import pytest

from server.ledger import models as rows
from tests.server.beginnings import remembered
from tests.server.house import ADDRESS, Got, House, Member, mail
from tests.server.mail.returned import SHAPES, Sent
from tests.server.mail.samples import eml, parts
from tests.server.playing import first_move, make_table, play_on, to_move


@pytest.fixture
@remembered
def club(house: House) -> list[Member]:
    """Two players, and it is the turn of the one who plays from the mailbox."""
    both, _ = make_table(house, 2)
    while to_move(both) is not both[1]:
        play_on(both, 1)
    return both


def sent(house: House, got: Got, by_token: bool) -> Sent:
    """A mail that really went out."""
    (row,) = [row for row in house.all(rows.Outbox) if row.mime == got.raw]
    to = f"bounce+{row.token}@pit.example.org" if by_token else ADDRESS
    copy = got.raw.decode("ascii").replace("\r\n", "\n")
    trace = f"Return-Path: <bounce+{row.token}@pit.example.org>\nReceived: from pit.example.org\n"
    return Sent(trace + copy, got.recipient, to)


def state(house: House) -> tuple[object, ...]:
    kinds = (
        rows.Player,
        rows.Address,
        rows.Game,
        rows.Seat,
        rows.Entry,
        rows.KeyLetter,
        rows.Taken,
        rows.Code,
    )
    return tuple(house.all(kind) for kind in kinds)


def test_a_turn_mail_that_comes_back(house: House, club: list[Member]) -> None:
    """To our address as well as to the one with the token; only the latter tells whose it was."""
    ben = club[1]
    assert ben.last is not None
    before = state(house)
    for number, (name, shape) in enumerate(SHAPES.items()):
        house.post(shape.make(sent(house, ben.last, by_token=False)))
        assert house.work() == [], name
        assert house.outcome() == "a report without our token", name
        house.post(shape.make(sent(house, ben.last, by_token=True)))
        assert house.work() == [], name
        bounces = house.all(rows.Bounce)
        assert len(bounces) == number + 1, name
        assert bounces[-1].hard == shape.hard, name
    assert state(house) == before


def test_a_question_that_comes_back_confirms_nothing(house: House, club: list[Member]) -> None:
    ben = club[1]
    (question,) = house.write(ben.address, "set name Benno")
    assert question.subject.startswith("[please confirm]")
    before = state(house)
    for name, shape in SHAPES.items():
        house.post(shape.make(sent(house, question, by_token=False)))
        assert house.work() == [], name
    assert state(house) == before


@pytest.mark.parametrize("kind", ["turn", "question"])
def test_bounces_that_only_have_our_mail_in_them(house: House, club: list[Member], kind: str) -> None:
    """A form that nobody knows, from somebody who may be a person, with our whole mail in its text."""
    ben = club[1]
    got = ben.last if kind == "turn" else house.write(ben.address, "set name Benno")[0]
    assert got is not None
    before = state(house)
    for sender in ("robot@example.net", ben.address):
        text = f"yes 3 Hello, see this:\n\n{sent(house, got, by_token=False).copy}"
        house.post(eml(f"From: {sender}\nTo: {ADDRESS}\nSubject: about your mail", text))
        assert house.work() == []
        assert state(house) == before


def test_only_an_address_that_is_gone_makes_somebody_unreachable(house: House, club: list[Member]) -> None:
    """Three full mailboxes do not; three unknown users do."""
    ben = club[1]
    play_on(club, 6)
    mails = [got for got in mails_to(house, ben) if got.kind == "turn"][:3]
    for name, unreachable in (("exchange-full", False), ("barracuda", False), ("gmail-report", True)):
        for got in mails:
            house.post(SHAPES[name].make(sent(house, got, by_token=True)))
            house.work()
        (row,) = house.all(rows.Player, rows.Player.handle == "ben")
        assert (row.unreachable_since is not None) == unreachable


def mails_to(house: House, member: Member) -> list[Got]:
    return [
        Got(row.recipient, row.kind, row.mime)
        for row in house.all(rows.Outbox)
        if row.recipient == member.address
    ]


@pytest.mark.parametrize("named_by", ["message id", "token"])
def test_a_complaint_is_written_down_and_changes_nothing(
    house: House, club: list[Member], named_by: str
) -> None:
    ben = club[1]
    assert ben.last is not None
    (row,) = [row for row in house.all(rows.Outbox) if row.mime == ben.last.raw]
    copy = sent(house, ben.last, by_token=False).copy if named_by == "message id" else "Subject: gone\n\ngone"
    token = f"Original-Mail-From: <bounce+{row.token}@pit.example.org>\n" if named_by == "token" else ""
    report = (
        f"Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nUser-Agent: x/1\nVersion: 1\n{token}"
    )
    head = (
        f"From: feedback@example.net\nTo: {ADDRESS}\nSubject: report\nMIME-Version: 1.0\n"
        "Content-Type: multipart/report; report-type=feedback-report; boundary=b"
    )
    before = state(house)
    pieces = [
        "Content-Type: text/plain\n\nNo more of this.",
        report,
        f"Content-Type: message/rfc822\n\n{copy}",
    ]
    house.post(eml(head, parts("b", pieces)))
    (told,) = house.work()
    assert (told.kind, "ben has marked a mail of this server as spam" in told.text) == ("host", True)
    assert house.outcome() == f"complaint about {row.message_id} by ben"
    assert house.all(rows.Inbox)[-1].player_id == row.player_id
    assert state(house) == before


def test_a_complaint_about_somebody_elses_mail(house: House, club: list[Member]) -> None:
    head = (
        f"From: feedback@example.net\nTo: {ADDRESS}\nSubject: report\nMIME-Version: 1.0\n"
        "Content-Type: multipart/report; report-type=feedback-report; boundary=b"
    )
    house.post(
        eml(head, parts("b", ["Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1"]))
    )
    assert house.work() == []
    assert house.outcome() == "a complaint about no mail of ours"


PEOPLE = {
    "Exchange": {"X_Auto_Response_Suppress": "DR, OOF, AutoReply"},
    "a list": {"Precedence": "list", "List_Id": "<club.example.org>"},
    "a forwarder": {"X_Loop": "forward@example.net"},
    "no acknowledgement": {"X_No_Ack": "yes"},
}


@pytest.mark.parametrize("headers", PEOPLE.values(), ids=PEOPLE)
@pytest.mark.parametrize(
    "remark",
    ["", "My last mail was undeliverable, sorry.", "I am out of the office, this is no automatic reply."],
)
def test_people_move_whatever_is_added_to_their_mail(
    house: House, club: list[Member], headers: dict[str, str], remark: str
) -> None:
    ben = club[1]
    assert ben.last is not None
    ply = house.game(ben.turn["game"]).ply
    text = f"{first_move(ben)}\n\n{remark}\n\nOn Tuesday, Grubenpost wrote:\n> code: {ben.last.code}\n"
    assert house.write(ben.address, text, subject=f"Re: {ben.last.subject}", **headers)
    assert house.game(ben.turn["game"]).ply == ply + 1


def test_a_wish_for_no_automatic_answer_does_not_keep_a_stranger_out(house: House) -> None:
    (answer,) = house.write("new@example.net", "help", X_Auto_Response_Suppress="OOF")
    assert answer.recipient == "new@example.net"


def test_a_list_without_a_proof_is_not_answered(house: House) -> None:
    assert house.write("new@example.net", "help", List_Id="<x.example.net>") == []
    assert house.outcome() == "silence: it came by a list: list-id"


def test_a_sealed_letter_is_taken_from_any_mail(house: House, club: list[Member]) -> None:
    """Even from one that looks like a notice: the seal says whose it is."""
    anna = club[0]
    raw = mail(
        anna.address,
        "could not be delivered",
        anna.sealed(anna.request("status")),
        subject="Undeliverable: x",
    )
    house.post(raw.replace(f"From: {anna.address}".encode(), b"From: MAILER-DAEMON <>"))
    (answer,) = house.work()
    assert answer.recipient == anna.address
