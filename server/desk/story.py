"""The story of one mail: who speaks, what they want, whether it can be, and what they hear of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from engine.errors import Refused
from engine.mail.limits import BadMail
from engine.tongue import phrase, word
from server.desk import commands as _commands  # noqa: F401  gathers the commands
from server.desk.opened_letters import Letters, letter_ids, open_letters, speaker
from server.desk.plain_words import prepare_words
from server.desk.sealed_letters import mention, prepare_letters
from server.desk.sender import end_overlooked, identify
from server.ledger import models as rows
from server.ledger.budgets import allow_tally
from server.ledger.queues import burn_letters
from server.mail.reading import Incoming
from server.outgoing.answers import answer, notify
from server.outgoing.code_lines import game_to_move_in
from server.outgoing.limits import HOUR, PutOff, Silence, may_refuse
from server.outgoing.turn_mails import actions_in
from server.players.blocklist import BLOCKED, player_is_blocked, sender_is_blocked
from server.players.bounces import note_bounce, note_complaint, unsubscribe
from server.players.unreached import with_welcome
from server.visit.costs import keep_costs
from server.visit.deed import Deed, Outcome
from server.visit.sender import BY_SEAL, Sender
from server.visit.visit import Visit
from server.words.own_lines import REFUSED

STILL_YOUR_TURN: Final = word("It is still your turn in {game}: nothing was played.")


def attend(visit: Visit, mail: Incoming) -> Outcome:
    """The story of a mail, and so of a move: who speaks, what they want, done or refused, and answered.

    A move is a deed like others: `take_move` has the rules judge it, logs it, and tells everyone.
    """
    noted = note_machine(visit, mail)
    if noted is not None:
        return noted
    letters, begun = open_letters(visit, mail.letters), list[Deed]()
    visit.reply.name_letters(letter_ids(mail.letters))
    try:
        visit.sender, refusal = who_speaks(visit, mail, letters)
        if refusal is not None:
            raise refusal
        deeds = with_welcome(visit, what_they_want(visit, mail, letters))
        stranger = visit.sender.player is None and not visit.sender.codes
        if player_is_blocked(visit):
            return let_be(visit)
        with visit.session.begin_nested():
            for deed in deeds:
                begun.append(deed)
                deed.do()
    except Silence as why:
        visit.start_over()
        keep_costs(visit)
        return Outcome(f"silence: {why}")
    except PutOff as why:
        return put_off(visit, why)
    except Refused as refused:
        if player_is_blocked(visit):
            return let_be(visit)
        return refuse(visit, mail, refused, letters.burnable, moving=any(deed.moves for deed in begun))
    end_overlooked(visit)
    answer(visit)
    # The code that a stranger gets touches nobody else.
    changes = not stranger and not all(deed.moves for deed in deeds)
    return Outcome("done" if deeds else "known", changes=changes)


def note_machine(visit: Visit, mail: Incoming) -> Outcome | None:
    """Note a mail that no person wrote to us, or of which nobody wants to hear; it gets no answer."""
    if mail.own or visit.sender.address == visit.settings.address.casefold():
        return Outcome("our own")
    if sender_is_blocked(visit):
        return Outcome(BLOCKED)
    if mail.complaint is not None:
        return note_complaint(visit, mail.complaint)
    if mail.report is not None and not mail.letters:
        return note_bounce(visit, mail)
    if mail.unsubscribe_token:
        return unsubscribe(visit, mail.unsubscribe_token)
    if not mail.letters and (mail.automatic or mail.bounce_token):
        return Outcome(f"automatic: {mail.automatic or 'to the envelope address'}")
    return None


def who_speaks(visit: Visit, mail: Incoming, letters: Letters) -> tuple[Sender, Refused | None]:
    """The sender of a mail, by its seals or else by address and codes; and why nothing comes of it, if so."""
    return speaker(visit, letters) if mail.letters else (identify(visit, mail), None)


def what_they_want(visit: Visit, mail: Incoming, letters: Letters) -> list[Deed]:
    """The deeds that are to be done; nothing is done yet."""
    if mail.letters:
        deeds = prepare_letters(visit, letters, automatic=bool(mail.automatic))
        return [*deeds, Deed(partial(mention, visit, mail.problems))] if mail.problems else deeds
    if mail.problems:
        raise mail.problems[0]
    return prepare_words(visit)


def let_be(visit: Visit) -> Outcome:
    """The mail is somebody's whom the host has blocked."""
    visit.start_over()
    return Outcome(BLOCKED)


def refuse(
    visit: Visit, mail: Incoming, refusal: Refused, burnable: Sequence[str], *, moving: bool
) -> Outcome:
    """Forget what the mail began to do, and say why it can't be done to whoever may be told.

    `burnable` are the letters in it that are spoilt by that; `moving`, whether a move was begun.
    """
    visit.start_over()
    keep_costs(visit)
    visit.reply.refuse(refusal.code)
    end_overlooked(visit)
    if visit.sender.authority == BY_SEAL and visit.sender.player:
        # Whoever has a copy of what was refused shall never make something of it.
        burn_letters(visit.session, burnable, refusal.code, visit.now, visit.sender.player.id)
    if visit.sender.player is None and not visit.reply.allowed and not visit.sender.codes:
        visit.sender = identify(visit, mail)
    if mail.automatic or not _may_be_told(visit):
        return Outcome(f"refused in silence: {refusal.code}")
    try:
        may_refuse(visit, mail, refusal)
    except Silence as why:
        return Outcome(f"refused in silence ({why}): {refusal.code}")
    visit.say(REFUSED, code=refusal.code)
    visit.reply.show(visit.sender.tongue.refusal(refusal))
    unsure = moving or visit.sender.may_move or refusal.code == "command/none" or isinstance(refusal, BadMail)
    if visit.sender.player and unsure:
        show_turn(visit, visit.sender.player)
    answer(visit)
    return Outcome(f"refused: {refusal.code}")


def _may_be_told(visit: Visit) -> bool:
    """Whether somebody is there who may hear why their mail was refused."""
    sender = visit.sender
    mailed_there = any(code.address == sender.address for code in sender.codes.values())
    return sender.player is not None or visit.reply.allowed or mailed_there


def show_turn(visit: Visit, player: rows.Player) -> None:
    """Somebody who may believe to have moved hears that they have not, and how they can."""
    waiting = [] if visit.games.about or visit.sender.hinted else visit.games.to_move_in(player)
    game = waiting[0] if len(waiting) == 1 else game_to_move_in(visit, player)
    if game is not None:
        visit.games.speak_of(game.id)
        visit.say(STILL_YOUR_TURN, game=game.id)
        visit.reply.show(actions_in(visit, game))
    elif waiting:
        visit.say(STILL_YOUR_TURN, game=", ".join(game.id for game in waiting))


def put_off(visit: Visit, why: PutOff) -> Outcome:
    """Deal with the mail later. A player is told so, once in that time."""
    visit.start_over()
    player = visit.sender.player
    if player is not None and allow_tally(visit.session, f"told late {player.id}", visit.now, HOUR, 1):
        most = visit.settings.mails_per_hour
        text = phrase(
            "More than {most} mails of yours came within an hour. All of them are dealt\n"
            "with in their order, so many in each hour: you need not send any again.",
            most=most,
        )
        notify(visit, player, f"late {player.handle} {visit.name}", text, remark=word("later"), signed=True)
    return Outcome(str(why), put_off_until=why.until)
