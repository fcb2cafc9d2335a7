"""The key cabinet: whose key is in force on this server, rebuilt from the ledger's key log."""

from __future__ import annotations

import json
from threading import Lock
from typing import Final, NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from engine.record.keyring.keyring import KeyEvent, Keyring, Recovered, key_event
from engine.record.letters.kinds import FORMATS, KINDS, recover
from engine.record.letters.post import open_letter
from engine.record.letters.seal import open_seal
from server.ledger import models as rows
from server.ledger.queues import append_keyletter, lock_keylog
from server.ledger.statements import run

NAME_THEIR_KEYS: Final = frozenset(name for name in FORMATS if KINDS[name].keys)
"""Letters that can be opened without knowing anyone's key."""


_NEWER: Final = (
    select(rows.KeyLetter.id, rows.KeyLetter.at, rows.KeyLetter.raw, rows.KeyLetter.facts)
    .where(col(rows.KeyLetter.id) > bindparam("last"))
    .order_by(col(rows.KeyLetter.id))
)
"""Made once, because it is asked at every move."""


class Keys(NamedTuple):
    """The keyring at one moment, and the place in the key log of the next letter."""

    ring: Keyring
    next_seq: int


class Logged(NamedTuple):
    """A letter in the key log."""

    id: int
    at: int
    raw: bytes | None
    facts: str


class KeyCabinet:
    """The keyring after the last key letter in the ledger. Safe to share between threads.

    Ask it before a transaction writes key letters: it remembers what it has seen.
    """

    def __init__(self, server: str) -> None:
        self._ring = Keyring(server)
        self._last = 0
        self._lock = Lock()

    def look(self, session: Session) -> Keys:
        """The keys as they are now."""
        with self._lock:
            if new := [Logged(*row) for row in run(session, _NEWER, {"last": self._last})]:
                self._ring, self._last = _grown(self._ring, new), new[-1].id
            return Keys(self._ring, self._last + 1)


class KeysInHand:
    """The keys while one mail is dealt with."""

    def __init__(self, cabinet: KeyCabinet, session: Session) -> None:
        self._cabinet = cabinet
        self._session = session
        self._keys = cabinet.look(session)
        self._are_locked = False

    @property
    def ring(self) -> Keyring:
        return self._keys.ring

    @property
    def next_seq(self) -> int:
        return self._keys.next_seq

    def lock(self) -> Keys:
        """The keys, which nobody else can change until the transaction ends. Lock them before any game."""
        if not self._are_locked:
            lock_keylog(self._session)
            self._keys, self._are_locked = self._cabinet.look(self._session), True
        return self._keys

    def log(self, event: KeyEvent, raw: bytes | None, facts: str = "{}") -> None:
        """Check a change of keys against the keyring and write it down; from now on it counts."""
        ring = self.lock().ring.after(event)
        append_keyletter(self._session, event.at, raw, facts)
        self._keys = Keys(ring, event.seq + 1)


def recovery_of(ring: Keyring, handle: str) -> str | None:
    """The recovery of this player's key that is under way."""
    for_ever = 1 << 62
    return next((recovery.recover for recovery in ring.due(for_ever) if recovery.handle == handle), None)


def in_doubt(ring: Keyring, player: rows.Player) -> bool:
    """Whether a recovery of this player's key is under way, and nobody has stopped it."""
    return recovery_of(ring, player.handle) not in (None, player.stopped_recovery)


def recover_letter(session: Session, handle: str) -> bytes | None:
    """The last letter by which somebody asked for another key in the place of one that was lost."""
    start, named = f'format = "{recover.LETTER.format}"\n'.encode(), f'\nhandle = "{handle}"\n'.encode()
    newest = select(rows.KeyLetter.raw).order_by(col(rows.KeyLetter.id).desc())
    found = session.exec(newest.execution_options(yield_per=100))
    return next((raw for raw in found if raw and raw.startswith(start) and named in raw), None)


def _grown(ring: Keyring, letters: list[Logged]) -> Keyring:
    """The keyring after these letters; many at once, because each new keyring is a copy."""
    events: list[KeyEvent] = []
    for row in letters:
        if row.raw is not None and open_seal(row.raw).context not in NAME_THEIR_KEYS:
            ring, events = ring.after(*events), []
        events.append(_event(row, ring))
    return ring.after(*events)


def _event(row: Logged, ring: Keyring) -> KeyEvent:
    """A logged key letter, checked when it was taken; its signatures tell who signed it."""
    if row.raw is None:
        facts = json.loads(row.facts)
        return KeyEvent(row.id, row.at, Recovered(facts["handle"], facts["recover"]))
    return key_event(open_letter(row.raw, ring.keys_by_id), row.id, row.at)
