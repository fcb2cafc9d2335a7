"""A game's archive, as this server gives it out: whole when it is closed, else as anyone may see it."""

from __future__ import annotations

import json

from sqlmodel import Session

from engine.record.archive import archive
from engine.record.game.book import Book
from engine.record.letters.key import PrivateKey
from engine.record.log import canonical, checkpoint
from engine.record.log.checkpoint import Checkpoint
from server.ledger import models as rows


def write_archive(session: Session, game: rows.Game, book: Book, key: PrivateKey) -> bytes:
    """The archive of a game that has begun. One that was imported keeps the signatures that it came with."""
    if not book.closed:
        return canonical.dumps_unchecked(archive.running(book, key))
    kept = kept_checkpoints(session, game)
    told = archive.finished(book, None, kept) if kept else archive.finished(book, key)
    return canonical.dumps_unchecked(told)


def kept_checkpoints(session: Session, game: rows.Game) -> list[Checkpoint]:
    """The signatures under a game that was imported; none under one of our own, which has a host."""
    found = None if game.host_id is not None else session.get(rows.Imported, game.id)
    return [checkpoint.read(note) for note in json.loads(found.checkpoints)] if found else []
