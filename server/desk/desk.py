"""The desk: one letter's whole way, from the inbox to the outbox.

    read the mail -> sealed letters or plain words -> check and log -> answers and news -> commit

Reading takes bounded time and is done first; the rest happens in one transaction.
Whatever is refused changes nothing and is answered, if it may be answered, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Final

from sqlmodel import Session

from engine.errors import Refused
from engine.mail.limits import MOST_BYTES, too_large
from engine.wire.codes import find_codes
from server.desk import commands as _commands  # noqa: F401  gathers the commands
from server.desk.duties import DueDuty, first_due
from server.desk.lanes import lane_of
from server.desk.missing_mail import find_missing
from server.desk.story import attend
from server.ledger import models as rows
from server.ledger.outage import is_outage
from server.ledger.queues import (
    CATCHING_UP,
    EVERYTHING,
    MARKED,
    NO_CLOCK,
    end_catching_up,
    lock_journal,
    note_missing,
    put_off_inbox,
    read_journal,
    settle_inbox_done,
    settle_inbox_oversize,
    settled_until,
    sort_anew,
    unsort_behind,
)
from server.ledger.statements import keep_at_hand
from server.ledger.store import Ledger
from server.mail.reading import Incoming, read_envelope, read_mail
from server.outgoing.answers import freeze
from server.outgoing.proof import ROWS_KEPT
from server.players.erasure import forget_what_is_old
from server.visit.codes import Codes
from server.visit.deed import Outcome
from server.visit.entropy import EntropyStream
from server.visit.games import Games
from server.visit.keys import KeyCabinet, KeysInHand
from server.visit.players import Players
from server.visit.reply import Reply
from server.visit.sender import NO_WORDS, Sender, Words
from server.visit.settings import Settings
from server.visit.shelf import Shelf
from server.visit.visit import Visit
from server.words.wording import read_words

KEPT_AT_HAND: Final = 256
PAUSE: Final = 3600
"""The seconds for which nothing waits for a duty at which the code has failed."""


class OutOfLane(Exception):
    """A mail touches more than it seemed to: it has to wait for all that comes before it."""


class DutyFirst(Exception):
    """Something falls due before this mail: that has to be done first."""


class Desk:
    """The place at which mails are dealt with. The clock is handed in, but only leases go by it: every mail
    is dealt with at its own time, whatever was done before it, and whatever looks like chance follows from
    its bytes and the server's key."""

    def __init__(self, ledger: Ledger, settings: Settings, now: Callable[[], int]) -> None:
        self.ledger = ledger
        self.settings = settings
        self.now = now
        self.shelf = Shelf()
        self.cabinet = KeyCabinet(settings.name)
        self.sorted = 0
        """The number of mails that were sorted."""
        self._hand = Lock()
        self._at_hand: dict[int, tuple[rows.Inbox, Incoming, Words | None]] = {}
        """Mails that were read to be sorted, by the ids of their rows."""
        self._next: tuple[int, DueDuty | None] | None = None
        """The next duty, and the version of the journal in which it was."""
        self._failed: dict[DueDuty, int] = {}
        """Duties at which the code failed, and when they are tried again: nothing waits for them."""

    # Mails

    def process(self, row: rows.Inbox) -> str:
        """Deal with a claimed mail. What it comes to is written beside it."""
        mail, words = self._read_words(row)
        with self.ledger.writing() as session:
            # A mail that goes beside others leaves the journal to those that touch everything.
            beside = row.lane not in (None, MARKED, EVERYTHING)
            journal = read_journal(session) if beside else lock_journal(session)
            # It was claimed before any duty, and nothing that makes one comes before it meanwhile.
            if not beside and (due := self.next_due(session, journal)) is not None and due.at <= row.at:
                raise DutyFirst
            if NO_CLOCK < row.received_at <= max(row.at - ROWS_KEPT, journal.forgotten_until):
                return self._pass_over(session, row)
            # When it was put off, things were named after it: now they have other names.
            name = f"{row.raw_sha256} {row.at}" if row.put_off else row.raw_sha256
            visit = self.visit(session, name, row.at, mail, words)
            outcome = attend(visit, mail)
            freeze(visit)
            if beside:
                _check_lane(visit, outcome, row.lane or "")
            sender = outcome.about or visit.supposed_sender()
            if outcome.put_off_until:
                put_off_inbox(session, row, outcome.put_off_until)
            else:
                settle = settle_inbox_oversize if row.size > MOST_BYTES else settle_inbox_done
                settle(session, row, outcome.told, visit.now, sender.id if sender else None)
            if journal.state == CATCHING_UP:
                self._note_missing(visit, mail, beside=beside)
            if outcome.changes:
                _go_on(journal, visit, row.id)
            about = what_about(visit, sender)
        self._put_back(visit)
        self.report(row, outcome.told, about)
        return outcome.told

    def report(self, row: rows.Inbox, outcome: str, about: dict[str, str]) -> None:
        """Hear what became of a mail, and whom and which games it is about."""

    def read_ahead(self, mails: Sequence[rows.Inbox]) -> None:
        """Read mails that are to be sorted. Whoever sorts a mail mostly deals with it too.

        What it says is looked for only if it has a code: reading that is most of the work, and of all others
        nobody needs it to sort them.
        """
        for row in mails:
            try:
                mail = self._read(row)
                words = _words_in(mail) if find_codes(mail.text) else None
            except Exception:  # it is not sorted, and fails again when an attempt is on record
                continue
            with self._hand:
                self._at_hand[row.id] = (row, mail, words)
                while len(self._at_hand) > KEPT_AT_HAND:
                    del self._at_hand[next(iter(self._at_hand))]

    def sort(self, session: Session, mail_id: int) -> str | None:
        """The lane of a mail that was read."""
        with self._hand:
            read = self._at_hand.get(mail_id)
        if read is None:
            return None
        self.sorted += 1
        row, mail, words = read
        return lane_of(self.visit(session, row.raw_sha256, row.at, mail, words or NO_WORDS), mail)

    def leave_lane(self, row: rows.Inbox) -> None:
        """A mail touches more than it seemed to."""
        with self.ledger.writing() as session:
            sort_anew(session, row)

    def _note_missing(self, visit: Visit, mail: Incoming, *, beside: bool) -> None:
        """Tell the host what is missing, unless it may still come of a mail before this one."""
        found = list(find_missing(visit, mail))
        if found and beside:
            raise OutOfLane
        for what in found:
            note_missing(lock_journal(visit.session), what)

    def _read_words(self, row: rows.Inbox) -> tuple[Incoming, Words]:
        """The mail and its words, unless they are at hand."""
        with self._hand:
            read = self._at_hand.pop(row.id, None)
        _, mail, words = read or (row, self._read(row), None)
        return mail, words or _words_in(mail)

    def _pass_over(self, session: Session, row: rows.Inbox) -> str:
        """A mail from so long ago that nobody can tell any more whether it was dealt with."""
        settle_inbox_done(session, row, "too old", row.at)
        return "too old"

    def _read(self, row: rows.Inbox) -> Incoming:
        """The mail; of one that is too large, or has too many parts, what its header tells."""
        name, authserv = self.settings.name, self.settings.authserv
        assert row.raw is not None
        try:
            if row.size > MOST_BYTES:
                raise too_large(row.size)
            return read_mail(row.raw, name, authserv)
        except Refused as refusal:
            return read_envelope(row.raw, refusal, name, authserv)

    # Duties

    def tick(self) -> None:
        """Do what has fallen due by itself, as far as nothing that came before it waits.

        A duty that fails keeps nothing else from being done, and is tried again later.
        """
        failed: list[Exception] = []
        while True:
            try:
                if not self.do_duty():
                    break
            except Exception as error:
                if is_outage(error):
                    raise
                failed.append(error)
        self.catch_up()
        with self.ledger.writing() as session:
            if until := settled_until(session):
                forget_what_is_old(session, self.settings.keep_days, until)
        if failed:
            raise failed[0]

    def catch_up(self) -> str | None:
        """See whether a ledger that was older than its mailbox has caught up: what it has come to then."""
        with self.ledger.reading() as session:
            if read_journal(session).state != CATCHING_UP:
                return None
        with self.ledger.writing() as session:
            return end_catching_up(session)

    def next_due(self, session: Session, journal: rows.Journal) -> DueDuty | None:
        """The duty that falls due first. It is looked for again when something has changed."""
        ring = self.cabinet.look(session).ring
        if self._next is None or self._next[0] != journal.version or self._failed:
            now = self.now()
            self._failed = {due: until for due, until in self._failed.items() if until > now}
            self._next = (journal.version, first_due(session, ring, self._failed, moving=False))
        changing = first_due(session, ring, self._failed, moving=True)  # moves leave the version as it is
        return min((due for due in (self._next[1], changing) if due is not None), default=None)

    def do_duty(self) -> bool:
        """Do the next duty, if it is its turn; false if it is not."""
        with self.ledger.writing() as session:
            journal = lock_journal(session)
            due = self.next_due(session, journal)
            if due is None or due.at > settled_until(session):
                return False
            visit = self.visit(session, due.name, max(due.at, journal.at))
            try:
                due.duty.do(visit, due.about)
                freeze(visit)
            except Exception as error:
                if not is_outage(error):
                    self._failed[due] = self.now() + PAUSE
                raise
            _go_on(journal, visit)
        self._put_back(visit)
        return True

    def visit(
        self, session: Session, name: str, now: int, mail: Incoming | None = None, words: Words = NO_WORDS
    ) -> Visit:
        """All that is needed to deal with one mail, or with a duty of this name."""
        entropy = EntropyStream(self.settings.journal_secret, name)
        keep_at_hand(session)
        return Visit(
            session=session,
            settings=self.settings,
            now=now,
            entropy=entropy,
            name=name,
            sender=Sender(self.settings.language, mail.sender.casefold(), relayed=mail.relayed)
            if mail
            else Sender(self.settings.language),
            reply=Reply(mail.message_id) if mail else Reply(),
            games=Games(session, self.shelf),
            players=Players(session),
            codes=Codes(session, now, entropy),
            keys=KeysInHand(self.cabinet, session),
            words=words,
        )

    def _put_back(self, visit: Visit) -> None:
        for book in visit.games.books.values():
            self.shelf.put(book)


def _words_in(mail: Incoming) -> Words:
    """The words of a mail; beside sealed letters, which speak for themselves, only the codes count."""
    return Words(codes=tuple(find_codes(mail.text))) if mail.letters else read_words(mail.text)


def _go_on(journal: rows.Journal, visit: Visit, mail_id: int = 0) -> None:
    """Tell those who come later that what falls due, or what they touch, may have changed."""
    journal.at, journal.version = max(journal.at, visit.now), journal.version + 1
    unsort_behind(visit.session, visit.now, mail_id)


def what_about(visit: Visit, sender: rows.Player | None) -> dict[str, str]:
    """The player and the games that a mail is about, for the log: by handle, never by address."""
    games = dict.fromkeys([*visit.games.about, *(draft.game for draft in visit.drafts if draft.game)])
    named = {"player": sender.handle if sender else "", "game": ",".join(games)}
    return {name: value for name, value in named.items() if value}


def _check_lane(visit: Visit, outcome: Outcome, lane: str) -> None:
    if outcome.changes or any(f"game:{game}" not in lane.split() for game in visit.games.about):
        raise OutOfLane
