"""rematch: the same players, once more."""

from __future__ import annotations

from sqlmodel import col, select

from engine.tongue import word
from server.desk.commands.invite import invite_all
from server.desk.commands.new import open_table, read_options
from server.games.lifecycle import check_played, options_of
from server.ledger import models as rows
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import ONE_GAME, Command, command

OF = "rematch_of"
"""The option in which a game tells of which other it is the rematch."""


@command
class Rematch(Command):
    name = "rematch"
    also = ("revanche", "реванш")
    usage = "rematch k3t9qa"
    purpose = word("open a game like one that is over")
    help = word(
        "Opens a game like one of yours that is over, and invites all who played in it. There is one rematch "
        "of a game at a time: if it is open, the answer says how to join it."
    )
    takes = ONE_GAME
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        visit.keys.lock()
        old = visit.games.find(text)
        check_played(visit, old)
        if old.state not in ("over", "abandoned"):
            raise BadCommand(
                "rematch/not-over", "the game {game} is not over: play it to its end first", game=old.id
            )
        _check_none_is_open(visit, old)
        game = open_table(visit, {**read_options(""), **options_of(old), "hold": False, OF: old.id})
        invite_all(visit, game, _mates(visit, old))


def _check_none_is_open(visit: Visit, old: rows.Game) -> None:
    waiting = select(rows.Game).where(rows.Game.state == "open").order_by(col(rows.Game.created_at))
    for game in visit.session.exec(waiting):
        if options_of(game).get(OF) == old.id:
            raise BadCommand(
                "rematch/open", "a rematch of {old} is open already: join {game}", old=old.id, game=game.id
            )


def _mates(visit: Visit, old: rows.Game) -> list[rows.Player]:
    """The others who are in the game, or were when it ended."""
    seated = select(rows.Seat).where(rows.Seat.game_id == old.id).order_by(col(rows.Seat.number))
    players = [visit.players.on(seat) for seat in visit.session.exec(seated)]
    own = visit.sender.registered()
    return [player for player in players if player and player.state == "active" and player.id != own.id]
