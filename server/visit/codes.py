"""One-time codes: how the ledger keeps them, made and looked up; and the digits that ids are made of."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Final

from sqlmodel import Session

from engine.wire.codes import ENTROPY, write_code
from server.ledger import models as rows

DIGITS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: no i, l, o and u."""

TURN: Final = "turn"
"""Good for one move: at one ply of one game."""
REPLY: Final = "reply"
"""Good for one mail that changes something, and for asking as often as one likes; one that is for a game only
for what is ordered ahead in it or said at its table."""
CONFIRM: Final = "confirm"
"""Good for the one thing that waits for it."""

KEPT_AFTER: Final = 60 * 24 * 3600
"""The seconds for which a code is known after it has expired: good for nothing, but it was in a mail of
ours."""

Entropy = Callable[[int], bytes]

_READ_AS: Final = str.maketrans("ilo", "110")


def hash_code(code: str) -> str:
    """The hash by which the ledger knows a code: nobody can read codes out of it."""
    return sha256(b"grubenpost-code/1\0" + code.encode("ascii", "replace")).hexdigest()


def read_id(typed: str) -> str:
    """A game's id as somebody typed it: capitals and look-alikes do not matter."""
    return typed.casefold().translate(_READ_AS)


class Codes:
    """The codes in the ledger at one moment: a small repository over the session."""

    def __init__(self, session: Session, now: int, entropy: Entropy) -> None:
        self._session = session
        self._now = now
        self._entropy = entropy

    def make(
        self,
        purpose: str,
        player: rows.Player | None,
        valid: int,
        *,
        address: str = "",
        what: str = "{}",
        game: rows.Game | None = None,
        lasting: bool = False,
    ) -> str:
        """A new one-time code, for the present ply if it is about a game; only its hash is kept.

        It ends with any change of the player's addresses or key, unless it is a lasting one.
        """
        code = write_code(self._entropy(ENTROPY))
        self._session.add(
            rows.Code(
                hash=hash_code(code),
                purpose=purpose,
                player_id=player.id if player else None,
                address=address,
                game_id=game.id if game else None,
                ply=game.ply if game else None,
                what=what,
                epoch=player.epoch if player and not lasting else None,
                expires_at=self._now + valid,
            )
        )
        return code

    def known(self, text: str) -> rows.Code | None:
        """The code that is written like this, whether or not it can still be used."""
        found = self._session.get(rows.Code, hash_code(text))
        return found if found is not None and found.expires_at > self._now - KEPT_AFTER else None

    def valid(self, text: str) -> rows.Code | None:
        """The code that is written like this, if it can still be used.

        Nobody else can use it until the transaction ends: the same mail may have come twice.
        """
        found = self._session.get(
            rows.Code, hash_code(text), with_for_update={"key_share": True}, populate_existing=True
        )
        return found if found is not None and self.is_live(found) else None

    def is_live(self, code: rows.Code) -> bool:
        """Whether a code can still be used: it is not spent or too old, and nothing has ended it."""
        if code.used_at is not None or code.expires_at <= self._now:
            return False
        owner = self._session.get(rows.Player, code.player_id) if code.player_id is not None else None
        return owner is None or code.epoch is None or code.epoch == owner.epoch
