"""Games that never begin: those at the table are warned, and some time later the game is let go.

What counts is when something last happened at the table: it was opened, joined or left.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlmodel import Session

from engine.clock.stale import NOTICE, expiry
from engine.phrase import Phrase
from engine.record.game.noting import CLOSED
from engine.record.keyring.keyring import Keyring
from engine.tongue import phrase, word
from server.clocks.alarms import games_due, terms_of
from server.ledger import models as rows
from server.ledger.queues import lock_game
from server.outgoing.answers import notify
from server.visit.preferences import manner_of
from server.visit.visit import Visit


def set_patience(game: rows.Game, now: int) -> None:
    """Something has happened at the table of an open game."""
    if game.state == "open":
        game.due_at = expiry(now, terms_of(game)).warned


def stale_due(session: Session, _ring: Keyring) -> Iterator[tuple[int, str]]:
    """The open games whose players are to be warned first, or that are let go."""
    return games_due(session, "due_at", "open")


def warn_or_let_go(visit: Visit, game_id: str) -> None:
    """Nothing has happened at a table for long."""
    game = lock_game(visit.session, game_id)
    assert game is not None  # games stay
    when = expiry(visit.games.book(game).log.entries[-1].at, terms_of(game))
    if game.due_at is not None and game.due_at <= when.warned:
        ends = game.due_at = max(when.ends, visit.now + NOTICE)
        _tell(visit, game, "stale", ends)
        return
    _tell(visit, game, "let go", 0)
    visit.games.write(game, visit.games.book(game).note(CLOSED, visit.now, reason="it never began"))
    game.state, game.due_at, game.full_at = "abandoned", None, None
    for seat in visit.games.seats(game):
        seat.left_at = visit.now


def _tell(visit: Visit, game: rows.Game, name: str, ends: int) -> None:
    """Everyone at the table, and whoever has called for the game."""
    seated = {reader.player.handle: reader.player for reader in visit.games.audience(game)}
    host = visit.session.get(rows.Player, game.host_id) if game.host_id is not None else None
    if host is not None and host.state == "active":
        seated.setdefault(host.handle, host)
    for handle, player in seated.items():
        told = _warning(game, player, ends) if ends else _farewell(game)
        dedupe = f"{name} {game.id} {game.entries} {handle}"
        notify(visit, player, dedupe, told, remark=word("not begun"), game=game.id)


def _warning(game: rows.Game, player: rows.Player, ends: int) -> Phrase:
    return phrase(
        "The game {game} still waits for players, and nothing has happened for long.\n"
        "If nobody joins it, it is let go on {ends}.\n"
        "Others join it with:  join {game}",
        game=game.id,
        ends=manner_of(player).tongue.moment_to_keep(ends, player.zone),
    )


def _farewell(game: rows.Game) -> Phrase:
    return phrase("The game {game} never began, and is let go. Open another one with:  new", game=game.id)
