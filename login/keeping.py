"""The access token of a login that is kept somewhere: the one that is there, or a new one.

Several processes may use one login. Whoever needs a new token asks for it while all others wait, and writes
it down before using it: with some providers a refresh token is good for one use.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from login.grant import Grant, read_grant, refresh, write_grant


class Keeper(Protocol):
    """The keeper of a login."""

    again: str
    """The command that logs in anew."""

    def read(self) -> bytes: ...

    def write(self, data: bytes) -> None: ...

    def alone(self) -> AbstractContextManager[None]:
        """Nobody else is in such a block at the same time."""


def access_token(keeper: Keeper, now: Callable[[], float], refused: str = "") -> str:
    """A token that should open the account; `refused` is one that has just not."""
    grant = kept_grant(keeper)
    if not grant.opens(now(), refused):
        with keeper.alone():
            grant = kept_grant(keeper)  # another process may have been quicker
            if not grant.opens(now(), refused):
                grant = refresh(grant, now(), keeper.again)
                keeper.write(write_grant(grant))
    return grant.access_token


def kept_grant(keeper: Keeper) -> Grant:
    return read_grant(keeper.read(), keeper)
