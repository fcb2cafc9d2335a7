"""A player's profile: a TOML file that people can read and change.

format = "grubenpost-profile/1"
handle = "anna"
name = "Anna Steiger"
language = "de"

[server]
name = "pit.example.org"
address = "grubenpost@example.org"
key = "grubenpost-key ed25519 …"        from the server's first signed answer, or from its host
fingerprint = "31911 98323 …"           of this key; alone, if only that is known yet

[mail]
address = "anna@example.org"
user = "anna"
password = "file"                       or "keyring", "command", "login": where it comes from
command = "pass show mail"              which prints it, if it is "command"
auth = "password"                       or "xoauth2", if what it prints is an access token

[mail.imap]                             and [mail.smtp]
host = "imap.example.org"
port = 993
tls = "implicit"
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import tomli_w

from client.post.account import MailAccount, Wire
from client.profile.files import write_whole
from client.profile.home import Home
from client.profile.secrets import PasswordPlace, keep_password, open_account
from client.refusals import BadProfile
from engine.errors import Refused
from engine.mail.hosts import Tls
from engine.record.letters.fields import FINGERPRINT, HANDLE, NAME, SERVER, Number, Text, one_of
from engine.record.letters.key import PublicKey
from engine.tongue import ENGLISH, LANGUAGES, word

FORMAT: Final = "grubenpost-profile/1"

ADDRESS: Final = Text(
    re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+"), 254, word("a plain mail address")
)
MACHINE: Final = Text(re.compile(r"[A-Za-z0-9._:\[\]-]+"), 253, word("a host name or an IP address"))
PORT: Final = Number(1, 65535)
TLS: Final = one_of(*Tls)
_PLACE: Final = one_of(*PasswordPlace)
_AUTH: Final = one_of("password", "xoauth2")
COMMAND: Final = Text(re.compile(r"[^\x00-\x1f\x7f]+"), 1000, word("a command in one line"))
USER: Final = Text(re.compile(r"[^\x00-\x1f\x7f]+"), 254, word("a user name"))


@dataclass(frozen=True)
class House:
    """The server that a player plays on. Its key is what all its signatures are checked with."""

    name: str
    address: str
    key: PublicKey | None = None
    fingerprint: str = ""
    """Of its key, as its host told it, or as it said itself in former times: the key must have it."""

    @property
    def fingerprint_known(self) -> str:
        """The fingerprint that every signature is measured by; empty if nothing is known of the key."""
        return self.key.fingerprint if self.key is not None else self.fingerprint


@dataclass(frozen=True)
class Profile:
    """A player, where they play, and how their mail goes."""

    handle: str
    name: str
    house: House
    account: MailAccount
    language: str = ENGLISH
    password_in: PasswordPlace = PasswordPlace.FILE
    command: str = ""
    """The command that prints the password, if it comes from there."""


def write_profile(home: Home, profile: Profile) -> None:
    """Write the profile, and the mail password to its own place."""
    account, house = profile.account, profile.house
    facts: dict[str, Any] = {
        "format": FORMAT,
        "handle": profile.handle,
        "name": profile.name,
        "language": profile.language,
        "server": {"name": house.name, "address": house.address},
        "mail": {
            "address": account.address,
            "user": account.user,
            "password": str(profile.password_in),
            **_way_in(profile),
            "imap": _wire_facts(account.imap),
            "smtp": _wire_facts(account.smtp),
        },
    }
    if house.key is not None:
        facts["server"]["key"] = house.key.line
    if house.fingerprint:
        facts["server"]["fingerprint"] = house.fingerprint
    home.make()
    keep_password(home, profile.password_in, account)
    write_whole(home.profile, tomli_w.dumps(facts).encode())


def _way_in(profile: Profile) -> dict[str, str]:
    """The way to the password, where that is not as usual."""
    if profile.password_in is not PasswordPlace.COMMAND:
        return {}
    return {"command": profile.command, "auth": "xoauth2" if profile.account.xoauth2 else "password"}


def keep_place(home: Home, place: PasswordPlace) -> None:
    """Write down where the mail password comes from now, and leave all else in the profile as it is."""
    facts = _read(home.profile)
    write_whole(
        home.profile,
        tomli_w.dumps({**facts, "mail": {**_table(facts, "mail"), "password": str(place)}}).encode(),
    )


def keep_house(home: Home, house: House) -> None:
    """Write down what is known of the server, and leave all else in the profile as it is."""
    facts = _read(home.profile)
    server = {**_table(facts, "server"), "name": house.name, "address": house.address}
    known = {"key": house.key.line if house.key else "", "fingerprint": house.fingerprint}
    server = {name: value for name, value in {**server, **known}.items() if value}
    write_whole(home.profile, tomli_w.dumps({**facts, "server": server}).encode())


def _wire_facts(wire: Wire) -> dict[str, Any]:
    return {"host": wire.host, "port": wire.port, "tls": str(wire.tls)}


def read_profile(home: Home, *, password: bool = True) -> Profile:
    """The profile as it was written or changed by hand; without the mail password if nobody needs it."""
    facts = _read(home.profile)
    try:
        if facts.get("format") != FORMAT:
            raise BadProfile("profile/format", "it is not a profile of the form {form}", form=FORMAT)
        mail = _table(facts, "mail")
        place = PasswordPlace(_PLACE.read("mail.password", mail.get("password", PasswordPlace.FILE)))
        account = _account(mail)
        command = COMMAND.read("mail.command", mail.get("command")) if place is PasswordPlace.COMMAND else ""
        if password:
            account = open_account(home, place, account, command)
        language = facts.get("language", ENGLISH)
        return Profile(
            handle=HANDLE.read("handle", facts.get("handle")),
            name=NAME.read("name", facts.get("name")),
            house=_house(_table(facts, "server")),
            account=account,
            language=language if language in LANGUAGES else ENGLISH,
            password_in=place,
            command=command,
        )
    except BadProfile as error:
        if error.code.startswith("profile/password"):
            raise
        raise _named(home, error) from error
    except Refused as error:
        raise _named(home, error) from error


def _named(home: Home, error: Refused) -> BadProfile:
    return BadProfile(error.code, "{file}: {why}", file=home.profile, why=error)


def _house(server: dict[str, Any]) -> House:
    key, fingerprint = server.get("key"), server.get("fingerprint")
    return House(
        SERVER.read("server.name", server.get("name")),
        ADDRESS.read("server.address", server.get("address")),
        PublicKey.from_line(str(key)) if key is not None else None,
        FINGERPRINT.read("server.fingerprint", fingerprint) if fingerprint is not None else "",
    )


def _account(mail: dict[str, Any]) -> MailAccount:
    return MailAccount(
        address=ADDRESS.read("mail.address", mail.get("address")),
        user=USER.read("mail.user", mail.get("user")),
        password="",
        imap=_wire(mail, "imap"),
        smtp=_wire(mail, "smtp"),
        xoauth2=_AUTH.read("mail.auth", mail.get("auth", "password")) == "xoauth2",
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadProfile(
            "profile/none", "there is no profile in {folder}: `grubenpost init` makes one", folder=path.parent
        ) from None
    except OSError as error:
        raise BadProfile(
            "profile/unreadable", "{file} can't be read: {why}", file=path, why=error.strerror
        ) from None
    except (ValueError, RecursionError):
        raise BadProfile("profile/toml", "{file} is not TOML", file=path) from None


def _table(facts: dict[str, Any], name: str) -> dict[str, Any]:
    found = facts.get(name)
    if not isinstance(found, dict):
        raise BadProfile("profile/missing", "the table [{table}] is missing", table=name)
    return found


def _wire(mail: dict[str, Any], name: str) -> Wire:
    table = _table(mail, name)
    return Wire(
        host=MACHINE.read(f"mail.{name}.host", table.get("host")),
        port=PORT.read(f"mail.{name}.port", table.get("port")),
        tls=Tls(TLS.read(f"mail.{name}.tls", table.get("tls"))),
    )
