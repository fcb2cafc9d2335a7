"""A first game with a teacher: seven short lessons, each at the turn where it matters.

Which one is due follows from the view alone, so that whoever quits and comes back is taught on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.phrase import Phrase, word
from engine.rules import Game
from engine.rules.components import WORKERS
from engine.show import wrap

if TYPE_CHECKING:
    from client.play.situation import Situation

SOON: Final = 4
"""So many workers after the first turn, mining is still news."""


class Lesson(NamedTuple):
    """A lesson: the turn at which it is due, and its words."""

    due: Callable[[Game], bool]
    text: Phrase


def _drafting(orders: int) -> Callable[[Game], bool]:
    """Whether so many orders have been drafted."""
    return lambda view: view.shift == 0 and len(view.pits[view.turn].orders) == orders


def _begins(view: Game) -> bool:
    """Whether all workers are still to be placed."""
    return view.workers[view.turn] == WORKERS[view.players]


def _could_mine(view: Game) -> bool:
    placed = WORKERS[view.players] - view.workers[view.turn]
    return view.shift == 1 and placed <= SOON and not _has_ready(view)


def _has_ready(view: Game) -> bool:
    """Whether the first order is complete and waits for its delivery."""
    pit = view.pits[view.turn]
    return not pit.delivered and any(not order.free for order in pit.orders.values())


LESSONS: Final = (
    Lesson(
        _drafting(0),
        word(
            "Welcome to your mine. The board shows the players first, then the spaces for workers, then "
            "what the next scoring would pay, and every pit: yours comes before the others. Everyone "
            "drafts three orders now. C-kk is one by carriage with two black spots: it wants two cubes "
            "of black coal. Type the number of an order in the list below the board."
        ),
    ),
    Lesson(
        _drafting(1),
        word(
            "Which order next? Your pit begins with one cube of each colour, so small orders are done "
            "soon. Black coal is the most expensive and pays most. Orders that go by the same vehicle are "
            "delivered together by one worker: a second one of a kind is often worth more than a better "
            "one."
        ),
    ),
    Lesson(
        _drafting(2),
        word(
            "An order pays its points when it is delivered. At the end of each shift there are prizes "
            "besides: for the most spots delivered of each colour, from shift II on for each vehicle, "
            "and in shift III for empty lorries. The table of the coming scoring, above the pits, shows "
            "who would get what."
        ),
    ),
    Lesson(
        lambda view: view.shift == 1 and _begins(view),
        word(
            "Now to work. A turn is one action. A free space takes one worker; on a taken one you place "
            "one more than stand there, and they go to the canteen until the next shift. Why not take "
            "an order first? Because you have three, and only what is delivered pays: coal comes first. "
            "Ask about any move, such as `why order 2`, or press h for a hint."
        ),
    ),
    Lesson(
        lambda view: view.shift == 1 and _could_mine(view),
        word(
            "Mining brings coal up. Each space gives so many work steps: to a level, load a cube, to "
            "the top, fill a spot. Type `mine` to see the spaces; a plan below one, such as 7a, does it "
            "all for you, and the space's number lets you go step by step. Coal that you lack comes "
            "with a tile from the factory, and Marks for it from the money spaces."
        ),
    ),
    Lesson(
        _has_ready,
        word(
            "You have an order with a cube on every spot. Deliver it: one worker on the delivery space "
            "of its vehicle sends off all that is complete and goes by it. Sometimes it is worth "
            "waiting for a second one, but not longer than until the shift is scored."
        ),
    ),
    Lesson(
        lambda view: view.shift > 1 and _begins(view) and not _has_ready(view),
        word(
            "A shift was scored, and all workers are back. Whoever had most of them at the factory "
            "begins. Mind the end: each outstanding order then costs 1 VP, each tile that one side has "
            "more than the other 2 VP. Now you know it all. Good luck!"
        ),
    ),
)


def lesson_for(view: Game) -> tuple[int, Phrase] | None:
    """The lesson that is due, and its number."""
    due = [(number, lesson.text) for number, lesson in enumerate(LESSONS, start=1) if lesson.due(view)]
    return due[0] if due else None


def lesson_lines(of: Situation) -> list[str]:
    """The teacher's words at this turn; none if no lesson is due or wanted."""
    found = lesson_for(of.view) if of.taught else None
    if found is None:
        return []
    number, text = found
    title = of.tongue.say("Lesson {n} of {last} (t and Enter: no more lessons)", n=number, last=len(LESSONS))
    bar = of.by.signs.wall
    margin = f"{bar} " if bar else ""
    return [title, *wrap(of.tongue.say(text), margin, margin)]
