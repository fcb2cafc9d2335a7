"""Bytes that nobody can guess, and that are the same whenever the same mail is dealt with again.

Codes, nonces, seeds and salts follow from the server's key and from what is being dealt with. So the mailbox
is a journal: from the same mails the same ledger and the same mails of ours are made again, byte for byte.
"""

from __future__ import annotations

import hmac


class EntropyStream:
    """The bytes for one mail, or for one duty: always the same ones in the same order."""

    def __init__(self, secret: bytes, name: str) -> None:
        self._secret = secret
        self._name = name.encode("utf-8", "replace")
        self._count = 0

    def __call__(self, size: int) -> bytes:
        drawn = b""
        while len(drawn) < size:
            self._count += 1
            told = self._count.to_bytes(8, "big") + self._name
            drawn += hmac.digest(self._secret, told, "sha256")
        return drawn[:size]
