"""The clerk: takes mail after mail from the inbox to the desk, and never lets one stop the others."""

from __future__ import annotations

import traceback
from functools import partial
from typing import Final

from server.desk.desk import Desk, DutyFirst, OutOfLane
from server.ledger import models as rows
from server.ledger.errors import LeaseLost
from server.ledger.outage import is_outage
from server.ledger.queues import (
    QueueOrder,
    add_outgoing,
    claim_inbox,
    lock_journal,
    mark_unsorted,
    return_inbox,
    settle_inbox_aside,
    settle_inbox_retry,
    settled_until,
)
from server.outgoing.answers import frozen, host_draft

LEASE: Final = 120
TRIES: Final = 3
BATCH: Final = 16
PAUSE: Final = 5


def where(error: Exception) -> str:
    """The kind of an error and its place in our own code, not its text: that may hold a hidden card or an
    address."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "site-packages" not in frame.filename]
    return "".join([f"{type(error).__name__}\n", *traceback.format_list(own[-8:])])


class Clerk:
    """One worker at the desk. Any number of them share an inbox."""

    def __init__(self, desk: Desk, name: str) -> None:
        self.desk = desk
        self.name = name
        self._to_return: list[rows.Inbox] = []
        """Mails in hand when the machine failed: no attempt of theirs, if it could only be written down."""

    def work_once(self) -> bool:
        """Deal with the mails that wait longest; false if none waits.

        When the disk is full or the database away, that is raised, and no mail is blamed for it.
        """
        self._return_mails()
        now, sorted_before = self.desk.now(), self.desk.sorted
        with self.desk.ledger.writing() as session:
            due = self.desk.next_due(session, lock_journal(session))
            before = None if due is None else due.at
            falls_due = due is not None and due.at <= settled_until(session)
            unsorted = mark_unsorted(session, now, BATCH)
            order = QueueOrder(before, partial(self.desk.sort, session))
            claimed = [] if unsorted else claim_inbox(session, self.name, now, LEASE, BATCH, order)
        self.desk.read_ahead(unsorted)
        if falls_due:
            return self._do_duty()
        if not claimed:
            self.desk.catch_up()
            return bool(unsorted) or self.desk.sorted > sorted_before
        self._deal_with_all(claimed)
        return True

    def _deal_with_all(self, claimed: list[rows.Inbox]) -> None:
        """One after the other, as long as each is still the next one."""
        while claimed:
            row = claimed[0]
            came_at = row.at
            try:
                self.deal_with(row)
            except DutyFirst:
                break
            except OutOfLane:
                self.desk.leave_lane(row)
                claimed = claimed[1:]
                break
            except Exception:
                self._to_return += claimed
                raise
            # One that was put off comes before those that came later than it counts now.
            later = [each for each in claimed[1:] if came_at < row.at <= each.at]
            self._to_return += later
            claimed = [each for each in claimed[1:] if each not in later]
        self._to_return += claimed

    def _do_duty(self) -> bool:
        """Do the duty that falls due before the next mail. If the code fails at it, the mails go on without
        it."""
        try:
            return self.desk.do_duty()
        except Exception as error:
            if is_outage(error):
                raise
            return True

    def _return_mails(self) -> None:
        if self._to_return:
            with self.desk.ledger.writing() as session:
                for row in self._to_return:
                    return_inbox(session, row, self.desk.now())
            self._to_return.clear()

    def deal_with(self, row: rows.Inbox) -> None:
        """One mail. If the code fails at it, it is tried again, and at last set aside whole."""
        try:
            if row.attempts > TRIES:
                self._failed(row, f"each of {TRIES} workers that tried this mail came to its end")
            else:
                self._try(row)
        except LeaseLost:
            return

    def _try(self, row: rows.Inbox) -> None:
        try:
            self.desk.process(row)
        except (LeaseLost, DutyFirst, OutOfLane):
            raise
        except Exception as error:
            if is_outage(error):
                raise
            self._failed(row, where(error))

    def _failed(self, row: rows.Inbox, error: str) -> None:
        now, settings = self.desk.now(), self.desk.settings
        with self.desk.ledger.writing() as session:
            if row.attempts < TRIES:
                settle_inbox_retry(session, row, error, now + PAUSE)
                return
            settle_inbox_aside(session, row, error, now)
            if settings.host:
                text = (
                    f"The mail {row.id} made the server fail {TRIES} times and has been set aside.\n"
                    f"`grubenpost-server aside` shows it, `grubenpost-server retry {row.id}` puts it back.\n"
                )
                draft = host_draft(settings, f"aside {row.raw_sha256} {now}", text)
                add_outgoing(session, frozen(settings, draft, now))
