"""Who plays where nobody does: house bots on their seats, and for somebody who left the house bot or an
empty chair that only goes to the bank."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import NamedTuple

from engine.bots import choose
from engine.record.game.authority import FORCED
from engine.record.game.book import Book
from engine.record.game.forced import forced_move
from engine.record.game.seats import BOT
from engine.record.letters.kinds.move import By, Move
from engine.record.letters.post import write_letter
from engine.rules import Action, Bank, legal_actions, view
from server.games.plies import log_ply
from server.ledger import models as rows
from server.names.house_bots import HOUSE_BOT, bot_of
from server.visit.visit import Visit


class Substitute(NamedTuple):
    """Who plays on a seat, and the entry of the log that allows it."""

    bot: str
    """Its name; none for an empty chair."""
    by: By


def substitutes(visit: Visit, game: rows.Game) -> dict[int, Substitute]:
    """The seats that nobody plays on, by their numbers."""
    book = visit.games.book(game)
    found: dict[int, Substitute] = {}
    for entry in book.log.entries:
        if entry.kind == "start":
            by = By("bot", entry.leaf.hex())
            seats = enumerate(book.seats)
            found |= {
                number: Substitute(bot_of(seat.handle), by) for number, seat in seats if seat.auth == BOT
            }
        elif entry.facts.get("about") == "substitute":
            bot = HOUSE_BOT if entry.facts["how"] == "bot" else ""
            found[entry.facts["seat"]] = Substitute(bot, By("substitute", entry.leaf.hex()))
        elif entry.facts.get("about") == "bot":
            found[entry.facts["seat"]] = Substitute(HOUSE_BOT, By("bot", entry.leaf.hex()))
    return {number: one for number, one in found.items() if number in book.time.bots}


def play_substitutes(visit: Visit, game: rows.Game) -> None:
    """Make the moves that nobody has to choose, as long as one of them is next: of seats that nobody plays
    on, and where only one is open to somebody who does not want to be asked then."""
    book = visit.games.book(game)
    seats = substitutes(visit, game)
    while not book.game.over:
        if book.game.turn in seats:
            _play_one(visit, game, seats[book.game.turn])
        elif (move := _forced(visit, game)) is not None:
            _log(visit, game, move, By(FORCED, _last_ply(book)))
        else:
            break


def _forced(visit: Visit, game: rows.Game) -> Action | None:
    """The only move of a player who lets such moves be made at once."""
    position = visit.games.book(game).game
    move = forced_move(view(position, position.turn))
    if move is None:
        return None
    seat = next((seat for seat in visit.games.seats(game) if seat.number == position.turn), None)
    player = visit.players.on(seat) if seat is not None else None
    return move if player is not None and player.forced else None


def _last_ply(book: Book) -> str:
    """The entry after which the present turn began."""
    return next(entry for entry in reversed(book.log.entries) if entry.kind in ("ply", "start")).leaf.hex()


def play_for(visit: Visit, game: rows.Game, by: By) -> None:
    """A house bot makes this one move for whoever is on turn."""
    _play_one(visit, game, Substitute(HOUSE_BOT, by))


def _play_one(visit: Visit, game: rows.Game, substitute: Substitute) -> None:
    _log(visit, game, _choose(visit, game, substitute.bot), substitute.by)


def _log(visit: Visit, game: rows.Game, action: Action, by: By) -> None:
    """Write a move that nobody typed."""
    book = visit.games.book(game)
    letter = Move(
        server=visit.settings.name,
        game=game.id,
        ply=book.game.ply,
        seat=book.game.turn,
        base=book.log.head,
        nonce=visit.entropy(16).hex(),
        action=action.write(),
        by=by,
    )
    log_ply(visit, game, write_letter(letter, visit.settings.key))


def _choose(visit: Visit, game: rows.Game, bot: str) -> Action:
    position = visit.games.book(game).game
    seen = view(position, position.turn)
    if bot:
        luck = sha256(game.seed + position.ply.to_bytes(4, "big")).digest()
        return choose(bot, seen, Random(int.from_bytes(luck, "big")))
    actions = legal_actions(seen)
    return next((action for action in actions if isinstance(action, Bank)), actions[0])
