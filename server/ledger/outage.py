"""Errors that are nobody's fault but the machine's: a full disk, a database that is away, no memory.

They say nothing about the mail that was being dealt with when they came.
"""

from __future__ import annotations

import errno
from typing import Final

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

_OF_THE_MACHINE: Final = frozenset(
    {
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EIO,
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOMEM,
        errno.EROFS,
        errno.EAGAIN,
    }
)


def is_outage(error: BaseException) -> bool:
    """Whether the same work can be done as soon as the machine is well again."""
    if isinstance(error, OperationalError | InterfaceError | NoConnection | MemoryError):
        return True
    if isinstance(error, DBAPIError):
        return error.connection_invalidated
    return isinstance(error, OSError) and (
        isinstance(error, ConnectionError) or error.errno in _OF_THE_MACHINE
    )
