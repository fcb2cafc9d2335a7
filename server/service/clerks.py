"""The part that works at the desk: some clerks, and a ticking clock for what falls due by itself."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Final

from server.desk.clerk import Clerk
from server.desk.desk import Desk, DutyFirst, OutOfLane
from server.host.reports.error_texts import explain
from server.host.reports.loglines import Voice
from server.ledger import models as rows
from server.ledger.errors import LeaseLost
from server.ledger.queues import HELD, missing, read_journal
from server.post.backoff import Backoff
from server.service.bell import Bell

POLL: Final = 1.0
"""The seconds between two looks for mails that another process fetched."""
TICK: Final = 30.0

voice = Voice("clerk")


class TalkingDesk(Desk):
    """A desk that says in the log what became of each mail."""

    def process(self, row: rows.Inbox) -> str:
        try:
            return super().process(row)
        except (LeaseLost, DutyFirst, OutOfLane):
            raise
        except Exception as error:
            voice.error("failed at a mail", error, mail=row.id, attempt=row.attempts)
            raise

    def report(self, row: rows.Inbox, outcome: str, about: dict[str, str]) -> None:
        voice.info("dealt with a mail", mail=row.id, **about, outcome=outcome)

    def catch_up(self) -> str | None:
        state = super().catch_up()
        if state == HELD:
            with self.ledger.reading() as session:
                for what in missing(read_journal(session)):
                    voice.warning("could not be made again from the mailbox", what=what)
            voice.warning("nothing is sent until the host says `grubenpost-server resume`")
        elif state is not None:
            voice.info("the ledger has caught up with its mailbox, and sends again")
        return state

    def do_duty(self) -> bool:
        try:
            return super().do_duty()
        except Exception as error:
            voice.error("failed at what has fallen due", error)
            raise


class Clerking:
    """Deals with what is in the inbox, and rings for the sender after each round."""

    name = "clerks"

    def __init__(self, desk: Desk, worker: str, clerks: int, bell: Bell, on_done: Callable[[], None]) -> None:
        self._desk = desk
        self._clerks = [Clerk(desk, f"{worker}-clerk-{number}") for number in range(clerks)]
        self._bell = bell
        self._on_done = on_done
        self._end = Event()
        self._threads: list[Thread] = []
        self.trouble = ""

    def start(self) -> None:
        self._threads = [
            *(
                Thread(target=self._work, args=(clerk,), name=clerk.name, daemon=True)
                for clerk in self._clerks
            ),
            Thread(target=self._tick, name="tick", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def look_after(self) -> None:
        """Clerks mend themselves: a mail that fails is put aside, a ledger that fails is tried again."""

    def stop(self, seconds: float) -> bool:
        self._end.set()
        self._bell.ring()
        for thread in self._threads:
            thread.join(seconds)
        return not any(thread.is_alive() for thread in self._threads)

    def _work(self, clerk: Clerk) -> None:
        backoff = Backoff()
        while not self._end.is_set():
            heard = self._bell.count
            try:
                worked = clerk.work_once()
            except Exception as error:
                self._fail("can't work with the ledger", error, backoff)
                continue
            self._succeed(backoff)
            if worked:
                self._on_done()
            else:
                self._bell.wait(heard, POLL)

    def _tick(self) -> None:
        backoff = Backoff()
        while not self._end.is_set():
            try:
                self._desk.tick()
            except Exception as error:
                self._fail("can't do what has fallen due", error, backoff)
                continue
            self._succeed(backoff)
            self._on_done()
            self._end.wait(TICK)

    def _fail(self, what: str, error: Exception, backoff: Backoff) -> None:
        self.trouble = f"{what}: {explain(error) or type(error).__name__}"
        voice.error(what, error)
        self._end.wait(backoff.fail())

    def _succeed(self, backoff: Backoff) -> None:
        self.trouble = ""
        backoff.succeed()
