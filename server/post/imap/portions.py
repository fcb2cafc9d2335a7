"""From UIDs to mails: a few at a time, so that many small ones go fast and large ones fit into memory."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence

from server.post.errors import FetchRefused
from server.post.imap.fetched import Fetched
from server.post.imap.folder import BACK, DONE, FAILURES, Folder
from server.post.imap.inbox import LARGEST, PORTION, PORTION_BYTES, Found, Mail, Stub
from server.post.imap.trouble import Troubles

log = logging.getLogger(__name__)


class Gathering:
    """The mails that are new in an open folder."""

    def __init__(self, folder: Folder, troubles: Troubles, now: Callable[[], int]) -> None:
        self._folder = folder
        self._troubles = troubles
        self._now = now

    def gather(self, uids: Sequence[int]) -> Iterator[list[Found]]:
        """The mails in the order of their UIDs, so many at once as may be held in memory."""
        for portion in self._portions(uids):
            if self._troubles.gives_up(portion[0]):
                yield [self._give_up(portion[0])]
            else:
                yield from self._find(portion)

    def _portions(self, uids: Sequence[int]) -> Iterator[list[int]]:
        """Many at once, but those that made trouble before one by one."""
        portion: list[int] = []
        for uid in uids:
            suspect = self._troubles.suspects(uid)
            if portion and (suspect or len(portion) == PORTION):
                yield portion
                portion = []
            portion.append(uid)
            if suspect:
                yield portion
                portion = []
        if portion:
            yield portion

    def _find(self, portion: Sequence[int]) -> Iterator[list[Found]]:
        left = list(portion)
        try:
            described = self._folder.describe(portion)
            self._check_missing(set(portion) - described.keys())
            for few in _by_size([described[uid] for uid in portion if uid in described]):
                found = self._fetch(few)
                left = [uid for uid in portion if uid > few[-1].uid]
                yield found
        except FetchRefused:
            self._troubles.refuse(left)
            raise
        except FAILURES:
            self._troubles.cut(left)
            raise

    def _fetch(self, few: Sequence[Fetched]) -> list[Found]:
        small = [one.uid for one in few if one.size is not None and one.size <= LARGEST]
        # One byte more than is allowed tells a mail whose size is not what the server said.
        contents = self._folder.contents(small, LARGEST + 1) if small else {}
        self._check_missing(set(small) - contents.keys())
        found: list[Found] = []
        for one in few:
            raw = contents.get(one.uid)
            if raw is not None and len(raw) <= LARGEST:
                marks = {"done": DONE.lower() in one.flags, "back": BACK.lower() in one.flags}
                found.append(Mail(one.uid, one.received_at or 0, raw, **marks))
            elif raw is not None or one.uid not in small:
                found.append(self._note_oversize(one, raw or b""))
        return found

    def _note_oversize(self, one: Fetched, raw: bytes) -> Stub:
        return Stub(
            uid=one.uid,
            received_at=one.received_at or 0,
            state="oversize",
            size=max(one.size or 0, len(raw)),
            traces=self._folder.header(one.uid),
            error=f"larger than {LARGEST} bytes",
            back=BACK.lower() in one.flags,
        )

    def _check_missing(self, missing: set[int]) -> None:
        """A mail that somebody deleted meanwhile is no trouble; one that is still listed is."""
        if missing and (kept := missing.intersection(self._folder.uids_after(min(missing) - 1))):
            raise FetchRefused(f"the server lists the mails {sorted(kept)} but does not hand them out")

    def _give_up(self, uid: int) -> Stub:
        """A note about a mail that can't be had, so that those behind it can."""
        log.error("The mail with the UID %d can't be fetched; it is left in its mailbox.", uid)
        return Stub(uid, self._now(), "aside", 0, b"", "the mail server does not hand it out")


def _by_size(described: Sequence[Fetched]) -> Iterator[list[Fetched]]:
    """The same mails, so many at once as may be held. Of one that is too large only a note is."""
    few: list[Fetched] = []
    held = 0
    for one in described:
        weight = one.size if one.size is not None and one.size <= LARGEST else 0
        if few and held + weight > PORTION_BYTES:
            yield few
            few, held = [], 0
        few.append(one)
        held += weight
    if few:
        yield few
