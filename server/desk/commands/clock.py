"""clock: agree on another pace for a game under way."""

from __future__ import annotations

from engine.clock.notation import NONE, parse, spell, write
from engine.record.game.votes import PACE, VOTE
from engine.tongue import phrase, word
from server.clocks.alarms import set_alarms, tell_zones
from server.games.lifecycle import begin_clock
from server.games.plies import check_running
from server.ledger import models as rows
from server.names.names import called
from server.outgoing.answers import notify
from server.outgoing.turn_mails import tell_everyone
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import GAME, Command, command, form


@command
class Clock(Command):
    name = "clock"
    also = ("pace",)
    usage = "clock k3t9qa pace=relaxed"
    help = word(
        "Says with which clock you would play a game that is under way: daily, brisk, relaxed, weekend, "
        "none, or one in full such as 2d+bank:7d. When all who play in it have said the same, it has that "
        "clock from then on. `help pace` tells how a pace is written."
    )
    takes = form(rf"{GAME} +(?:pace=)?[a-z0-9+/:_-]{{1,300}}")
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        game_id, said = text.split()
        game = visit.games.find(game_id)
        seat = visit.seat_of(game)
        check_running(game)
        pace = spell(parse(said.casefold().removeprefix("pace=")))
        book = visit.games.book(game)
        if pace == (game.pace or NONE):
            raise BadCommand("clock/same", "the game {game} has this clock already", game=game.id)
        if book.votes.of(seat.number) == pace:
            raise BadCommand("clock/said", "you have said so already: the others have yet to agree")
        letters = [visit.sender.request] if visit.sender.request is not None else []
        facts = {"seat": seat.number, "on": PACE, "choice": pace}
        visit.games.write(game, book.note(VOTE, visit.now, letters, **facts))
        missing = book.votes.missing(pace, book.voters)
        if missing:
            _ask_others(visit, game, pace, missing)
        else:
            _agree(visit, game, pace)


def _agree(visit: Visit, game: rows.Game, pace: str) -> None:
    """All want it."""
    game.pace = None if pace == NONE else pace
    tell_zones(visit, game)
    visit.games.write(game, visit.games.book(game).note(PACE, visit.now, pace=pace))
    begin_clock(visit, game)
    set_alarms(visit, game)
    tell_everyone(visit, game)


def _ask_others(visit: Visit, game: rows.Game, pace: str, missing: list[int]) -> None:
    who, shown = visit.sender.registered(), write(parse(pace))
    others = [
        player
        for seat in visit.games.seats(game)
        if seat.number in missing and (player := visit.players.on(seat)) is not None
    ]
    visit.say(
        "You would play {game} with the clock {pace}. Still to agree: {handles}.",
        game=game.id,
        pace=shown,
        handles=", ".join(player.handle for player in others),
    )
    for player in others:
        text = phrase(
            "{name} ({handle}) would play the game {game} with another clock: {pace}.\n\n"
            "If you would too, send:  clock {game} pace={pace}",
            name=called(who.name, who.handle),
            handle=who.handle,
            game=game.id,
            pace=shown,
        )
        notify(
            visit,
            player,
            f"clock {game.id} {game.entries} {player.handle}",
            text,
            remark=word("another clock?"),
            game=game.id,
        )
