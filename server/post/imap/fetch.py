"""Reads a mailbox: every mail in it gets into the ledger once, whatever breaks on the way.

The truth is the watermark in the ledger. A mail and the watermark beyond it are committed together; only
then the mail is marked on the server, and nothing depends on that mark. That the server tells of new mail
is a hint that shortens the wait: after every wait the mailbox is searched.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

from server.ledger import models as rows
from server.ledger.queues import (
    last_uid,
    lease_mailbox,
    note_gap,
    note_poll,
    release_mailbox,
    renew_mailbox,
    restart_mailbox,
)
from server.ledger.queues.outages import PATIENCE
from server.ledger.store import Ledger
from server.post.accounts import ImapAccount
from server.post.backoff import Backoff
from server.post.error_text import USUAL, in_words
from server.post.imap.folder import Folder, State
from server.post.imap.inbox import Found, Stub, note_gaps, store
from server.post.imap.memos import Memos
from server.post.imap.portions import Gathering
from server.post.imap.trouble import Troubles

log = logging.getLogger(__name__)

WAIT: Final = 60
"""The seconds for which to rely on the server's hints."""
GATHER: Final = 0.05
"""The seconds in which mails may gather that come one after the other: reading them together costs less."""
LEASE: Final = 240
STANDBY: Final = 15


def _nothing() -> None:
    """For whoever need not be told."""


class Fetcher:
    """One reader of one mailbox. Others on the same ledger wait until it is gone."""

    def __init__(
        self,
        ledger: Ledger,
        account: ImapAccount,
        now: Callable[[], int],
        worker_name: str,
        stop: threading.Event,
        on_new: Callable[[], None] = _nothing,
        *,
        memos: Memos | None = None,
    ) -> None:
        self.ledger = ledger
        self.account = account
        self.now = now
        self.worker_name = worker_name
        self.stop = stop
        self.on_new = on_new
        self.memos = memos
        """Keeps in the mailbox what no mail from outside tells; None for a mailbox that is only looked at."""
        self.trouble = ""
        """The reason for which the mailbox can't be read just now; empty if it can."""
        self._folder: Folder | None = None
        self._waits_for = ""
        """Another worker that reads the mailbox."""
        self._troubles = Troubles()

    def run(self) -> None:
        """Read whatever comes until `stop` is set."""
        backoff = Backoff()
        while not self.stop.is_set():
            try:
                self._poll_and_wait()
            except Exception as error:
                self._note(error)
                self.stop.wait(backoff.fail())
            else:
                backoff.succeed()
        self.close()

    def _poll_and_wait(self) -> None:
        others = self.poll_once() is None
        self.trouble = ""
        self._note_reader(others)
        if others:
            self.stop.wait(STANDBY)
        elif self._folder is not None:
            try:
                self._folder.wait(WAIT, self.stop)
                self.stop.wait(GATHER)
            except BaseException:
                self._drop()
                raise

    def poll_once(self) -> int | None:
        """Read what is there: how many mails were new. None if another worker reads this mailbox.

        The connection stays open for the next time. After an error there is none.
        """
        box = self._lease()
        if box is None:
            self._drop()
            return None
        try:
            if self._folder is None:
                self._folder = Folder(self.account)
            return self._read(self._folder, box)
        except BaseException:
            self._drop()
            raise

    def close(self) -> None:
        """Hang up, and let another worker read."""
        if self._folder is not None:
            self._folder.close()
            self._folder = None
        try:
            with self.ledger.writing() as session:
                release_mailbox(session, self.account.name, self.worker_name)
        except Exception as error:  # the lease ends by itself
            self._note(error)

    def _read(self, folder: Folder, box: rows.Mailbox) -> int:
        began = self.now()
        state = folder.look()
        self._note_gap(box, began)
        if self.memos is not None:
            self.memos.keep(folder)
        last = self._begin(box, state)
        uids = folder.uids_after(last)
        if self.memos is not None and uids:
            self.memos.take(folder, last)
        gathering = Gathering(folder, self._troubles, self.now)
        back = bool(uids) and uids[0] > last + 1 and folder.is_back(last)
        new = 0
        for found in gathering.gather(uids):
            new += self._store(folder, state, found, back=back)
            back = found[-1].back
        self._note_end(state, began)
        return new

    def _note_gap(self, box: rows.Mailbox, began: int) -> None:
        """If nobody could read for long, that is written down before anything that came meanwhile."""
        if began - box.read_until > PATIENCE:
            with self.ledger.writing() as session:
                note_gap(session, began)

    def _note_end(self, state: State, began: int) -> None:
        """All is read that was there when the reading began. Mails behind the last one may be gone."""
        with self.ledger.writing() as session:
            last = last_uid(session, self.account.name)
            if state.uidnext is not None and state.uidnext > last + 1:
                note_gaps(session, [(last + 1, state.uidnext - 1)])
            note_poll(session, self.account.name, self.worker_name, self.now(), began)

    def _begin(self, box: rows.Mailbox, state: State) -> int:
        """The UID up to which all has been read. If the numbers mean other mails now, that is none.

        A server that numbers anew, or counts backwards, has lost its numbers, perhaps in a restored backup.
        What we have already is recognised by its bytes.
        """
        backwards = state.uidnext is not None and state.uidnext <= box.last_uid
        if box.uidvalidity == state.uidvalidity and not backwards:
            return box.last_uid
        self._troubles.forget()
        with self.ledger.writing() as session:
            restart_mailbox(session, self.account.name, self.worker_name, state.uidvalidity)
        return 0

    def _store(self, folder: Folder, state: State, found: list[Found], *, back: bool) -> int:
        account, worker, now = self.account.name, self.worker_name, self.now()
        with self.ledger.writing() as session:
            renew_mailbox(session, account, worker, now, LEASE)
            new = store(session, account, state.uidvalidity, worker, found, now, back=back)
            note_poll(session, account, worker, now)
        if new:
            self.on_new()
        self._troubles.clear(one.uid for one in found)
        if done := [one.uid for one in found if not (isinstance(one, Stub) and one.state == "aside")]:
            folder.mark_done(done)
        return new

    def _lease(self) -> rows.Mailbox | None:
        with self.ledger.writing() as session:
            return lease_mailbox(session, self.account.name, self.worker_name, self.now(), LEASE)

    def _note_reader(self, others: bool) -> None:
        """Say in the log for whom we wait, whenever that changes."""
        with self.ledger.reading() as session:
            box = session.get(rows.Mailbox, self.account.name)
        reader = box.lease_by if others and box else ""
        if reader != self._waits_for:
            self._waits_for = reader
            if box and reader:
                left = box.lease_until - self.now()
                log.info(
                    "%s reads the mailbox; it is ours when that ends, at the latest in %d s", reader, left
                )
            else:
                log.info("the mailbox is ours to read")

    def _drop(self) -> None:
        if self._folder is not None:
            self._folder.drop()
            self._folder = None

    def _note(self, error: Exception) -> None:
        self.trouble = in_words(error)
        log.warning("%s: %s", self.account.name, self.trouble, exc_info=not isinstance(error, USUAL))
