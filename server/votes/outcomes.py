"""Outcomes of votes: what is done when one is carried, and what is said when it is not."""

from __future__ import annotations

from engine.clock.notation import NONE
from engine.record.game.changes.votes import ABANDON, COUNT, DECIDED, PACE, PUBLISH, REPLACE, Motion
from engine.tongue import phrase
from server.clocks.alarms import set_alarms, tell_zones
from server.games.lifecycle import begin_clock, finish_game
from server.games.resigning import resign
from server.ledger import models as rows
from server.outgoing.turn_mails import tell_everyone
from server.visit.visit import Visit
from server.votes.telling import tell_outcome, tell_replaced


def carry_out(visit: Visit, game: rows.Game, motion: Motion) -> None:
    """Those who were there have agreed: it is done."""
    if motion.on == PACE:
        _change_pace(visit, game, motion.choice)
        return
    _decide(visit, game, motion, passed=True)
    if motion.on in (ABANDON, COUNT):
        finish_game(visit, game, abandoned=True)
        tell_everyone(visit, game)
    elif motion.on == REPLACE:
        _replace(visit, game, int(motion.choice))
    elif motion.on == PUBLISH:
        tell_outcome(
            visit,
            game,
            motion,
            phrase(
                "All who were there have agreed in the game {game}: what is said to all at its table is told "
                "with its archive when it is over, but only the words of those who voted for it.",
                game=game.id,
            ),
        )


def drop(visit: Visit, game: rows.Game, motion: Motion) -> None:
    """Not all who were there agree: nothing changes, and everyone is told so."""
    _decide(visit, game, motion, passed=False)
    told = phrase("The vote in the game {game} was lost, and nothing changes.", game=game.id)
    tell_outcome(visit, game, motion, told)


def _decide(visit: Visit, game: rows.Game, motion: Motion, *, passed: bool) -> None:
    facts = {"on": motion.on, "choice": motion.choice, "passed": passed}
    visit.games.write(game, visit.games.book(game).note(DECIDED, visit.now, **facts))


def _change_pace(visit: Visit, game: rows.Game, pace: str) -> None:
    game.pace = None if pace == NONE else pace
    tell_zones(visit, game)
    visit.games.write(game, visit.games.book(game).note(PACE, visit.now, pace=pace))
    begin_clock(visit, game)
    set_alarms(visit, game)
    tell_everyone(visit, game)


def _replace(visit: Visit, game: rows.Game, number: int) -> None:
    """A bot plays on for somebody, and the seat is open to others."""
    seat = next(row for row in visit.games.seats(game) if row.number == number)
    tell_replaced(visit, game, seat)
    resign(visit, game, seat)
