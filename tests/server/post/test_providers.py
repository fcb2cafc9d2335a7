"""What providers say when an account has sent enough costs no mail, and nobody is asked again and again."""

from __future__ import annotations

import logging

import pytest

from server.ledger.models import Player
from server.ledger.store import Ledger
from server.post.smtp.send import SmtpSender
from tests.server.post.provider import Provider
from tests.server.post.samples import NOW, Clock, outbox, put, send, states
from tests.server.post.smtp.test_verdict import ENOUGH, NOT_NOW
from tests.server.real.postfix import DOMAIN

DAY = 24 * 3600


def sender(ledger: Ledger, provider: Provider, clock: Clock) -> SmtpSender:
    return SmtpSender(ledger, provider.account, DOMAIN, clock, "worker", connections=1)


@pytest.mark.parametrize(
    ("where", "reply"),
    [
        *(("DATA", reply) for reply in ENOUGH),
        *((where, ENOUGH[n]) for n in (0, 3, 6, 10) for where in ("MAIL", "RCPT")),
    ],
)
def test_a_limit_costs_no_mail_and_stops_the_asking(file_ledger: Ledger, where: str, reply: str) -> None:
    clock = Clock()
    put(file_ledger, 5, "anna")
    with Provider() as provider:
        provider.says, provider.where = f"{reply[:3]} {reply[4:]}", where
        worker = sender(file_ledger, provider, clock)
        assert send(worker) == 0
        assert provider.tried == 1, "one refusal says it for all"
        assert reply[4:20] in worker.trouble
        assert states(file_ledger) == {"pending": 5}
        for _ in range(6):  # for days
            clock.now += DAY
            assert send(sender(file_ledger, provider, clock)) == 0
        assert states(file_ledger) == {"pending": 5}
        provider.says = ""
        clock.now += DAY
        assert send(sender(file_ledger, provider, clock)) == 5
    assert states(file_ledger) == {"sent": 5}
    assert len(provider.taken) == 5


@pytest.mark.parametrize(
    "reply", [*NOT_NOW, "451 4.3.0 later", "421 4.7.0 Try again later, closing connection."]
)
def test_what_passes_is_waited_for_and_told(
    file_ledger: Ledger, reply: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The log names the player by handle, and the mail that others wait for is not held up."""
    with file_ledger.writing() as session:
        session.add(Player(handle="anna", folded="anna", name="A", auth="key", created_at=NOW))
    put(file_ledger, 1, "anna")
    with file_ledger.writing() as session:
        for row in outbox(file_ledger):
            row.player_id = 1
            session.merge(row)
    clock = Clock()
    with Provider() as provider, caplog.at_level(logging.WARNING):
        provider.says = reply
        send(sender(file_ledger, provider, clock))
        assert states(file_ledger) == {"pending": 1}
        told = [
            vars(record)["facts"] for record in caplog.records if record.message == "a mail was not taken"
        ]
        assert [(facts["player"], facts["mail"], facts["attempts"]) for facts in told] == [("anna", 1, 1)]
        assert told[0]["why"].startswith(reply[:3])


def test_a_server_that_was_off_for_days_gives_no_mail_up_at_once(file_ledger: Ledger) -> None:
    """Or whose clock has jumped: greylisting at the first attempt must not be the end of all mail."""
    clock = Clock(NOW + 10 * DAY)
    put(file_ledger, 3, "anna")
    with Provider() as provider:
        provider.says, provider.where = "450 4.2.0 greylisted", "RCPT"
        send(sender(file_ledger, provider, clock))
        assert states(file_ledger) == {"pending": 3}
