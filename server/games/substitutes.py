"""Substitutes on seats on which nobody plays: house bots on their seats, and for somebody who left the house
bot or an empty chair that only goes to the bank."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import NamedTuple

from engine.bots import choose
from engine.record.game.seats import BOT
from engine.record.letters.kinds.move import By
from engine.rules import Action, Bank, legal_actions, view
from server.games.plies import log_untyped
from server.ledger import models as rows
from server.names.house_bots import HOUSE_BOT, bot_of
from server.visit.visit import Visit


class Substitute(NamedTuple):
    """A bot that plays on a seat, and the entry of the log that allows it."""

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


def play_for(visit: Visit, game: rows.Game, substitute: Substitute) -> None:
    """Make the move of a seat that nobody plays on."""
    action = _choose(visit, game, substitute.bot)
    log_untyped(visit, game, action, substitute.by)


def _choose(visit: Visit, game: rows.Game, bot: str) -> Action:
    position = visit.games.book(game).game
    seen = view(position, position.turn)
    if bot:
        luck = sha256(game.seed + position.ply.to_bytes(4, "big")).digest()
        return choose(bot, seen, Random(int.from_bytes(luck, "big")))
    actions = legal_actions(seen)
    return next((action for action in actions if isinstance(action, Bank)), actions[0])
