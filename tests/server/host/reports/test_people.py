"""`players`, `mails` and `aside --discard` on a real ledger."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from sqlmodel import select

from server.ledger.models import Inbox, Player
from server.ledger.queues import MailPlace, add_mail, claim_inbox, lease_mailbox, settle_inbox_aside
from server.ledger.store import Ledger
from tests.server.host.program import here
from tests.server.played_club import PLAYERS

MAIL = b"From: anna@example.org\r\n\r\nhelp\r\n"


def ledger_of(config: Path) -> Ledger:
    return Ledger(f"sqlite:///{config.parent}/data/ledger.sqlite")


def test_players_by_handle(club: Path) -> None:
    found = json.loads(here("players", "-c", club, "--json").stdout)
    assert [one["player"] for one in found] == list(PLAYERS)
    assert {one["games"] for one in found} == {2}
    told = here("players", "-c", club).stdout
    assert "2 games" in told
    assert "@" not in told


def test_who_is_out_of_reach_comes_first(club: Path) -> None:
    with ledger_of(club) as ledger, ledger.writing() as session:
        bert = session.exec(select(Player).where(Player.handle == "bert")).one()
        bert.unreachable_since = int(time.time()) - 3 * 86400
    first = here("players", "-c", club).stdout.splitlines()[0]
    assert first.startswith("bert")
    assert "unreachable for 3 days" in first


@pytest.mark.parametrize("who", ["anna", "ANNA"])
def test_mails_of_a_player(club: Path, who: str) -> None:
    found = json.loads(here("mails", who, "-c", club, "--json").stdout)
    assert {mail["way"] for mail in found} == {"in", "out"}
    assert {mail["player"] for mail in found} == {"anna"}
    assert "@" not in here("mails", who, "-c", club).stdout


def test_mails_of_a_game_and_not_too_many(club: Path) -> None:
    game = json.loads(here("status", "-c", club, "--json").stdout)["running"][0]["game"]
    found = json.loads(here("mails", game, "-c", club, "--json").stdout)
    assert found
    assert {mail["game"] for mail in found} == {game}
    assert len(json.loads(here("mails", game, "--most", "1", "-c", club, "--json").stdout)) == 1


def test_nobody_of_that_name(club: Path) -> None:
    done = here("mails", "zacharias", "-c", club)
    assert done.returncode == 1
    assert "nobody here is called zacharias" in done.stderr


def test_what_is_set_aside_is_discarded(club: Path) -> None:
    with ledger_of(club) as ledger:
        with ledger.writing() as session:
            lease_mailbox(session, "post", "w", 1, 60)
            for number in range(3):
                add_mail(session, MailPlace("post", 9, number + 1), "w", MAIL + b"%d" % number, 1, 1)
        with ledger.writing() as session:
            for row in claim_inbox(session, "w", int(time.time()), 60, 10):
                settle_inbox_aside(session, row, "it failed", 1)
    first, *_ = json.loads(here("aside", "-c", club, "--json").stdout)
    assert here("aside", str(first["id"]), "--discard", "-c", club).stdout == f"Discarded: {first['id']}.\n"
    assert len(json.loads(here("aside", "-c", club, "--json").stdout)) == 2
    assert len(json.loads(here("aside", "--discard", "-c", club, "--json").stdout)["discarded"]) == 2
    assert here("aside", "-c", club).stdout == "Nothing is set aside.\n"
    with ledger_of(club) as ledger, ledger.reading() as session:
        assert all(row.raw is None for row in session.exec(select(Inbox).where(Inbox.account == "post")))
