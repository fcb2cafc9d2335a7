"""What mail does to servers, done to a real one: lost numbers, bombs, and another server that answers."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from uuid import uuid4

import pytest
from sqlmodel import col, select

from server.ledger.models import Bounce, Inbox, Outbox
from server.ledger.store import Ledger
from tests.end_to_end.host import Site, ledger_url, running_club
from tests.server.host.program import Running, until
from tests.server.mail.bombs import HARMLESS, REFUSED
from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot
from tests.server.real.postfix import DOMAIN, Postfix

MOST_MEMORY = 256_000_000


@pytest.fixture
def site(authority: Authority, dovecot: Dovecot, postfix: Postfix) -> Site:
    return Site(authority, dovecot, postfix)


def plain_mail(sender: str, text: str) -> bytes:
    head = f"From: {sender}@{DOMAIN}\r\nTo: pit@{DOMAIN}\r\nMessage-ID: <{uuid4()}@example.org>\r\n"
    return f"{head}Subject: hello\r\n\r\n{text}\r\n".encode()


def outcomes(server: Running) -> int:
    """How many mails it has dealt with."""
    return sum("dealt with a mail" in line for line in server.log)


def written_to(folder: Path) -> Counter[str]:
    """How many mails it has written to whom."""
    with Ledger(ledger_url(folder)) as ledger, ledger.reading() as session:
        return Counter(session.exec(select(Outbox.recipient)).all())


def test_a_mailbox_with_new_numbers(tmp_path: Path, site: Site) -> None:
    """200 old mails are known by their bytes and not answered again; the 10 new ones are."""
    old, new = [f"old{n}" for n in range(200)], [f"new{n}" for n in range(10)]
    with running_club(tmp_path, site, "renumbered") as server:
        site.dovecot.deliver("renumbered", *(plain_mail(sender, "help") for sender in old))
        until(lambda: outcomes(server) >= 200 or None)
        assert server.stop() == 0
    site.dovecot.forget_uids("renumbered")
    site.dovecot.deliver("renumbered", *(plain_mail(sender, "help") for sender in new))
    with running_club(tmp_path, site, "renumbered") as server:
        until(lambda: outcomes(server) >= 10 or None)
        assert server.stop() == 0
        assert outcomes(server) == 10
    assert written_to(tmp_path) == Counter(f"{sender}@{DOMAIN}" for sender in (*old, *new))
    print("new numbers with 200 old and 10 new mails: 10 new entries, 0 replies to the old")


def test_bombs_harm_nobody(tmp_path: Path, site: Site) -> None:
    """All of them are dealt with, in little memory, and whoever comes after them gets an answer."""
    bombs = [make() for make, _ in REFUSED.values()] + [make() for make in HARMLESS.values()]
    with running_club(tmp_path, site, "bombed") as server:
        started = time.monotonic()
        site.dovecot.deliver("bombed", *bombs, plain_mail("visitor", "help"))
        until(lambda: written_to(tmp_path)[f"visitor@{DOMAIN}"] or None)
        elapsed, memory = time.monotonic() - started, most_memory(server)
        assert server.stop() == 0
    with Ledger(ledger_url(tmp_path)) as ledger, ledger.reading() as session:
        states = Counter(session.exec(select(Inbox.state)).all())
    assert set(states) <= {"done", "oversize"}
    assert states.total() == len(bombs) + 1
    assert memory < MOST_MEMORY
    print(f"{len(bombs)} bombs: {elapsed / len(bombs):.2f} s each, {memory / 1e6:.0f} MB at most")


def most_memory(server: Running) -> int:
    status = Path(f"/proc/{server.process.pid}/status").read_text("ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return 1024 * int(line.split()[1])


def test_mail_that_comes_back(tmp_path: Path, site: Site) -> None:
    """Postfix takes our answers and returns them: they are known by their token, and nobody is answered."""
    with running_club(tmp_path, site, "returned") as server:
        site.dovecot.deliver("returned", plain_mail("gone-anna", "help"), plain_mail("full-ben", "help"))
        until(lambda: outcomes(server) >= 4 or None)
        site.dovecot.deliver("returned", plain_mail("visitor", "help"))
        until(lambda: outcomes(server) >= 5 or None)
        assert server.stop() == 0
    people = {f"{name}@{DOMAIN}": 1 for name in ("gone-anna", "full-ben", "visitor")}
    assert written_to(tmp_path) == Counter(people)
    with Ledger(ledger_url(tmp_path)) as ledger, ledger.reading() as session:
        returned = select(Outbox.recipient, Bounce.hard).where(col(Outbox.id) == col(Bounce.outbox_id))
        hard = dict(session.exec(returned).all())
    assert hard == {f"gone-anna@{DOMAIN}": True, f"full-ben@{DOMAIN}": False}


def wire_two_servers(folder: Path, site: Site, seconds: float) -> None:
    """One gets mail that seems to come from the other; together they write at most two mails."""
    accounts = {"one": folder / "one", "two": folder / "two"}
    with (
        running_club(accounts["one"], site, "one", "one.example.org"),
        running_club(accounts["two"], site, "two", "two.example.org"),
    ):
        site.dovecot.deliver("one", plain_mail("two", "help"), plain_mail("two", "register robot"))
        time.sleep(seconds)
    mails = sum(written_to(accounts["one"]).values()) + sum(written_to(accounts["two"]).values())
    assert 1 <= mails <= 2
    print(f"two servers wired to each other for {seconds:.0f} s: {mails} mails")


def test_two_servers_answer_each_other(tmp_path: Path, site: Site) -> None:
    wire_two_servers(tmp_path, site, 5)


@pytest.mark.slow
def test_two_servers_answer_each_other_for_ten_minutes(tmp_path: Path, site: Site) -> None:
    wire_two_servers(tmp_path, site, 600)
