"""Mail that came back without our token, in the form of each system, with our mail and its code inside."""

from __future__ import annotations

from functools import partial

from tests.server.mail.recipes import recipe
from tests.server.mail.recipes.bounces import COPY, failed
from tests.server.mail.returned import MX, SHAPES, Sent
from tests.server.mail.samples import CODE, ORIGINAL_ID, PIT, TOKEN, eml, parts

SAMPLE = Sent(f"{COPY}\nLeave this line in your answer: {CODE}\n", "anna@example.net", PIT)

for name, form in SHAPES.items():
    report = {**failed("anna@example.net", form.action, form.status, form.hard)}
    if ORIGINAL_ID.encode() not in form.make(SAMPLE):
        report["message_id"] = ""
    recipe(f"notice-{name}", sender=None, codes=None, own_lines=None, automatic=form.sign, report=report)(
        partial(form.make, SAMPLE)
    )


def complaint(kind: str) -> bytes:
    head = (
        f"From: feedback@{MX}\nTo: {PIT}\nSubject: Report for 192.0.2.7\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=feedback-report; boundary="=fb="\n'
    )
    fields = (
        f"Content-Type: message/feedback-report\n\nFeedback-Type: {kind}\nUser-Agent: Loop/1.0\nVersion: 1\n"
        f"Original-Mail-From: <bounce+{TOKEN}@example.org>\n"
    )
    told = "Content-Type: text/plain\n\nSomebody does not want this."
    return eml(head, parts("=fb=", [told, fields, f"Content-Type: message/rfc822\n\n{SAMPLE.copy}"]))


@recipe(
    "complaint",
    sender=f"feedback@{MX}",
    automatic="content-type",
    own_lines=None,
    complaint=[ORIGINAL_ID, TOKEN],
)
def abuse() -> bytes:
    """Somebody pressed "this is spam"."""
    return complaint("abuse")


@recipe("complaint-authentication", sender=f"feedback@{MX}", automatic="content-type", own_lines=None)
def authentication() -> bytes:
    """The same form, but nobody complains: a signature could not be verified."""
    return complaint("auth-failure")


@recipe(
    "complaint-old-form",
    sender=f"staff@{MX}",
    own_lines=None,
    complaint=[ORIGINAL_ID, ""],
)
def old_form() -> bytes:
    head = (
        f"From: staff@{MX}\nTo: {PIT}\nSubject: complaint about message from 192.0.2.7\nMIME-Version: 1.0\n"
        'Content-Type: multipart/mixed; boundary="=fb="\n'
    )
    return eml(head, parts("=fb=", [f"Content-Type: message/rfc822\n\n{SAMPLE.copy}"]))
