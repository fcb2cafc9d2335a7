"""`grubenpost-server outbox` on a real ledger: what is stuck, why, and sent again."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from sqlmodel import col, select

from server.ledger.models import Outbox
from server.ledger.queues import claim_outbox, settle_outbox_dead, settle_outbox_retry, settle_outbox_sent
from server.ledger.store import Ledger
from tests.server.host.program import here

REFUSED = "550 5.1.1 <anna@example.org>: User unknown"


@pytest.fixture
def stuck(club: Path) -> Path:
    """A club in which the first mail was given up, the second waits, and the others have gone."""
    now = int(time.time())
    with Ledger(f"sqlite:///{club.parent}/data/ledger.sqlite") as ledger, ledger.writing() as session:
        first, second, *others = claim_outbox(session, "w", now, 60, 1000)
        settle_outbox_dead(session, first, REFUSED)
        settle_outbox_retry(session, second, "452 4.2.2 over quota", now + 60)
        settle_outbox_sent(session, others, now)
    return club


def states(config: Path) -> list[str]:
    with Ledger(f"sqlite:///{config.parent}/data/ledger.sqlite") as ledger, ledger.reading() as session:
        return list(session.exec(select(Outbox.state).order_by(col(Outbox.id)).limit(3)).all())


def test_what_is_stuck_is_listed_and_explained(stuck: Path) -> None:
    dead, waiting = json.loads(here("outbox", "-c", stuck, "--json").stdout)
    assert (dead["state"], "User unknown" in dead["error"]) == ("dead", True)
    assert "no such mailbox" in dead["meaning"]
    assert (waiting["state"], waiting["attempts"]) == ("pending", 1)
    assert "full" in waiting["meaning"]
    told = here("outbox", "-c", stuck).stdout
    assert "given up" in told
    assert "outbox --requeue ID" in told


def test_people_are_named_by_handle(stuck: Path) -> None:
    with Ledger(f"sqlite:///{stuck.parent}/data/ledger.sqlite") as ledger, ledger.writing() as session:
        row = session.exec(select(Outbox).where(col(Outbox.player_id).is_not(None))).first()
        assert row is not None
        row.state, row.next_at, row.last_error = "dead", None, "550 no"
        recipient = row.recipient
    told = here("outbox", "-c", stuck).stdout
    assert "anna" in told or "bert" in told
    assert recipient not in told


def test_what_was_given_up_is_sent_again(stuck: Path) -> None:
    (dead, _) = json.loads(here("outbox", "-c", stuck, "--json").stdout)
    done = here("outbox", "--requeue", str(dead["id"]), "-c", stuck)
    assert done.stdout == f"Sent again: {dead['id']}.\n"
    assert states(stuck)[0] == "pending"
    assert here("outbox", "--requeue", "--all", "-c", stuck).stdout == "Nothing was given up.\n"


def test_what_was_not_given_up_is_refused(stuck: Path) -> None:
    _, waiting = json.loads(here("outbox", "-c", stuck, "--json").stdout)
    before = states(stuck)
    done = here("outbox", "--requeue", str(waiting["id"]), "-c", stuck)
    assert done.returncode == 1
    assert "was not given up" in done.stderr
    assert states(stuck) == before


@pytest.mark.parametrize("args", [["3"], ["--all"], ["--requeue"], ["--requeue", "3", "--all"]])
def test_half_a_wish_is_wrong_use(stuck: Path, args: list[str]) -> None:
    assert here("outbox", *args, "-c", stuck).returncode == 2


def test_an_erased_mail_can_not_be_sent_again(stuck: Path) -> None:
    with Ledger(f"sqlite:///{stuck.parent}/data/ledger.sqlite") as ledger, ledger.writing() as session:
        row = session.exec(select(Outbox).where(Outbox.state == "dead")).one()
        row.mime, number = b"", row.id
    assert "erased" in here("outbox", "--requeue", str(number), "-c", stuck).stderr
    assert here("outbox", "--requeue", "--all", "-c", stuck).stdout == "Nothing was given up.\n"
