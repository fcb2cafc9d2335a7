"""Who plays on for somebody who left: the house bot, or an empty chair that only goes to the bank."""

from __future__ import annotations

from hashlib import sha256
from random import Random

from engine.bots import choose
from engine.record.letters.move import By, Move
from engine.record.log import Entry
from engine.record.post import seal_letter
from engine.rules import Action, Bank, legal_actions, view
from server.games import finish_game, note_taken, options_of, summarise
from server.ledger import models as rows
from server.news import tell_everyone
from server.visit import Visit

HOUSE_BOT = "greedy"


def hand_over(visit: Visit, game: rows.Game, seat: int) -> None:
    """Note that a seat's player has left, and play on for it whenever it is its turn."""
    book = visit.book(game)
    visit.write(game, book.note("substitute", visit.now, seat=seat, how=options_of(game)["resigned"]))
    for row in visit.seats(game):
        if row.number == seat:
            row.left_at = visit.now
    visit.session.flush()
    play_substitutes(visit, game)
    tell_everyone(visit, game)


def substitutes(visit: Visit, game: rows.Game) -> dict[int, Entry]:
    """The seats that somebody has left, with the entry that says so."""
    notes = (entry for entry in visit.book(game).log.entries if entry.facts.get("about") == "substitute")
    return {entry.facts["seat"]: entry for entry in notes}


def play_substitutes(visit: Visit, game: rows.Game) -> None:
    """Make the moves of empty seats, as long as one of them is to move and anyone is left to play."""
    left = substitutes(visit, game)
    book = visit.book(game)
    while left and not book.game.over and book.game.turn in left:
        _play_one(visit, game, left[book.game.turn])
    if book.game.over and game.state == "running":
        finish_game(visit, game)
    summarise(visit, game)


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
    raw = seal_letter(letter, visit.settings.key)
    entry, _ = book.take_move(raw, visit.now)
    note_taken(visit, game, entry, raw)
    visit.write(game, entry)


def _choose(visit: Visit, game: rows.Game, how: str) -> Action:
    position = visit.book(game).game
    seen = view(position, position.turn)
    if how == "bot":
        luck = sha256(game.seed + position.ply.to_bytes(4, "big")).digest()
        return choose(HOUSE_BOT, seen, Random(int.from_bytes(luck, "big")))
    actions = legal_actions(seen)
    return next((action for action in actions if isinstance(action, Bank)), actions[0])
