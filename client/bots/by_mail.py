"""A bot that plays a seat by mail."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Final

from client.bots.seat import BotSeat
from client.letters.signed import Turn
from client.refusals import NoAnswer, NoPost
from engine.bots import Choose, choose

PAUSE: Final = 5.0


def play_due(seat: BotSeat, bot: str | Choose, chance: Random) -> Turn:
    """Let a bot make the moves that are due now, and no more."""
    turn = seat.look()
    while seat.may_move:
        turn = seat.move(choose(bot, turn.position, chance))
    return turn


def play_bot(
    seat: BotSeat, bot: str | Choose, chance: Random, on_turn: Callable[[Turn], None] = lambda _: None
) -> Turn:
    """Let a bot decide until the game is over. A post that is out of order is waited for."""
    lost = True
    turn = None
    while turn is None or not turn.ended:
        try:
            turn = _step(seat, bot, chance, lost)
            lost = False
            on_turn(turn)
        except (NoPost, NoAnswer):
            time.sleep(PAUSE)
            lost = True
    return turn


def _step(seat: BotSeat, bot: str | Choose, chance: Random, lost: bool) -> Turn:
    """Do what comes next for a bot. At the beginning, and after trouble, find out where things stand."""
    if lost:
        return seat.catch_up() if seat.kept.started else seat.await_start()
    if seat.may_move:
        return seat.move(choose(bot, seat.turn.position, chance))
    return seat.await_news()
