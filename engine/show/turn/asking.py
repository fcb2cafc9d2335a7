"""Moves of which a part is left out: filled in where that is harmless, else asked back."""

from __future__ import annotations

from typing import Final

from ...errors import Ambiguous
from ...phrase import phrase
from ...rules import Action, Game, Mine, check
from ...rules.actions.keep import with_the_rest
from ...rules.actions.mine import leaves_work_open
from ...rules.notation import shorten
from .plans import best_plans

PLANS: Final = 3


def decided(view: Game, action: Action, written: str) -> Action:
    """The whole move that a person decided on; refused, with a question, if too much of it is left open.

    `written` is what they typed, in the words of the move language: a number of the list, or a move.
    """
    if isinstance(action, Mine) and leaves_work_open(action, written):
        check(view, action)  # what is not allowed at all is not asked about
        raise _which_work(view, action, written)
    return with_the_rest(action, view)


def _which_work(view: Game, action: Mine, written: str) -> Ambiguous:
    """A mining space without a word on the work would cost a turn for nothing."""
    plans = [planned.action.write() for planned in best_plans(view.pits[view.turn], action.number)[:PLANS]]
    return Ambiguous(
        "move/no-steps",
        "`{sent}` does not say which work steps you want. {plans} To place the workers and do nothing, write "
        "`{nothing}`",
        sent=shorten(written),
        plans=_told(plans, action),
        nothing=as_typed(action),
    )


def as_typed(action: Action) -> str:
    """A whole move as a person writes it."""
    text = action.write()
    return f"{text}: nothing" if isinstance(action, Mine) and not action.steps else text


def _told(plans: list[str], action: Action) -> str:
    if plans:
        return phrase(
            "For your orders these would do: {plans}. Which do you mean?",
            plans=", ".join(f"`{plan}`" for plan in plans),
        )
    return phrase(
        "Write them after it, such as `{example}`.",
        example=f"{action.write()}: to y, load y, to top, store y",
    )
