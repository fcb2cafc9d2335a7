"""A player's secrets: in files that nobody else may read, or in the system's keyring."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from dataclasses import replace
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from client.post.account import MailAccount
from client.profile.files import only_one, write_whole
from client.profile.home import Home
from client.profile.system import is_private
from client.refusals import BadProfile
from login.command import run_command
from login.keeping import access_token

SERVICE: Final = "grubenpost"
"""The service by which the keyring knows us."""


class PasswordPlace(StrEnum):
    """The place of the mail password."""

    FILE = "file"
    KEYRING = "keyring"
    COMMAND = "command"
    """A command prints it, which the profile names."""
    LOGIN = "login"
    """An access token takes its place, which `grubenpost login` cares for."""


def keep_password(home: Home, place: PasswordPlace, account: MailAccount) -> None:
    """Put the mail password where it belongs, and nowhere else."""
    if place is PasswordPlace.KEYRING:
        _ask_keyring("set_password", SERVICE, account.address, account.password)
        home.password.unlink(missing_ok=True)
    elif place is PasswordPlace.FILE:
        write_whole(home.password, f"{account.password}\n".encode())


class GrantedLogin:
    """The file of a login that a provider granted."""

    again = "grubenpost login"

    def __init__(self, home: Home) -> None:
        self._home = home

    def __str__(self) -> str:
        return str(self._home.login)

    def read(self) -> bytes:
        if not self._home.login.exists():
            raise BadProfile(
                "profile/no-login", "you have not logged in to your mail account yet: say `grubenpost login`"
            )
        return read_secret(self._home.login)

    def write(self, data: bytes) -> None:
        write_whole(self._home.login, data)

    def alone(self) -> AbstractContextManager[None]:
        return only_one(self._home.login.with_name(".mail.login.lock"))


def open_account(home: Home, place: PasswordPlace, account: MailAccount, command: str) -> MailAccount:
    """The account with its password, or with how to get at it where that is another one each time."""
    if place is PasswordPlace.COMMAND:
        return replace(account, look_up=lambda _: run_command(command))
    if place is PasswordPlace.LOGIN:
        file = GrantedLogin(home)
        return replace(account, xoauth2=True, look_up=lambda refused: access_token(file, time.time, refused))
    return replace(account, password=read_password(home, place, account))


def read_password(home: Home, place: PasswordPlace, account: MailAccount) -> str:
    """The password of the mail account, as it was written down."""
    if place is PasswordPlace.FILE:
        return read_secret(home.password).decode("utf-8", "replace").rstrip("\r\n")
    found = _ask_keyring("get_password", SERVICE, account.address)
    if not isinstance(found, str):
        raise BadProfile(
            "profile/password-missing",
            "the keyring has no password for {address}: `grubenpost init` asks for it again",
            address=account.address,
        )
    return found


def has_keyring() -> bool:
    """Whether the system has a keyring that could keep something."""
    try:
        return float(import_module("keyring").get_keyring().priority) >= 1
    except Exception:  # not installed, or out of order in one of many ways
        return False


def _ask_keyring(what: str, *words: str) -> Any:
    try:
        keyring = import_module("keyring")  # an optional package, and slow
    except ImportError:
        raise BadProfile(
            "profile/password-keyring",
            "the mail password is in the system's keyring, and the package keyring is not installed: "
            "`pip install keyring`, or set password to file in the profile",
        ) from None
    try:
        return getattr(keyring, what)(*words)
    except Exception as error:  # each keyring has errors of its own
        raise BadProfile(
            "profile/password-keyring", "the system's keyring can't be used: {why}", why=error
        ) from None


def read_secret(path: Path) -> bytes:
    """A file with a secret, which nobody else may read."""
    try:
        if not is_private(path):
            raise BadProfile(
                "profile/not-private", "{path} can be read by others: type `chmod 600 {path}`", path=path
            )
        return path.read_bytes()
    except OSError as error:
        raise BadProfile(
            "profile/unreadable", "{path} can't be read: {why}", path=path, why=error.strerror
        ) from None
