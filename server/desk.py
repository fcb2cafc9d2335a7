"""The desk: one letter's whole way, from the inbox to the outbox.

    read the mail -> sealed letters or plain words -> check and log -> answers and news -> commit

Reading takes bounded time and is done first; the rest happens in one transaction.
Whatever is refused changes nothing and is answered, if it may be answered, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock
from typing import Final

from sqlmodel import Session

from engine.errors import Refused
from engine.mail.limits import MOST_BYTES, BadMail, too_large
from engine.tongue import phrase, word
from server import commands as _commands  # noqa: F401  gathers the commands
from server.answering import answer, freeze, notify
from server.blocking import BLOCKED, player_is_blocked, sender_is_blocked
from server.bounces import note_bounce, note_complaint, unsubscribe
from server.coding import game_to_move_in
from server.costs import keep_costs
from server.duties import Due, first_due
from server.entropy import Stream
from server.evidence import find_missing
from server.forgetting import forget_what_is_old
from server.gate import HOUR, PutOff, Silence, may_refuse
from server.keys import KeyCabinet
from server.ledger import models as rows
from server.ledger.budgets import allow_tally
from server.ledger.outage import is_outage
from server.ledger.queues import (
    CATCHING_UP,
    EVERYTHING,
    MARKED,
    NO_CLOCK,
    burn_letters,
    end_catching_up,
    lock_journal,
    note_missing,
    put_off_inbox,
    read_journal,
    settle_inbox_done,
    settle_inbox_oversize,
    settled_until,
    sort_anew,
)
from server.ledger.store import Ledger
from server.mail.reading import Incoming, read_envelope, read_mail
from server.news import actions_in
from server.ownwords import REFUSED
from server.plain import prepare_words
from server.proof import ROWS_KEPT
from server.receipts import letter_ids
from server.sealed import mention, prepare_letters
from server.settings import Settings
from server.shelf import Shelf
from server.sorting import lane_of
from server.visit import BY_SEAL, Deed, Visit
from server.whose import end_overlooked, identify
from server.wording import Words, read_words

KEPT_AT_HAND: Final = 256
PAUSE: Final = 3600
"""How long, in seconds, nothing waits for a duty at which the code has failed."""
STILL_YOUR_TURN: Final = word("It is still your turn in {game}: nothing was played.")


class OutOfLane(Exception):
    """A mail touches more than it seemed to: it has to wait for all that comes before it."""


class DutyFirst(Exception):
    """Something falls due before this mail: that has to be done first."""


class Desk:
    """Where letters are dealt with. The clock is handed in, but only leases go by it: every mail is dealt
    with at its own time, and whatever looks like chance follows from its bytes and the server's key."""

    def __init__(self, ledger: Ledger, settings: Settings, now: Callable[[], int]) -> None:
        self.ledger = ledger
        self.settings = settings
        self.now = now
        self.shelf = Shelf()
        self.cabinet = KeyCabinet(settings.name)
        self.sorted = 0
        """How many mails were sorted."""
        self._hand = Lock()
        self._at_hand: dict[int, tuple[rows.Inbox, Incoming, Words]] = {}
        """Mails that were read to be sorted, by the ids of their rows."""
        self._next: tuple[int, Due | None] | None = None
        """The next duty, and the version of the journal in which it was."""
        self._failed: dict[Due, int] = {}
        """Duties at which the code failed, and when they are tried again: nothing waits for them."""

    # Mails

    def process(self, row: rows.Inbox) -> str:
        """Deal with a claimed mail. What it comes to is written beside it."""
        mail, words = self._read_words(row)
        with self.ledger.writing() as session:
            # A mail that goes beside others leaves the journal to those that touch everything.
            beside = row.lane not in (None, MARKED, EVERYTHING)
            journal = read_journal(session) if beside else lock_journal(session)
            now = max(row.at, journal.at)
            if not beside and (due := self.next_due(session, journal)) is not None and due.at <= now:
                raise DutyFirst
            if NO_CLOCK < row.received_at <= max(now - ROWS_KEPT, journal.forgotten_until):
                return self._pass_over(session, row, now)
            # When it was put off, things were named after it: now they have other names.
            name = f"{row.raw_sha256} {row.at}" if row.put_off else row.raw_sha256
            visit = self._visit(session, name, now)
            hear(visit, mail, words)
            visit.letters = letter_ids(mail.letters)
            outcome = attend(visit, mail)
            freeze(visit)
            if beside:
                _check_lane(visit, row.lane or "")
            if visit.put_off_until:
                put_off_inbox(session, row, visit.put_off_until)
            else:
                settle = settle_inbox_oversize if row.size > MOST_BYTES else settle_inbox_done
                settle(session, row, outcome, visit.now, visit.sender_id())
            self._note(journal, visit, mail)
            about = what_about(visit)
        self._put_back(visit)
        self.report(row, outcome, about)
        return outcome

    def report(self, row: rows.Inbox, outcome: str, about: dict[str, str]) -> None:
        """Hear what became of a mail, and whom and which games it is about."""

    def read_ahead(self, mails: Sequence[rows.Inbox]) -> None:
        """Read mails that are to be sorted. Whoever sorts a mail mostly deals with it too."""
        for row in mails:
            try:
                read = self._read_words(row)
            except Exception:  # it is not sorted, and fails again when an attempt is on record
                continue
            with self._hand:
                self._at_hand[row.id] = (row, *read)
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
        visit = self._visit(session, row.raw_sha256, row.at)
        hear(visit, mail, words)
        return lane_of(visit, mail)

    def leave_lane(self, row: rows.Inbox) -> None:
        """A mail touches more than it seemed to."""
        with self.ledger.writing() as session:
            sort_anew(session, row)

    def _note(self, journal: rows.Journal, visit: Visit, mail: Incoming) -> None:
        """Tell those who come later what has changed, and the host what is missing."""
        if journal.state == CATCHING_UP:
            found = list(find_missing(visit, mail))
            journal = lock_journal(visit.session) if found else journal
            for what in found:
                note_missing(journal, what)
        if visit.stirs:
            journal.at, journal.version = visit.now, journal.version + 1

    def _read_words(self, row: rows.Inbox) -> tuple[Incoming, Words]:
        """The mail and its words, unless they are at hand."""
        with self._hand:
            read = self._at_hand.pop(row.id, None)
        if read is not None:
            return read[1:]
        assert row.raw is not None
        mail = self._read(row.raw, row.size)
        return mail, read_words(mail.text)

    def _pass_over(self, session: Session, row: rows.Inbox, now: int) -> str:
        """A mail from so long ago that nobody can tell any more whether it was dealt with."""
        settle_inbox_done(session, row, "too old", now)
        return "too old"

    def _read(self, raw: bytes, size: int) -> Incoming:
        """The mail; of one that is too large, or has too many parts, what its header tells."""
        name, authserv = self.settings.name, self.settings.authserv
        try:
            if size > MOST_BYTES:
                raise too_large(size)
            return read_mail(raw, name, authserv)
        except Refused as refusal:
            return read_envelope(raw, refusal, name, authserv)

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

    def next_due(self, session: Session, journal: rows.Journal) -> Due | None:
        """The duty that falls due first. It is looked for again when something has changed."""
        if self._next is None or self._next[0] != journal.version or self._failed:
            now = self.now()
            self._failed = {due: until for due, until in self._failed.items() if until > now}
            due = first_due(session, self.cabinet.look(session).ring, self._failed)
            self._next = (journal.version, due)
        return self._next[1]

    def do_duty(self) -> bool:
        """Do the next duty, if it is its turn; false if it is not."""
        with self.ledger.writing() as session:
            journal = lock_journal(session)
            due = self.next_due(session, journal)
            if due is None or due.at > settled_until(session):
                return False
            visit = self._visit(session, due.name, max(due.at, journal.at))
            try:
                due.duty.do(visit, due.about)
                freeze(visit)
            except Exception as error:
                if not is_outage(error):
                    self._failed[due] = self.now() + PAUSE
                raise
            journal.at, journal.version = visit.now, journal.version + 1
        self._put_back(visit)
        return True

    def do(self, deed: Callable[[Visit], None]) -> None:
        """Do something that the host asks for, in a transaction of its own."""
        with self.ledger.writing() as session:
            journal, now = lock_journal(session), self.now()
            visit = self._visit(session, f"host {now} {journal.version}", max(now, journal.at))
            deed(visit)
            freeze(visit)
            journal.version += 1
        self._put_back(visit)

    def _visit(self, session: Session, name: str, now: int) -> Visit:
        entropy = Stream(self.settings.journal_secret, name)
        return Visit(session, self.settings, self.shelf, self.cabinet, now=now, entropy=entropy, name=name)

    def _put_back(self, visit: Visit) -> None:
        for book in visit.books.values():
            self.shelf.put(book)


def what_about(visit: Visit) -> dict[str, str]:
    """The player and the games that a mail is about, for the log: by handle, never by address."""
    sender = visit.player or visit.owner_of(visit.sender)
    games = dict.fromkeys([*visit.about, *(draft.game for draft in visit.drafts if draft.game)])
    named = {"player": sender.handle if sender else "", "game": ",".join(games)}
    return {name: value for name, value in named.items() if value}


def hear(visit: Visit, mail: Incoming, words: Words) -> None:
    """Whose mail it says it is, and what it says."""
    visit.sender, visit.answers, visit.words = mail.sender.casefold(), mail.message_id, words
    visit.relayed = mail.relayed


def _check_lane(visit: Visit, lane: str) -> None:
    if visit.stirs or any(f"game:{game}" not in lane.split() for game in visit.about):
        raise OutOfLane


def attend(visit: Visit, mail: Incoming) -> str:
    """What a mail comes to."""
    visit.stirs = False
    if mail.own or visit.sender == visit.settings.address.casefold():
        return "our own"
    if sender_is_blocked(visit):
        return BLOCKED
    if mail.complaint is not None:
        return note_complaint(visit, mail.complaint)
    if mail.report is not None and not mail.letters:
        return note_bounce(visit, mail)
    if mail.unsubscribe_token:
        visit.stirs = True
        return unsubscribe(visit, mail.unsubscribe_token)
    if not mail.letters and (mail.automatic or mail.bounce_token):
        return f"automatic: {mail.automatic or 'to the envelope address'}"
    try:
        deeds = prepare(visit, mail)
        if player_is_blocked(visit):
            return let_be(visit)
        with visit.session.begin_nested():
            for deed in deeds:
                deed()
    except Silence as why:
        visit.start_over()
        keep_costs(visit)
        return f"silence: {why}"
    except PutOff as why:
        return put_off(visit, why)
    except Refused as refusal:
        return refuse(visit, mail, refusal)
    end_overlooked(visit)
    answer(visit)
    visit.stirs = visit.moves < len(deeds)
    return "done" if deeds else "known"


def prepare(visit: Visit, mail: Incoming) -> list[Deed]:
    """Who sends this, and what is to be done; nothing is done yet."""
    if mail.letters:
        deeds = prepare_letters(visit, mail.letters, automatic=bool(mail.automatic))
        return [*deeds, partial(mention, visit, mail.problems)] if mail.problems else deeds
    if mail.problems:
        identify(visit, mail)
        raise mail.problems[0]
    return prepare_words(visit, mail)


def let_be(visit: Visit) -> str:
    """The mail is somebody's whom the host has blocked."""
    visit.start_over()
    return BLOCKED


def refuse(visit: Visit, mail: Incoming, refusal: Refused) -> str:
    """Forget what the mail began to do, and say why it can't be done to whoever may be told."""
    if player_is_blocked(visit):
        return let_be(visit)
    visit.start_over()
    keep_costs(visit)
    visit.refused = refusal.code
    end_overlooked(visit)
    if visit.authority == BY_SEAL and visit.player:
        # Whoever has a copy of what was refused shall never make something of it.
        burn_letters(visit.session, visit.burnable, refusal.code, visit.now, visit.player.id)
    if visit.player is None and not visit.gated and not visit.codes:
        identify(visit, mail)
    told = (
        visit.player is not None
        or visit.gated
        or any(c.address == visit.sender for c in visit.codes.values())
    )
    if mail.automatic or not told:
        return f"refused in silence: {refusal.code}"
    try:
        may_refuse(visit, mail, refusal)
    except Silence as why:
        return f"refused in silence ({why}): {refusal.code}"
    visit.say(REFUSED, code=refusal.code)
    visit.show(visit.tongue.refusal(refusal))
    if visit.player and (visit.moving or refusal.code == "command/none" or isinstance(refusal, BadMail)):
        show_turn(visit, visit.player)
    answer(visit)
    return f"refused: {refusal.code}"


def show_turn(visit: Visit, player: rows.Player) -> None:
    """Somebody who may believe to have moved hears that they have not, and how they can."""
    waiting = [] if visit.about or visit.hinted else visit.games_to_move_in(player)
    game = waiting[0] if len(waiting) == 1 else game_to_move_in(visit, player)
    if game is not None:
        visit.about = {game.id: None}
        visit.say(STILL_YOUR_TURN, game=game.id)
        visit.show(actions_in(visit, game))
    elif waiting:
        visit.say(STILL_YOUR_TURN, game=", ".join(game.id for game in waiting))


def put_off(visit: Visit, why: PutOff) -> str:
    """Deal with the mail later. A player is told so, once in that time."""
    visit.start_over()
    visit.put_off_until, player = why.until, visit.player
    if player is not None and allow_tally(visit.session, f"told late {player.id}", visit.now, HOUR, 1):
        most = visit.settings.mails_per_hour
        text = phrase(
            "More than {most} mails of yours came within an hour. All of them are dealt\n"
            "with in their order, so many in each hour: you need not send any again.",
            most=most,
        )
        notify(visit, player, f"late {player.handle} {visit.name}", text, remark=word("later"), signed=True)
    return str(why)
