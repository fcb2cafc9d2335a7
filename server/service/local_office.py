"""The part that is a post office of our own: open while the server runs, and refilled when it starts.

Its boxes are in memory only. So at the start everybody's box gets again what was sent to it lately, from the
ledger; and new accounts are taken from their file as soon as they stand in it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

from sqlmodel import col, select

from engine.errors import Refused
from engine.mail.addresses import domain_of
from server.config.errors import BadConfig
from server.config.model import Office
from server.host.reports.loglines import Voice
from server.host.setup.post_office import read_accounts
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.post.accounts import ImapAccount, SmtpAccount
from server.post.office.office import PostOffice

RECENT: Final = 30 * 24 * 3600

voice = Voice("office")


class Officing:
    """Keeps the post office."""

    name = "office"

    def __init__(self, office: Office, address: str, ledger: Ledger, now: Callable[[], int]) -> None:
        self._file = office.accounts
        self._address = address
        self._ledger = ledger
        self._now = now
        self._known = read_accounts(self._file)
        self._office = PostOffice(
            {**self._known, address: secrets.token_urlsafe(24)},
            smtp_port=office.smtp_port,
            imap_port=office.imap_port,
            aliases={f"bounce@{domain_of(address)}": address},
        )
        self.trouble = ""

    def open(self) -> None:
        """Open it, before the other parts: they need its ports."""
        try:
            self._office.start()
        except OSError as error:
            raise BadConfig(
                "office/port",
                "the post office can't open on the ports {imap} and {smtp} ({why}): choose others with "
                "--imap-port and --smtp-port, or in [office]",
                imap=self._office.imap_port,
                smtp=self._office.smtp_port,
                why=error.strerror or error,
            ) from None
        self._refill()

    def start(self) -> None:
        """It is open already."""

    def look_after(self) -> None:
        """Take in accounts that are new in the file."""
        try:
            found = read_accounts(self._file)
        except Refused as error:
            self.trouble = str(error)
            return
        self.trouble = ""
        for address, password in found.items():
            if self._known.get(address) != password:
                self._office.add_account(address, password)
                voice.info("a new account")
        self._known |= found

    def stop(self, seconds: float) -> bool:
        self._office.stop()
        return True

    @property
    def imap(self) -> ImapAccount:
        """The account with which the server reads its own box."""
        return self._office.imap_account(self._address)

    @property
    def smtp(self) -> SmtpAccount:
        """The account with which the server sends."""
        return self._office.smtp_account(self._address)

    def _refill(self) -> None:
        """Put the mails that were sent lately into the boxes again."""
        with self._ledger.reading() as session:
            sent = session.exec(
                select(rows.Outbox)
                .where(rows.Outbox.state == "sent", col(rows.Outbox.sent_at) > self._now() - RECENT)
                .order_by(col(rows.Outbox.id))
                .execution_options(yield_per=100)
            )
            for mail in sent:
                if mail.recipient.casefold() in self._known:
                    self._office.deliver(mail.recipient, mail.mime)
