"""Casting votes, and settling them: at once when all agree or one is against it, else when time is up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlmodel import Session

from engine.record.game.changes.votes import NO, PACE, VOTE, Motion
from engine.record.keyring.keyring import Keyring
from server.clocks.alarms import games_due
from server.games.plies import check_running
from server.ledger import models as rows
from server.ledger.queues import lock_game
from server.visit.costs import VOTES, spend
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.votes.outcomes import carry_out, drop
from server.votes.telling import ask_others

MOST_A_DAY: Final = 20
"""The most votes that one player casts in a day."""


def cast_vote(visit: Visit, game: rows.Game, on: str, choice: str) -> None:
    """The sender votes on something; it may be decided by that."""
    seat = visit.seat_of(game)
    check_running(game)
    _check(visit, game, seat.number, on, choice)
    if choice != NO:  # which ends what others have begun
        visit.games.check_room(game, seat.number)
    letters = [visit.sender.request] if visit.sender.request is not None else []
    book = visit.games.book(game)
    opens = not [motion for motion in book.votes.motions() if motion.on == on and motion.choice == choice]
    motions = [motion for motion in book.votes.motions() if motion.on == on]
    facts = {"seat": seat.number, "on": on, "choice": choice}
    visit.games.write(game, book.note(VOTE, visit.now, letters, **facts))
    if choice == NO:
        visit.say("You have voted against it in {game}.", game=game.id)
        for motion in motions:
            _settle(visit, game, motion)
    else:
        motion = next(each for each in book.votes.motions() if (each.on, each.choice) == (on, choice))
        if not _settle(visit, game, motion):
            ask_others(visit, game, motion, asked=opens)
    if game.state == "running":
        set_vote_due(visit, game)


def _check(visit: Visit, game: rows.Game, seat: int, on: str, choice: str) -> None:
    votes = visit.games.book(game).votes
    under_way = [motion.choice for motion in votes.motions() if motion.on == on]
    if votes.of(seat, on) == choice:
        raise BadCommand("voting/said", "you have said so already: the others have yet to agree")
    if choice == NO and not under_way:
        raise BadCommand("voting/none", "nothing of that kind is voted on in {game}", game=game.id)
    if on != PACE and choice != NO and under_way and choice not in under_way:
        raise BadCommand(
            "voting/other", "another vote of that kind is under way in {game}: answer it first", game=game.id
        )
    if not spend(visit, VOTES, MOST_A_DAY):
        raise BadCommand("voting/too-often", "{n} votes in a day are enough: go on tomorrow", n=MOST_A_DAY)


def _settle(visit: Visit, game: rows.Game, motion: Motion) -> bool:
    """Do what a motion asks for, or drop it; false as long as it is open."""
    book = visit.games.book(game)
    if motion not in book.votes.motions():
        return True  # another decision has ended it
    if book.votes.passes(motion, book.voters, book.game.turn, visit.now):
        carry_out(visit, game, motion)
        return True
    if book.votes.fails(motion, book.voters, book.game.turn, visit.now):
        drop(visit, game, motion)
        return True
    return False


# When time is up


def set_vote_due(visit: Visit, game: rows.Game) -> None:
    """Keep when the next vote of a game is over."""
    book = visit.games.book(game)
    game.vote_due = min(
        (book.votes.ends(motion, book.voters, book.game.turn) for motion in book.votes.motions()),
        default=None,
    )


def votes_due(session: Session, _ring: Keyring) -> Iterator[tuple[int, str]]:
    """The games in which the time of a vote is up, each with the moment."""
    return games_due(session, "vote_due")


def settle_votes(visit: Visit, game_id: str) -> None:
    """The time of a vote is up: it is decided by those who were there."""
    game = lock_game(visit.session, game_id)
    assert game is not None  # games stay
    book, game.vote_due = visit.games.book(game), None
    for motion in book.votes.motions():
        if game.state == "running":
            _settle(visit, game, motion)
    if game.state == "running":
        set_vote_due(visit, game)
