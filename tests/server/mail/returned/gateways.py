"""Providers and gateways, each with a form of its own."""

from __future__ import annotations

from tests.server.mail.returned.form import MX, Sent, head, mixed, plain, report, returned, shape, status
from tests.server.mail.samples import b64, eml


@shape("domino", "notice")
def domino(sent: Sent) -> bytes:
    text = (
        "Your message\n\n  Subject: [your turn]\n\nwas not delivered to:\n\n"
        f"  {sent.recipient}\n\nbecause:\n\n  User j.doe ({sent.recipient}) not listed in Domino Directory\n"
    )
    subject = "DELIVERY FAILURE: User not listed in Directory"
    return mixed(sent, "Mail Router <router@example.net>", subject, [plain(text), returned(sent)])


@shape("yahoo", "from")
def yahoo(sent: Sent) -> bytes:
    text = (
        f"Sorry, we were unable to deliver your message to this address.\n\n<{sent.recipient}>:\n"
        f"554: delivery error: dd This user doesn't have a example.net account [0]\n\n"
        f"--- Below this line is a copy of the message.\n\n{sent.copy}"
    )
    return eml(head(sent, "MAILER-DAEMON@yahoo.example.com", "Failure Notice"), text)


@shape("gmx", "from")
def gmx(sent: Sent) -> bytes:
    text = (
        f"This message was created automatically by mail delivery software.\n\n{sent.recipient}:\n"
        "SMTP error from\n"
        f"remote server, host {MX}, reason: 550 mailbox not found\n\n"
        f"--- The header of the original message:\n\n{sent.header}"
    )
    return eml(head(sent, "GMX Mailer Daemon <mailer-daemon@gmx.example.net>", "Mail delivery failed"), text)


@shape("mail-ru", "from")
def mail_ru(sent: Sent) -> bytes:
    text = (
        f"Это письмо создано автоматически сервером. Ваше письмо не доставлено:\n\n  {sent.recipient}\n"
        f"    Такой пользователь не найден (550)\n\n------ Копия письма ------\n\n{sent.copy}"
    )
    return eml(head(sent, "mailer-daemon@corp.example.net", "Mail failure."), text)


@shape("yandex", "from", status="5.7.1")
def yandex(sent: Sent) -> bytes:
    text = f"Ваше сообщение не доставлено.\n\n<{sent.recipient}>: 550 5.7.1 No such user!\n\n{sent.copy}"
    return eml(head(sent, "mailer-daemon@yandex.example.net", "Недоставленное сообщение"), text)


@shape("amazon-ses", "content-type", status="5.1.1")
def ses(sent: Sent) -> bytes:
    told = status(sent, "5.1.1", f"smtp; 550 5.1.1 <{sent.recipient}> user unknown")
    sender = "MAILER-DAEMON@email-bounces.example.com"
    return report(sent, sender, "Delivery Status Notification (Failure)", "An error occurred.", told)


@shape("amazon-ses-suppressed", "content-type", status="5.3.0", hard=False)
def ses_suppressed(sent: Sent) -> bytes:
    told = status(sent, "5.3.0", "smtp; 550 5.3.0 not sent: this message was blocked by a suppression rule")
    return report(
        sent, "MAILER-DAEMON@email-bounces.example.com", "Delivery Status Notification (Failure)", "x", told
    )


@shape("mimecast", "from", hard=False)
def mimecast(sent: Sent) -> bytes:
    text = (
        f"The message to {sent.recipient} was rejected by an anti-spoofing policy: 550 "
        "Rejected by header policy\n"
    )
    return mixed(
        sent,
        "Postmaster <postmaster@gateway.example.net>",
        "[Postmaster] Email Delivery Failure",
        [plain(text), returned(sent)],
    )


@shape("barracuda", "from", status="5.7.1", hard=False)
def barracuda(sent: Sent) -> bytes:
    text = f"Your message to: {sent.recipient}\nwas blocked by our Spam Firewall.\n"
    told = status(sent, "5.7.1", "smtp; 550 5.7.1 content rejected, UBE")
    piece = f"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{b64(text)}"
    headers = f"Content-Type: text/rfc822-headers\n\n{sent.header}"
    return mixed(
        sent,
        "MAILER-DAEMON <>",
        "**Message you sent blocked by our bulk email filter**",
        [piece, told, headers],
    )


@shape("messagelabs", "from")
def messagelabs(sent: Sent) -> bytes:
    text = (
        f"This is a mail server. Your mail could not be brought to its recipient.\n\n<{sent.recipient}>:\n"
        "550 Requested action not taken: no such user here\n\n"
        f"--- Below this line is a copy of the message.\n\n{sent.copy}"
    )
    return eml(head(sent, '"MAILER-DAEMON" <tower-9@messagelabs.example.com>', "Mail Delivery Failure"), text)


@shape("groupwise", "notice")
def groupwise(sent: Sent) -> bytes:
    text = (
        "The message that you sent was undeliverable to the following:\n"
        f"\t{sent.recipient} (user not found)\n"
    )
    return mixed(
        sent, "GWIA <gwia@example.net>", "Message status - undeliverable", [plain(text), returned(sent)]
    )


@shape("mdaemon", "from")
def mdaemon(sent: Sent) -> bytes:
    text = (
        f"{sent.recipient} - no such user here.\n\nThere is no user by that name at this server.\n"
        f"\n{sent.copy}"
    )
    return eml(head(sent, "MDaemon@example.net", "Warning: User unknown!"), text)


@shape("imail", "from")
def imail(sent: Sent) -> bytes:
    text = f"User unknown: {sent.recipient}\n\nOriginal message follows.\n\n{sent.copy}"
    return eml(head(sent, "Postmaster <postmaster@example.net>", "Undeliverable Mail"), text)


@shape("virus-wall", "notice", status="5.1.1")
def virus_wall(sent: Sent) -> bytes:
    text = (
        f"****** Message from the mail gateway ******\n\nSent <<< RCPT TO:<{sent.recipient}>\n"
        "Received >>> 550 5.1.1 unknown user\n\n"
        f"Unable to deliver message to <{sent.recipient}>.\n"
    )
    return mixed(sent, "gateway@example.net", "Mail could not be delivered", [plain(text), returned(sent)])


@shape("antivirus", "notice", hard=False, action="delayed")
def antivirus(sent: Sent) -> bytes:
    text = (
        f"Your message could not be delivered to these recipients:\n\n{sent.recipient}\n\n"
        "Delivery attempts will continue to be made for 5 days.\n"
    )
    return eml(head(sent, "Gateway_Scanner@example.net", "Delivery failure notification"), text)


@shape("courier", "notice", status="5.0.0")
def courier(sent: Sent) -> bytes:
    text = (
        f"This is a delivery status notification from {MX}, running the Courier mail server.\n\n"
        f"UNDELIVERABLE MAIL\n\n<{sent.recipient}>:\n    550 User unknown.\n"
    )
    sender = '"Courier mail server at example.net" <@example.net>'
    return mixed(
        sent, sender, "NOTICE: mail delivery status.", [plain(text), status(sent, "5.0.0"), returned(sent)]
    )


@shape("lda-reject", "content-type", hard=False)
def lda_reject(sent: Sent) -> bytes:
    """A receipt in form, a refusal in fact."""
    text = f"Your message to <{sent.recipient}> was automatically rejected:\nQuota exceeded\n"
    note = (
        "Content-Type: message/disposition-notification\n\nFinal-Recipient: rfc822; x@example.net\n"
        "Disposition: automatic-action/MDN-sent-automatically; deleted"
    )
    return mixed(
        sent,
        "Mail Delivery Subsystem <postmaster@example.net>",
        "Automatically rejected mail",
        [plain(text), note, returned(sent)],
        "report; report-type=disposition-notification",
    )


@shape("no-sign-but-words", "notice", status="5.1.1")
def words_only(sent: Sent) -> bytes:
    """From somebody whom nothing gives away, with a subject that says nothing."""
    text = (
        f"The following message could not be delivered:\n\n<{sent.recipient}>\n"
        "Remote host said: 550 5.1.1 no such user\n\n"
        f"{sent.copy}"
    )
    return eml(head(sent, "desk@example.net", "About your mail"), text)


@shape("chinese", "notice")
def chinese(sent: Sent) -> bytes:
    text = f"抱歉，您的邮件被退回来了。\n收件人 {sent.recipient} 用户不存在\n\n{sent.copy}"
    return eml(head(sent, "service@example.net", "=?utf-8?B?57O757uf6YCA5L+h?="), text)


@shape("japanese", "notice")
def japanese(sent: Sent) -> bytes:
    text = f"次の宛先に配信できませんでした。\n{sent.recipient}\n宛先が見つかりません\n"
    return mixed(sent, "support@example.net", "=?utf-8?B?6YWN5L+h5LiN6IO9?=", [plain(text), returned(sent)])
