"""Seats that become free before the start: the player goes, has lost the key, or is not heard of.

The log holds the reason. The seat of a player with a key is freed by what that key has sealed; or when a full
table has waited for its share for too long.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlmodel import Session, col, select

from engine.errors import Refused
from engine.phrase import Phrase
from engine.record.game.table import ABSENT
from engine.record.keyring.keyring import Keyring
from engine.tongue import phrase
from server.clocks.stale import set_patience
from server.games.lifecycle import options_of
from server.games.table import is_in_force, needs_key
from server.ledger import models as rows
from server.ledger.budgets import DAY
from server.ledger.queues import lock_game
from server.outgoing.answers import notify
from server.visit.keys import recover_letter
from server.visit.refusal import BadCommand
from server.visit.visit import Visit


def leave_seat(visit: Visit, game: rows.Game, player: rows.Player, letter: bytes | None = None) -> None:
    """Free a player's seat in a game that has not started, by the letter that says so where it needs one."""
    for seat in visit.games.seats(game):
        if seat.player_id == player.id:
            _free(visit, game, seat, letter)


def leave_table(visit: Visit, game: rows.Game, letter: bytes | None = None) -> None:
    """The player whose visit it is leaves a game that has not started."""
    visit.seat_of(game)
    if game.state != "open":
        raise BadCommand(
            "leave/started", "the game {game} has started: `resign {game}` if you must", game=game.id
        )
    leave_seat(visit, game, visit.sender.registered(), letter)
    visit.say("You have left the game {game}.", game=game.id)


def may_leave(visit: Visit, game: rows.Game, player: rows.Player, letter: bytes | None) -> bool:
    """Whether this letter frees the player's seat now, or none is needed."""
    table = visit.games.book(game).table
    numbers = [seat.number for seat in visit.games.seats(game) if seat.player_id == player.id]
    try:
        for number in numbers:
            table.check_leave(number, letter if table.needs_seal(number) else None, visit.now)
    except Refused:
        return False
    return True


def _free(visit: Visit, game: rows.Game, seat: rows.Seat, letter: bytes | None) -> None:
    book, leaver = visit.games.book(game), visit.players.on(seat)
    asked = book.table.full and bool(book.table.shares) and not options_of(game)["hold"]
    handle = book.joined[seat.number].handle
    raw = letter if book.table.needs_seal(seat.number) else None
    visit.games.write(game, book.leave(seat.number, visit.now, raw))
    visit.session.delete(seat)
    visit.session.flush()
    game.full_at = None
    set_patience(game, visit.now)
    for reader in visit.games.audience(game) if asked else ():
        if reader.player is not leaver:
            notify(
                visit,
                reader.player,
                f"left {game.id} {game.entries} {reader.player.handle}",
                _left(game, handle),
                game=game.id,
            )


def _left(game: rows.Game, handle: str) -> Phrase:
    return phrase(
        "{who} has left the game {game}, in which all seats were taken.\n"
        "What was told of the shuffle counts no more: it begins anew when all\n"
        "seats are taken again. Others join with:  join {game}",
        who=handle,
        game=game.id,
    )


def absences_due(session: Session, _ring: Keyring) -> Iterator[tuple[int, str]]:
    """The times at which each full table will have waited long enough for shares."""
    full = select(rows.Game.full_at, rows.Game.id).where(
        rows.Game.state == "open", col(rows.Game.full_at).is_not(None)
    )
    for full_at, game_id in session.exec(full):
        yield (full_at or 0) + ABSENT, game_id


def free_absent(visit: Visit, game_id: str) -> None:
    """Free the seats of those for whose share a full table has waited long enough."""
    visit.keys.lock()
    game = lock_game(visit.session, game_id)
    assert game is not None  # games stay
    game.full_at = None
    book = visit.games.book(game)
    for seat in visit.games.seats(game):
        if book.table.is_absent(seat.number, visit.now):
            _tell_absent(visit, game, seat)
            _free(visit, game, seat, None)
    free_lost(visit, game)


def free_lost(visit: Visit, game: rows.Game) -> None:
    """Free the seats that were taken with keys that have been given up as lost since."""
    book = visit.games.book(game)
    for seat in visit.games.seats(game):
        if needs_key(book, seat.number) and not is_in_force(visit, book, seat.number):
            player, letter = (
                visit.players.on(seat),
                recover_letter(visit.session, book.joined[seat.number].handle),
            )
            if player is not None and letter is not None and may_leave(visit, game, player, letter):
                _free(visit, game, seat, letter)


def _tell_absent(visit: Visit, game: rows.Game, seat: rows.Seat) -> None:
    player = visit.players.on(seat)
    if player is not None:
        notify(
            visit,
            player,
            f"absent {game.id} {game.entries} {player.handle}",
            phrase(
                "The game {game} has waited {days} days for your share of the shuffle.\n"
                "Your seat in it is free again; while it is, you can join anew:\n"
                "  grubenpost join {game}",
                game=game.id,
                days=ABSENT // DAY,
            ),
            game=game.id,
        )
