"""Answers: the transcript of a visit goes back to its sender, and all that was written goes to the outbox."""

from __future__ import annotations

from typing import Final

from server.draft import Draft
from server.ledger.models import Outbox, Player
from server.ledger.queues import add_outgoing
from server.mail.body import Attachment
from server.mail.tokens import bounce_token, message_id
from server.mail.writing import Letterhead, Outgoing, compose
from server.settings import Settings
from server.visit import DAY, Visit

REPLY_VALID: Final = 60 * DAY


def answer(visit: Visit) -> None:
    """Send the transcript to the player's own address; a stranger's goes to where the mail came from."""
    if not visit.transcript and not visit.attachments:
        return
    recipient = visit.sender
    if visit.player is not None:
        recipient = visit.main_address(visit.player) or visit.farewell
    if not recipient:
        return
    if visit.player is not None and visit.player.seed is not None:
        visit.say(_reply_line(visit, visit.player))
    visit.drafts.append(
        Draft(
            dedupe=f"answer {visit.name}",
            kind="answer",
            recipient=recipient,
            text="\n\n".join(visit.transcript) + "\n",
            player_id=visit.player.id if visit.player else None,
            answers=visit.answers,
            attachments=tuple(visit.attachments),
        )
    )


def _reply_line(visit: Visit, player: Player) -> str:
    """A mailbox player's next mail proves itself by quoting this."""
    code = visit.make_code("reply", player, "", "{}", REPLY_VALID)
    return f"To go on, reply to this mail and leave this line in your reply:\n\n  code: {code}"


def tell_host(visit: Visit, name: str, text: str) -> None:
    """A notice to the host, if there is an address for that."""
    if visit.settings.host:
        visit.drafts.append(host_draft(visit.settings, name, text))


def host_draft(settings: Settings, name: str, text: str) -> Draft:
    return Draft(dedupe=f"host {name}", kind="host", recipient=settings.host, text=text)


def freeze(visit: Visit) -> None:
    """Write every mail of the visit into the outbox, as the bytes in which it will be sent."""
    for draft in visit.drafts:
        add_outgoing(visit.session, frozen(visit.settings, draft, visit.now))


def frozen(settings: Settings, draft: Draft, now: int) -> Outbox:
    """A mail as it will be sent, however often that takes."""
    secret = settings.mail_secret
    letterhead = Letterhead(settings.name, settings.address, "Grubenpost", secret)
    outgoing = Outgoing(
        to=draft.recipient,
        subject=draft.subject,
        text=draft.text,
        at=now,
        dedupe_key=draft.dedupe,
        name=draft.name,
        game=draft.game,
        answers=draft.answers,
        attachments=tuple(
            Attachment(name, "application/json", content) for name, content in draft.attachments
        ),
    )
    return Outbox(
        dedupe_key=draft.dedupe,
        message_id=message_id(secret, settings.name, draft.dedupe),
        token=bounce_token(secret, draft.dedupe),
        recipient=draft.recipient,
        player_id=draft.player_id,
        game_id=draft.game or None,
        mime=compose(letterhead, outgoing),
        kind=draft.kind,
        created_at=now,
    )
