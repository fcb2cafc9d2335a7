"""A player's own key: a file that is made once and never replaced."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

from client.profile.files import make_folder, write_whole
from client.profile.home import Home
from client.profile.secrets import read_secret
from client.profile.system import put_new
from engine.record.keyring.keyfile import SALT_BYTES, lock, public_key, unlock
from engine.record.letters.key import KEY_BYTES, PrivateKey

RECOVERY: Final = "recovery"
"""Beside a key that waits for the end of a recovery, the file that tells since when."""


def make_key(home: Home, entropy: Callable[[int], bytes], passphrase: str = "") -> PrivateKey:
    """A new key in a new file; the one that is there already, if one is."""
    if home.key.exists():
        return read_key(home, passphrase)
    key = PrivateKey(entropy(KEY_BYTES))
    make_folder(home.config)
    part = home.key.with_name(f".{home.key.name}.{os.getpid()}.part")
    try:
        write_whole(part, lock(key, passphrase, entropy(SALT_BYTES)))
        put_new(part, home.key)
    except FileExistsError:
        return read_key(home, passphrase)
    finally:
        part.unlink(missing_ok=True)
    return key


def read_key(home: Home, passphrase: str = "") -> PrivateKey:
    """The key in the player's key file."""
    return unlock(read_secret(home.key), passphrase)


def is_locked(home: Home) -> bool:
    """Whether the key file wants a passphrase."""
    return b'\nlock = "none"\n' not in read_secret(home.key)


def make_next_key(home: Home, entropy: Callable[[int], bytes], passphrase: str = "") -> PrivateKey:
    """The key that shall take the place of the present one; what was begun before is gone on with."""
    return make_key(next_home(home), entropy, passphrase)


def take_next_key(home: Home) -> None:
    """Put the next key in the place of the present one, which stays beside it under its key id."""
    new = next_home(home).key
    if home.key.exists():
        old = home.key.with_name(f"player-{public_key(read_secret(home.key)).key_id}.key")
        if not old.exists():
            write_whole(old, read_secret(home.key))
    new.replace(home.key)
    (new.parent / RECOVERY).unlink(missing_ok=True)
    new.parent.rmdir()


def next_home(home: Home) -> Home:
    """The file in which the next key waits."""
    return Home(home.config / "next", home.config / "next")
