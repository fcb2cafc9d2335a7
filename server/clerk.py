"""The clerk: takes mail after mail from the inbox to the desk, and never lets one stop the others."""

from __future__ import annotations

import traceback
from typing import Final

from server.answering import frozen, host_draft
from server.desk import Desk
from server.ledger import models as rows
from server.ledger.errors import LeaseLost
from server.ledger.outage import is_outage
from server.ledger.queues import (
    add_outgoing,
    claim_inbox,
    return_inbox,
    settle_inbox_aside,
    settle_inbox_retry,
)

LEASE: Final = 120
TRIES: Final = 3
BATCH: Final = 16
PAUSE: Final = 5


def where(error: Exception) -> str:
    """What failed and where in our own code, not what it said: that may be a hidden card or an address."""
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
        with self.desk.ledger.writing() as session:
            claimed = claim_inbox(session, self.name, self.desk.now(), LEASE, BATCH)
        for number, row in enumerate(claimed):
            try:
                self.deal_with(row)
            except Exception:
                self._to_return += claimed[number:]
                raise
        return bool(claimed)

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
        except LeaseLost:
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
