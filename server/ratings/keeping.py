"""Keeping what a rated game says when it ends, and reading it again."""

from __future__ import annotations

import json

from sqlmodel import Session, col, select

from engine.leagues.league_game import read_league_game
from engine.ratings.rated_game import RatedGame, RatedSeat, read_rated
from engine.record.game.course import result_facts
from server.ledger import models as rows
from server.visit.visit import Visit


def keep_result(visit: Visit, game: rows.Game) -> None:
    """A game has been closed: keep what it says about its players, if it is rated or one of a league."""
    book = visit.games.book(game)
    final, entries = result_facts(book.game).get("final", []), [entry.facts for entry in book.log.entries]
    table, played = visit.session.get(rows.LeagueTable, game.id), read_league_game(entries, final)
    if table is not None and played is not None:
        table.ended_at, table.seats = visit.now, json.dumps([seat.facts() for seat in played.seats])
    rated = read_rated(entries, final)
    if rated is not None:
        seats = json.dumps([seat.facts() for seat in rated.seats])
        visit.session.add(rows.Rated(game_id=game.id, ended_at=rated.ended_at, seats=seats))


def kept_games(session: Session, since: int = 0) -> list[RatedGame]:
    """The rated games that ended at this moment or later, in their order."""
    ended = select(rows.Rated).where(col(rows.Rated.ended_at) >= since)
    in_order = ended.order_by(col(rows.Rated.ended_at), col(rows.Rated.game_id))
    return [
        RatedGame(row.game_id, row.ended_at, tuple(RatedSeat(**seat) for seat in json.loads(row.seats)))
        for row in session.exec(in_order)
    ]


def named(session: Session) -> list[str]:
    """The handles of those who have a name in a rated game: all but those who were forgotten."""
    seated = (
        select(rows.Player.handle)
        .join(rows.Seat, col(rows.Seat.player_id) == col(rows.Player.id))
        .join(rows.Rated, col(rows.Rated.game_id) == col(rows.Seat.game_id))
        .where(col(rows.Seat.name).is_not(None))
    )
    return list(session.exec(seated.distinct()))
