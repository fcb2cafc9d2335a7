"""Refusals of an SMTP server: about the recipient, the mail, or us.

The first digit tells little: providers say 550 when an account has sent enough for today. So the words and
the enhanced status (RFC 3463) are read. Only a recipient who is not there, or a mail that nobody could take,
is refused for good.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final


class About(Enum):
    """The thing that has to change before the same mail can be taken."""

    RECIPIENT = "there is no such mailbox"
    NOT_NOW = "the recipient's mailbox is full, or the way to it is not open"
    MAIL = "nobody takes such a mail"
    US = "our account may not send now: too much, too fast, or not as it is set up"
    UNKNOWN = "it does not say"


_STATUS: Final = re.compile(r"(?<![\d.])[245]\.(\d{1,3})\.(\d{1,3})(?![\d.])")

_ABOUT_STATUS: Final = {
    **dict.fromkeys(["1.1", "1.2", "1.3", "1.6", "1.10", "2.1"], About.RECIPIENT),
    "2.2": About.NOT_NOW,
    **dict.fromkeys(["2.3", "3.4", "6.0", "6.1", "6.2", "6.3"], About.MAIL),
    **dict.fromkeys(["1.7", "1.8", "1.90", "4.5", "7.3", "7.8", "7.9", "2.252"], About.US),
    **dict.fromkeys([f"7.{n}" for n in (*range(20, 31), 57, 60, 64)], About.US),
    **dict.fromkeys([f"7.{n}" for n in (501, 502, 503, 508, 511, 512, 705, 708, 750)], About.US),
}
"""As far as a status alone is clear; 5.7.1 and 5.4.1 mean anything, and 5.5.0 nothing. 5.7.20 to 5.7.30 are
about missing signs of a sender (SPF, DKIM), three digits are Microsoft's for accounts that are held back."""

_OURS: Final = re.compile(
    r"""(?x) \b(?:
        (?:send|sending|outbound|outgoing|submission|daily|hourly|messages?|user|account|rate)
            [\s_-]+ (?:\w+[\s_-]+){0,3}? (?:limits?|quotas?|rate|threshold|exceeded|restricted|denied)
      | (?:limit|quota|rate|threshold) [\s_-]+ (?:\w+[\s_-]+){0,3}? (?:exceeded|reached|hit)
      | rate [\s_-]? limit\w* | ratelimit\w* | throttl\w*
      | too \s+ (?:many|much|fast) | exceeds? \s+ (?:the \s+)? (?:limit|quota|rate)
      | (?:account|user|tenant|sender) \s+ (?:\w+\s+){0,3}? (?:suspended|blocked|locked)
      | (?:account|domain|sending) \s+ (?:\S+\s+){0,3}? (?:suspended|paused|on \s+ probation)
      | domain \s+ (?:\S+\s+){0,4}? (?:disabled|not \s+ allowed \s+ to \s+ send)
      | (?:reached|over) \s+ (?:\w+\s+){0,4}? (?:limit|quota)
      | \w*limit\w* \s+ (?:wurde \s+)? (?:erreicht|überschritten)
      | unusual \s+ (?:sending|activity|rate|volume|login)
      | (?:outbound|outgoing) \s* spam\w* | OutboundSpam\w* | bad \s+ outbound \s+ sender
      | relaying \s+ disallowed | sandbox \s+ (?:sub)?domains? | verified \s+ sender
      | not \s+ authori[sz]ed \s+ to \s+ (?:perform|use)
      | policy \s+ restrictions? | unauthenticated \s+ (?:senders?|mail|email)
      | sender \s+ (?:address \s+)? (?:is \s+)?
            (?:rejected|denied|refused|not \s+ (?:allowed|verified|owned)|verify)
      | not \s+ (?:owned|permitted \s+ to \s+ send|allowed \s+ to \s+ send|authori[sz]ed \s+ to \s+ send)
      | SendAsDenied | (?:e-?mail \s+)? address \s+ (?:is \s+)? not \s+ verified
      | authentication \s+ required | must \s+ (?:authenticate|issue) | (?:please \s+)? (?:log|sign) \s+ in
    )\b""",
    re.IGNORECASE,
)
_NOBODY: Final = re.compile(
    r"""(?x) \b(?:
        (?:user|mailbox|recipient|address|account|addressee) \s+ (?:\S+\s+){0,3}?
            (?:unknown|not \s+ found|invalid)
      | unknown \s+ (?:user|mailbox|recipient|address|local)
      | (?:no|invalid|bad) \s+ (?:such \s+)? (?:user|mailbox|recipient|address|account)
      | (?:does|do) \s+ (?:not|n't) \s+ exist | doesn't \s+ exist | no \s+ mailbox
    )\b""",
    re.IGNORECASE,
)
_NOT_NOW: Final = re.compile(
    r"""(?x) \b(?:
        (?:mailbox|inbox) \s+ (?:\w+\s+){0,3}? full | over\s?quota
      | (?:mailbox|inbox|recipient'?s?|storage) \s+ (?:\w+\s+){0,3}?
            (?:quota|storage) (?:\s+\w+){0,2}? \s+ exceeded
      | exceeded \s+ storage \s+ allocation | insufficient \s+ (?:system|disk) \s+ (?:storage|space)
      | relay(?:ing)? \s+ (?:access \s+)? (?:denied|not)
      | (?:user|recipient|mailbox) \s+ (?:\w+\s+){0,8}? receiving \s+ mail
    )\b""",
    re.IGNORECASE,
)
_BUSY: Final = re.compile(r"\breceiving\s+mail\b|\btoo\s+(?:quickly|fast|many)\b", re.IGNORECASE)
"""A mailbox that is there, and has had enough for now."""
_LARGE: Final = re.compile(
    r"\bmessage\s+(?:\w+\s+){0,3}?(?:too\s+(?:big|large)|size\s+exceeds)|\bexceeds\s+(?:\w+\s+){0,3}?size\b",
    re.IGNORECASE,
)


def what_about(reply: str) -> About:
    """The thing that a reply such as `550 5.4.5 Daily user sending limit exceeded` is about."""
    reply = reply[:1000]
    status = _STATUS.search(reply)
    told = _ABOUT_STATUS.get(f"{status[1]}.{status[2]}") if status else None
    if told is About.RECIPIENT and _BUSY.search(reply):
        return About.NOT_NOW
    if told is not None:
        return told
    for pattern, about in (
        (_LARGE, About.MAIL),
        (_NOT_NOW, About.NOT_NOW),
        (_OURS, About.US),
        (_NOBODY, About.RECIPIENT),
    ):
        if pattern.search(reply):
            return about
    return About.UNKNOWN
