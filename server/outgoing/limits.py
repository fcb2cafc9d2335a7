"""The gate: what the server answers at most, so that nobody can make it talk to others or to itself.

Each kind of mail has a budget of its own, so that none can use up another's:

- a seal or a code: as a person likes, up to so many mails an hour; refusals so many a day;
- a reply that shows that our mail was read, a sender for whom the host's mail server vouches, or a seal that
  is good for nothing any more: so many answers a day of each, and the last one says so;
- a player's address and nothing else: one answer a day, one to `recover`, and one about each of the
  player's turns: whoever forges the address gets its owner that much mail, and takes nothing away;
- strangers: one answer a day to an address and one to `register`, and not too many to all of them.

A code, or a Message-ID of ours, may be known to others, who forge the player's address. So mails by the same
proof spend a part of a budget, and then from one of their own: what comes with another proof finds room.

What has nothing for us in it and looks like a machine's answer to our answer gets none.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from sqlmodel import col, select

from engine.errors import Refused
from engine.tongue import Phrase, phrase
from server.ledger import models as rows
from server.ledger.budgets import DAY, allow_answer, next_room, spend_tally
from server.ledger.queues import OVERTAKING
from server.mail.reading import Incoming
from server.outgoing.answers import tell_host
from server.outgoing.proof import ROWS_KEPT
from server.visit.sender import BY_CODE, BY_SEAL
from server.visit.visit import Visit
from server.words.command import understood

HOUR: Final = 3600
ANSWERS_A_DAY: Final = 20
"""To a player, of each kind: refusals, and answers to replies that carry no code."""
NEWCOMERS_ANSWERS_A_DAY: Final = 5
"""To somebody who has read a mail of ours and is no player yet."""
NEW_ADDRESSES_A_DAY: Final = 5
WITHOUT_WORDS: Final = frozenset(
    {"command/none", "confirm/yes", "confirm/words", "confirm/over", "confirm/code"}
)
"""Refusals of mails that say nothing to us: a machine may have written them, and would go on doing so."""
AT_ONCE: Final = 30
"""Nobody reads a mail and answers it in so many seconds."""

URGENT_A_TURN: Final = 20
"""So many moves of one turn are dealt with at once, though too many mails came, because time runs out."""

OF_ONE_PROOF: Final = 4
"""One part in so many of a budget can be spent by mails with the same code, or in answer to the same mail."""
MOST_WEAR: Final = 100
"""So often in a day it is counted that a proof came."""

RECOVER: Final = "recover"
REGISTER: Final = "register"


class Silence(Exception):
    """This mail gets no answer; the text says why, for the ledger."""


class PutOff(Exception):
    """This mail is one too many just now: it is dealt with later, in its order."""

    def __init__(self, until: int) -> None:
        super().__init__(f"put off until {until}")
        self.until = until


def may_speak(visit: Visit, purpose: str = "") -> None:
    """Spend one answer of the budget that this mail is answered from, or be silent.

    `purpose` says what the mail is for, as far as that has a budget of its own.
    """
    if visit.reply.allowed or visit.sender.authority in (BY_SEAL, BY_CODE):
        return
    if not visit.sender.address and visit.sender.player is None:
        raise Silence("no sender")
    if visit.sender.relayed and not visit.sender.authority:
        raise Silence(f"it came by a list: {visit.sender.relayed}")
    if visit.sender.authority and (visit.sender.player is not None or purpose == REGISTER):
        _spend_of_the_day(visit, f"asked {visit.sender.authority}")
    else:
        _spend_unproven(visit, purpose)
    visit.reply.allow()


def purpose_of(visit: Visit, lines: list[str]) -> str:
    """The budget of their own that these commands have, if nothing proves whose they are."""
    commands = understood(lines)
    names = {found.name for found, _ in commands}
    if names in ({RECOVER}, {REGISTER}):
        return names.pop()
    if visit.sender.player is not None and (not lines or any(found.in_turn for found, _ in commands)):
        return next(
            (f"turn {game.id} {game.ply}" for game in visit.games.to_move_in(visit.sender.player)), ""
        )
    return ""


def _spend_unproven(visit: Visit, purpose: str) -> None:
    """One mail a day to an address that may not have asked, and one for each purpose."""
    with visit.session.begin_nested() as spent:
        if not allow_answer(visit.session, f"{visit.sender.address} {purpose}".rstrip(), visit.now):
            raise Silence("answered today")
        if visit.sender.player is not None or _room_for_strangers(visit, purpose):
            return
        spent.rollback()
    text = "So much unauthenticated mail came in that most of it is answered later.\n"
    tell_host(visit, f"answers {visit.now // DAY}", text)
    room = next_room(visit.session, *_strangers(visit, purpose))
    raise PutOff(max(room, visit.now + OVERTAKING))  # behind all that may have gone before it


def _room_for_strangers(visit: Visit, purpose: str) -> bool:
    return spend_tally(visit.session, *_strangers(visit, purpose)) > 0


def _strangers(visit: Visit, purpose: str) -> tuple[str, int, int, int]:
    """The budget of all strangers. Who wants to register has another than those who only ask."""
    name = f"answers {purpose}".rstrip()
    return name, visit.now, visit.settings.answer_window, visit.settings.answers_per_window


def spend_answer(visit: Visit, address: str) -> None:
    """A mail to an address that a player names: one a day to each, and so many a day for the player."""
    with visit.session.begin_nested() as spent:
        if not allow_answer(visit.session, f"{address} address", visit.now):
            raise Silence("answered today")
        name = f"addresses {visit.sender.registered().id}"
        if spend_tally(visit.session, name, visit.now, DAY, NEW_ADDRESSES_A_DAY):
            return
        spent.rollback()
    raise Silence("too many addresses")


def may_refuse(visit: Visit, mail: Incoming, refusal: Refused) -> None:
    """Refusals are answered too, but never so often that two machines could keep each other busy."""
    if refusal.code in WITHOUT_WORDS and visit.sender.authority and _is_a_machines(visit, mail):
        raise Silence("said today")
    may_speak(visit)
    if visit.sender.authority in (BY_SEAL, BY_CODE):
        _spend_of_the_day(visit, "refused")


def _spend_of_the_day(visit: Visit, what: str) -> None:
    """One of so many answers a day, of which the last says so."""
    who = visit.sender.address if visit.sender.player is None else f"player {visit.sender.player.id}"
    most = NEWCOMERS_ANSWERS_A_DAY if visit.sender.player is None else ANSWERS_A_DAY
    name, room = _budget(visit, f"{what} {who}", most)
    spent = spend_tally(visit.session, name, visit.now, DAY, room)
    if not spent:
        raise Silence(f"more than {most} a day")
    if spent == room:
        visit.reply.end_with(visit.sender.tongue.phrase(last_of_the_day(most)))


def wear_of(visit: Visit, proofs: Iterable[str]) -> int:
    """The number of times that the proof in a mail has come today, with this; of several, the one that came
    least often."""
    now = visit.now
    worn = [spend_tally(visit.session, f"proof {one}", now, DAY, MOST_WEAR) or MOST_WEAR for one in proofs]
    return min(worn, default=0)


def _budget(visit: Visit, name: str, most: int) -> tuple[str, int]:
    """The budget that a mail spends from, and how large it is: a proof that is worn has one of its own."""
    share = max(1, most // OF_ONE_PROOF)
    return (f"worn {name}", most - share) if visit.sender.wear > share else (name, most)


def last_of_the_day(most: int) -> Phrase:
    return phrase(
        "This is the last of {most} such answers in a day. Until tomorrow only what can be carried out is "
        "answered: it must be right, and come with a valid code.",
        most=most,
    )


def _is_a_machines(visit: Visit, mail: Incoming) -> bool:
    """Whether a mail that says nothing to us is a machine's answer to a mail of ours.

    One comes within seconds, or says to our answer what it said before, and soon. Players may repeat
    themselves, but not at once in answer to being told that they were not understood, unless a number shows
    that they mean a move.
    Strangers to whom a code was mailed are told once that the same words are no answer.
    """
    words = " ".join(visit.words.own).casefold()
    told = f"player {visit.sender.player.id}" if visit.sender.player else visit.sender.address
    name = f"{told} {sha256(words.encode('utf-8', 'replace')).hexdigest()[:32]}"
    new = allow_answer(visit.session, name, visit.now)
    ours = _answered_mail(visit, mail)
    if ours is None or visit.sender.player is None:
        return visit.sender.player is None and not new
    meant = any(letter.isdigit() for letter in words)
    repeats = ours.kind == "answer" and ours.created_at > visit.now - HOUR and not new and not meant
    return ours.created_at > visit.now - AT_ONCE or repeats


def _answered_mail(visit: Visit, mail: Incoming) -> rows.Outbox | None:
    query = select(rows.Outbox).where(
        rows.Outbox.message_id == mail.in_reply_to.lower(),
        col(rows.Outbox.created_at) > visit.now - ROWS_KEPT,
    )
    return visit.session.exec(query).first() if mail.in_reply_to else None


def not_too_often(visit: Visit, *, moving: bool) -> None:
    """Nobody gets more than so many mails an hour dealt with, so that others do not have to wait. The others
    are dealt with in later hours, in their order; but not a move whose time would be up until then."""
    if visit.sender.player is None or visit.sender.authority not in (BY_SEAL, BY_CODE):
        return  # what proves less has budgets of its own, and takes nothing from the player's
    name, most = _budget(visit, f"player {visit.sender.player.id}", visit.settings.mails_per_hour)
    budget = (name, visit.now, HOUR, most)
    if not spend_tally(visit.session, *budget):
        until = next_room(visit.session, *budget)
        if not (moving and _has_no_time(visit, visit.sender.player, until)):
            raise PutOff(until)


def _has_no_time(visit: Visit, player: rows.Player, until: int) -> bool:
    """Whether somebody's time in a game, to move or to take a move back, would be up until then; so many
    mails in one turn may say so."""
    running = (game for game in visit.games.of(player) if game.state == "running")
    held = (game for game in running if game.turn_seat is None)
    return any(
        spend_tally(visit.session, f"urgent {game.id} {game.ply}", visit.now, DAY, URGENT_A_TURN)
        for game in (*visit.games.to_move_in(player), *held)
        if game.due_at is not None and game.due_at <= until
    )
