"""Mails on arrival: taken in one by one, so that none of them can keep the others from being read.

Before a mail is read it is noted that it is begun, and afterwards that it is done. Whatever happens between,
Ctrl-C, a lost connection or an error that nobody foresaw: what came before it is done and is not repeated,
what comes after it is read, and it is tried again itself. One that fails again and again is set aside.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from client.letters.server_mail import LARGEST, BadMail
from client.memory.memory import Keeping
from client.post.mailbox import FoundMail, Mailbox, Watermark
from client.profile.files import make_folder, unbroken, write_whole
from client.profile.home import Home
from client.refusals import BadProfile, NoPost
from engine.errors import Refused

MOST_TRIES = 5
MOST_COPIES = 20
"""Older copies of mails that were set aside make room."""
MANY = 20
"""So many mails take a while, and whoever waits is told."""


class Arrivals:
    """Takes in what has come to a mailbox, and keeps how far that went.

    `take_in` is given each mail. What goes wrong with one is told to `on_trouble`, and the next one follows.
    `on_many` is told how many there are if there are many.
    """

    def __init__(
        self,
        home: Home,
        mailbox: Mailbox,
        take_in: Callable[[bytes], None],
        on_trouble: Callable[[Refused], None],
        on_many: Callable[[int], None],
    ) -> None:
        self._home = home
        self._keeping = Keeping(home)
        self._mailbox = mailbox
        self._take_in = take_in
        self._on_trouble = on_trouble
        self._on_many = on_many

    def fetch(self, end: float | None = None) -> None:
        """Take in what is there, or as much as can be until a moment; the next time goes on from there."""
        found = self._mailbox.look()
        self._keep(self._mailbox.watermark)
        if len(found) >= MANY:
            self._on_many(len(found))
        for one in found:
            if end is not None and time.monotonic() > end:
                return
            self._fetch(one)

    def skip(self) -> None:
        """Leave alone what is there."""
        self._mailbox.skip()
        self._keep(self._mailbox.watermark)

    def _keep(self, mark: Watermark) -> None:
        self._mailbox.watermark = mark
        self._keeping.keep_watermark(mark)

    def _fetch(self, one: FoundMail) -> None:
        mark = self._mailbox.watermark
        tries = mark.tries(one.uid)
        if one.size > LARGEST:
            self._leave(one.uid, _too_large(one.size))
        elif tries >= MOST_TRIES:
            self._set_aside(one.uid)
        else:
            self._keep(mark.begun(one.uid, tries + 1))
            try:
                raw = self._mailbox.read(one.uid)
            except KeyboardInterrupt:  # which says nothing about the mail
                self._keep(mark.begun(one.uid, tries))
                raise
            if raw is None:
                self._keep(mark.done(one.uid))
            elif len(raw) > LARGEST:
                self._leave(one.uid, _too_large(len(raw)))
            else:
                self._take(one.uid, raw, tries)

    def _take(self, uid: int, raw: bytes, tries: int) -> None:
        """Take a mail in as a whole, with the note that it is done. Ctrl-C waits for that."""
        try:
            with unbroken():
                self._take_in(raw)
                self._keep(self._mailbox.watermark.done(uid))
        except OSError:  # a full disk is not the mail's fault
            self._keep(self._mailbox.watermark.begun(uid, tries))
            raise
        except BadProfile as error:  # nor is a damaged file, which has to be mended first
            self._on_trouble(error)
        except Refused as error:
            self._leave(uid, error)
        except Exception as error:
            self._on_trouble(_failed(error))

    def _leave(self, uid: int, why: Refused) -> None:
        self._keep(self._mailbox.watermark.done(uid))
        self._on_trouble(why)

    def _set_aside(self, uid: int) -> None:
        """Never to be tried again; with a copy for whoever can find out why, if it can be got at all."""
        self._keep(self._mailbox.watermark.done(uid))
        try:
            raw = self._mailbox.read(uid)
        except NoPost:
            raw = None
        self._on_trouble(_given_up() if raw is None else _given_up_but(self._copy(uid, raw)))

    def _copy(self, uid: int, raw: bytes) -> Path:
        folder = self._home.set_aside
        make_folder(folder)
        for old in sorted(folder.glob("*.eml"), key=lambda path: path.stat().st_mtime)[: 1 - MOST_COPIES]:
            old.unlink(missing_ok=True)
        copy = folder / f"{self._mailbox.watermark.uidvalidity}-{uid}.eml"
        write_whole(copy, raw)
        return copy


def _too_large(size: int) -> BadMail:
    return BadMail(
        "mail/too-large",
        "a mail of {size} bytes in your mailbox says that it is of the server, which never writes more than "
        "{most}: it stays unread",
        size=size,
        most=LARGEST,
    )


def _failed(error: Exception) -> BadMail:
    return BadMail(
        "mail/failed",
        "a mail in your mailbox could not be taken in ({kind}): the others are, and it is tried again the "
        "next time",
        kind=type(error).__name__,
    )


def _given_up() -> BadMail:
    return BadMail(
        "mail/given-up",
        "a mail in your mailbox could not be read {tries} times: it is passed over from now on",
        tries=MOST_TRIES,
    )


def _given_up_but(copy: Path) -> BadMail:
    return BadMail(
        "mail/given-up",
        "a mail in your mailbox could not be taken in {tries} times: it is passed over from now on. If the "
        "server wrote it, whoever looks after Grubenpost can find out why: a copy is in {file}",
        tries=MOST_TRIES,
        file=copy,
    )
