"""A player's own key: a file that is made once and never replaced."""

from __future__ import annotations

import os
from collections.abc import Callable

from client.files import PRIVATE
from client.home import Home
from client.profile import read_secret
from engine.record.keyfile import SALT_BYTES, lock, unlock
from engine.record.keys import KEY_BYTES, PrivateKey


def make_key(home: Home, entropy: Callable[[int], bytes], passphrase: str = "") -> PrivateKey:
    """A new key in a new file; the one that is there already, if one is."""
    if home.key.exists():
        return read_key(home, passphrase)
    key = PrivateKey(entropy(KEY_BYTES))
    home.make()
    part = home.key.with_name(f".{home.key.name}.{os.getpid()}.part")
    try:
        part.touch(PRIVATE)
        part.write_bytes(lock(key, passphrase, entropy(SALT_BYTES)))
        os.link(part, home.key)  # unlike a rename, this never replaces a key
    except FileExistsError:
        return read_key(home, passphrase)
    finally:
        part.unlink(missing_ok=True)
    return key


def read_key(home: Home, passphrase: str = "") -> PrivateKey:
    """The key in the player's key file."""
    return unlock(read_secret(home.key), passphrase)
