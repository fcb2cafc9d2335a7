"""The server's login that a provider granted: a file that only its owner can read."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.config.errors import BadConfig
from server.config.passwords import check_private
from server.host.files import write_whole


class LoginFile:
    """All workers that share the data folder use the same one."""

    again = "grubenpost-server login"

    def __init__(self, path: Path) -> None:
        self._path = path

    def __str__(self) -> str:
        return str(self._path)

    def read(self) -> bytes:
        try:
            check_private(self._path)
            return self._path.read_bytes()
        except FileNotFoundError:
            raise BadConfig(
                "config/login-file",
                "there is no login in {path} yet: `{command}` writes it",
                path=self._path,
                command=self.again,
            ) from None

    def write(self, data: bytes) -> None:
        write_whole(self._path, data, mode=0o600)

    @contextmanager
    def alone(self) -> Iterator[None]:
        handle = os.open(self._path.with_name(f".{self._path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)
