"""Workers that share a ledger, each in a process of its own."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection
from time import sleep
from typing import Any, TypeVar

from sqlmodel import Session

from server.ledger.budgets import allow_tally
from server.ledger.models import Tally
from server.ledger.queues import (
    append_keyletter,
    claim_inbox,
    claim_outbox,
    lease_mailbox,
    lock_game,
    settle_inbox_done,
    settle_outbox_sent,
    take_letter,
)
from server.ledger.store import Ledger
from tests.server.ledger.samples import ACCOUNT, LEASE, NOW, entry

Result = TypeVar("Result")

# Not fork: the tests' own process may have threads.
START = multiprocessing.get_context("forkserver")
START.set_forkserver_preload([__name__])


def in_processes(work: Callable[..., Result], arguments: Sequence[tuple[Any, ...]]) -> list[Result]:
    """Do the work with each of the arguments, all at the same time, in one process each."""
    with ProcessPoolExecutor(len(arguments), START) as pool:
        return [done.result() for done in [pool.submit(work, *some) for some in arguments]]


@contextmanager
def doomed(work: Callable[..., None], *arguments: Any) -> Iterator[None]:
    """A worker that has come as far as it says, and is killed at the end of the block."""
    ours, theirs = START.Pipe()
    process = START.Process(target=work, args=(*arguments, theirs))
    process.start()
    try:
        assert ours.recv() == "here"
        yield
    finally:
        process.kill()
        process.join()


def stop_here(report: Connection) -> None:
    report.send("here")
    while True:
        sleep(60)


def migrate(url: str) -> str | None:
    with Ledger(url) as ledger:
        ledger.migrate()
        return ledger.revision()


def write_rows(url: str, worker: str, count: int) -> int:
    """Read, then write, in many small transactions: how many were committed."""
    with Ledger(url) as ledger:
        for number in range(count):
            with ledger.writing() as session:
                assert session.get(Tally, f"{worker}-{number}") is None
                session.add(Tally(name=f"{worker}-{number}", window_start=NOW))
    return count


def append_moves(url: str, worker: str, count: int) -> None:
    """Append to the log of the one game, and to the key log, a number of times."""
    with Ledger(url) as ledger:
        for _ in range(count):
            with ledger.writing() as session:
                game = lock_game(session, "pit")
                assert game is not None
                session.add(entry(game.entries))
                game.entries += 1
            with ledger.writing() as session:
                append_keyletter(session, NOW, worker.encode())


def empty_inbox(url: str, worker: str, most: int) -> list[int]:
    """Claim and settle until nothing is left: the ids."""
    done: list[int] = []
    with Ledger(url) as ledger:
        while True:
            with ledger.writing() as session:
                claimed = claim_inbox(session, worker, NOW, LEASE, most)
            if not claimed:
                return done
            for mail in claimed:
                with ledger.writing() as session:
                    settle_inbox_done(session, mail, f"by {worker}", NOW)
                done.append(mail.id)


def empty_outbox(url: str, worker: str, most: int) -> list[int]:
    """Claim and settle until nothing is left: the ids."""
    done: list[int] = []
    with Ledger(url) as ledger:
        while True:
            with ledger.writing() as session:
                claimed = claim_outbox(session, worker, NOW, LEASE, most)
            if not claimed:
                return done
            with ledger.writing() as session:
                assert settle_outbox_sent(session, claimed, NOW) == len(claimed)
            done += [mail.id for mail in claimed]


def take_letters(url: str, count: int) -> list[int]:
    """Try to take all of the same letters: those that were ours."""
    ours = []
    with Ledger(url) as ledger:
        for number in range(count):
            with ledger.writing() as session:
                if take_letter(session, f"letter-{number}", NOW):
                    ours.append(number)
    return ours


def lease_often(url: str, worker: str, count: int) -> list[int]:
    """Try to be the reader of a mailbox for one second, at many times: when it worked."""
    ours = []
    with Ledger(url) as ledger:
        for second in range(count):
            with ledger.writing() as session:
                if lease_mailbox(session, ACCOUNT, worker, NOW + second, 1):
                    ours.append(second)
    return ours


def spend_all(url: str, count: int) -> int:
    """Ask a budget of ten, a number of times: how often it was granted."""
    granted = 0
    with Ledger(url) as ledger:
        for _ in range(count):
            with ledger.writing() as session:
                granted += allow_tally(session, "answers", NOW, 900, 10)
    return granted


def claim_some(session: Session) -> None:
    assert len(claim_inbox(session, "doomed", NOW, LEASE, 3)) == 3
    assert len(claim_outbox(session, "doomed", NOW, LEASE, 3)) == 3
    session.flush()


def claim_and_die(url: str, report: Connection) -> None:
    """Die with claimed rows."""
    with Ledger(url).writing() as session:
        claim_some(session)
    stop_here(report)


def die_claiming(url: str, report: Connection) -> None:
    """Die within the transaction that claims."""
    with Ledger(url).writing() as session:
        claim_some(session)
        stop_here(report)
