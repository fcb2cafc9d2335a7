"""move: play, by a number of the list in the mail or in the move language."""

from __future__ import annotations

from engine.errors import NotNotation
from engine.rules import Action, parse, view
from engine.show import numbered_actions
from server.command import BadCommand, Command, command
from server.games import held_key, seal_for
from server.ledger import models as rows
from server.moves import take_move
from server.news import names_in
from server.visit import BY_CODE, Visit


@command
class Move(Command):
    name = "move"
    also = ("play",)
    usage = "move k3t9qa money 5"
    help = (
        "Plays a move. In a reply to a turn mail, the number of an action or the move itself is enough. "
        "With a key of your own, the client seals the move for you."
    )
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        game, rest = visit.named_game(text)
        held_key(visit.somebody())
        if visit.authority != BY_CODE or visit.code is None or visit.code.purpose != "turn":
            raise BadCommand(
                "move/code",
                "to move from your mailbox, reply to the last turn mail and leave its code in the reply",
            )
        check_turn_code(visit, game)
        action = read_move(visit, game, rest)
        take_move(visit, game, seal_for(visit, game, action, visit.code.hash))
        visit.code.used_at = visit.now


def check_turn_code(visit: Visit, game: rows.Game) -> None:
    """A turn code is good for one ply of one game."""
    assert visit.code is not None
    if visit.code.game_id != game.id or visit.code.ply != game.ply:
        raise BadCommand(
            "move/stale",
            "the mail that you answer is older than the last move in {game}: see the newest one",
            game=game.id,
        )


def read_move(visit: Visit, game: rows.Game, text: str) -> Action:
    """A move in words, or the number of one in the list of legal actions."""
    book = visit.book(game)
    seat = visit.seat_of(game)
    if book.game.turn != seat:
        raise BadCommand(
            "move/not-your-turn",
            "it is the turn of {who}",
            who=book.seats[book.game.turn].handle,
        )
    seen = view(book.game, seat)
    typed = text.strip().casefold().lstrip("#").rstrip(".")
    if typed[:1].isdigit():
        found = numbered_actions(seen, names_in(book)).find(typed)
        if found is None:
            raise NotNotation("move/number", "there is no action number {typed} now", typed=typed[:10])
        return found
    return parse(text, seen)
