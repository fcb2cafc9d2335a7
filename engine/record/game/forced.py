"""Forced moves: where one action is open and nothing is to choose in it, nobody needs to be asked."""

from __future__ import annotations

from engine.errors import BadLetter
from engine.rules import Action, Game, Mine, legal_actions, legal_steps


def forced_move(game: Game) -> Action | None:
    """The only thing that the player to move can do; nothing if there is a choice."""
    actions = legal_actions(game)
    if len(actions) != 1:
        return None
    (only,) = actions
    return None if isinstance(only, Mine) and legal_steps(game, only) else only


def check_forced(game: Game, action: Action) -> None:
    """Refuse a move that is said to be the only one and is not."""
    if forced_move(game) != action:
        raise BadLetter(
            "move/not-forced", "`{move}` is not the only move that could be made here", move=action.write()
        )
