"""A folder on an IMAP server, over one connection, with only the questions that a reader of moves has.

What imap-tools offers beyond that is left alone: its `flag`, `delete` and `move` expunge what others have
marked, and its `fetch` sets \\Seen and drops the raw bytes.
"""

from __future__ import annotations

import contextlib
import imaplib
import re
import threading
import time
from collections.abc import Collection, Iterable
from typing import Any, Final, NamedTuple

from imap_tools.utils import encode_folder

from server.post.accounts import ImapAccount
from server.post.deadline import deadline
from server.post.errors import FetchRefused
from server.post.imap.connect import TIMEOUT, Call
from server.post.imap.fetched import Fetched, read_fetched
from server.post.imap.idle import listen

DONE: Final = "$GrubenpostDone"
BACK: Final = "$GrubenpostBack"
"""Marks a mail that was moved away and back: the number that it had before is no gap."""
PAUSE: Final = 15
"""The seconds to wait for a server that can't tell of new mail."""
FAILURES: Final = (OSError, imaplib.IMAP4.error)
"""The errors that a lost or confused connection raises."""
_STORAGE: Final = re.compile(rb"\bSTORAGE (\d{1,15}) (\d{1,15})", re.IGNORECASE)
TRACE: Final = 32 * 1024
"""The bytes that are read of a header where the mail itself is not."""


class State(NamedTuple):
    """The numbering of a folder's mails."""

    uidvalidity: int
    uidnext: int | None


class Folder:
    """An open folder. After any error it is closed and another one opened."""

    def __init__(self, account: ImapAccount) -> None:
        self._account = account
        self._call = Call(account)
        self._client = self._call.client
        try:
            self._can = self._capability().split()
            self._can_tell = b"IDLE" in self._can
        except BaseException:
            self.drop()
            raise

    def look(self) -> State:
        """Select the folder, which also tells whether its numbers are still the same."""
        with self._call.in_time():
            self._call.box.folder.set(self._account.folder)
        return State(self._number("UIDVALIDITY") or 0, self._number("UIDNEXT"))

    def uids_after(self, uid: int) -> list[int]:
        """The UIDs above this one, in order. To `n:*` a server always names its last mail, however low."""
        self._has_told()
        with self._call.in_time():
            found = self._call.box.uids(f"UID {uid + 1}:*", charset=None)
        return sorted(number for number in {int(text) for text in found} if number > uid)

    def uids_from(self, address: str, uid: int) -> list[int]:
        """The UIDs above this one of mails that say that they are from an address, in order."""
        with self._call.in_time():
            found = self._call.box.uids(f'UID {uid + 1}:* FROM "{address}"', charset=None)
        return sorted(number for number in {int(text) for text in found} if number > uid)

    def add(self, raw: bytes) -> None:
        """Put a mail into the folder."""
        with self._call.in_time():
            name = encode_folder(self._account.folder).decode("ascii")
            status, answer = self._client.append(name, "(\\Seen)", None, raw)
        if status != "OK":
            raise FetchRefused(f"APPEND: {status} {answer!r:.200}")

    def describe(self, uids: Collection[int]) -> dict[int, Fetched]:
        """Size, date and marks of each mail that is still there."""
        found = self._fetch(uids, "RFC822.SIZE INTERNALDATE FLAGS")
        return {one.uid: one for one in found if one.size is not None}

    def contents(self, uids: Collection[int], most: int) -> dict[int, bytes]:
        """The raw bytes of each mail that is still there: its first ones, if there are more than `most`."""
        found = self._fetch(uids, f"BODY.PEEK[]<0.{most}>")
        return {one.uid: one.content for one in found if one.content is not None}

    def header(self, uid: int) -> bytes:
        """The beginning of a header; nothing if there is none to be had."""
        found = self._fetch([uid], f"BODY.PEEK[HEADER]<0.{TRACE}>")
        return next((one.content for one in found if one.content), b"")

    def mark_done(self, uids: Collection[int]) -> None:
        """Tell people who look into the folder what has been dealt with. Not all servers keep such marks."""
        self._mark(uids, DONE)

    def mark_back(self, uids: Collection[int]) -> None:
        """Tell whoever reads the folder next that these were here before, under other numbers."""
        self._mark(uids, BACK)

    def is_back(self, uid: int) -> bool:
        """Whether a mail is there, and marked like this."""
        return any(BACK.lower() in one.flags for one in self.describe([uid]).values()) if uid else False

    def _mark(self, uids: Collection[int], mark: str) -> None:
        with self._call.in_time():
            self._client.uid("STORE", _join(uids), "+FLAGS.SILENT", f"({mark})")

    def open_other(self, name: str) -> None:
        """Select another folder, made if need be. `look` goes back to the own one."""
        with self._call.in_time():
            if not self._call.box.folder.exists(name):
                self._call.box.folder.create(name)
            self._call.box.folder.set(name)

    def move(self, uids: Collection[int], name: str) -> bool:
        """Move mails to another folder, which is there; false if the server can't do it by itself.

        Only these: without UIDPLUS, deleting takes along what others have marked.
        """
        if b"MOVE" in self._can:
            self._ask("MOVE", _join(uids), encode_folder(name).decode("ascii"))
            return True
        if b"UIDPLUS" not in self._can:
            return False
        self._ask("COPY", _join(uids), encode_folder(name).decode("ascii"))
        return self.delete(uids)

    def delete(self, uids: Collection[int]) -> bool:
        """Delete mails of the folder that is open, for good, and no others; false if the server can't."""
        if b"UIDPLUS" not in self._can:
            return False
        self._ask("STORE", _join(uids), "+FLAGS.SILENT", "(\\Deleted)")
        self._ask("EXPUNGE", _join(uids))
        return True

    def came_before(self, at: int) -> list[int]:
        """The UIDs of the mails in the open folder that came before the day of this moment."""
        day = time.strftime("%d-%b-%Y", time.gmtime(at))
        with self._call.in_time():
            _, found = self._client.uid("SEARCH", "BEFORE", day)
        return sorted(int(number) for number in bytes(found[0] or b"").split()) if found else []

    def quota(self) -> tuple[int, int] | None:
        """The bytes in the account, and how many it takes; None if the server does not say."""
        if b"QUOTA" not in self._can:
            return None
        with self._call.in_time():
            _, (_, found) = self._client.getquotaroot(encode_folder(self._account.folder).decode("ascii"))
        told = b" ".join(part for part in found or () if isinstance(part, bytes))
        storage = _STORAGE.search(told)
        return (int(storage[1]) * 1024, int(storage[2]) * 1024) if storage else None

    def _ask(self, *words: str) -> None:
        with self._call.in_time():
            status, answer = self._client.uid(*words)
        if status != "OK":
            raise FetchRefused(f"{words[0]}: {status} {answer!r:.200}")

    def wait(self, seconds: float, stop: threading.Event) -> None:
        """Until there may be new mail, the time is over, or `stop` is set."""
        if self._has_told():
            return
        if not self._can_tell:
            stop.wait(min(seconds, PAUSE))
            return
        idle: Any = self._call.box.idle
        with self._call.in_time():
            idle.start()
        listen(self._client, seconds, stop)
        with self._call.in_time():
            idle.stop()

    def close(self) -> None:
        """Say good-bye and hang up."""
        with contextlib.suppress(*FAILURES), deadline(self._call.handle, TIMEOUT):
            self._client.logout()
        self.drop()

    def drop(self) -> None:
        """Hang up without a word: after an error nobody knows what the server would take it for."""
        self._call.hang_up()

    def _fetch(self, uids: Collection[int], what: str) -> Iterable[Fetched]:
        """The server's answers about these mails. It may speak of others any time: those lines are
        dropped."""
        try:
            with self._call.in_time():
                status, answer = self._client.uid("FETCH", _join(uids), f"(UID {what})")
        except imaplib.IMAP4.error as error:
            lost = isinstance(error, imaplib.IMAP4.abort)
            if lost and "BYE" not in self._client.untagged_responses:
                raise  # the connection was cut, which is no answer
            raise FetchRefused(str(error)) from error
        if status != "OK":
            raise FetchRefused(f"{status} {answer!r:.200}")
        wanted = set(uids)
        return [one for one in read_fetched(answer) if one.uid in wanted]

    def _has_told(self) -> bool:
        """Whether the server has told of mail since this was last asked: it may do so in any answer, once."""
        _, told = self._client.response("EXISTS")
        return told != [None]

    def _number(self, name: str) -> int | None:
        """A number that the server gave when the folder was selected."""
        _, found = self._client.response(name)
        last = found[-1] if found else None
        return int(last) if isinstance(last, bytes) and last.isdigit() else None

    def _capability(self) -> bytes:
        """The server's capabilities, asked after the login: before it, many tell less."""
        with self._call.in_time():
            _, answer = self._client.capability()
        return bytes(answer[-1] or b"").upper()


def _join(uids: Iterable[int]) -> str:
    return ",".join(map(str, uids))
