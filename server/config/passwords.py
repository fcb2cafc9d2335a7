"""Passwords: the places that they come from, and the care that they are not shown.

A password is looked up when a connection needs it, not when the configuration is read: so commands that
connect nowhere need none.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from login.command import run_command
from server.config.errors import BadConfig

LARGEST_FILE: Final = 4096


class Secret:
    """A text that shows itself only when asked by name."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "<Secret>"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a secret is not written anywhere")


@dataclass(frozen=True)
class Password:
    """The place of an account's password: `kind` is the key in the configuration that names it."""

    kind: str
    place: str = field(repr=False)
    """A path, a variable, a keyring's service, a command, or the password itself."""
    user: str
    section: str
    file: str
    """The configuration, for errors."""

    def look_up(self) -> Secret:
        """The password itself, or the access token that stands in its place."""
        match self.kind:
            case "password_command":
                return Secret(run_command(self.place))
            case "password_file":
                return Secret(self._from_file())
            case "password_env":
                return Secret(self._from_environment())
            case "password_keyring":
                return Secret(self._from_keyring())
        return Secret(self.place)

    def _from_environment(self) -> str:
        found = os.environ.get(self.place, "")
        if not found:
            raise self._wrong(
                "config/password-env", "the environment variable {place} is not set: set it to the password"
            )
        return found

    def _from_file(self) -> str:
        path = Path(self.place)
        try:
            check_private(path)
            data = path.read_bytes()[: LARGEST_FILE + 1]
            lines = data.decode("utf-8").splitlines()
        except FileNotFoundError:
            raise self._wrong(
                "config/password-file", "there is no file {place}: write the password into it"
            ) from None
        except OSError as error:
            raise self._wrong(
                "config/password-file", "{place} can't be read ({why})", why=error.strerror
            ) from None
        except UnicodeDecodeError:
            lines = []
        if len(lines) != 1 or not lines[0] or len(data) > LARGEST_FILE:
            raise self._wrong(
                "config/password-file", "{place} must hold one line, the password, and nothing else"
            )
        return lines[0]

    def _from_keyring(self) -> str:
        try:
            # Slow to import, and needless for hosts that use a file.
            import keyring  # noqa: PLC0415
            from keyring.errors import KeyringError  # noqa: PLC0415
        except ImportError:
            raise self._wrong(
                "config/password-keyring", "the Python package keyring is not installed"
            ) from None
        try:
            found = keyring.get_password(self.place, self.user)
        except (KeyringError, RuntimeError) as error:
            raise self._wrong(
                "config/password-keyring", "the keyring can't be opened ({why})", why=error
            ) from None
        if not found:
            raise self._wrong(
                "config/password-keyring",
                "the keyring has none: type `keyring set {place} {user}`",
                user=self.user,
            )
        return found

    def _wrong(self, code: str, says: str, **facts: object) -> BadConfig:
        return BadConfig(
            code,
            "{file}: [{section}] {kind}: " + says,
            file=self.file,
            section=self.section,
            kind=self.kind,
            place=self.place,
            **facts,
        )


def check_private(path: Path) -> None:
    """Refuse a file with secrets that others than its owner can read or write."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise BadConfig(
            "config/mode",
            "{path} can be opened by others than its owner (mode {mode:04o}): type `chmod 600 {path}`",
            path=path,
            mode=mode,
        )
