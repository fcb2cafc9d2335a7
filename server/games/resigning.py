"""Partings from a running game: one resigns, all agree to give it up, or the host ends it."""

from __future__ import annotations

from engine.record.game.book import Book
from engine.record.game.noting import CLOSED
from server.games.lifecycle import finish_game, options_of, summarise
from server.games.playing_on import play_on
from server.games.plies import check_running
from server.ledger import models as rows
from server.outgoing.turn_mails import tell_everyone
from server.visit.visit import Visit


def resign(visit: Visit, game: rows.Game, seat: rows.Seat) -> None:
    """Note that a seat's player has left, and play on for it. If nobody wants to go on, the game ends."""
    book = visit.games.book(game)
    how = options_of(game)["resigned"]
    visit.games.write(game, book.note("substitute", visit.now, seat=seat.number, how=how))
    seat.left_at = visit.now
    visit.session.flush()
    if not still_to_agree(visit, game):
        finish_game(visit, game, abandoned=True)
    else:
        play_on(visit, game)
        if book.game.over:
            finish_game(visit, game)
        else:
            summarise(visit, game)
    tell_everyone(visit, game)


def agree_to_abandon(visit: Visit, game: rows.Game, seat: rows.Seat) -> bool:
    """Note that a player would give the game up; true if all who are left want to, so that it ends."""
    visit.games.write(game, visit.games.book(game).note("abandon", visit.now, seat=seat.number))
    if still_to_agree(visit, game):
        return False
    finish_game(visit, game, abandoned=True)
    tell_everyone(visit, game)
    return True


def close_game(visit: Visit, game: rows.Game, reason: str) -> None:
    """The host ends a game without a winner. The reason stands in its log, and everyone is told."""
    check_running(game)
    visit.games.write(game, visit.games.book(game).note(CLOSED, visit.now, reason=reason))
    finish_game(visit, game, abandoned=True)
    tell_everyone(visit, game)


def still_to_agree(visit: Visit, game: rows.Game) -> list[rows.Seat]:
    """The seats whose players want to go on with the game."""
    agreed = agreed_to_abandon(visit.games.book(game))
    people = [seat for seat in visit.games.seats(game) if seat.player_id is not None]
    return [seat for seat in people if seat.number not in agreed]


def agreed_to_abandon(book: Book) -> set[int]:
    """The seats whose players would give the game up. Whoever moves after saying so takes it back."""
    agreed: set[int] = set()
    for entry in book.log.entries:
        if entry.kind == "ply":
            agreed.discard(entry.facts["seat"])
        elif entry.facts.get("about") == "abandon":
            agreed.add(entry.facts["seat"])
    return agreed
