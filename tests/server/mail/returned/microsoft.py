"""Senders without an address, and what Microsoft's servers write."""

from __future__ import annotations

from tests.server.mail.returned.form import Sent, head, mixed, plain, report, returned, shape, status
from tests.server.mail.samples import eml, qp


@shape("empty-sender", "from", status="5.7.1", hard=False)
def empty_sender(sent: Sent) -> bytes:
    """A filter's report with nobody in From."""
    told = status(sent, "5.7.1", "smtp; 550 5.7.1 content refused, taken for bulk mail")
    return mixed(
        sent, "MAILER-DAEMON <>", "Message you sent blocked", [plain("Not let in."), told, returned(sent)]
    )


@shape("empty-angle", "from")
def empty_angle(sent: Sent) -> bytes:
    return eml(head(sent, "<>", "Mail failed"), f"<{sent.recipient}>: no such user here\n\n{sent.copy}")


@shape("no-from", "from", status="5.1.1")
def no_from(sent: Sent) -> bytes:
    return eml(head(sent, "", "Undelivered"), f"550 5.1.1 {sent.recipient} unknown user\n\n{sent.copy}")


@shape("name-only", "from")
def name_only(sent: Sent) -> bytes:
    text = f"The address {sent.recipient} does not exist.\n\n{sent.copy}"
    return eml(head(sent, "Mail Delivery System", "Your mail"), text)


@shape("name-and-person", "from")
def name_and_person(sent: Sent) -> bytes:
    text = f"{sent.recipient}: unknown recipient.\n\n----- Original message -----\n{sent.copy}"
    return eml(head(sent, "Mail Delivery Subsystem <admin@example.net>", "Returned"), text)


@shape("postmaster-comment", "from", hard=False)
def postmaster_comment(sent: Sent) -> bytes:
    text = f"The mailbox of {sent.recipient} is full.\n\n{sent.copy}"
    return eml(head(sent, "postmaster@example.net (Post Office)", "Problem"), text)


@shape("versions-in-the-text", "from")
def versions_in_the_text(sent: Sent) -> bytes:
    """Numbers that look like a status and are none: of programs, and in a subject."""
    text = (
        f"Post Office 4.94.2\n\nYour message\n\n  To:      {sent.recipient}\n"
        "  Subject: out now: version 2.0.12\n\n"
        f"did not reach the following recipient(s):\n\n{sent.recipient}\n    Unknown Recipient\n\n{sent.copy}"
    )
    return eml(head(sent, "Mail Delivery System <post@example.net>", "Undeliverable: version 2.0.12"), text)


@shape("exchange-old", "notice")
def exchange_old(sent: Sent) -> bytes:
    text = (
        f"Your message\n\n  To:      {sent.recipient}\n  Subject: a full disk of spam\n"
        "  Sent:    Tue, 3 Feb 2026\n\n"
        f"did not reach the following recipient(s):\n\n{sent.recipient} on Tue, 3 Feb 2026\n"
        "    The recipient name is not recognized\n"
    )
    return mixed(
        sent, "System Administrator <admin@example.net>", "Undeliverable: x", [plain(text), returned(sent)]
    )


@shape("exchange-ndr-html", "from")
def exchange_ndr(sent: Sent) -> bytes:
    html = f"<html><body><p><b>Your message to {sent.recipient} couldn’t be delivered.</b></p>"
    html += "<p>The name wasn’t found at example.net, the address could not be found.</p></body></html>"
    piece = (
        f"Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n{qp(html)}"
    )
    sender = f"Microsoft Outlook <MicrosoftExchange{'329e71ec' * 4}@example.net>"
    return mixed(sent, sender, "Undeliverable: [your turn]", [piece, returned(sent)])


@shape("exchange-german", "notice")
def exchange_german(sent: Sent) -> bytes:
    text = f"Ihre Nachricht an {sent.recipient} wurde nicht zugestellt.\nDer Empfänger ist unbekannt.\n"
    return mixed(sent, "IT <it@example.net>", "Unzustellbar: [du bist dran]", [plain(text), returned(sent)])


@shape("exchange-full", "content-type", status="5.2.2", hard=False)
def exchange_full(sent: Sent) -> bytes:
    told = status(sent, "5.2.2", "smtp;554 5.2.2 mailbox full; STOREDRV quota")
    return report(sent, "postmaster@example.net", "Undeliverable: x", "Delivery has failed.", told)


@shape("exchange-restricted", "content-type", status="5.7.133", hard=False)
def exchange_restricted(sent: Sent) -> bytes:
    told = status(sent, "5.7.133", "smtp;550 5.7.133 sender not authenticated for this group")
    return report(sent, "postmaster@example.net", "Undeliverable: x", "Delivery has failed.", told)


@shape("outlook-com", "content-type", status="5.5.0")
def outlook_com(sent: Sent) -> bytes:
    told = status(
        sent, "5.5.0", "smtp;550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)"
    )
    return report(sent, "postmaster@example.net", "Undeliverable: x", "Delivery to these failed.", told)


@shape("outlook-com-throttled", "content-type", status="4.7.650", hard=False, action="delayed")
def outlook_late(sent: Sent) -> bytes:
    told = status(sent, "4.7.650", "smtp;451 4.7.650 too many connections, temporarily", "delayed")
    return report(sent, "postmaster@example.net", "Delivery delayed: x", "Delivery is delayed.", told)
