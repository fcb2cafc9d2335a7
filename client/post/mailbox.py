"""A player's mailbox, of which only the game server's mails are read.

The truth is a watermark that the player keeps: the number of the last mail that was looked at, and those
before it that made trouble. The folder is opened for reading only, so that nothing in it can change. Another
mail is never fetched: of each new one the server's mark (the field X-Loop) and the size are asked for first,
and a mail is read by itself, so that what was read before it is done whatever it does.
"""

from __future__ import annotations

import contextlib
import imaplib
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from client.post.account import MailAccount
from client.post.errors import no_post
from client.post.line import Connection
from client.post.logging_in import log_in
from client.refusals import NoPost
from engine.mail.header import split_header
from engine.wire.mails import MARK
from login.xoauth2 import NAME, TokenAnswers

PAUSE: Final = 5
"""The seconds to wait for a server that can't tell of new mail."""
FOLDER: Final = "INBOX"
MOST_MARK: Final = 2000
"""So many bytes of that field are asked for, however long a stranger makes it."""

_ASKED: Final = f"(UID RFC822.SIZE BODY.PEEK[HEADER.FIELDS ({MARK})]<0.{MOST_MARK}>)"
_UID: Final = re.compile(rb"\bUID (\d{1,10})\b")
_SIZE: Final = re.compile(rb"\bRFC822\.SIZE (\d{1,19})\b")
_FAILURES: Final = (OSError, imaplib.IMAP4.error)

LARGEST: Final = 8 * 1024 * 1024
"""The largest mail of a server has the largest archive, of 4 MiB, and a page of half a megabyte attached:
6.5 MB with its transfer encoding."""


class Watermark(NamedTuple):
    """The place up to which a mailbox has been read. With another `uidvalidity` the numbers mean other
    mails.
    """

    uidvalidity: int = 0
    last_uid: int = 0
    again: tuple[tuple[int, int], ...] = ()
    """Mails up to there that are to be read once more, and how often that was tried."""

    def tries(self, uid: int) -> int:
        """The number of times a mail was begun without an end."""
        return dict(self.again).get(uid, 0)

    def begun(self, uid: int, tries: int) -> Watermark:
        """A mail is being read: what is behind it will be read even if this one ends everything."""
        again = tuple(sorted({**dict(self.again), uid: tries}.items()))
        return self._replace(last_uid=max(self.last_uid, uid), again=again)

    def done(self, uid: int) -> Watermark:
        """A mail was taken in, or never will be."""
        again = tuple(each for each in self.again if each[0] != uid)
        return self._replace(last_uid=max(self.last_uid, uid), again=again)


class FoundMail(NamedTuple):
    """A mail that says it is the server's."""

    uid: int
    size: int


UNREAD: Final = Watermark()


class Mailbox:
    """A mailbox to read from. The connection is made when needed, and given up after any error."""

    def __init__(self, account: MailAccount, server: str, watermark: Watermark = UNREAD) -> None:
        self.watermark = watermark
        self._account = account
        self._server = server
        self._line: Connection | None = None
        self._can_tell = False

    def connect(self) -> None:
        """Be ready to read."""
        try:
            self._line = self._line or self._connect()
        except _FAILURES as error:
            raise self._drop(error) from None

    def look(self) -> list[FoundMail]:
        """The server's mails that are to be read: the new ones, the oldest first, then those of before.

        The watermark is moved to before the first of the new ones.
        """
        with self._told() as line:
            new = list(self._new(line))
            known = [uid for uid, _ in self.watermark.again]
            again = list(self._describe(line, ",".join(map(str, known)))) if known else []
        ours = [found for found, mine in new if mine]
        self._pass(ours[0].uid - 1 if ours else max((found.uid for found, _ in new), default=0))
        there = [found for found, _ in again if found.uid in known]
        for uid in set(known) - {found.uid for found in there}:  # deleted meanwhile
            self.watermark = self.watermark.done(uid)
        return [*ours, *sorted(there, key=lambda found: (self.watermark.tries(found.uid), found.uid))]

    def read(self, uid: int) -> bytes | None:
        """A mail, as far as it is not too large; nothing if it is no longer there."""
        with self._told() as line:
            said = self._ask(line.uid("FETCH", str(uid), f"(UID BODY.PEEK[]<0.{LARGEST + 1}>)"))
            found = [content for text, content in _pairs(said) if _uid(text) == uid]
        return found[0] if found else None

    def skip(self) -> None:
        """Leave all mails alone that are here now."""
        with self._told() as line:
            last = max((found.uid for found, _ in self._new(line)), default=0)
        self._pass(last)

    def _pass(self, uid: int) -> None:
        self.watermark = self.watermark._replace(last_uid=max(self.watermark.last_uid, uid))

    @contextlib.contextmanager
    def _told(self) -> Iterator[Connection]:
        """A line that knows of all mail; it is given up after any error."""
        try:
            line = self._line or self._connect()
            self._ask(line.noop())  # a server may keep new mail to itself until it is asked something
            _was_told(line)
            yield line
        except _FAILURES as error:
            raise self._drop(error) from None
        except BaseException:
            self.drop()
            raise

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

    def _connect(self) -> Connection:
        line = Connection(self._account.imap)
        try:
            log_in(self._account, self._account.imap, partial(self._refuses, line))
            _, said = line.capability()
            self._can_tell = b"IDLE" in bytes(said[-1] or b"").upper().split()
            self._ask(line.select(FOLDER, readonly=True))
            self._check_numbers(line)
        except BaseException:
            line.shutdown()
            raise
        self._line = line
        return line

    def _refuses(self, line: Connection, secret: str) -> bool:
        """Whether the server does not take this password, or access token."""
        user = self._account.user
        try:
            if self._account.xoauth2:
                line.authenticate(NAME, TokenAnswers(user, secret).to_imap)
            elif user.isascii() and secret.isascii():
                line.login(user, secret)
            else:
                line.authenticate("PLAIN", lambda _: f"\0{user}\0{secret}".encode())
        except imaplib.IMAP4.abort:
            raise
        except (imaplib.IMAP4.error, ValueError):  # its text may repeat what was sent
            return True
        return False

    def _check_numbers(self, line: Connection) -> None:
        """Begin anew if the numbers mean other mails now, or have gone back."""
        validity = _number(line, "UIDVALIDITY") or 0
        following = _number(line, "UIDNEXT")
        backwards = following is not None and following <= self.watermark.last_uid
        if validity != self.watermark.uidvalidity or backwards:
            self.watermark = Watermark(validity, 0)

    def _new(self, line: Connection) -> Iterator[tuple[FoundMail, bool]]:
        """Every mail beyond the watermark, and whether it is the server's."""
        first = self.watermark.last_uid + 1
        for found, ours in self._describe(line, f"{first}:*"):
            if found.uid >= first:  # the last mail is told even if it is not new
                yield found, ours

    def _describe(self, line: Connection, which: str) -> Iterator[tuple[FoundMail, bool]]:
        for text, content in _pairs(self._ask(line.uid("FETCH", which, _ASKED))):
            size = _SIZE.search(text)
            if uid := _uid(text):
                yield FoundMail(uid, int(size[1]) if size else 0), self._is_ours(content)

    def _is_ours(self, header: bytes) -> bool:
        fields, _ = split_header(header[:MOST_MARK].replace(b"\r\n", b"\n"))
        return self._server in fields.every(MARK.lower())

    def _ask(self, answer: tuple[str, Sequence[object]]) -> Sequence[object]:
        status, said = answer
        if status != "OK":
            raise NoPost("post/imap", "{server} says no: {said}", server=self._account.imap, said=said)
        return said


def _pairs(answer: Iterable[object]) -> Iterator[tuple[bytes, bytes]]:
    """The pairs that imaplib gives for a FETCH: each content with the words before and behind it."""
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


def _uid(words: bytes) -> int:
    found = _UID.search(words)
    return int(found[1]) if found else 0


def _was_told(line: Connection) -> bool:
    """Whether new mail was mentioned since the last time. What is said in passing is not said again."""
    _, found = line.response("EXISTS")
    return found != [None]


def _number(line: Connection, name: str) -> int | None:
    """A number that the server gave when the folder was opened."""
    _, found = line.response(name)
    last = found[-1] if found else None
    return int(last) if isinstance(last, bytes) and last.isdigit() else None
