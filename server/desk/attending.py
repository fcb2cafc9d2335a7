"""What one mail comes to: who speaks, what they want, whether it can be, and what they hear of it."""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.errors import Refused
from engine.mail.limits import BadMail
from engine.tongue import phrase, word
from server.desk import commands as _commands  # noqa: F401  gathers the commands
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
from server.players.blocking import BLOCKED, player_is_blocked, sender_is_blocked
from server.players.bounces import note_bounce, note_complaint, unsubscribe
from server.visit.costs import keep_costs
from server.visit.said import Words
from server.visit.visit import BY_SEAL, Deed, Visit
from server.words.own_lines import REFUSED

STILL_YOUR_TURN: Final = word("It is still your turn in {game}: nothing was played.")


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
        stranger = visit.player is None and not visit.codes
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
    visit.stirs = visit.moves < len(deeds) and not stranger  # a code that it gets touches nobody else
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
