"""What became of one attempt to send a mail."""

from __future__ import annotations

import re
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

from server.post.errors import NoLine
from server.post.saying import in_words

# Refused for good, they say, but experience says otherwise: unnamed trouble, a full mailbox, a full disk.
_HASTY: Final = re.compile(r"\b5\.(?:5\.0|2\.2|3\.1|3\.2)\b")


class Fate(Enum):
    """How a mail goes on."""

    SENT = "the server has taken it"
    LATER = "not now; or it is not known whether the server has taken it, so the same bytes go again"
    MAYBE = "never, says the server, and is believed when it has said so a few times"
    NEVER = "nobody will ever take it"
    UNTRIED = "it was not the mail's turn at all"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A fate, and why."""

    fate: Fate
    error: str = ""


SENT: Final = Verdict(Fate.SENT)
CUT_SHORT: Final = Verdict(Fate.LATER, "we were stopped while it was being sent")


def judge(error: BaseException) -> Verdict:
    """What an error during an attempt means for the mail."""
    if isinstance(error, NoLine):
        return Verdict(Fate.UNTRIED, str(error))
    if isinstance(error, SMTPRecipientsRefused):
        return _judge_reply(error.recipients[0])
    if isinstance(error, SMTPDataError | SMTPRecipientRefused):
        return _judge_reply(error)
    if isinstance(error, SMTPResponseException):
        # Not the recipient nor the mail but we are refused: a matter of the account, which can be mended.
        return Verdict(Fate.LATER, _reply(error))
    if isinstance(error, ValueError):
        return Verdict(Fate.NEVER, in_words(error))
    if isinstance(error, SMTPException | OSError):
        return Verdict(Fate.LATER, f"the connection was lost: {in_words(error)}")
    return Verdict(Fate.LATER, f"{type(error).__name__}: {in_words(error)}")


def _judge_reply(error: SMTPResponseException) -> Verdict:
    reply = _reply(error)
    if not 500 <= error.code <= 599:
        return Verdict(Fate.LATER, reply)
    return Verdict(Fate.MAYBE if _HASTY.search(error.message) else Fate.NEVER, reply)


def _reply(error: SMTPResponseException) -> str:
    return " ".join(f"{error.code} {error.message}".split())
