"""Reports of mail servers that a mail of ours did not arrive.

Which mail it was is told by the token in the envelope address, not by the report: anyone can write
a report. What is read here says how bad it is. Three forms are in use: multipart/report (RFC 3464),
the text of qmail, and the field that Exim adds to its text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.mail.addresses import addresses_in
from engine.mail.header import Header, token_of
from engine.mail.ids import first_id
from engine.mail.mime import Part

_MOST = 20
_MACHINE_READABLE = frozenset({"message/delivery-status", "message/global-delivery-status"})
_HEADER_ONLY = frozenset({"text/rfc822-headers", "message/global-headers"})
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_STATUS = re.compile(r"(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)")
_MESSAGE_ID = re.compile(r"^Message-ID:\s{0,80}(<[^<>\s]{1,250}>)", re.IGNORECASE | re.MULTILINE)
_QMAIL = re.compile(r"\s{0,80}Hi\. This is the qmail-send program at ")
_QMAIL_COPY = "\n--- Below this line is a copy of the message."
_QMAIL_FATE = re.compile(r"^<([^<>\s]{1,254})>:\n((?:[^\n]++\n?+)*+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of the mail for one recipient."""

    address: str
    action: str  # failed, delayed, delivered, relayed or expanded
    status: str  # such as 5.1.1, or empty if none was told

    @property
    def hard(self) -> bool:
        """Whether it was refused for good."""
        return self.action == "failed" and not self.status.startswith(("2", "4"))


@dataclass(frozen=True, slots=True)
class Report:
    """The fates of one mail, and the Message-ID that it had, as far as the report tells."""

    fates: tuple[Fate, ...]
    message_id: str

    @property
    def hard(self) -> bool:
        """Whether it was refused for good, for anyone."""
        return any(fate.hard for fate in self.fates)


def read_report(mail: Part) -> Report | None:
    """The delivery report that this mail is, or None."""
    if mail.kind == "multipart/report":
        return _standard_report(mail)
    if mail.kind != "text/plain":
        return None
    return _qmail_report(mail.text) or _exim_report(mail)


def _standard_report(mail: Part) -> Report | None:
    status = next((part for part in mail.parts if part.kind in _MACHINE_READABLE), None)
    if status is None:  # a receipt or a complaint
        return None
    groups = [Header(group) for group in _BLANK_LINE.split(status.text, _MOST + 1)]
    fates = [_fate(group) for group in groups if group.first("action")]
    return Report(tuple(fates[:_MOST]), _original_id(mail))


def _fate(group: Header) -> Fate:
    recipient = group.first("original-recipient") or group.first("final-recipient")
    told = _STATUS.search(group.first("status")) or _STATUS.search(group.first("diagnostic-code"))
    return Fate(_one_address(recipient), token_of(group.first("action"))[:20], told[0] if told else "")


def _original_id(mail: Part) -> str:
    """From the copy of the mail, or of its header, that the report brings back."""
    for part in mail.parts:
        if part.is_message:
            return first_id(part.parts[0].header.only("message-id"))
        if part.kind in _HEADER_ONLY:
            return first_id(Header(part.text).only("message-id"))
    return ""


def _qmail_report(text: str) -> Report | None:
    if _QMAIL.match(text) is None:
        return None
    told, _, copy = text.partition(_QMAIL_COPY)
    fates = [
        Fate(_one_address(recipient), "failed", _status_in(why))
        for recipient, why in _QMAIL_FATE.findall(told)[:_MOST]
    ]
    return Report(tuple(fates), _id_in(copy))


def _exim_report(mail: Part) -> Report | None:
    failed = addresses_in(mail.header.every("x-failed-recipients"))[:_MOST]
    if not failed:
        return None
    status = _status_in(mail.text)
    return Report(tuple(Fate(address, "failed", status) for address in failed), _id_in(mail.text))


def _one_address(recipient: str) -> str:
    found = addresses_in([recipient])
    return found[0] if found else ""


def _status_in(text: str) -> str:
    found = _STATUS.search(text)
    return found[0] if found else ""


def _id_in(text: str) -> str:
    found = _MESSAGE_ID.search(text)
    return first_id(found[1]) if found else ""
