"""A player's profile: a TOML file that people can read and change.

format = "grubenpost-profile/1"
handle = "anna"
name = "Anna Steiger"

[server]
name = "pit.example.org"
address = "grubenpost@example.org"
key = "grubenpost-key ed25519 …"        once it is known

[mail]
address = "anna@example.org"
user = "anna"

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

from client.files import PRIVATE, write_whole
from client.home import Home
from client.post.account import MailAccount, Tls, Wire
from engine.errors import Refused
from engine.record.fields import HANDLE, NAME, SERVER, Number, Text, one_of
from engine.record.keys import PublicKey

FORMAT: Final = "grubenpost-profile/1"

ADDRESS: Final = Text(
    re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+"), 254, "a plain mail address"
)
_MACHINE: Final = Text(re.compile(r"[A-Za-z0-9._:\[\]-]+"), 253, "a host name or an IP address")
_PORT: Final = Number(1, 65535)
_TLS: Final = one_of(*Tls)
_USER: Final = Text(re.compile(r"[^\x00-\x1f\x7f]+"), 254, "a user name")


class BadProfile(Refused):
    """A profile, or something beside it, that can't be used as it is."""


@dataclass(frozen=True)
class House:
    """The server that a player plays on. Its key is what all its signatures are checked with."""

    name: str
    address: str
    key: PublicKey | None = None


@dataclass(frozen=True)
class Profile:
    """Who a player is, where they play, and how their mail goes."""

    handle: str
    name: str
    house: House
    account: MailAccount


def write_profile(home: Home, profile: Profile) -> None:
    """Write the profile, and the mail password into its own file."""
    account, house = profile.account, profile.house
    facts: dict[str, Any] = {
        "format": FORMAT,
        "handle": profile.handle,
        "name": profile.name,
        "server": {"name": house.name, "address": house.address},
        "mail": {
            "address": account.address,
            "user": account.user,
            "imap": _wire_facts(account.imap),
            "smtp": _wire_facts(account.smtp),
        },
    }
    if house.key is not None:
        facts["server"]["key"] = house.key.line
    home.make()
    write_whole(home.password, f"{account.password}\n".encode(), PRIVATE)
    write_whole(home.profile, tomli_w.dumps(facts).encode())


def _wire_facts(wire: Wire) -> dict[str, Any]:
    return {"host": wire.host, "port": wire.port, "tls": str(wire.tls)}


def read_profile(home: Home) -> Profile:
    """The profile as it was written or changed by hand."""
    facts = _read(home.profile)
    try:
        if facts.get("format") != FORMAT:
            raise BadProfile("profile/format", "it is not a profile of the form {form}", form=FORMAT)
        server, mail = _table(facts, "server"), _table(facts, "mail")
        key = server.get("key")
        return Profile(
            handle=HANDLE.read("handle", facts.get("handle")),
            name=NAME.read("name", facts.get("name")),
            house=House(
                SERVER.read("server.name", server.get("name")),
                ADDRESS.read("server.address", server.get("address")),
                PublicKey.from_line(str(key)) if key is not None else None,
            ),
            account=MailAccount(
                address=ADDRESS.read("mail.address", mail.get("address")),
                user=_USER.read("mail.user", mail.get("user")),
                password=read_secret(home.password).decode("utf-8", "replace").rstrip("\r\n"),
                imap=_wire(mail, "imap"),
                smtp=_wire(mail, "smtp"),
            ),
        )
    except Refused as error:
        raise BadProfile(
            error.code, "{file}: " + error.template, **{**error.facts, "file": home.profile}
        ) from error


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadProfile("profile/none", "there is no profile in {folder}", folder=path.parent) from None
    except OSError as error:
        raise BadProfile(
            "profile/unreadable", "{file} can't be read: {why}", file=path, why=error.strerror
        ) from None
    except (ValueError, RecursionError):
        raise BadProfile("profile/toml", "{file} is not TOML", file=path) from None


def read_secret(path: Path) -> bytes:
    """A file with a secret, which nobody else may read."""
    try:
        if path.stat().st_mode & 0o077:
            raise BadProfile(
                "profile/not-private", "{path} can be read by others: type `chmod 600 {path}`", path=path
            )
        return path.read_bytes()
    except OSError as error:
        raise BadProfile(
            "profile/unreadable", "{path} can't be read: {why}", path=path, why=error.strerror
        ) from None


def _table(facts: dict[str, Any], name: str) -> dict[str, Any]:
    found = facts.get(name)
    if not isinstance(found, dict):
        raise BadProfile("profile/missing", "the table [{table}] is missing", table=name)
    return found


def _wire(mail: dict[str, Any], name: str) -> Wire:
    table = _table(mail, name)
    return Wire(
        host=_MACHINE.read(f"mail.{name}.host", table.get("host")),
        port=_PORT.read(f"mail.{name}.port", table.get("port")),
        tls=Tls(_TLS.read(f"mail.{name}.tls", table.get("tls"))),
    )
