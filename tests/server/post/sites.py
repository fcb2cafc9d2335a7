"""Where mail is kept and passed on: real servers, or the post office of our own. Both must do."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Protocol

from engine.mail.hosts import Tls
from server.post.accounts import ImapAccount, SmtpAccount
from server.post.imap.folder import Folder
from server.post.office.office import PostOffice
from tests.server.real.dovecot import PASSWORD, Dovecot
from tests.server.real.ports import HOST
from tests.server.real.postfix import DOMAIN, Postfix
from tests.server.real.proxy import wait_until

MESSAGE_ID = re.compile(rb"^Message-ID: (\S+)\r$", re.MULTILINE | re.IGNORECASE)


class Site(Protocol):
    """Accounts at one place."""

    def open(self, name: str) -> None: ...

    def deliver(self, name: str, *raws: bytes) -> None: ...

    def imap(self, name: str, port: int | None = None) -> ImapAccount: ...

    def smtp(self, name: str, port: int | None = None) -> SmtpAccount: ...


class RealSite:
    """Dovecot and Postfix. Every name is an account."""

    def __init__(self, dovecot: Dovecot, postfix: Postfix) -> None:
        self.dovecot = dovecot
        self.postfix = postfix

    def open(self, name: str) -> None:
        pass

    def deliver(self, name: str, *raws: bytes) -> None:
        self.dovecot.deliver(name, *raws)

    def imap(self, name: str, port: int | None = None) -> ImapAccount:
        return imap_account(self.dovecot, name, port)

    def smtp(self, name: str, port: int | None = None) -> SmtpAccount:
        return smtp_account(self.postfix, name, port)


class OfficeSite:
    """The embedded post office."""

    def __init__(self, office: PostOffice) -> None:
        self.office = office

    def open(self, name: str) -> None:
        self.office.add_account(f"{name}@{DOMAIN}", PASSWORD)

    def deliver(self, name: str, *raws: bytes) -> None:
        for raw in raws:
            self.office.deliver(f"{name}@{DOMAIN}", raw)

    def imap(self, name: str, port: int | None = None) -> ImapAccount:
        account = self.office.imap_account(f"{name}@{DOMAIN}")
        return replace(account, port=port or account.port)

    def smtp(self, name: str, port: int | None = None) -> SmtpAccount:
        account = self.office.smtp_account(f"{name}@{DOMAIN}")
        return replace(account, port=port or account.port)


def imap_account(dovecot: Dovecot, name: str, port: int | None = None) -> ImapAccount:
    return ImapAccount(HOST, port or dovecot.imap_port, f"{name}@{DOMAIN}", PASSWORD, Tls.NONE)


def smtp_account(postfix: Postfix, name: str, port: int | None = None) -> SmtpAccount:
    return SmtpAccount(HOST, port or postfix.smtp_port, f"{name}@{DOMAIN}", PASSWORD, Tls.NONE)


def mails_at(site: Site, name: str) -> list[bytes]:
    """Everything that lies in an account."""
    folder = Folder(site.imap(name))
    try:
        folder.look()
        uids = folder.uids_after(0)
        contents = folder.contents(uids, 10_000_000) if uids else {}
        return [contents[uid] for uid in uids]
    finally:
        folder.close()


def ids_at(site: Site, name: str) -> list[str]:
    """The Message-IDs in an account, each as often as it is there."""
    return [found[1].decode() for raw in mails_at(site, name) if (found := MESSAGE_ID.search(raw))]


def wait_for_mails(site: Site, name: str, count: int, seconds: float = 30) -> list[str]:
    """The Message-IDs in an account, as soon as there are so many mails."""
    wait_until(lambda: len(ids_at(site, name)) >= count, seconds)
    return ids_at(site, name)
