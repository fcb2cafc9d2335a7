"""Playing a seat by mail to the end of the game: a person at the prompt, or a bot."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Final

from client.correspondence import Declined, NoAnswer
from client.human import Human
from client.post.errors import NoPost
from client.seat import Seat
from client.talk import Talk
from client.turns import Turn
from engine.bots import choose
from engine.show import people, standings_text, wrap

WAITING: Final = "It is the turn of {who}."
SENT: Final = "Your move is on its way: {move}"
NOT_TAKEN: Final = "Your move was not taken."
PAUSE: Final = 5.0


def play_person(seat: Seat, talk: Talk, chance: Random) -> None:
    """Ask the person at the prompt whenever it is their turn."""
    turn = seat.await_start()
    while not turn.position.over:
        if turn.mine:
            _tell(seat, talk)
            turn = _play_turn(seat, turn, talk, chance)
        else:
            talk.say(WAITING.format(who=people(turn.names)[turn.position.turn].name))
            turn = seat.await_news()
    _tell(seat, talk)
    talk.say(f"\n{standings_text(turn.position, turn.names)}")


def _tell(seat: Seat, talk: Talk) -> None:
    if seat.kept.told:
        talk.say(f"\n{seat.kept.told}")


def _play_turn(seat: Seat, turn: Turn, talk: Talk, chance: Random) -> Turn:
    action = Human(turn.seat, turn.names, talk, chance).choose(turn.position)
    talk.say("\n".join(wrap(SENT.format(move=action.write()))))
    try:
        return seat.move(action)
    except Declined as refusal:
        talk.say(f"{NOT_TAKEN} {refusal}")
        return seat.catch_up()


def play_due(seat: Seat, bot: str, chance: Random) -> Turn:
    """Let a bot make the moves that are due now, and no more."""
    turn = seat.look()
    while turn.mine:
        turn = seat.move(choose(bot, turn.position, chance))
    return turn


def play_bot(seat: Seat, bot: str, chance: Random, on_turn: Callable[[Turn], None] = lambda _: None) -> Turn:
    """Let a bot decide until the game is over. A post that is out of order is waited for."""
    lost = True
    turn = None
    while turn is None or not turn.position.over:
        try:
            turn = _step(seat, bot, chance, lost)
            lost = False
            on_turn(turn)
        except (NoPost, NoAnswer):
            time.sleep(PAUSE)
            lost = True
    return turn


def _step(seat: Seat, bot: str, chance: Random, lost: bool) -> Turn:
    """What comes next for a bot. At the beginning, and after trouble, find out where things stand."""
    if lost:
        return seat.catch_up() if seat.kept.started else seat.await_start()
    if seat.turn.mine:
        return seat.move(choose(bot, seat.turn.position, chance))
    return seat.await_news()
