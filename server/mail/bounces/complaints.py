"""Complaints: somebody pressed "this is spam" on a mail of ours, and their provider reports it (RFC 5965)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.mail.addresses import addresses_in
from engine.mail.header import Header, token_of
from engine.mail.mime import Part
from server.mail.bounces.notices import own_parts
from server.mail.bounces.reports import original_id
from server.mail.tokens import bounced_token

_NO_COMPLAINT = frozenset({"auth-failure", "dkim", "not-spam"})


@dataclass(frozen=True, slots=True)
class Complaint:
    """The mail that is complained about, as far as the report names it; each may be empty."""

    message_id: str
    token: str


def read_complaint(mail: Part, subject: str) -> Complaint | None:
    """The complaint that this mail is, or None."""
    parts = own_parts(mail)
    report = next((part for part in parts if part.kind == "message/feedback-report"), None)
    fields = Header(report.text if report else "")
    if report is None and not _is_old_form(parts, subject):
        return None
    if token_of(fields.first("feedback-type")) in _NO_COMPLAINT:
        return None
    return Complaint(original_id(parts, ""), bounced_token(addresses_in(fields.every("original-mail-from"))))


def _is_old_form(parts: list[Part], subject: str) -> bool:
    """As it was before the standard, and is still sent: a returned mail under one fixed subject."""
    returned = any(part.is_message for part in parts)
    return returned and subject.lower().startswith("complaint about message from ")
