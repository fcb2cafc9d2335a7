"""Following the ledger: the site is brought up to date after each move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event
from typing import Final

from sqlmodel import col, func, select

from server.host.archives.site.build import Built
from server.ledger import models as rows
from server.ledger.store import Ledger

EVERY: Final = 5.0
"""The seconds between two looks."""


def follow(ledger: Ledger, build: Callable[[], Built], stop: Event, every: float = EVERY) -> Iterator[Built]:
    """The files that were written, each time that something has changed; until somebody says stop."""
    seen: object = None
    while not stop.is_set():
        now = _sign(ledger)
        if now != seen:
            seen = now
            yield build()
        stop.wait(every)


def _sign(ledger: Ledger) -> object:
    """Something that is another one whenever a page may have changed: a log grew, somebody was forgotten, a
    game became public or private."""
    with ledger.reading() as session:
        begun = select(rows.Game.id, rows.Game.state, rows.Game.entries, rows.Game.options)
        games = session.exec(begun.where(rows.Game.state != "open").order_by(col(rows.Game.id))).all()
        active = select(func.count()).select_from(rows.Player).where(rows.Player.state == "active")
        named = select(func.count()).select_from(rows.Seat).where(col(rows.Seat.name).is_not(None))
        return hash(tuple(games)), session.exec(active).one(), session.exec(named).one()
