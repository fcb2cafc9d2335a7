"""Memos in the mailbox: those of this ledger are put there, and those of a lost one are found again.

Both happen before any mail is read: a memo may tell of a moment before mails that lie there already.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from typing import Final

from server.ledger import models as rows
from server.ledger.queues import memo_text, memos_to_keep, take_memo
from server.ledger.store import Ledger
from server.mail.memos import LARGEST, MemoPaper
from server.post.errors import FetchRefused
from server.post.imap.folder import FAILURES, Folder
from server.post.imap.inbox import PORTION

log = logging.getLogger(__name__)

PAUSE: Final = 600.0
"""The seconds after which a mailbox that took no memo is asked again."""


class Memos:
    """The memos of one server and one mailbox."""

    def __init__(self, ledger: Ledger, paper: MemoPaper, now: Callable[[], int]) -> None:
        self._ledger = ledger
        self._paper = paper
        self._now = now
        self._refused_at: float | None = None

    def keep(self, folder: Folder) -> None:
        """Put what is only in the ledger into the mailbox. One that was there already does no harm.

        A mailbox that takes none, or hangs up, is left in peace for a while and read all the same: a memo
        waits in the ledger, and `status` tells of it.
        """
        if self._refused_at is not None and time.monotonic() - self._refused_at < PAUSE:
            return
        with self._ledger.reading() as session:
            waiting = [(memo.id, memo_text(memo), memo.at) for memo in memos_to_keep(session)]
        for memo_id, text, at in waiting:
            try:
                folder.add(self._paper.compose(text, at))
            except (FetchRefused, *FAILURES) as error:
                self._refuse(error)
                if isinstance(error, FetchRefused):
                    return
                raise
            with self._ledger.writing() as session:
                session.get_one(rows.Memo, memo_id).kept = True
        self._refused_at = None

    def _refuse(self, error: Exception) -> None:
        if self._refused_at is None:
            log.warning("the mailbox does not take a memo of ours, it is only in the ledger: %s", error)
        self._refused_at = time.monotonic()

    def take(self, folder: Folder, last: int) -> int:
        """Find the memos behind a UID that this ledger does not know: how many there were."""
        new = 0
        for texts in self._find(folder, last):
            with self._ledger.writing() as session:
                new += sum(take_memo(session, text, self._now()) for text in texts)
        if new:
            log.warning(
                "memos in the mailbox tell of what this ledger does not know", extra={"facts": {"new": new}}
            )
        return new

    def _find(self, folder: Folder, last: int) -> Iterator[list[str]]:
        uids = folder.uids_from(self._paper.letterhead.address, last)
        for at in range(0, len(uids), PORTION):
            described = folder.describe(uids[at : at + PORTION])
            small = [uid for uid, one in described.items() if (one.size or 0) <= LARGEST]
            contents = folder.contents(small, LARGEST) if small else {}
            found = [self._paper.read(contents[uid]) for uid in small if uid in contents]
            if texts := [text for text in found if text is not None]:
                yield texts
