"""A login in memory, as it was granted some time ago."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from login.grant import Grant, write_grant
from tests.server.real.oauth import CLIENT, Provider

ANNA = "anna@pit.example.org"


class Kept:
    again = "log in again"

    def __init__(self, grant: Grant) -> None:
        self.data = write_grant(grant)
        self.lock = threading.Lock()

    def __str__(self) -> str:
        return "memory"

    def read(self) -> bytes:
        return self.data

    def write(self, data: bytes) -> None:
        assert self.lock.locked()
        self.data = data

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self.lock:
            yield


def kept(provider: Provider, user: str = ANNA, age: int = 0) -> Kept:
    """A login of so many seconds ago."""
    tokens = provider.grant(user)
    ends = int(time.time()) + provider.life - age
    urls = {"token_url": f"{provider.url}/token", "device_url": f"{provider.url}/device"}
    return Kept(
        Grant("club", client_id=CLIENT, client_secret="", scope="mail", expires_at=ends, **urls, **tokens)
    )
