"""`grubenpost play`: a turn with the board before your eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from client.session.chosen_game import MaybeGame, find_game, mine_to_move
from client.session.console import Console
from client.session.errands import PATIENCE, Patience, tell_waiting
from engine.errors import Refused

if TYPE_CHECKING:
    from client.letters.signed import Turn
    from client.memory.glance import Glance
    from client.play.chooser import Person


def run(
    at: Console,
    game: MaybeGame = "",
    *,
    stay: Annotated[
        bool, typer.Option("--stay", help="Wait for the others and go on until the game is over.")
    ] = False,
    lessons: Annotated[bool, typer.Option("--lessons", help="Be taught the game while you play.")] = False,
    patience: Patience = PATIENCE,
) -> None:
    """Play your turn: look at the board, choose from the list, and compose your mining step by step.

    Type a number, a move or words to search for; h asks what a bot would do and why, ? explains the rest,
    q leaves. You are asked once before the move is sealed and sent. It is the position that was fetched
    last; if it is not your turn there, the mailbox is read first. Without a terminal, or with one that
    can't be drawn on, it goes line by line.
    """
    from client.play.chooser import Person, has_screen  # noqa: PLC0415  heavy, and --help needs none
    from client.play.talk import Left, Terminal  # noqa: PLC0415

    showing = at.showing
    person = Person(showing, Terminal(), screen=has_screen(showing.style), taught=lessons)
    try:
        if stay:
            _stay(at, find_game(at, game).game, person, patience)
        else:
            _play_once(at, find_game(at, game), person, patience)
    except Left:
        at.say("Nothing was sent; the game waits for you.")


def _stay(at: Console, game: str, person: Person, patience: int) -> None:
    from client.bots.seat import BotSeat  # noqa: PLC0415
    from client.play.mail_seat import Sitting  # noqa: PLC0415

    with at.correspond() as post:
        seat = BotSeat(post, game, patience)
        seat.look()
        Sitting(seat, person, at.showing, at.show).play_out()


def _play_once(at: Console, found: Glance, person: Person, patience: int) -> None:
    """One turn, with the choice that may follow. The post is needed only when something is sent."""
    from client.session.style import position_of  # noqa: PLC0415

    if found.pending or not found.proved or not (found.mine or found.over):
        found = _look(at, found, patience)
    mine_to_move(found)
    while True:
        action = person.decide(position_of(found), found.names, game=found.game, told=_told(at, found))
        turn = _send(at, found, action.write(), patience)
        found = find_game(at, found.game)
        if not (found.mine and turn.position.drawn):
            break
    at.show(at.showing.board(turn.position, turn.names, turn.seat))
    if found.mine:
        at.say("It is your turn again.")
    elif not found.over:
        _offer_to_plan(at, found, patience)
    _note(at, found)


def _told(at: Console, found: Glance) -> str:
    from client.session.time_left import told_with_time  # noqa: PLC0415

    return told_with_time(found.told, found.dial, found.whose, found.seat, at.tongue)


def _offer_to_plan(at: Console, found: Glance, patience: int) -> None:
    """Somebody who has moved can order the next turn at once, by the last orders if there were any."""
    from client.session.planning import OrdersInHand, send_orders  # noqa: PLC0415

    last = OrdersInHand(at, found).last()
    if last is None or not at.somebody_is_there:
        at.say("To order your next turn ahead:  grubenpost plan {game}", game=found.game)
        return
    at.say("Your last orders were:")
    at.show(f"\n{last}\n")
    if at.agrees(at.tongue.say("Order this?")):
        send_orders(at, found, last, patience, no_wait=False)


def _look(at: Console, found: Glance, patience: int) -> Glance:
    """The game as the mailbox knows it by now. A move without a receipt is sent again."""
    from client.bots.seat import BotSeat  # noqa: PLC0415

    with at.correspond() as post:
        tell_waiting(at, post)
        BotSeat(post, found.game, patience).look()
    return find_game(at, found.game)


def _send(at: Console, found: Glance, move: str, patience: int) -> Turn:
    from client.bots.seat import BotSeat  # noqa: PLC0415
    from engine.rules import parse  # noqa: PLC0415

    with at.correspond() as post:
        seat = BotSeat(post, found.game, patience)
        if found.facts is None or seat.turn.head != found.facts["head"]:
            raise Refused(
                "move/moved-on",
                "the game {game} has gone on meanwhile: look at the board again",
                game=found.game,
            )
        at.say("Your move is on its way: {move}", move=move)
        tell_waiting(at, post)
        return seat.move(parse(move))


def _note(at: Console, found: Glance) -> None:
    from client.memory.glance import see  # noqa: PLC0415

    see(at.home, found)
