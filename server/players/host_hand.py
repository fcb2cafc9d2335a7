"""The host's hand in a running game: more time, a word to all, and seats, each in the log with its reason."""

from __future__ import annotations

from collections.abc import Mapping

from sqlmodel import Session, col, select

from engine.phrase import Phrase
from engine.record.game.changes.host import ANNOUNCE, EXTEND, HOST, OFFER, UNSEAT
from engine.show.host_acts import host_act_words
from engine.tongue import phrase, word
from server.clocks.alarms import clock_of, set_alarms
from server.games.handing_over import open_seats
from server.games.resigning import resign
from server.ledger import models as rows
from server.outgoing.answers import notify, tell_host
from server.outgoing.history import names_in
from server.visit.players import Players
from server.visit.refusal import BadCommand
from server.visit.visit import Visit

More = Mapping[str, str]


def check_in(session: Session, game: str, more: More) -> None:
    """Refuse to take somebody off a seat who has none."""
    if _seat(session, game, more["who"]) is None:
        raise BadCommand("host/not-in", "{handle} does not play in {game}", handle=more["who"], game=game)


def check_out(session: Session, game: str, more: More) -> None:
    """Refuse to ask somebody who plays in the game."""
    if _seat(session, game, more["who"]) is not None:
        raise BadCommand("host/in-already", "{handle} plays in {game}", handle=more["who"], game=game)


def check_seat_left(session: Session, game: str) -> None:
    """Refuse to ask for a seat when there is none to take."""
    left = select(rows.Seat).where(rows.Seat.game_id == game, col(rows.Seat.left_at).is_not(None))
    if session.exec(left).first() is None:
        raise BadCommand("host/no-seat", "no seat of {game} is open: `unseat` somebody first", game=game)


def _seat(session: Session, game: str, handle: str) -> rows.Seat | None:
    player = Players(session).find(handle)
    sits = select(rows.Seat).where(
        rows.Seat.game_id == game, rows.Seat.player_id == player.id, col(rows.Seat.left_at).is_(None)
    )
    return session.exec(sits).first()


def announce(visit: Visit, game: rows.Game, more: More) -> None:
    """Everyone in a game is told something."""
    _note(visit, game, ANNOUNCE, more["reason"])


def extend(visit: Visit, game: rows.Game, more: More) -> None:
    """The turn under way gets more time, unless its time is up."""
    clock = clock_of(visit, game)
    turn = clock.turn if clock is not None else None
    if clock is None or turn is None or turn.ran_out:
        tell_host(visit, visit.name, f"`extend {game.id}` was not done: no clock runs in the game.\n")
        return
    at = max(visit.now, clock.at)
    _note(visit, game, EXTEND, more["reason"], at=at, seat=turn.seat)
    book = visit.games.book(game)
    visit.games.write(game, book.note("more-time", at, seat=turn.seat, seconds=int(more["seconds"])))
    set_alarms(visit, game)


def unseat(visit: Visit, game: rows.Game, more: More) -> None:
    """A bot plays on for somebody, and others can take the seat."""
    seat = _seat(visit.session, game.id, more["who"])
    assert seat is not None  # or the act was refused
    _note(visit, game, UNSEAT, more["reason"], seat=seat.number)
    resign(visit, game, seat)


def offer_seat(visit: Visit, game: rows.Game, more: More) -> None:
    """Somebody is asked to take an open seat; they have it when they join, with a letter of their own."""
    player, free = visit.players.find(more["who"]), open_seats(visit, game)
    if not free:
        tell_host(visit, visit.name, f"`seat {game.id}` was not done: no seat is open.\n")
        return
    said = _note(visit, game, OFFER, more["reason"], seat=free[0], handle=player.handle)
    text = phrase("{said}\n\nTo take it, send:  join {game}", said=said, game=game.id)
    _tell(visit, game, player, text)


def _note(
    visit: Visit, game: rows.Game, act: str, reason: str, *, at: int | None = None, **facts: int | str
) -> Phrase:
    """Write an act into the log, and tell everyone in the game."""
    book = visit.games.book(game)
    visit.games.write(game, book.note(HOST, visit.now if at is None else at, act=act, reason=reason, **facts))
    seat, handle = facts.get("seat"), str(facts.get("handle", ""))
    said = host_act_words(act, seat if isinstance(seat, int) else None, handle, reason, names_in(book))
    for reader in visit.games.audience(game):
        _tell(visit, game, reader.player, phrase("Game {game}:\n\n{said}", game=game.id, said=said))
    return said


def _tell(visit: Visit, game: rows.Game, player: rows.Player, text: Phrase) -> None:
    name = f"host {game.id} {game.entries} {player.handle}"
    notify(visit, player, name, text, remark=word("from the host"), game=game.id)
