"""Keeps the server's own mailbox small: what was dealt with goes to a folder, and in the end away.

The mailbox is the journal: after a loss, whatever came since the backup is read from it again. So nothing is
touched that the newest backup does not hold, nor what is still to be dealt with or was set aside.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from sqlmodel import col, select

from server.ledger import models as rows
from server.ledger.store import Ledger
from server.post.accounts import ImapAccount
from server.post.imap.fetch import Fetcher
from server.post.imap.folder import Folder

log = logging.getLogger(__name__)

EVERY: Final = 3600.0
"""The seconds between two looks of a reader after its mailbox."""
AT_ONCE: Final = 200
DAY: Final = 24 * 3600


class Tidied(NamedTuple):
    """The number of mails that were moved and deleted."""

    moved: int
    deleted: int


def tidy(folder: Folder, ledger: Ledger, account: ImapAccount, now: int) -> Tidied:
    """Move and delete what may go; afterwards the own folder is open again."""
    moved = deleted = 0
    state = folder.look()
    if account.done_folder:
        going = _covered(folder, ledger, account, state.uidvalidity)
        if going:
            folder.open_other(account.done_folder)
            folder.look()
        moved = _in_parts(going, lambda part: folder.move(part, account.done_folder))
    if account.delete_days:
        before = now - account.delete_days * DAY
        deleted = _delete(folder, ledger, account, state.uidvalidity, before)
        folder.look()
    return Tidied(moved, deleted)


def put_back(folder: Folder, account: ImapAccount) -> int:
    """Move all of the folder for mail that was dealt with back to where it is read: how many mails.

    They get new numbers, and mails are read in the order of these. So those that stayed go away and come back
    too, and all come in the order in which they came first. If it was cut short, do it again.
    """
    if not account.done_folder:
        return 0
    folder.open_other(account.done_folder)
    folder.look()
    stayed = _in_parts(folder.uids_after(0), lambda part: folder.move(part, account.done_folder))
    folder.open_other(account.done_folder)
    back = 0
    for run in _runs(_as_they_came(folder)):
        folder.mark_back(run)
        back += len(run) if folder.move(run, account.folder) else 0
    folder.look()
    return max(0, back - stayed)


def _as_they_came(folder: Folder) -> list[int]:
    uids = folder.uids_after(0)
    parts = (folder.describe(uids[at : at + AT_ONCE]) for at in range(0, len(uids), AT_ONCE))
    came = {uid: one.received_at or 0 for part in parts for uid, one in part.items()}
    return sorted(came, key=lambda uid: (came[uid], uid))


def _runs(uids: list[int]) -> list[list[int]]:
    """Parts that can be moved by one command each, which keeps the order of the numbers."""
    runs: list[list[int]] = []
    for uid in uids:
        if runs and runs[-1][-1] < uid and len(runs[-1]) < AT_ONCE:
            runs[-1].append(uid)
        else:
            runs.append([uid])
    return runs


def _delete(folder: Folder, ledger: Ledger, account: ImapAccount, uidvalidity: int, before: int) -> int:
    if account.done_folder:
        folder.open_other(account.done_folder)
        return _in_parts(folder.came_before(before), folder.delete)
    covered = set(_covered(folder, ledger, account, uidvalidity))
    return _in_parts([uid for uid in folder.came_before(before) if uid in covered], folder.delete)


def _in_parts(uids: list[int], do: Callable[[list[int]], bool]) -> int:
    for at in range(0, len(uids), AT_ONCE):
        if not do(uids[at : at + AT_ONCE]):
            log.warning("the mail server can't move or delete single mails (MOVE, UIDPLUS): all of it stays")
            return at
    return len(uids)


def _covered(folder: Folder, ledger: Ledger, account: ImapAccount, uidvalidity: int) -> list[int]:
    """The mails in the own folder that the newest backup holds, and that nobody needs here any more."""
    with ledger.reading() as session:
        backup = session.exec(select(rows.Backup).order_by(col(rows.Backup.at).desc())).first()
        kept = session.exec(
            select(rows.Inbox.uid).where(
                rows.Inbox.account == account.name,
                rows.Inbox.uidvalidity == uidvalidity,
                col(rows.Inbox.state).in_(("new", "aside")),
            )
        ).all()
    held, last = json.loads(backup.read).get(account.name, (0, 0)) if backup is not None else (0, 0)
    if held != uidvalidity:
        return []
    return [uid for uid in folder.uids_after(0) if uid <= last and uid not in set(kept)]


class TidyFetcher(Fetcher):
    """A reader that also looks after its mailbox, once an hour."""

    _looked_after: float | None = None

    def _read(self, folder: Folder, box: rows.Mailbox) -> int:
        new = super()._read(folder, box)
        if not new and (self._looked_after is None or time.monotonic() - self._looked_after > EVERY):
            self._looked_after = time.monotonic()
            self._note_quota(folder)
            tidied = tidy(folder, self.ledger, self.account, self.now())
            if any(tidied):
                log.info("the mailbox was tidied", extra={"facts": tidied._asdict()})
        return new

    def _note_quota(self, folder: Folder) -> None:
        quota = folder.quota()
        if quota is not None:
            with self.ledger.writing() as session:
                box = session.get(rows.Mailbox, self.account.name)
                if box is not None:
                    box.quota_used, box.quota_limit = quota
