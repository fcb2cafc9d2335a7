"""Authentication of the sender, as our own mail server found it out, if it says so at all.

Anyone can write an Authentication-Results field into a mail. Only the topmost one under the name
of our own mail server counts, and only if the host has configured that name.
"""

from __future__ import annotations

import re

from engine.mail.addresses import domain_of, without_remarks
from engine.mail.header import Header
from engine.mail.limits import LONGEST_FIELD

_DMARC_PASS = re.compile(r"\s*dmarc\s*=\s*pass(?=\s|$)", re.IGNORECASE)
_FROM = re.compile(r"\sheader\.from\s*=\s*([A-Za-z0-9.-]+)(?=\s|$)", re.IGNORECASE)


def authenticated_domain(header: Header, authserv_id: str, sender: str) -> str:
    """The sender's domain if DMARC passed for it, or an empty text."""
    if not authserv_id or not sender:
        return ""
    for field in header.every("authentication-results"):
        bare = without_remarks(field) if len(field) <= 2 * LONGEST_FIELD else None
        if bare is None:  # it may have been ours; one below it may not be taken in its place
            return ""
        name, *results = bare.lower().split(";")
        if name.split()[:1] == [authserv_id.lower()]:
            passed = [_FROM.findall(result) for result in results if _DMARC_PASS.match(result)]
            return domain_of(sender) if passed == [[domain_of(sender)]] else ""
    return ""
