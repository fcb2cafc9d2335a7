"""Mails that were claimed together."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from server.ledger import models as rows
from server.post.smtp.verdict import Fate, SmtpVerdict


class Portion:
    """Those that wait for their turn, and what became of the others and is not yet in the ledger."""

    def __init__(self, mails: Iterable[rows.Outbox], trouble: str = "") -> None:
        self.waiting = deque(mails)
        self.unsettled: list[tuple[rows.Outbox, SmtpVerdict]] = []
        self.claimed = len(self.waiting)
        self.sent = 0
        self.trouble = trouble
        """The reason for which nothing can be sent at all; empty if something can."""
        self.held = False
        """Whether that is because our account is refused, so that asking again soon makes it worse."""

    def add(self, mail: rows.Outbox, verdict: SmtpVerdict) -> None:
        self.unsettled.append((mail, verdict))
        self.sent += verdict.fate is Fate.SENT
        if verdict.fate in (Fate.UNTRIED, Fate.HELD):
            self.trouble = verdict.error
        self.held = self.held or verdict.fate is Fate.HELD

    def return_waiting(self) -> None:
        """Whoever waits goes back to the outbox, where another connection may take it."""
        why = self.trouble or "another mail took too long"
        self.unsettled += [(mail, SmtpVerdict(Fate.UNTRIED, why)) for mail in self.waiting]
        self.waiting.clear()

    def take_unsettled(self) -> list[tuple[rows.Outbox, SmtpVerdict]]:
        taken, self.unsettled = self.unsettled, []
        return taken
