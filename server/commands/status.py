"""status: all my games, whose turn it is, since when."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from server.command import Command, command
from server.games import options_of
from server.ledger import models as rows
from server.visit import Visit


@command
class Status(Command):
    name = "status"
    usage = "status"
    help = "Lists your games: whose turn it is, and since when."

    def run(self, visit: Visit, text: str) -> None:
        lines = [_line(visit, game) for game in visit.my_games()]
        visit.say("\n".join(lines) if lines else "You are in no game. `games` lists those that are open.")


def _line(visit: Visit, game: rows.Game) -> str:
    me, seats = visit.somebody(), {seat.number: visit.player_of(seat) for seat in visit.seats(game)}
    if game.state == "open":
        return f"{game.id}: waits for players, {len(seats)} of {options_of(game)['players']}"
    if game.state != "running" or game.turn_seat is None:
        return f"{game.id}: {game.state}"
    turn = seats.get(game.turn_seat)
    whose = "YOUR TURN" if turn is me else f"turn of {turn.handle if turn else '?'}"
    since = datetime.fromtimestamp(game.moved_at, ZoneInfo(me.zone)).strftime("%Y-%m-%d %H:%M %Z")
    return f"{game.id}: {whose} since {since}, ply {game.ply}"
