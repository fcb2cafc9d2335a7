"""Refusals at the desk that nothing else here provokes, each by its code; and help on codes by mail."""

from __future__ import annotations

import pytest

from engine.mail.header import split_header
from engine.mail.limits import BadMail
from server.ledger import models as rows
from server.ledger.budgets import allow_tally
from server.mail.writing import _field
from server.outgoing.answers import MOST_ASKED
from server.visit.costs import ASKED
from tests.server.desk.commands.scene import only, refused
from tests.server.house import House, Member
from tests.server.playing import make_club, open_game


@pytest.fixture
def club(house: House) -> list[Member]:
    return make_club(house)


def test_a_code_that_is_for_a_letter(house: House) -> None:
    """The code of a recovery belongs into a sealed letter, and a plain yes does nothing with it."""
    anna = make_club(house)[0]
    (asked,) = house.write(anna.address, "recover")
    (answer,) = house.write(anna.address, f"yes\n\n> {asked.code}")
    assert "(confirm/nothing)" in answer.text


def test_invitations_have_an_end(club: list[Member]) -> None:
    anna, ben, *_ = club
    game = open_game([anna, ben])
    with anna.house.ledger.writing() as session:
        player = session.get(rows.Player, 1)
        assert player is not None
        for _ in range(MOST_ASKED):
            allow_tally(session, f"{ASKED} {player.id}", anna.house.time, 24 * 3600, MOST_ASKED)
    refused(anna.ask(f"invite {game} {ben.handle}"), anna, "command/asked-too-often")


def test_addresses_have_an_end(club: list[Member]) -> None:
    anna = club[0]
    with anna.house.ledger.writing() as session:
        for number in range(5):
            session.add(rows.Address(player_id=1, address=f"anna{number}@example.org", created_at=1))
    refused(anna.ask("set address another@example.org"), anna, "set/address-many")


def test_what_takes_more_than_a_yes(club: list[Member]) -> None:
    mailbox = next(member for member in club if not member.own_key)
    house = mailbox.house
    (question,) = house.write(mailbox.address, "forget me")
    (answer,) = house.write(mailbox.address, f"yes\n\n> {question.code}")
    assert "(confirm/words)" in answer.text


def test_mails_that_can_not_be_read_or_written() -> None:
    with pytest.raises(BadMail) as caught:
        split_header(b"X: " + b"x" * 300_000 + b"\r\n\r\n")
    assert caught.value.code == "mail/long-header"
    with pytest.raises(BadMail) as caught:
        _field("Subject", "hello\r\nBcc:", "x@example.org")
    assert caught.value.code == "mail/bad-header"


# Help


def test_help_on_a_code(club: list[Member]) -> None:
    anna = club[0]
    text = only(anna.ask("help rule/locked"), anna)
    assert "that space is locked with … players" in text
    assert "`legal` lists all that you can do" in text
    refused(anna.ask("help rule/of-thumb"), anna, "help/topic")
    anna.ask("set language de")
    text = only(anna.ask("help RULE/locked"), anna)
    assert "`legal` listet alles auf" in text
