"""Replies as people write them, through real mail servers: each is answered, and none moves unproved."""

from __future__ import annotations

import re
import smtplib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.rules import legal_actions
from tests.end_to_end.artefacts import Bundle
from tests.end_to_end.hand import Hand
from tests.end_to_end.host import Site, running_club
from tests.end_to_end.people import MailboxPlayer, Town, unused
from tests.end_to_end.test_whole_game import server_key
from tests.server.house import CODE, Got
from tests.server.real.authority import Authority
from tests.server.real.dovecot import PASSWORD, Dovecot
from tests.server.real.ports import HOST
from tests.server.real.postfix import DOMAIN, Postfix

HAND = Hand("utf-8", "quoted-printable", "On Monday at 12:00 Grubenpost wrote:", "Ida")


@pytest.fixture
def pair(
    tmp_path: Path, authority: Authority, dovecot: Dovecot, postfix: Postfix
) -> Iterator[tuple[MailboxPlayer, MailboxPlayer]]:
    """Two who play from their mailboxes: whose turn it is, and the other."""
    account = unused("club")
    with (
        running_club(tmp_path, Site(authority, dovecot, postfix), account) as server,
        Town(dovecot, postfix, Bundle(tmp_path / "mails"), server_key(server), account) as town,
    ):
        people = [MailboxPlayer(town, who, who.title(), "en", HAND) for who in ("ida", "emil")]
        for person in people:
            person.register()
        found = re.search(r"join ([0-9a-z]{6})\b", people[0].ask("new players=2").text)
        assert found
        people[1].join(found[1])
        for person in people:
            person.hear_turn(0)
        mover = next(person for person in people if person.turn is not None and person.turn.mine)
        yield mover, next(person for person in people if person is not mover)


def answer_to(person: MailboxPlayer, text: str, named: Got, quoted: str = "") -> Got:
    """What comes back to a reply that names a mail of ours, and quotes this of it."""
    to, sender = f"{person.town.server}@{DOMAIN}", (person.name, person.address)
    body = f"{text}\n\n{HAND.quote(quoted)}" if quoted else text
    subject, answers = f"Re: {named.subject}", str(named.message["Message-ID"])
    person.send(HAND.write(sender, to, subject, body, answers=answers))
    return person.hear_answer()


def without_code(got: Got) -> str:
    return "\n".join(line for line in got.text.splitlines() if not CODE.search(line))


def test_a_move_without_its_code_is_answered_and_then_made(pair: tuple[MailboxPlayer, MailboxPlayer]) -> None:
    """In a reply without the quotation, with the code cut out, and to an old mail."""
    mover, _ = pair
    turn, old = mover.turn_mail, mover.inbox[0]
    assert turn is not None
    assert mover.turn is not None
    move = next(iter(legal_actions(mover.turn.position))).write()
    for named, quoted in ((turn, ""), (turn, without_code(turn)), (old, without_code(old)), (turn, "")):
        answer = answer_to(mover, move, named, quoted)
        assert "move/code" in answer.text
        assert f"\n  {move}\n" in answer.text
        assert "still your turn" in answer.text
    mover.write(move, answers=answer)
    for person in pair:
        assert person.hear_turn(1).position.ply == 1
    assert mover.turns_heard() == [0, 1]


def test_a_bystanders_mail_is_good_for_asking(pair: tuple[MailboxPlayer, MailboxPlayer]) -> None:
    _, other = pair
    mail = other.turn_mail
    assert mail is not None
    assert "'s turn" in mail.text
    for command in ("score", "status", "board"):
        assert answer_to(other, command, mail, mail.text).text
        assert answer_to(other, command, mail).text
    assert "move/" in answer_to(other, "1", mail, mail.text).text
    assert "[please confirm]" in answer_to(other, "set name Mallory", mail, mail.text).subject
    assert other.turns_heard() == [0]


def test_a_mail_that_is_too_large_is_answered(pair: tuple[MailboxPlayer, MailboxPlayer]) -> None:
    """Its body is never fetched, but its sender hears why nothing was played."""
    mover, _ = pair
    turn = mover.turn_mail
    assert turn is not None
    raw = HAND.write(
        (mover.name, mover.address),
        f"{mover.town.server}@{DOMAIN}",
        f"Re: {turn.subject}",
        "1",
        answers=str(turn.message["Message-ID"]),
        letter=("holiday.jpg", b"x" * 400_000),
    )
    with smtplib.SMTP(HOST, mover.town.postfix.smtp_port) as smtp:
        smtp.login(mover.address, PASSWORD)
        smtp.sendmail(mover.address, [f"{mover.town.server}@{DOMAIN}"], raw)
    answer = mover.hear_answer()
    assert "mail/too-large" in answer.text
    assert "still your turn" in answer.text
    assert mover.turns_heard() == [0]
