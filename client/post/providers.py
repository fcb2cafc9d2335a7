"""Common mail providers, so that hardly anybody has to look up a host name."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple

from client.post.account import Wire
from engine.mail.hosts import Tls
from engine.phrase import Phrase, word

NOTES: Final = {
    "app-password": word(
        "This provider wants an app password, which you make in the security settings of your account; your "
        "usual password is refused."
    ),
    "switch-on": word(
        "This provider has to be told first, in the settings of your mailbox on the web, that mail programs "
        "may use IMAP."
    ),
    "no-passwords": word(
        "This provider no longer lets mail programs log in with a password. Say `grubenpost init --login`, "
        "and then `grubenpost login`, if somebody has registered this program there: the guide for providers "
        "tells how. Or play from your mailbox, without this program."
    ),
    "bridge": word(
        "This provider needs its bridge program running on this machine; take the password that the bridge "
        "shows."
    ),
}


class MailHosts(NamedTuple):
    """The hosts at which the mail of some domains is fetched and sent."""

    name: str
    imap: Wire
    smtp: Wire
    note: Phrase | None


def find_provider(address: str) -> MailHosts | None:
    """The provider of an address, if it is a common one."""
    domain = address.rpartition("@")[2].casefold()
    return next((_read(facts) for facts in _table() if domain in facts["domains"]), None)


def guess(address: str) -> MailHosts:
    """The usual hosts, where nothing is known."""
    domain = address.rpartition("@")[2].casefold()
    return MailHosts(domain, Wire(f"imap.{domain}", 993), Wire(f"smtp.{domain}", 465), None)


def _table() -> list[dict[str, Any]]:
    text = Path(__file__).with_name("providers.toml").read_text("utf-8")
    providers: list[dict[str, Any]] = tomllib.loads(text)["provider"]
    return providers


def _read(facts: dict[str, Any]) -> MailHosts:
    return MailHosts(
        facts["name"],
        Wire(facts["imap"], facts.get("imap_port", 993), Tls(facts.get("imap_tls", Tls.IMPLICIT))),
        Wire(facts["smtp"], facts.get("smtp_port", 465), Tls(facts.get("smtp_tls", Tls.IMPLICIT))),
        NOTES[facts["note"]] if "note" in facts else None,
    )
