"""The verdict on one attempt to send a mail."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from aiosmtplib import (
    SMTPDataError,
    SMTPException,
    SMTPRecipientRefused,
    SMTPRecipientsRefused,
    SMTPResponseException,
)

from server.post.error_text import in_words
from server.post.errors import NoLine
from server.post.smtp.refusals import About, what_about


class Fate(Enum):
    """The fate of a mail after an attempt."""

    SENT = "the server has taken it"
    LATER = "not now; or it is not known whether the server has taken it, so the same bytes go again"
    MAYBE = "never, says the server, and is believed when it has said so a few times"
    NEVER = "nobody will ever take it"
    HELD = "not this mail is refused but we are, whatever we send: nothing goes for a while"
    UNTRIED = "it was not the mail's turn at all"


@dataclass(frozen=True, slots=True)
class SmtpVerdict:
    """A fate, and why."""

    fate: Fate
    error: str = ""


SENT: Final = SmtpVerdict(Fate.SENT)
CUT_SHORT: Final = SmtpVerdict(Fate.LATER, "we were stopped while it was being sent")


def judge(error: BaseException) -> SmtpVerdict:
    """The verdict of an error during an attempt."""
    if isinstance(error, NoLine):
        return SmtpVerdict(Fate.UNTRIED, str(error))
    if isinstance(error, SMTPRecipientsRefused):
        return _judge_reply(error.recipients[0])
    if isinstance(error, SMTPResponseException):
        return _judge_reply(error)
    if isinstance(error, ValueError):
        return SmtpVerdict(Fate.NEVER, in_words(error))
    if isinstance(error, SMTPException | OSError):
        return SmtpVerdict(Fate.LATER, f"the connection was lost: {in_words(error)}")
    return SmtpVerdict(Fate.LATER, f"{type(error).__name__}: {in_words(error)}")


def _judge_reply(error: SMTPResponseException) -> SmtpVerdict:
    reply, about = _reply(error), what_about(error.message)
    if about is About.US or not isinstance(error, SMTPDataError | SMTPRecipientRefused):
        # Not the recipient nor the mail but we are refused: time mends it, or the host does.
        return SmtpVerdict(Fate.HELD, reply)
    if not 500 <= error.code <= 599 or about is About.NOT_NOW:
        return SmtpVerdict(Fate.LATER, reply)
    return SmtpVerdict(Fate.MAYBE if about is About.UNKNOWN else Fate.NEVER, reply)


def _reply(error: SMTPResponseException) -> str:
    return " ".join(f"{error.code} {error.message}".split())
