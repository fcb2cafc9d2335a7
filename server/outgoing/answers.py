"""Answers: the transcript of a visit goes back to its sender, and all that was written goes to the outbox."""

from __future__ import annotations

from typing import Any, Final

from engine.library.media import media_type
from engine.wire.facts import NO_FACTS, Facts
from server.ledger import models as rows
from server.ledger.queues import add_all_outgoing
from server.mail.body import Attachment
from server.mail.tokens import bounce_token, message_id
from server.mail.writing import Outgoing, compose
from server.outgoing.code_lines import code_line, reply_line
from server.outgoing.receipts import with_receipt
from server.outgoing.subjects import entitled
from server.visit.costs import ASKED, spend
from server.visit.draft import SOME_TIME, SOON, MailDraft, reader_of
from server.visit.preferences import NONE, manner_of
from server.visit.refusal import BadCommand
from server.visit.settings import Settings
from server.visit.visit import Visit

MOST_ASKED: Final = 40
"""So many mails in a day by which a player wants something of others …"""
MOST_ASKED_OF_ONE: Final = 12
"""… and so many of them to the same one."""


def answer(visit: Visit) -> None:
    """Send the transcript to the player's own address; a stranger's goes to where the mail came from."""
    if visit.reply.last_word:
        visit.reply.show(visit.reply.last_word)
    if not visit.reply.transcript and not visit.reply.question:
        return
    player, recipient = visit.sender.player, visit.sender.address
    if player is not None:
        recipient = visit.players.main_address(player) or visit.reply.farewell
    if not recipient:
        return
    if visit.reply.question:
        visit.reply.show(visit.reply.question)
    elif player is not None and player.seed is not None:
        visit.reply.show(code_line(visit, player))
    if visit.reply.postscript:
        visit.reply.show(visit.reply.postscript)
    visit.drafts.append(
        MailDraft(
            dedupe=f"answer {visit.name}",
            kind="answer",
            recipient=recipient,
            text=_written(player, "\n\n".join(visit.reply.transcript) + "\n"),
            remark=visit.sender.tongue.say("please confirm") if visit.reply.question else "",
            game=next(iter(visit.games.about)) if len(visit.games.about) == 1 else "",
            player_id=player.id if player else None,
            answers=visit.reply.message_id,
            attachments=tuple(visit.reply.attachments.items()),
            facts=visit.reply.facts,
        )
    )


def _written(player: rows.Player | None, text: str) -> str:
    return manner_of(player).written(text) if player else text


def notify(
    visit: Visit,
    player: rows.Player,
    name: str,
    text: str,
    *,
    remark: str = "",
    game: str = "",
    signed: bool = False,
    facts: Facts = NO_FACTS,
) -> None:
    """A mail to a player who did not just write to us, in that player's language.

    One who wants no mail of games gets none. `signed` is for what a client acts on, as it does on `facts`.
    """
    address = visit.players.main_address(player)
    if address is None or (game and player.mails == NONE):
        return
    spoken = manner_of(player).tongue
    parts = [spoken.phrase(text), *([reply_line(visit, player)] if player.seed is not None else [])]
    visit.drafts.append(
        MailDraft(
            dedupe=name,
            kind="notice",
            urgency=SOON,
            recipient=address,
            text=_written(player, "\n\n".join(parts) + "\n"),
            remark=spoken.phrase(remark),
            game=game,
            player_id=player.id,
            facts=facts,
            signed=signed or facts != NO_FACTS,
        )
    )


def ask_player(
    visit: Visit,
    player: rows.Player,
    name: str,
    text: str,
    *,
    remark: str,
    game: str,
    facts: Facts = NO_FACTS,
) -> None:
    """A mail by which whoever writes to us asks or tells another player something; so many in a day, so that
    nobody can flood others by way of the server."""
    room = spend(visit, f"{ASKED} {player.id}", MOST_ASKED_OF_ONE) and spend(visit, ASKED, MOST_ASKED)
    if not room:
        raise BadCommand(
            "command/asked-too-often",
            "this would send {handle} a mail, and you have sent others enough of these today: nothing was "
            "done, go on tomorrow",
            handle=player.handle,
        )
    notify(visit, player, name, text, remark=remark, game=game, facts=facts)


def tell_host(visit: Visit, name: str, text: str) -> None:
    """A notice to the host, if there is an address for that."""
    if visit.settings.host:
        visit.drafts.append(host_draft(visit.settings, name, text))


def host_draft(settings: Settings, name: str, text: str) -> MailDraft:
    return MailDraft(
        dedupe=f"host {name}", kind="host", urgency=SOME_TIME, recipient=settings.host, text=text
    )


def freeze(visit: Visit) -> None:
    """Write every mail of the visit into the outbox, as the bytes in which it will be sent."""
    mails = [
        _frozen(
            visit.settings, entitled(visit, with_receipt(visit, draft)), visit.now, _handle_of(visit, draft)
        )
        for draft in visit.drafts
    ]
    add_all_outgoing(visit.session, mails)


def _handle_of(visit: Visit, draft: MailDraft) -> str | None:
    """The player whom a mail is for, if it is for one."""
    return visit.session.get_one(rows.Player, draft.player_id).handle if draft.player_id is not None else None


def frozen(settings: Settings, draft: MailDraft, now: int) -> rows.Outbox:
    """A mail to an address as it will be sent, however often that takes."""
    return rows.Outbox(**_frozen(settings, draft, now, None))


def _frozen(settings: Settings, draft: MailDraft, now: int, handle: str | None) -> dict[str, Any]:
    """The same as bare values."""
    secret, reader = settings.mail_secret, reader_of(handle, draft.recipient)
    outgoing = Outgoing(
        to=draft.recipient,
        subject=draft.subject,
        text=draft.text,
        html=draft.html,
        at=now,
        dedupe_key=draft.dedupe,
        game=draft.game,
        topic=draft.topic,
        answers=draft.answers,
        attachments=tuple(Attachment(name, media_type(name), content) for name, content in draft.attachments),
        reader=reader,
    )
    return {
        "dedupe_key": draft.dedupe,
        "message_id": message_id(secret, settings.name, draft.dedupe, reader),
        "token": bounce_token(secret, draft.dedupe),
        "recipient": draft.recipient,
        "player_id": draft.player_id,
        "game_id": draft.game or None,
        "mime": compose(settings.letterhead, outgoing),
        "kind": draft.kind,
        "urgency": draft.urgency,
        "created_at": now,
    }
