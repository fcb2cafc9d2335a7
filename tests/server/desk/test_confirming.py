"""What confirms and what does not, through whole mails in the shapes in which people reply."""

from __future__ import annotations

import email.policy
from collections.abc import Callable
from email.message import EmailMessage
from itertools import product

import pytest

from server.ledger import models as rows
from tests.server.house import ADDRESS, Got, House, Member
from tests.server.playing import make_club

DAY = 24 * 3600
ATTRIBUTION = "On Mon, 2 Mar 2026 at 12:00, Grubenpost <grubenpost@pit.example.org> wrote:"


def marked(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def top(said: str, asked: str) -> str:
    return f"{said}\n\n{ATTRIBUTION}\n{marked(asked)}\n"


def bottom(said: str, asked: str) -> str:
    return f"{ATTRIBUTION}\n{marked(asked)}\n\n{said}\n"


def inline(said: str, asked: str) -> str:
    head, _, rest = asked.partition("\n\n")
    return f"{ATTRIBUTION}\n{marked(head)}\n\n{said}\n\n{marked(rest)}\n"


def outlook(said: str, asked: str) -> str:
    block = (
        f"From: Grubenpost <{ADDRESS}>\nSent: Monday, 2 March 2026 12:00\nTo: Ben\nSubject: please confirm"
    )
    return f"{said}\n\n-----Original Message-----\n{block}\n\n{asked}\n"


def unmarked(said: str, asked: str) -> str:
    return f"{said}\n\nAm 02.03.2026 um 12:00 schrieb Grubenpost <{ADDRESS}>:\n\n{asked}\n"


def signed(said: str, asked: str) -> str:
    return f"{said}\n\n-- \nBen\nYes we can! Sports Club\n\n{ATTRIBUTION}\n{marked(asked)}\n"


def phone(said: str, asked: str) -> str:
    return f"{said}\n\nSent from my phone\n\n{ATTRIBUTION}\n{marked(asked)}\n"


def bare(said: str, asked: str) -> str:
    code = next(line for line in asked.splitlines() if "code: GP-" in line)
    return f"{said}\n\n{code}\n"


def html(said: str, asked: str) -> str:
    lines = "<br>".join(asked.splitlines())
    return (
        f"<html><body><div>{said}</div><div>{ATTRIBUTION}</div><blockquote>{lines}</blockquote></body></html>"
    )


SHAPES: list[Callable[[str, str], str]] = [top, bottom, inline, outlook, unmarked, signed, phone, bare, html]
NOT_A_YES = [
    "",
    "No, that was not me!",
    "Ok, who is this? I did not ask for that!",
    "Si prega di non farlo",
    "Nein, das war ich nicht.",
    "Нет, это был не я!",
    "I am out of the office until Monday.",
]


def reply(house: House, member: Member, shape: Callable[[str, str], str], said: str, asked: Got) -> list[Got]:
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"], message["To"], message["Subject"] = member.address, ADDRESS, f"Re: {asked.subject}"
    message["Message-ID"] = f"<{house.uid + 1}.reply@example.org>"
    message.set_content(shape(said, asked.text), subtype="html" if shape is html else "plain")
    house.time += 60
    house.post(message.as_bytes())
    return house.work()


@pytest.fixture
def ben(house: House) -> Member:
    return make_club(house, 2)[1]


def state(house: House) -> tuple[str, str]:
    (found,) = house.all(rows.Player, rows.Player.handle == "ben")
    return found.state, found.name


@pytest.mark.parametrize("command", ["forget me", "set name Mallory"])
def test_nothing_else_confirms_in_any_shape(house: House, ben: Member, command: str) -> None:
    """In 63 replies that say no, something else, or nothing at all."""
    shapes = list(product(SHAPES, NOT_A_YES))
    assert len(shapes) >= 60
    for shape, said in shapes:
        house.time += DAY
        (question,) = ben.write(command)
        mails = reply(house, ben, shape, said, question)
        assert state(house) == ("active", "Ben Bäcker"), (shape.__name__, said)
        assert {got.recipient for got in mails} <= {ben.address}, (shape.__name__, said)
        assert mails, (shape.__name__, said, house.outcome())


@pytest.mark.parametrize("shape", SHAPES)
def test_a_yes_confirms_in_every_shape(house: House, ben: Member, shape: Callable[[str, str], str]) -> None:
    for number, said in enumerate(["yes", "Ja!", "Да", "Yes, please."]):
        house.time += DAY
        (question,) = ben.write(f"set name Name{number}")
        reply(house, ben, shape, said, question)
        assert state(house) == ("active", f"Name{number}"), said


@pytest.mark.parametrize("shape", SHAPES)
def test_what_cannot_be_undone_takes_its_own_words(
    house: House, ben: Member, shape: Callable[[str, str], str]
) -> None:
    house.time += DAY
    (question,) = ben.write("forget me")
    assert "`forget me`" in question.text
    for said in ("yes", "ja", "Do not forget me!"):
        (answer,) = reply(house, ben, shape, said, question)
        assert "`forget me`" in answer.text
        assert state(house)[0] == "active", said
    reply(house, ben, shape, "Forget me.", question)
    assert state(house)[0] == "forgotten"


def test_a_code_does_not_do_at_once_what_cannot_be_undone(house: House, ben: Member) -> None:
    (answer,) = house.write(ben.address, f"forget me\n\n> code: {ben.code}")
    assert answer.subject == "[please confirm] Grubenpost"
    assert state(house)[0] == "active"


def test_a_no_ends_the_question(house: House, ben: Member) -> None:
    house.time += DAY
    (question,) = ben.write("set name Mallory")
    (answer,) = reply(house, ben, top, "no", question)
    assert "nothing was done" in answer.text
    reply(house, ben, top, "yes", question)
    assert state(house) == ("active", "Ben Bäcker")


def test_what_is_held_waits_for_its_own_player(house: House, ben: Member) -> None:
    """Somebody else who has seen the question can't answer it, from wherever they write."""
    anna = Member(house, "anna")
    house.time += DAY
    (question,) = ben.write("set name Mallory")
    for sender in (anna.address, "mallory@example.net"):
        mails = house.write(sender, f"yes\n\n> code: {question.code}")
        assert {got.recipient for got in mails} <= {anna.address, ben.address}
        assert state(house) == ("active", "Ben Bäcker")
    reply(house, ben, top, "yes", question)
    assert state(house) == ("active", "Mallory")
