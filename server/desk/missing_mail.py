"""Signs in a mail, while the ledger is rebuilt, of things that this ledger should know and does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlmodel import select

from server.ledger import models as rows
from server.mail.reading import Incoming
from server.mail.tokens import was_sent_to
from server.outgoing.proof import answered_by
from server.visit.draft import reader_of
from server.visit.visit import Visit

_OF_ANOTHER_LOG: Final = frozenset({"move/unknown-head", "game/unknown"})
"""The refusals of a sealed letter whose sender knows a game otherwise than this ledger does."""


def find_missing(visit: Visit, mail: Incoming) -> Iterator[str]:
    """A sentence for the host about each such thing. Nobody else can make a Message-ID that counts."""
    sender = visit.supposed_sender()
    who = sender.handle if sender else "somebody who is no player"
    if mail.letters and visit.reply.refused in _OF_ANOTHER_LOG:
        yield f"a sealed letter of {who} answers a state of a game that is not in the ledger"
    readers = [reader_of(None, visit.sender.address), *([reader_of(sender.handle, "")] if sender else [])]
    secret, server = visit.settings.mail_secret, visit.settings.name
    for one in answered_by(mail):
        ours = any(was_sent_to(secret, server, one, reader) for reader in readers)
        if ours and not _is_known(visit, one.lower()):
            yield f"{who} answers a mail of ours that is not in the ledger: {one}"


def _is_known(visit: Visit, message_id: str) -> bool:
    known = select(rows.Outbox.id).where(rows.Outbox.message_id == message_id)
    return visit.session.exec(known).first() is not None
