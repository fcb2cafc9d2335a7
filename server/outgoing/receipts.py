"""Receipts: a mail to a client says what it says a second time, signed, for it believes nothing else.

Beside the words stand the facts, in fields: no client has to read a sentence. A turn is signed by itself, and
what there is to tell besides stands in facts too. Every other mail to somebody who has a key of their own,
and every answer to sealed letters, has a receipt and its facts attached. Who plays from a mailbox gets none,
but where a client acts on what the mail says.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.mail.ids import is_safe_id
from engine.wire.facts import NO_FACTS, write_facts
from engine.wire.mails import FACTS, POSITION, RECEIPT
from engine.wire.receipt import Receipt, write_receipt
from server.ledger import models as rows
from server.visit.draft import MailDraft
from server.visit.visit import Visit

TURN: Final = "turn"


def with_receipt(visit: Visit, draft: MailDraft) -> MailDraft:
    """The mail as it goes out."""
    reader = visit.session.get(rows.Player, draft.player_id) if draft.player_id is not None else None
    answers = bool(draft.answers)
    # A turn is signed by itself; somebody who does not want it attached wants no other file instead.
    told = draft.kind != TURN and reader is not None and (reader.seed is None or draft.signed)
    turn = dict(draft.attachments).get(POSITION)
    if turn is not None:
        return draft if draft.facts == NO_FACTS else _with_facts(visit, draft, turn)
    if not (told or (answers and visit.reply.letters)):
        return draft
    receipt = Receipt(
        server=visit.settings.name,
        handle=reader.handle if reader is not None else "",
        at=visit.now,
        mail=draft.answers if answers and is_safe_id(draft.answers) else "",
        answers=visit.reply.letters if answers else (),
        refused=visit.reply.refused if answers else "",
        said=draft.text,
    )
    written = write_receipt(receipt, visit.settings.key)
    with_it = replace(draft, attachments=(*draft.attachments, (RECEIPT, written)))
    return _with_facts(visit, with_it, written)


def _with_facts(visit: Visit, draft: MailDraft, beside: bytes) -> MailDraft:
    facts = write_facts(draft.facts, beside, visit.settings.key)
    return replace(draft, attachments=(*draft.attachments, (FACTS, facts)))
