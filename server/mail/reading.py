"""A mail as it came, read as far as anybody needs it before deciding anything.

Nothing here is believed. Who sent a mail is what its From says; what a letter in it is worth is
told by its seal; what a mail server says about it counts only from the host's own. The Date is not
read at all, and no decoded text of a mail may ever be put into a header of ours.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import Refused
from engine.mail.addresses import addresses_in, sender_in, strange_addresses_in
from engine.mail.header import Header, in_words, split_header
from engine.mail.ids import first_id, thread_of
from engine.mail.mime import split_mail
from engine.wire.mails import MARK
from server.mail.authentication import authenticated_domain
from server.mail.automatic import is_robot, why_automatic, why_relayed
from server.mail.bounces.complaints import Complaint, read_complaint
from server.mail.bounces.notices import is_notice
from server.mail.bounces.reports import Report, read_report
from server.mail.contents import read_contents
from server.mail.tokens import bounced_token, is_own_id, unsubscribed_token

_SENT_TO = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "apparently-to")
_OPENLY = ("to", "cc", "resent-to", "resent-cc")
_LONGEST_SUBJECT = 200
_LONGEST_ENVELOPE = 32 * 1024


@dataclass(frozen=True, slots=True)
class Incoming:
    """One mail that came in.

    sender            the one plain address in From, its domain in lower case; "" if in doubt
    subject           in words, for reading only
    message_id        of a safe form, or ""; never a proof that a mail is known
    references        Message-IDs of the thread, the oldest first
    in_reply_to       the Message-ID that is answered, or ""
    recipients        where the mail went, in lower case
    shown_to          those among them to whom its sender wrote, openly; also addresses of an odd form
    automatic         the field that says a machine wrote this, or "notice" if a mail server did by all
                      that it says; "" for a person
    relayed           the field that a mailing list or a forwarder added on the way, or ""
    own               whether this very server wrote it
    text              the words that the sender wrote or quoted
    letters           every sealed letter in it, repaired and each once, in order
    problems          why some letter or wrapping could not be opened
    bounce_token      of the mail of ours whose envelope address this came to, or ""; a bounce only
                      with a report, for vacation programs answer to that address too
    unsubscribe_token of the mail of ours whose link was used, or ""
    report            what a mail server reports about a mail of ours
    complaint         somebody's, about a mail of ours, that their provider reports
    authenticated_by  the sender's domain if the host's own mail server vouches for it, or ""
    """

    sender: str
    subject: str
    message_id: str
    references: tuple[str, ...]
    in_reply_to: str
    recipients: tuple[str, ...]
    shown_to: tuple[str, ...]
    automatic: str
    relayed: str
    own: bool
    text: str
    letters: tuple[bytes, ...]
    problems: tuple[Refused, ...]
    bounce_token: str
    unsubscribe_token: str
    report: Report | None
    complaint: Complaint | None
    authenticated_by: str


def read_mail(raw: bytes, server: str = "", authserv_id: str = "") -> Incoming:
    """The mail in these bytes, or BadMail.

    `server` is our own name, to know our own mails by; `authserv_id` is the name under which the
    host's mail server writes what it found out about senders, empty if that is not to be used.
    """
    mail = split_mail(raw)
    header = mail.header
    sender = sender_in(header.every("from"))
    subject = in_words(header.first("subject"))[:_LONGEST_SUBJECT]
    recipients = addresses_in(value for name in _SENT_TO for value in header.every(name))
    contents = read_contents(mail)
    automatic = why_automatic(header, sender)
    notice = is_notice(mail, is_robot(header, sender), subject, contents.text)
    return Incoming(
        sender=sender,
        subject=subject,
        message_id=first_id(header.only("message-id")),
        references=thread_of(header.first("references")),
        in_reply_to=first_id(header.first("in-reply-to")),
        recipients=recipients,
        shown_to=_shown_to(header),
        automatic=automatic or ("notice" if notice else ""),
        relayed=why_relayed(header),
        own=_is_own(header, server),
        text=contents.text,
        letters=contents.letters,
        problems=contents.problems,
        bounce_token=bounced_token(recipients),
        unsubscribe_token=unsubscribed_token(subject),
        report=read_report(mail, notice, contents.text),
        complaint=read_complaint(mail, subject),
        authenticated_by=authenticated_domain(header, authserv_id, sender),
    )


def _shown_to(header: Header) -> tuple[str, ...]:
    fields = [value for name in _OPENLY for value in header.every(name)]
    return (*addresses_in(fields), *strange_addresses_in(map(in_words, fields)))


def read_envelope(raw: bytes, why: Refused, server: str = "", authserv_id: str = "") -> Incoming:
    """A mail that can't be read, as far as its header tells of it: whom to tell why, or whether anyone."""
    header, _ = split_header(raw[:_LONGEST_ENVELOPE].replace(b"\r\n", b"\n"))
    sender = sender_in(header.every("from"))
    recipients = addresses_in(value for name in _SENT_TO for value in header.every(name))
    return Incoming(
        sender=sender,
        subject="",
        message_id=first_id(header.only("message-id")),
        references=thread_of(header.first("references")),
        in_reply_to=first_id(header.first("in-reply-to")),
        recipients=recipients,
        shown_to=_shown_to(header),
        automatic=why_automatic(header, sender),
        relayed=why_relayed(header),
        own=_is_own(header, server),
        text="",
        letters=(),
        problems=(why,),
        bounce_token=bounced_token(recipients),
        unsubscribe_token="",
        report=None,
        complaint=None,
        authenticated_by=authenticated_domain(header, authserv_id, sender),
    )


def _is_own(header: Header, server: str) -> bool:
    """By the loop mark, or by a Message-ID such as only we give."""
    if not server:
        return False
    return server in header.every(MARK.lower()) or is_own_id(header.first("message-id"), server)
