"""Who plays on for somebody who left: the house bot, or an empty chair that only goes to the bank."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Final

from engine.bots import choose
from engine.record.letters.move import By, Move
from engine.record.log import Entry
from engine.record.post import seal_letter
from engine.rules import Action, Bank, legal_actions, view
from server.games import log_ply
from server.ledger import models as rows
from server.visit import Visit

HOUSE_BOT: Final = "greedy"


def substitutes(visit: Visit, game: rows.Game) -> dict[int, Entry]:
    """The seats that somebody has left, with the entry that says so."""
    notes = (entry for entry in visit.book(game).log.entries if entry.facts.get("about") == "substitute")
    return {entry.facts["seat"]: entry for entry in notes}


def play_substitutes(visit: Visit, game: rows.Game) -> None:
    """Make the moves of the seats that were left, as long as one of them is to move."""
    book = visit.book(game)
    left = substitutes(visit, game)
    while left and not book.game.over and book.game.turn in left:
        _play_one(visit, game, left[book.game.turn])


def _play_one(visit: Visit, game: rows.Game, authority: Entry) -> None:
    book = visit.book(game)
    letter = Move(
        server=visit.settings.name,
        game=game.id,
        ply=book.game.ply,
        seat=book.game.turn,
        base=book.log.head,
        nonce=visit.entropy(16).hex(),
        action=_choose(visit, game, authority.facts["how"]).write(),
        by=By("substitute", authority.leaf.hex()),
    )
    log_ply(visit, game, seal_letter(letter, visit.settings.key))


def _choose(visit: Visit, game: rows.Game, how: str) -> Action:
    position = visit.book(game).game
    seen = view(position, position.turn)
    if how == "bot":
        luck = sha256(game.seed + position.ply.to_bytes(4, "big")).digest()
        return choose(HOUSE_BOT, seen, Random(int.from_bytes(luck, "big")))
    actions = legal_actions(seen)
    return next((action for action in actions if isinstance(action, Bank)), actions[0])
