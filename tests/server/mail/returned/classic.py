"""Gmail, and the mail servers that everybody runs."""

from __future__ import annotations

from tests.server.mail.returned.form import MX, Sent, head, report, shape, status
from tests.server.mail.samples import eml


@shape("gmail-text", "from", status="5.1.1")
def gmail_text(sent: Sent) -> bytes:
    text = (
        f"Delivery to this recipient failed for good:\n\n     {sent.recipient}\n\nThe other server said:\n"
        "550 550 5.1.1 There is no account here by that name. (state 13).\n\n"
        f"----- Original message -----\n\n{sent.copy}"
    )
    sender = "Mail Delivery Subsystem <mailer-daemon@googlemail.example.com>"
    return eml(head(sent, sender, "Delivery Status Notification (Failure)"), text)


@shape("gmail-report", "content-type", status="5.1.1")
def gmail_report(sent: Sent) -> bytes:
    text = f"** Address not found **\n\nYour message wasn't delivered to {sent.recipient}.\n"
    told = status(sent, "5.1.1", f"smtp; 550-5.1.1 The account does not exist. <{sent.recipient}>")
    sender = "Mail Delivery Subsystem <mailer-daemon@googlemail.example.com>"
    return report(sent, sender, "Delivery Status Notification (Failure)", text, told)


@shape("gmail-over-quota", "content-type", status="5.2.2", hard=False)
def gmail_full(sent: Sent) -> bytes:
    told = status(sent, "5.2.2", "smtp; 552-5.2.2 The inbox is out of storage space")
    return report(
        sent, "mailer-daemon@googlemail.example.com", "Delivery Status Notification (Failure)", "x", told
    )


@shape("qmail", "from", status="5.1.1")
def qmail(sent: Sent) -> bytes:
    text = (
        "Hi. This is the qmail-send program at example.net.\nI could not bring your mail to this address.\n\n"
        f"<{sent.recipient}>:\nNo mailbox here by that name. (#5.1.1)\n\n"
        f"--- Below this line is a copy of the message.\n\n{sent.copy}"
    )
    return eml(head(sent, "MAILER-DAEMON@example.net", "failure notice"), text)


@shape("qmail-vpopmail", "from", hard=False)
def qmail_full(sent: Sent) -> bytes:
    text = (
        "Hi. This is the qmail-send program at example.net.\n\n"
        f"<{sent.recipient}>:\nuser is over quota\n\n--- Below this line is a copy of the message.\n"
        f"\n{sent.copy}"
    )
    return eml(head(sent, "MAILER-DAEMON@example.net", "failure notice"), text)


@shape("exim", "from")
def exim(sent: Sent) -> bytes:
    text = (
        "This message was created automatically by mail delivery software.\n\n"
        "A message that you sent could not\n"
        f"be delivered. This is a permanent error:\n\n  {sent.recipient}\n    Unrouteable address\n\n"
        f"------ This is a copy of the message, including all the headers. ------\n\n{sent.copy}"
    )
    return eml(head(sent, "Mail Delivery System <Mailer-Daemon@example.net>", "Mail delivery failed"), text)


@shape("exim-late", "from", hard=False, action="delayed")
def exim_late(sent: Sent) -> bytes:
    text = (
        "This message was created automatically by mail delivery software.\n"
        "A message that you sent has not yet been\n"
        f"delivered to {sent.recipient} after more than 24 hours. It will be tried again.\n"
    )
    return eml(
        head(sent, "Mail Delivery System <Mailer-Daemon@example.net>", "Warning: message delayed"), text
    )


@shape("sendmail", "from")
def sendmail(sent: Sent) -> bytes:
    text = (
        "The original message was received at Tue, 3 Feb 2026\n\n"
        "   ----- The following addresses had fatal errors -----\n"
        f"<{sent.recipient}>\n\n   ----- Transcript of session follows -----\n... while talking to {MX}.:\n"
        f">>> RCPT To:<{sent.recipient}>\n<<< 550 <{sent.recipient}>... User unknown\n\n"
        f"   ----- Original message follows -----\n\n{sent.copy}"
    )
    return eml(head(sent, "Mail Delivery Subsystem <MAILER-DAEMON>", "Returned mail: User unknown"), text)


@shape("sendmail-late", "content-type", status="4.4.7", hard=False, action="delayed")
def sendmail_late(sent: Sent) -> bytes:
    told = status(sent, "4.4.7", "", "delayed")
    text = "This is a warning message only. Delivery will be tried for 5 days."
    return report(
        sent, "MAILER-DAEMON@example.net", "Warning: could not send message for past 4 hours", text, told
    )


@shape("postfix-text", "from", status="5.1.1")
def postfix_text(sent: Sent) -> bytes:
    """As some gateways pass it on: with the report's parts flattened to text."""
    text = (
        f"This is the mail system at host {MX}.\n\nI could not deliver your mail.\n\n"
        f"<{sent.recipient}>: host {MX}\n"
        f"    said: 550 5.1.1 Recipient address rejected: User unknown\n\n{sent.copy}"
    )
    return eml(head(sent, "MAILER-DAEMON@example.net", "Undelivered Mail Returned to Sender"), text)


@shape("postfix-host-not-found", "content-type", status="5.4.4")
def postfix_host(sent: Sent) -> bytes:
    told = status(
        sent, "5.4.4", "X-Postfix; Host or domain name not found. Name service error: Host not found"
    )
    return report(sent, "MAILER-DAEMON@example.net", "Undelivered Mail Returned to Sender", "x", told)


@shape("postfix-expired", "content-type", status="4.4.1", hard=False)
def postfix_expired(sent: Sent) -> bytes:
    told = status(sent, "4.4.1", f"X-Postfix; connect to {MX}: Connection timed out")
    return report(sent, "MAILER-DAEMON@example.net", "Undelivered Mail Returned to Sender", "x", told)


@shape("opensmtpd", "content-type", status="5.0.0")
def opensmtpd(sent: Sent) -> bytes:
    told = status(sent, "5.0.0", "smtp; 550 Invalid recipient", "error")
    return report(
        sent, "Mailer Daemon <MAILER-DAEMON@example.net>", "Delivery status notification: error", "x", told
    )
