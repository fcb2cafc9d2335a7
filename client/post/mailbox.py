"""A player's mailbox, of which only the game server's mails are read.

The truth is a watermark that the player keeps: the number of the last mail that was looked at. The folder
is opened for reading only, so that nothing in it can change. Another mail is never fetched: of each new one
the server's mark (the field X-Loop) and the size are asked for first.
"""

from __future__ import annotations

import contextlib
import imaplib
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from email.parser import BytesHeaderParser
from typing import Final, NamedTuple

from client.mails import LARGEST
from client.post.account import MailAccount
from client.post.errors import LOGIN, NoPost, no_post
from client.post.line import Line

PAUSE: Final = 5
"""How long to wait, in seconds, for a server that can't tell of new mail."""
FOLDER: Final = "INBOX"
MARK: Final = "X-Loop"

_ASKED: Final = f"(UID RFC822.SIZE BODY.PEEK[HEADER.FIELDS ({MARK})])"
_UID: Final = re.compile(rb"\bUID (\d{1,10})\b")
_SIZE: Final = re.compile(rb"\bRFC822\.SIZE (\d{1,19})\b")
_FAILURES: Final = (OSError, imaplib.IMAP4.error)


class Watermark(NamedTuple):
    """How far a mailbox has been read. With another `uidvalidity` the numbers mean other mails."""

    uidvalidity: int = 0
    last_uid: int = 0


UNREAD: Final = Watermark()


class Mailbox:
    """A mailbox to read from. The connection is made when needed, and given up after any error."""

    def __init__(self, account: MailAccount, server: str, watermark: Watermark = UNREAD) -> None:
        self.watermark = watermark
        self._account = account
        self._server = server
        self._line: Line | None = None
        self._can_tell = False

    def connect(self) -> None:
        """Be ready to read."""
        try:
            self._line = self._line or self._connect()
        except _FAILURES as error:
            raise self._drop(error) from None

    def fetch_new(self) -> list[bytes]:
        """The server's mails beyond the watermark, the oldest first. The watermark is moved beyond them."""
        try:
            line = self._line or self._connect()
            self._ask(line.noop())  # a server may keep new mail to itself until it is asked something
            _was_told(line)
            seen = list(self._describe(line))
            mails = self._fetch(line, [uid for uid, wanted in seen if wanted])
        except _FAILURES as error:
            raise self._drop(error) from None
        except BaseException:
            self.drop()
            raise
        last = max((uid for uid, _ in seen), default=0)
        self.watermark = self.watermark._replace(last_uid=max(self.watermark.last_uid, last))
        return mails

    def wait(self, seconds: float) -> None:
        """Until there may be new mail or the time is over; fetch after it in any case."""
        try:
            line = self._line or self._connect()
            if _was_told(line):
                return
            if self._can_tell:
                line.listen(seconds)
            else:
                time.sleep(min(seconds, PAUSE))
        except _FAILURES as error:
            raise self._drop(error) from None
        except BaseException:
            self.drop()
            raise

    def close(self) -> None:
        """Say good-bye and hang up."""
        if self._line is not None:
            with contextlib.suppress(*_FAILURES):
                self._line.logout()
        self.drop()

    def drop(self) -> None:
        """Hang up without a word: after an error nobody knows what the server would take it for."""
        if self._line is not None:
            self._line.shutdown()
            self._line = None

    def _drop(self, error: BaseException) -> NoPost:
        self.drop()
        return no_post("post/imap", self._account.imap, error)

    def _connect(self) -> Line:
        line = Line(self._account.imap)
        try:
            self._log_in(line)
            _, said = line.capability()
            self._can_tell = b"IDLE" in bytes(said[-1] or b"").upper().split()
            self._ask(line.select(FOLDER, readonly=True))
            self._check_numbers(line)
        except BaseException:
            line.shutdown()
            raise
        self._line = line
        return line

    def _log_in(self, line: Line) -> None:
        user, password = self._account.user, self._account.password
        try:
            if user.isascii() and password.isascii():
                line.login(user, password)
            else:
                line.authenticate("PLAIN", lambda _: f"\0{user}\0{password}".encode())
        except imaplib.IMAP4.abort:
            raise
        except imaplib.IMAP4.error:  # its text may repeat what was sent
            raise NoPost(
                LOGIN, "{server} does not take your user name and password", server=self._account.imap
            ) from None

    def _check_numbers(self, line: Line) -> None:
        """Begin anew if the numbers mean other mails now, or have gone back."""
        validity = _number(line, "UIDVALIDITY") or 0
        following = _number(line, "UIDNEXT")
        backwards = following is not None and following <= self.watermark.last_uid
        if validity != self.watermark.uidvalidity or backwards:
            self.watermark = Watermark(validity, 0)

    def _describe(self, line: Line) -> Iterator[tuple[int, bool]]:
        """Every new mail, and whether it is to be fetched."""
        first = self.watermark.last_uid + 1
        for text, content in _pairs(self._ask(line.uid("FETCH", f"{first}:*", _ASKED))):
            uid, size = _UID.search(text), _SIZE.search(text)
            if uid is None or int(uid[1]) < first:  # the last mail is told even if it is not new
                continue
            fits = size is not None and int(size[1]) <= LARGEST
            yield int(uid[1]), fits and self._is_ours(content)

    def _is_ours(self, header: bytes) -> bool:
        marks = BytesHeaderParser().parsebytes(header).get_all(MARK, [])
        return self._server in [str(mark).strip() for mark in marks]

    def _fetch(self, line: Line, uids: list[int]) -> list[bytes]:
        if not uids:
            return []
        joined = ",".join(map(str, uids))
        found: dict[int, bytes] = {}
        for text, content in _pairs(self._ask(line.uid("FETCH", joined, "(UID BODY.PEEK[])"))):
            if uid := _UID.search(text):
                found[int(uid[1])] = content
        return [found[uid] for uid in uids if uid in found]

    def _ask(self, answer: tuple[str, Sequence[object]]) -> Sequence[object]:
        status, said = answer
        if status != "OK":
            raise NoPost("post/imap", "{server} says no: {said}", server=self._account.imap, said=said)
        return said


def _pairs(answer: Iterable[object]) -> Iterator[tuple[bytes, bytes]]:
    """What imaplib gives for a FETCH, each content with the words before and behind it."""
    words, content = b"", None
    for part in answer:
        if isinstance(part, tuple):
            if content is not None:
                yield words, content
            words, content = part
        elif isinstance(part, bytes) and content is not None:
            yield words + b" " + part, content
            words, content = b"", None
    if content is not None:
        yield words, content


def _was_told(line: Line) -> bool:
    """Whether new mail was mentioned since the last time. What is said in passing is not said again."""
    _, found = line.response("EXISTS")
    return found != [None]


def _number(line: Line, name: str) -> int | None:
    """A number that the server gave when the folder was opened."""
    _, found = line.response(name)
    last = found[-1] if found else None
    return int(last) if isinstance(last, bytes) and last.isdigit() else None
