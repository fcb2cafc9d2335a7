"""status: all my games, whose turn it is, since when."""

from __future__ import annotations

from typing import Final

from sqlmodel import col, select

from engine.clock.dial import read_dial
from engine.show import wrap
from engine.show.deadline import Reader, deadline_lines
from engine.tongue import word
from server.clocks.alarms import clock_facts, clock_of
from server.games.lifecycle import options_of
from server.games.table import waits_for
from server.ledger import models as rows
from server.names.game_names import title_of
from server.visit.visit import Visit
from server.words.command import Command, command

_ENDED: Final = {
    "over": word("{game}: over since {since}"),
    "abandoned": word("{game}: abandoned, {since}"),
}

_HELD: Final = word("{game}: your move {ply} is played on {until}; `{undo}` takes it back")
_OTHERS_HELD: Final = word("{game}: {who} has made move {ply}, and can take it back until {until}")


@command
class Status(Command):
    name = "status"
    usage = "status"
    purpose = word("your games, and whose turn it is")
    help = word(
        "Lists your games: whose turn it is, since when, and until when there is time; and those that you "
        "watch."
    )

    def run(self, visit: Visit, text: str) -> None:
        player = visit.sender.registered()
        lines = [_line(visit, game) for game in visit.games.of(player)]
        if lines:
            visit.reply.show("\n".join(lines))
        else:
            visit.say("You are in no game. `games` lists those that are open.")
        watched = select(rows.Watch.game_id).where(rows.Watch.player_id == player.id)
        if games := visit.session.exec(watched.order_by(col(rows.Watch.game_id))).all():
            visit.say("You watch: {games}", games=", ".join(games))


def _line(visit: Visit, game: rows.Game) -> str:
    """The line of a game, and below it its name."""
    title = title_of(game)
    return "\n".join([_standing(visit, game), *([f"  {title}"] if title else [])])


def _standing(visit: Visit, game: rows.Game) -> str:
    me, seats = (
        visit.sender.registered(),
        {seat.number: visit.players.on(seat) for seat in visit.games.seats(game)},
    )
    say, facts = (
        visit.sender.tongue.say,
        {"game": game.id, "since": visit.sender.tongue.moment(game.moved_at, me.zone)},
    )
    if game.state == "open" and (waiting := waits_for(visit, game)):
        return say("{game}: all seats are taken.", **facts) + " " + visit.sender.tongue.phrase(waiting)
    if game.state == "open":
        players = options_of(game)["players"]
        return say(
            "{game}: waits for players, {taken} of {players}", taken=len(seats), players=players, **facts
        )
    if game.state != "running":
        return say(_ENDED[game.state], **facts)
    book = visit.games.book(game)
    turn, held = seats.get(book.game.turn), book.undoing.held
    who = turn.handle if turn else "?"
    if held is not None:
        until = visit.sender.tongue.moment_to_keep(held.until, me.zone)
        undo = f"undo {game.id}" if me.seed is not None else f"grubenpost undo {game.id}"
        told = _HELD if turn is me else _OTHERS_HELD
        return say(told, game=game.id, who=who, until=until, ply=game.ply, undo=undo)
    if turn is me:
        line = say("{game}: YOUR TURN since {since}, move {ply}", ply=game.ply, **facts)
    else:
        line = say("{game}: {who} to move since {since}, move {ply}", who=who, ply=game.ply, **facts)
    return "\n".join([line, *_time(visit, game, who)])


def _time(visit: Visit, game: rows.Game, who: str) -> list[str]:
    """Until when whoever is on turn has time, if the game has a clock."""
    clock = clock_of(visit, game) if game.pace else None
    if clock is None:
        return []
    me = visit.sender.registered()
    visit.reply.tell(clock_facts(visit, game, me))
    reader = Reader(visit.sender.tongue, me.zone, visit.seat_of(game).number)
    told = deadline_lines(read_dial(clock, visit.now), who, visit.now, reader)
    return [line for sentence in told for line in wrap(sentence, "  ")]
