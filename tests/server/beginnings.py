"""How many tests begin is lived through once in each test process, and then copied.

A house has the test's own clock, and all chance follows from its key and its mails. So a second house that
begins in the same way would come to the same ledger, byte for byte: `test_beginnings.py` shows that it does.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass
from functools import wraps
from typing import Any, Generic, TypeVar

from server.ledger import models as rows
from tests.server.house import Entropy, House, Member

Begun = TypeVar("Begun")


def remembered(begin: Callable[..., Begun]) -> Callable[..., Begun]:
    """For what happens first in a house, by mails alone and with nothing patched: `begin(house, …)`.

    A house that is not new, or not on SQLite, lives through it as usual.
    """
    known: dict[tuple[Any, ...], Beginning[Begun]] = {}

    @wraps(begin)
    def begin_or_copy(house: House, *args: Any) -> Begun:
        if not _is_new(house):
            return begin(house, *args)
        key = (args, house.time, repr(house.desk.settings))
        if key in known:
            return known[key].copy_to(house)
        begun = begin(house, *args)
        known[key] = Beginning.of(house, begun)
        return begun

    return begin_or_copy


def _is_new(house: House) -> bool:
    usual = type(house) is House and house.ledger.is_sqlite and house.uid == house.entropy.count == 0
    return usual and not house.all(rows.Inbox) and not house.all(rows.Player)


@dataclass
class Beginning(Generic[Begun]):
    """A house as it was after its beginning."""

    ledger: sqlite3.Connection
    stand_in: object
    """Whom everybody in it belongs to."""
    state: tuple[int, int, int, dict[str, Member], Entropy, Begun]

    @classmethod
    def of(cls, house: House, begun: Begun) -> Beginning[Begun]:
        kept, stand_in = sqlite3.connect(":memory:"), object()
        with closing(sqlite3.connect(_file(house))) as ledger:
            ledger.backup(kept)
        state = (house.time, house.seen, house.uid, house.members, house.entropy, begun)
        return cls(kept, stand_in, deepcopy(state, {id(house): stand_in}))

    def copy_to(self, house: House) -> Begun:
        """Let a new house be like that one; what was made there, made here."""
        with closing(sqlite3.connect(_file(house))) as ledger:
            self.ledger.backup(ledger)
        copied = deepcopy(self.state, {id(self.stand_in): house})
        house.time, house.seen, house.uid, house.members, house.entropy, begun = copied
        return begun


def _file(house: House) -> str:
    return house.ledger.url.database or ""
