"""Every command that changes something, as somebody else's voice may bring it: nothing is changed."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage

import pytest

from server.ledger import models as rows
from server.words.command import COMMANDS
from tests.server.beginnings import remembered
from tests.server.house import ADDRESS, House, Member
from tests.server.playing import make_table, play_on, to_move

DAY = 24 * 3600
KEPT = (
    *(rows.Player, rows.Address, rows.Absence, rows.KeyLetter, rows.Former),
    *(rows.Game, rows.Seat, rows.Entry, rows.Taken, rows.Watch, rows.Press, rows.Muted),
    *(rows.League, rows.Entrant, rows.LeagueTable, rows.Memo),
)
"""All that a command can change."""


@pytest.fixture
@remembered
def club(house: House) -> list[Member]:
    """Anna (key), Ben (mailbox), Clara (key), Dora (mailbox) in one game; it is Ben's turn."""
    members, _ = make_table(house)
    while to_move(members) is not members[1]:
        play_on(members, 1)
    for member in (members[1], members[3]):
        member.ask("status")
    return members


def asked_for(game: str) -> list[str]:
    """Each command that changes something, and some that have several forms in each."""
    usages = [known.usage.split(", or")[0] for known in COMMANDS.values() if known.changes]
    more = ["vote k3t9qa abandon", "vote k3t9qa replace anna", "league join spring", "undo", "bank", "1"]
    return [text.replace("k3t9qa", game).replace("ben", "anna") for text in dict.fromkeys([*usages, *more])]


def state(house: House) -> list[object]:
    return [house.all(kind) for kind in KEPT]


def without_a_code(club: list[Member], text: str) -> None:
    ben = club[1]
    ben.house.write(ben.address, text)


def by_an_opponent_with_the_code(club: list[Member], text: str) -> None:
    ben, dora = club[1], club[3]
    assert ben.last is not None
    dora.house.write(dora.address, f"{text}\n\n> code: {ben.code}\n> code: {ben.last.code}")


def by_a_stranger_with_the_code(club: list[Member], text: str) -> None:
    ben = club[1]
    ben.house.write("ben@example.net", f"{text}\n\n> code: {ben.code}")


def in_a_quotation(club: list[Member], text: str) -> None:
    ben = club[1]
    ben.house.write(ben.address, f"Look at that!\n\nAnna wrote:\n> {text}\n>\n> code: {ben.code}")


def in_a_forwarded_mail(club: list[Member], text: str) -> None:
    ben = club[1]
    head = "---------- Forwarded message ---------\nFrom: Mallory <m@example.net>\nDate: today\nTo: Ben\n"
    ben.house.write(ben.address, f"fyi\n\n{head}\n{text}\n\ncode: {ben.code}")


def in_a_page(club: list[Member], text: str) -> None:
    """Nothing but HTML, in which it is quoted, struck out or hidden."""
    ben = club[1]
    page = (
        f"<p>Thanks!</p><s>{text}</s><p style='display:none'>{text}</p>"
        f"<blockquote><p>{text}</p><p>code: {ben.code}</p></blockquote>"
    )
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = ben.address, ADDRESS, "hello"
    message["Message-ID"] = f"<page{ben.house.uid}@example.org>"
    message.set_content(page, subtype="html")
    ben.house.time += 60
    ben.house.post(message.as_bytes())
    ben.house.work()


WAYS = (
    without_a_code,
    by_an_opponent_with_the_code,
    by_a_stranger_with_the_code,
    in_a_quotation,
    in_a_forwarded_mail,
    in_a_page,
)


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_changed(
    house: House, club: list[Member], way: Callable[[list[Member], str], None]
) -> None:
    before = state(house)
    game = club[0].turn["game"]
    for text in asked_for(game):
        house.time += DAY
        way(club, text)
        assert state(house) == before, text
    ben = club[1]
    house.write(ben.address, f"set name Benno\n\n> code: {ben.code}")
    assert state(house) != before  # the code was good all the time, for its own player's words
