"""Reports of mail servers that a mail of ours did not arrive.

Which mail it was is told by the token in the envelope address, not by the report: anyone can write
a report. What is read here says how bad it is: from the fields of a delivery status (RFC 3464), or
else from the words of a notice.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.mail.addresses import addresses_in
from engine.mail.header import Header, token_of
from engine.mail.ids import first_id
from engine.mail.mime import Part
from server.mail.bounces.notices import own_parts, said
from server.mail.bounces.reasons import is_gone

_MOST = 20
_MACHINE_READABLE = frozenset({"message/delivery-status", "message/global-delivery-status"})
_HEADER_ONLY = frozenset({"text/rfc822-headers", "message/global-headers"})
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_STATUS = re.compile(r"(?<![\d.])[245]\.[0-7]\.\d{1,3}(?!\.?\d)")
_REFUSAL = re.compile(r"(?<![\d.])[45]\.[0-7]\.\d{1,3}(?!\.?\d)")
"""In a text other numbers look like a status too: the versions of programs, and subjects that name them."""
_MESSAGE_ID = re.compile(r"^[ \t>]{0,8}Message-ID:\s{0,80}(<[^<>\s]{1,250}>)", re.IGNORECASE | re.MULTILINE)
_LATE = re.compile(
    r"\bdelayed\b|\bpostponed\b|\bstill (?:being|trying)\b|\bnot yet\b|\bcontinue (?:trying|to (?:try|be))"
    r"|\bdo not need to resend\b|\bwill (?:be retried|keep trying|try again)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RecipientFate:
    """The fate of the mail for one recipient."""

    address: str
    action: str  # failed, delayed, delivered, relayed or expanded
    status: str  # such as 5.1.1, or empty if none was told
    gone: bool  # whether there is nobody at the address

    @property
    def hard(self) -> bool:
        """Whether it was refused for good because there is nobody."""
        return self.action == "failed" and self.gone


@dataclass(frozen=True, slots=True)
class Report:
    """The fates of one mail, and the Message-ID that it had, as far as the report tells."""

    fates: tuple[RecipientFate, ...]
    message_id: str

    @property
    def hard(self) -> bool:
        """Whether there is nobody at an address that it went to."""
        return any(fate.hard for fate in self.fates)


def read_report(mail: Part, is_notice: bool, words: str) -> Report | None:
    """The delivery report that this mail is, or None."""
    parts = own_parts(mail)
    fates = _standard_fates(parts, words)
    if not fates and is_notice:
        fates = (_told_fate(mail, said(words)),)
    return Report(fates, original_id(parts, words)) if fates else None


def _standard_fates(parts: list[Part], words: str) -> tuple[RecipientFate, ...]:
    status = next((part for part in parts if part.kind in _MACHINE_READABLE), None)
    if status is None:
        return ()
    groups = [Header(group) for group in _BLANK_LINE.split(status.text, _MOST + 1)]
    told = [group for group in groups if group.first("action") or group.first("status")]
    return tuple(_fate(group, words) for group in told[:_MOST])


def _fate(group: Header, words: str) -> RecipientFate:
    recipient = group.first("original-recipient") or group.first("final-recipient")
    diagnosis = group.first("diagnostic-code")
    told = _STATUS.search(group.first("status")) or _STATUS.search(diagnosis)
    status = told[0] if told else ""
    vague = status[1:] in ("", ".0.0") and not diagnosis
    reason = said(words) if vague else f"{diagnosis} {group.first('status')}"
    return RecipientFate(
        _one_address(recipient), _action(group, status), status, is_gone(_precise(status, diagnosis), reason)
    )


def _precise(status: str, diagnosis: str) -> str:
    """The status as the refusing server told it, if the one that reports has only a vague one."""
    inner = _STATUS.search(diagnosis)
    return inner[0] if inner and status[1:] == ".0.0" else status


def _action(group: Header, status: str) -> str:
    """Some write `error`, some add a remark, and some leave the field out."""
    action = re.match(r"[a-z]*", token_of(group.first("action")))
    word = action[0] if action else ""
    if word.startswith(("fail", "error")) or not word:
        return "delayed" if not word and status.startswith("4") else "failed"
    return word[:20]


def _told_fate(mail: Part, told: str) -> RecipientFate:
    failed = addresses_in(mail.header.every("x-failed-recipients")) or addresses_in([told])
    status = _status_in(told)
    action = "delayed" if _LATE.search(told) and not status.startswith("5") else "failed"
    return RecipientFate(failed[0] if failed else "", action, status, is_gone(status, told))


def original_id(parts: list[Part], words: str) -> str:
    """From the copy of the mail, or of its header, that the report brings back."""
    for part in parts:
        if part.is_message:
            return first_id(part.parts[0].header.only("message-id"))
        if part.kind in _HEADER_ONLY:
            return first_id(Header(part.text).only("message-id"))
    return _id_in(words)


def _one_address(recipient: str) -> str:
    found = addresses_in([recipient])
    return found[0] if found else ""


def _status_in(text: str) -> str:
    found = _REFUSAL.search(text)
    return found[0] if found else ""


def _id_in(text: str) -> str:
    found = _MESSAGE_ID.search(text)
    return first_id(found[1]) if found else ""
