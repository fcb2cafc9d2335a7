"""Shares: the entropy that a player with a key brings to the shuffle, committed to first and told later.

If joining told the entropy, whoever joins last, together with the server, could try deals until one suits
them. So a join letter holds only a commitment; when all seats are taken, and all commitments are under one
head of the log, each player reveals a share. From then on nobody has a choice but to go on or to stop.

Stopping must not give the choice back: if somebody leaves a full table, the shares that were told are
worth nothing any more, and those of the next time must be as hidden as the first were. So a commitment is the
end of a chain, of which each share is the link before:

    owner       = field(server) + field(game) + field(handle) + field(the 32 bytes of the public key)
    step(v)     = SHA-256("grubenpost-share/1\\0" + owner + v)
    commitment  = step(share 0), share 0 = step(share 1), share 1 = step(share 2), …

Share n is told if the full table was left n times since its owner joined; `field` is that of the shuffle.
One secret of 32 bytes is enough to know all links. Whoever knows a link knows those nearer to the commitment,
so a player tells no share twice under different heads of the log, and none before one that is told.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from engine.errors import BadLetter
from engine.record.letters.key import PrivateKey, PublicKey

SHARE_BYTES: Final = 32
LINKS: Final = 256
"""The number of shares in a chain of ours."""
_STEP: Final = b"grubenpost-share/1\0"
_SECRET: Final = b"grubenpost-share-secret/1\0"


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of shares, and their game: so that nobody can commit to another's."""

    server: str
    game: str
    handle: str
    key: PublicKey

    def step(self, share: bytes, times: int = 1) -> bytes:
        """The link so many places nearer to the commitment."""
        names = (self.server.encode("ascii"), self.game.encode("ascii"), self.handle.encode("ascii"))
        before = _STEP + b"".join(map(_field, (*names, self.key.raw)))
        for _ in range(times):
            share = sha256(before + share).digest()
        return share


class Chain:
    """All shares of a player in one game, from a secret that nobody else knows."""

    def __init__(self, owner: Owner, secret: bytes) -> None:
        self._owner = owner
        self._secret = secret

    @property
    def commitment(self) -> str:
        """The commitment that the join letter holds."""
        return self._owner.step(self._secret, LINKS).hex()

    def share(self, number: int) -> bytes:
        """The share to be told when the full table was left so many times."""
        if not 0 <= number < LINKS:
            raise BadLetter(
                "share/spent",
                "all {n} shares of this seat are told: leave the game {game} and join it again",
                n=LINKS,
                game=self._owner.game,
            )
        return self._owner.step(self._secret, LINKS - 1 - number)


def chain_of(key: PrivateKey, server: str, game: str, handle: str, nonce: str) -> Chain:
    """The chain behind a join letter with this nonce: key and letter are enough to find it again.

    What is told of one chain says nothing about the key, or about any other chain.
    """
    named = b"".join(map(_field, (server.encode("ascii"), game.encode("ascii"), bytes.fromhex(nonce))))
    secret = hmac.digest(key.seed, _SECRET + named, "sha256")
    return Chain(Owner(server, game, handle, key.public), secret)


@dataclass(slots=True)
class Share:
    """The known shares of a seat: the newest link, and how far before it the next one is."""

    owner: Owner
    known: bytes
    steps: int = 1
    number: int = 0
    """The number of the share that is due."""
    told: bytes = b""
    """The share that counts now; none before it is told."""

    def check(self, share: bytes) -> None:
        """Refuse what was not committed to."""
        if self.owner.step(share, self.steps) != self.known:
            raise BadLetter(
                "share/other",
                "this is not the share that {handle} committed to when joining",
                handle=self.owner.handle,
            )

    def void(self) -> None:
        """The full table was left: what was told counts no more, and the next link is due."""
        if self.told:
            self.known, self.steps, self.told = self.told, 0, b""
        self.steps += 1
        self.number += 1


def _field(content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + content
