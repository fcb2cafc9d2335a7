"""The key cabinet: whose key is in force on this server, rebuilt from the ledger's key log."""

from __future__ import annotations

import json
from threading import Lock

from sqlmodel import Session, col, select

from engine.record.keyring import KeyEvent, Keyring, Recovered, key_event
from engine.record.post import open_letter
from server.ledger import models as rows


class KeyCabinet:
    """The keyring after the last key letter in the ledger. Ask it before a transaction writes anything."""

    def __init__(self, server: str) -> None:
        self._ring = Keyring(server)
        self._last = 0
        self._lock = Lock()

    def ring(self, session: Session) -> Keyring:
        """The keyring as it is now."""
        with self._lock:
            new = session.exec(
                select(rows.KeyLetter)
                .where(col(rows.KeyLetter.id) > self._last)
                .order_by(col(rows.KeyLetter.id))
            ).all()
            for row in new:
                self._ring = self._ring.after(_event(row, self._ring))
                self._last = row.id or self._last
            return self._ring

    @property
    def next_seq(self) -> int:
        """The place in the key log of the next letter."""
        return self._last + 1


def _event(row: rows.KeyLetter, ring: Keyring) -> KeyEvent:
    """A logged key letter, checked when it was taken; its signatures tell who signed it."""
    seq = row.id or 0
    if row.raw is None:
        facts = json.loads(row.facts)
        return KeyEvent(seq, row.at, Recovered(facts["handle"], facts["recover"]))
    return key_event(open_letter(row.raw, ring.keys_by_id), seq, row.at)
