"""The desk: one letter's whole way, from the inbox to the outbox, in one transaction.

    read the mail -> sealed letters or plain words -> check and log -> answers and news -> commit

Whatever is refused changes nothing and is answered, if it may be answered, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlmodel import Session

from engine.errors import Refused
from server import commands as _commands  # noqa: F401  gathers the commands
from server.answering import answer, freeze
from server.bounces import note_bounce, unsubscribe
from server.codes import Entropy
from server.gate import Silence, may_speak, not_too_often
from server.keys import KeyCabinet
from server.ledger import models as rows
from server.ledger.budgets import forget_answered
from server.ledger.queues import settle_inbox_done
from server.ledger.store import Ledger
from server.mail.reading import Incoming, read_mail
from server.plain import identify, prepare_words
from server.recoveries import finish_recoveries
from server.sealed import prepare_letters
from server.settings import Settings
from server.shelf import Shelf
from server.visit import Deed, Visit


class Desk:
    """Where letters are dealt with. The clock and the entropy are handed in."""

    def __init__(self, ledger: Ledger, settings: Settings, now: Callable[[], int], entropy: Entropy) -> None:
        self.ledger = ledger
        self.settings = settings
        self.now = now
        self.entropy = entropy
        self.shelf = Shelf()
        self.cabinet = KeyCabinet(settings.name)

    def tick(self) -> None:
        """Do what has fallen due by itself: recoveries whose delay is over, budgets that count no more."""
        with self.ledger.writing() as session:
            visit = self._visit(session, f"tick {self.now()}")
            finish_recoveries(visit)
            forget_answered(session, visit.now)
            freeze(visit)
        self._put_back(visit)

    def _visit(self, session: Session, name: str) -> Visit:
        return Visit(
            session=session,
            settings=self.settings,
            shelf=self.shelf,
            ring=self.cabinet.ring(session),
            next_key=self.cabinet.next_seq,
            now=self.now(),
            entropy=self.entropy,
            name=name,
        )

    def _put_back(self, visit: Visit) -> None:
        for book in visit.books.values():
            self.shelf.put(book)

    def process(self, row: rows.Inbox) -> str:
        """Deal with a claimed mail. What it comes to is written beside it."""
        assert row.raw is not None
        try:
            mail = read_mail(row.raw, self.settings.name, self.settings.authserv)
        except Refused as refusal:
            with self.ledger.writing() as session:
                settle_inbox_done(session, row, f"unreadable: {refusal.code}", self.now())
            return refusal.code
        with self.ledger.writing() as session:
            visit = self._visit(session, row.raw_sha256)
            visit.sender, visit.answers = mail.sender.casefold(), mail.message_id
            outcome = attend(visit, mail)
            freeze(visit)
            settle_inbox_done(session, row, outcome, visit.now)
        self._put_back(visit)
        return outcome


def attend(visit: Visit, mail: Incoming) -> str:
    """What a mail comes to."""
    if mail.own:
        return "our own"
    if mail.report is not None:
        return note_bounce(visit, mail)
    if mail.unsubscribe_token:
        return unsubscribe(visit, mail.unsubscribe_token)
    if mail.automatic and not mail.letters:
        return f"automatic: {mail.automatic}"
    try:
        deeds = prepare(visit, mail)
        not_too_often(visit)
        if mail.letters and not deeds:
            return "known"
        with visit.session.begin_nested():
            for deed in deeds:
                deed()
    except Silence as why:
        return f"silence: {why}"
    except Refused as refusal:
        return refuse(visit, mail, refusal)
    answer(visit)
    return "done"


def prepare(visit: Visit, mail: Incoming) -> list[Deed]:
    """Who sends this, and what is to be done; nothing is done yet."""
    if mail.letters:
        return prepare_letters(visit, mail.letters)
    if mail.problems:
        identify(visit, mail)
        raise mail.problems[0]
    return prepare_words(visit, mail)


def refuse(visit: Visit, mail: Incoming, refusal: Refused) -> str:
    """Forget what the mail began to do, and say why it can't be done to whoever may be told."""
    visit.start_over()
    if visit.player is None and not visit.gated:
        identify(visit, mail)
    if mail.automatic or (visit.player is None and not visit.gated):
        return f"refused in silence: {refusal.code}"
    try:
        may_speak(visit)
    except Silence as why:
        return f"refused in silence ({why}): {refusal.code}"
    visit.say(f"This was refused, and nothing was changed ({refusal.code}):\n\n{refusal}")
    answer(visit)
    return f"refused: {refusal.code}"
