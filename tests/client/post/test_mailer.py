"""Mails go out over a kept connection, and once more over a new one if that was cut."""

from __future__ import annotations

from dataclasses import replace
from email.message import EmailMessage

import pytest

from client.post.account import MailAccount, Wire
from client.post.mailer import Mailer
from client.refusals import NoPost
from engine.mail.hosts import Tls
from tests.server.post.sites import Site, wait_for_mails
from tests.server.real.authority import Authority
from tests.server.real.dovecot import PASSWORD
from tests.server.real.postfix import DOMAIN, Postfix
from tests.server.real.proxy import Break, Proxy


def mail(account: MailAccount, number: int) -> EmailMessage:
    message = EmailMessage()
    message["From"] = message["To"] = account.address
    message["Message-ID"] = f"<{number}@example.org>"
    message.set_content("Glückauf!\n.\nA line that is only a dot is no end.\n")
    return message


def through(account: MailAccount, port: int) -> MailAccount:
    return replace(account, smtp=replace(account.smtp, port=port))


def test_mails_arrive_over_one_connection(site: Site, name: str, account: MailAccount) -> None:
    with Proxy(account.smtp.port) as proxy:
        mailer = Mailer(through(account, proxy.port))
        for number in range(3):
            mailer.send(mail(account, number))
        mailer.close()
        assert proxy.connections == 1
    assert sorted(wait_for_mails(site, name, 3)) == [f"<{number}@example.org>" for number in range(3)]


def test_after_a_cut_the_same_mail_goes_out_again(site: Site, name: str, account: MailAccount) -> None:
    with Proxy(account.smtp.port) as proxy:
        mailer = Mailer(through(account, proxy.port))
        mailer.send(mail(account, 1))
        proxy.cut_all()
        mailer.send(mail(account, 2))
        mailer.close()
        assert proxy.connections == 2
    assert {"<1@example.org>", "<2@example.org>"} == set(wait_for_mails(site, name, 2))


def test_a_first_connection_that_fails_is_told(account: MailAccount) -> None:
    with Proxy(account.smtp.port) as proxy:
        proxy.plans.append(Break("client", b"mail FROM", "cut"))
        mailer = Mailer(through(account, proxy.port))
        with pytest.raises(NoPost) as refused:
            mailer.send(mail(account, 1))
        assert refused.value.code == "post/smtp"
        mailer.send(mail(account, 1))  # and the next try is a new one
        mailer.close()


def test_a_wrong_password_is_not_repeated(account: MailAccount) -> None:
    with pytest.raises(NoPost, match="does not take your user name and password") as refused:
        Mailer(replace(account, password="not-the-word")).send(mail(account, 1))
    assert "not-the-word" not in str(refused.value)


def test_an_unknown_recipient_is_told(site: Site, account: MailAccount) -> None:
    message = mail(account, 1)
    del message["To"]
    message["To"] = "nobody@elsewhere.example"
    with pytest.raises(NoPost) as refused:
        Mailer(account).send(message)
    assert refused.value.code == "post/recipient"


@pytest.mark.parametrize("tls", [Tls.IMPLICIT, Tls.STARTTLS])
def test_with_tls(
    tls: Tls, postfix: Postfix, authority: Authority, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = postfix.smtps_port if tls is Tls.IMPLICIT else postfix.smtp_port
    wire = Wire("localhost", port, tls)
    account = MailAccount(f"{name}@{DOMAIN}", f"{name}@{DOMAIN}", PASSWORD, wire, wire)
    with pytest.raises(NoPost, match="certificate"):
        Mailer(account).send(mail(account, 1))
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.ca_file))
    mailer = Mailer(account)
    mailer.send(mail(account, 1))
    mailer.close()
