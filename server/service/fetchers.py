"""The part that fetches: a thread with the one reader of the mailbox, and a watchdog over it."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Final

from server.host.reports.loglines import Voice
from server.ledger.store import Ledger
from server.post.accounts import ImapAccount
from server.post.imap.cleanup import TidyFetcher
from server.post.imap.memos import Memos

STALLED: Final = 300
"""A reader that has made no progress for so long, in seconds, is replaced by another."""

voice = Voice("fetcher")


class Watch:
    """The clock that a reader is given: it tells us too when the reader last looked at it."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self.looked_at = time.monotonic()

    def __call__(self) -> int:
        self.looked_at = time.monotonic()
        return self._now()


class Fetching:
    """Reads the mailbox. A reader looks at the clock in every round, so one that does not is stuck."""

    name = "fetcher"

    def __init__(
        self,
        ledger: Ledger,
        account: ImapAccount,
        now: Callable[[], int],
        worker: str,
        on_new: Callable[[], None],
        *,
        memos: Memos | None = None,
        last_look: bool = False,
        stalled: float = STALLED,
    ) -> None:
        """With `last_look` the mailbox is read once more at the end, for nothing in it will outlive us."""
        self._ledger = ledger
        self._account = account
        self._now = now
        self._worker = worker
        self._on_new = on_new
        self._memos = memos
        self._last_look = last_look
        self._stalled = stalled

    @property
    def trouble(self) -> str:
        return self._fetcher.trouble

    def start(self) -> None:
        self._watch, self._end = Watch(self._now), Event()
        self._fetcher = TidyFetcher(
            self._ledger, self._account, self._watch, self._worker, self._end, self._on_new, memos=self._memos
        )
        self._thread = Thread(target=self._fetcher.run, name=self.name, daemon=True)
        self._thread.start()

    def look_after(self) -> None:
        """A thread can't be ended from outside. One that hangs is left alone, and another takes its place.

        Should it wake up, it finds that it has to stop; what it stored until then is recognised.
        """
        idle = time.monotonic() - self._watch.looked_at
        if self._thread.is_alive() and idle <= self._stalled:
            return
        voice.error("the reader of the mailbox was replaced", idle_seconds=int(idle))
        self._end.set()
        self.start()

    def stop(self, seconds: float) -> bool:
        self._end.set()
        self._thread.join(seconds)
        if self._thread.is_alive():
            return False
        if self._last_look:
            self._look_again()
        return True

    def _look_again(self) -> None:
        try:
            self._fetcher.poll_once()
        except Exception as error:
            voice.error("the mailbox could not be read a last time", error)
        self._fetcher.close()
