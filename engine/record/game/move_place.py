"""Whether a move answers the position as it is: the right state, ply and seat."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import BadLetter
from engine.record.letters.kinds.move import Move
from engine.rules import Game


def check_answers(
    letter: Move, game: Game | None, handles: Sequence[str], known: int | None, last_ply: int
) -> None:
    """Refuse a move that answers something else than this game as it stands, or one that is closed.

    `known` is the length of the log that the move names, if the log ever was like that; `last_ply` the length
    with the last ply in it.
    """
    if game is None or game.over:
        raise BadLetter("move/game-over", "the game is over")
    if known is None:
        raise BadLetter(
            "move/unknown-head",
            "this move answers a state of the game that this log never had: {head}…",
            head=letter.base[:16],
        )
    if letter.ply != game.ply:
        raise BadLetter(
            "move/stale",
            "this is move {ply}; the game is at move {now}",
            ply=letter.ply,
            now=game.ply,
        )
    if known < last_ply:
        raise BadLetter(
            "move/stale",
            "this move answers the game as it was before move {now}: look at it again",
            now=game.ply,
        )
    if letter.seat != game.turn:
        raise BadLetter(
            "move/not-your-turn",
            "it is {turn}'s turn, not {seat}'s",
            turn=handles[game.turn],
            seat=handles[letter.seat],
        )
