"""The server's own key: a file that only its owner can read, made when the server first starts.

Every game of the server stands on this key. A lost one can't be made again, so a new one is made only
while there is no game yet.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from engine.errors import BadLetter
from engine.record.keyring.keyfile import lock, unlock
from engine.record.letters.key import KEY_BYTES, PrivateKey
from server.config.errors import BadConfig
from server.config.passwords import check_private


def read_key(path: Path) -> PrivateKey:
    """The key in the server's key file."""
    try:
        check_private(path)
        return unlock(path.read_bytes(), "")
    except FileNotFoundError:
        raise BadConfig(
            "key/none",
            "{path}: the server's key is not there; put it back from your backup, for all games stand on it",
            path=path,
        ) from None
    except OSError as error:
        raise BadConfig(
            "key/unreadable", "{path} can't be read: {why}", path=path, why=error.strerror
        ) from None
    except BadLetter as error:
        raise BadConfig(
            "key/bad", "{path} can't be used as the server's key: {why}", path=path, why=error
        ) from None


def make_key(path: Path, entropy: Callable[[int], bytes]) -> PrivateKey:
    """A new key in a new file; if another process was faster, its key."""
    key = PrivateKey(entropy(KEY_BYTES))
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(lock(key, "", b""))
            file.flush()
            os.fsync(file.fileno())
        os.link(part, path)  # unlike a rename, this never replaces a key
    except FileExistsError:
        return read_key(path)
    finally:
        part.unlink(missing_ok=True)
    return key
