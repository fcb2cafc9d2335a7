"""The accounts of our own post office: who can fetch and send mail there. Kept in a file of the data folder.

    "anna@grubenpost.localhost" = "a password that was made up"

The passwords are good for nothing but this office, which nobody outside this machine can reach.
"""

from __future__ import annotations

import secrets
import tomllib
from pathlib import Path
from typing import Final

import tomli_w

from engine.errors import Refused
from engine.mail.addresses import plain_address
from server.config.errors import BadConfig
from server.config.passwords import check_private
from server.host.files import write_whole

EXAMPLES: Final = ("anna", "bert")
_SIGNS: Final = "abcdefghjkmnpqrstuvwxyz23456789"

Accounts = dict[str, str]


class BadName(Refused):
    """A name that no account can have, or that one has already."""


def read_accounts(path: Path) -> Accounts:
    """Address and password of each account; none if there is no file."""
    try:
        check_private(path)
        found = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except BadConfig:
        raise
    except OSError as error:
        raise BadConfig(
            "accounts/file", "{file} can't be read: {why}", file=path, why=error.strerror
        ) from None
    except (ValueError, RecursionError):
        raise BadConfig("accounts/toml", "{file} is not a list of accounts", file=path) from None
    for address, password in found.items():
        if plain_address(address) != address or not isinstance(password, str) or not password:
            raise BadConfig(
                "accounts/entry",
                '{file}: an account is written "name@{host}" = "password"; {address} is not',
                file=path,
                host="grubenpost.localhost",
                address=address[:60],
            )
    return found


def write_accounts(path: Path, accounts: Accounts) -> None:
    write_whole(path, tomli_w.dumps(dict(sorted(accounts.items()))).encode("utf-8"), mode=0o600)


def full_address(name: str, domain: str) -> str:
    """The address of an account: a bare name is one of this office."""
    address = plain_address(name if "@" in name else f"{name}@{domain}").casefold()
    if not address or not address.endswith(f"@{domain}"):
        raise BadName(
            "account/name",
            "{name} can't be an account here: take a plain name, such as anna, for anna@{domain}",
            name=name[:60],
            domain=domain,
        )
    return address


def make_password() -> str:
    """Three short groups, easy to copy: 74 bits."""
    return "-".join("".join(secrets.choice(_SIGNS) for _ in range(5)) for _ in range(3))
