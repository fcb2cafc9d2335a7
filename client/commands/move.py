"""`grubenpost move`: play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from client.session.chosen_game import GameName, complete_move, find_game, mine_to_move
from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, Yes, tell_waiting
from engine.errors import Refused

if TYPE_CHECKING:
    from client.letters.signed import Turn
    from client.memory.glance import Glance
    from engine.rules import Action


def run(
    at: Console,
    game: GameName,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MOVE",
            help='A number from the list, or the move: money 5, or "mine 8: to g, load g".',
            autocompletion=complete_move,
        ),
    ] = None,
    *,
    yes: Yes = False,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Play a move.

    It is checked against the position that was fetched last, and shown in words; you are asked once, and
    it is sealed and sent. The server's answer is the receipt: what happened and the new board are shown.
    Without a move, one that has no receipt yet is sent again: the same letter, which counts once.
    """
    found = find_game(at, game)
    if not words:
        _send_again(at, found, patience)
        return
    mine_to_move(found)
    action = _decide(at, found, " ".join(words), yes)
    if action is None:
        at.say("Nothing was sent.")
        return
    _play(at, found, action, patience, no_wait)


def _decide(at: Console, found: Glance, typed: str, yes: bool) -> Action | None:
    """The move that was meant, if the player agrees with what it does."""
    from client.session.style import position_of  # noqa: PLC0415
    from client.terminal.typed_moves import read_decision  # noqa: PLC0415

    position, names, seat = position_of(found), found.names, found.seat
    action = read_decision(typed, position, at.showing.menu(position, names), seat)
    if not at.quiet:
        at.show(f"{action.write()}\n{at.showing.outcome(position, action, names, seat)}")
    return action if yes or at.agrees(at.tongue.say("Play this?")) else None


def _play(at: Console, found: Glance, action: Action, patience: int, no_wait: bool) -> None:
    from client.bots.seat import BotSeat  # noqa: PLC0415

    with at.correspond() as post:
        seat = BotSeat(post, found.game, patience)
        if seat.in_doubt:
            post.fetch()  # the receipt may lie in the mailbox
        if found.facts is None or seat.turn.head != found.facts["head"]:
            raise Refused(
                "move/moved-on",
                "the game {game} has gone on meanwhile: look at the board again",
                game=found.game,
            )
        if no_wait:
            seat.prepare(action)
            seat.post_pending()
            at.say("Sent. `grubenpost fetch` brings the receipt.")
        else:
            tell_waiting(at, post)
            _show(at, seat.move(action))


def _send_again(at: Console, found: Glance, patience: int) -> None:
    from client.bots.seat import BotSeat  # noqa: PLC0415

    if not found.pending:
        raise Refused(
            "move/none",
            "give the move after the game id: `grubenpost legal {game}` lists what you can do",
            game=found.game,
        )
    with at.correspond() as post:
        seat = BotSeat(post, found.game, patience)
        post.fetch()  # the receipt may lie in the mailbox
        _show(at, seat.send_again() if seat.in_doubt else seat.turn)


def _show(at: Console, turn: Turn) -> None:
    from client.memory.glance import glance, see  # noqa: PLC0415
    from client.session.time_left import told_with_time  # noqa: PLC0415

    found = glance(at.home, turn.game)
    if found is not None and found.held is not None:
        _tell_held(at, found.game, *found.held)
        return
    if not at.quiet:
        if found is not None and found.told:
            told = told_with_time(found.told, found.dial, found.whose, found.seat, at.tongue)
            at.show(f"{told}\n")
        at.show(at.showing.board(turn.position, turn.names, turn.seat))
    if found is not None:
        see(at.home, found)


def _tell_held(at: Console, game: str, ply: int, until: int) -> None:
    """Say that a move has come, and until when it can be taken back."""
    import time  # noqa: PLC0415

    at.say(
        "Your move {ply} has come, and is played at {until}. Until then `grubenpost undo {game}` "
        "takes it back.",
        game=game,
        ply=ply,
        until=time.strftime("%Y-%m-%d %H:%M", time.localtime(until)),
    )
