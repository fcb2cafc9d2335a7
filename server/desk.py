"""The desk: one letter's whole way, from the inbox to the outbox.

    read the mail -> sealed letters or plain words -> check and log -> answers and news -> commit

Reading takes bounded time and is done first; the rest happens in one transaction.
Whatever is refused changes nothing and is answered, if it may be answered, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from sqlmodel import Session

from engine.errors import Refused
from engine.mail.limits import MOST_BYTES, BadMail, too_large
from engine.tongue import phrase, word
from server import commands as _commands  # noqa: F401  gathers the commands
from server.addresses import settle_addresses
from server.answering import answer, freeze, notify, tell_host
from server.blocking import BLOCKED, player_is_blocked, sender_is_blocked
from server.bounces import note_bounce, note_complaint, unsubscribe
from server.codes import Entropy
from server.coding import game_to_move_in
from server.costs import keep_costs
from server.digest import write_digests
from server.forgetting import ROWS_KEPT, forget_what_is_old
from server.gate import HOUR, Flood, Silence, may_refuse
from server.keychanges import finish_recoveries
from server.keys import KeyCabinet
from server.leaving import free_absent
from server.ledger import models as rows
from server.ledger.budgets import allow_tally
from server.ledger.queues import (
    FLOOD,
    burn_letters,
    settle_inbox_aside,
    settle_inbox_done,
    settle_inbox_oversize,
)
from server.ledger.store import Ledger
from server.mail.reading import Incoming, read_envelope, read_mail
from server.news import actions_in
from server.ownwords import REFUSED
from server.plain import prepare_words
from server.receipts import letter_ids
from server.sealed import mention, prepare_letters
from server.settings import Settings
from server.shelf import Shelf
from server.visit import BY_SEAL, DAY, Deed, Visit
from server.whose import end_overlooked, identify
from server.wording import read_words

NO_CLOCK: Final = 946_684_800
"""The year 2000: a mail server that says that a mail came before then has no clock."""
STILL_YOUR_TURN: Final = word("It is still your turn in {game}: nothing was played.")

SET_ASIDE: Final = word(
    "More than {most} mails of yours came in an hour. The others, from this one on, are\n"
    "set aside for the host, and nothing in them was done. Send what still counts\n"
    "once more in an hour."
)


class Desk:
    """Where letters are dealt with. The clock and the entropy are handed in."""

    def __init__(self, ledger: Ledger, settings: Settings, now: Callable[[], int], entropy: Entropy) -> None:
        self.ledger = ledger
        self.settings = settings
        self.now = now
        self.entropy = entropy
        self.shelf = Shelf()
        self.cabinet = KeyCabinet(settings.name)

    def process(self, row: rows.Inbox) -> str:
        """Deal with a claimed mail. What it comes to is written beside it."""
        assert row.raw is not None
        if NO_CLOCK < row.received_at <= self.now() - ROWS_KEPT:
            return self._pass_over(row)
        mail = self._read(row.raw, row.size)
        words = read_words(mail.text)
        with self.ledger.writing() as session:
            visit = self._visit(session, row.raw_sha256)
            visit.sender, visit.answers, visit.words = mail.sender.casefold(), mail.message_id, words
            visit.relayed = mail.relayed
            visit.letters = letter_ids(mail.letters)
            outcome = attend(visit, mail)
            freeze(visit)
            settle = settle_inbox_aside if visit.aside else settle_inbox_done
            if row.size > MOST_BYTES:
                settle = settle_inbox_oversize
            settle(session, row, outcome, visit.now, visit.sender_id())
            about = what_about(visit)
        self._put_back(visit)
        self.report(row, outcome, about)
        return outcome

    def report(self, row: rows.Inbox, outcome: str, about: dict[str, str]) -> None:
        """Hear what became of a mail, and whom and which games it is about."""

    def _pass_over(self, row: rows.Inbox) -> str:
        """A mail from so long ago that nobody can tell any more whether it was dealt with."""
        with self.ledger.writing() as session:
            settle_inbox_done(session, row, "too old", self.now())
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

    def tick(self) -> None:
        """Do what has fallen due by itself. A duty that fails does not keep the others from being done."""
        failed: list[Exception] = []
        for duty in (finish_recoveries, free_absent, settle_addresses, forget_what_is_old, write_digests):
            try:
                self.do(duty)
            except Exception as error:
                failed.append(error)
        if failed:
            raise failed[0]

    def do(self, duty: Callable[[Visit], None]) -> None:
        """Do something that no mail asks for, in a transaction of its own."""
        with self.ledger.writing() as session:
            visit = self._visit(session, f"tick {self.now()}")
            duty(visit)
            freeze(visit)
        self._put_back(visit)

    def _visit(self, session: Session, name: str) -> Visit:
        return Visit(
            session, self.settings, self.shelf, self.cabinet, now=self.now(), entropy=self.entropy, name=name
        )

    def _put_back(self, visit: Visit) -> None:
        for book in visit.books.values():
            self.shelf.put(book)


def what_about(visit: Visit) -> dict[str, str]:
    """The player and the games that a mail is about, for the log: by handle, never by address."""
    sender = visit.player or visit.owner_of(visit.sender)
    games = dict.fromkeys([*visit.about, *(draft.game for draft in visit.drafts if draft.game)])
    named = {"player": sender.handle if sender else "", "game": ",".join(games)}
    return {name: value for name, value in named.items() if value}


def attend(visit: Visit, mail: Incoming) -> str:
    """What a mail comes to."""
    if mail.own or visit.sender == visit.settings.address.casefold():
        return "our own"
    if sender_is_blocked(visit):
        return BLOCKED
    if mail.complaint is not None:
        return note_complaint(visit, mail.complaint)
    if mail.report is not None and not mail.letters:
        return note_bounce(visit, mail)
    if mail.unsubscribe_token:
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
    except Flood as why:
        return keep_for_host(visit, str(why))
    except Refused as refusal:
        return refuse(visit, mail, refusal)
    end_overlooked(visit)
    answer(visit)
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


def keep_for_host(visit: Visit, why: str) -> str:
    """Leave a mail to the host, who is told once a day, and its sender once an hour."""
    visit.start_over()
    visit.aside = why
    text = f"There are {why}.\n`grubenpost-server aside` shows those that were not dealt with.\n"
    tell_host(visit, f"flood {visit.player.id if visit.player else ''} {visit.now // DAY}", text)
    if visit.player is not None and allow_tally(
        visit.session, f"flood {visit.player.id}", visit.now, HOUR, 1
    ):
        told = phrase(SET_ASIDE, most=visit.settings.mails_per_hour)
        notify(visit, visit.player, f"flood {visit.name}", told, remark=word("set aside"), signed=True)
    return f"{FLOOD}{why}"
