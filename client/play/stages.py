"""The stages of a turn: choosing an action, composing its work steps, agreeing; and reading aside.

A stage never changes: an answer leads to the next one, which may be of the same kind. Each says what it
shows, what it asks, and which keys it knows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from client.play.filter import fitting
from client.play.lessons import lesson_lines
from client.play.situation import Situation
from client.session.console import is_yes
from client.terminal.typed_moves import read_action
from engine.errors import NotNotation, Refused
from engine.phrase import Phrase
from engine.rules import Action, Dig, Mine, Step, check, dig, parse
from engine.rules.actions.mine import leaves_work_open
from engine.rules.mining.notation import write_steps
from engine.show import Planned, best_plans, composition, numbered_steps, wrap
from engine.show.turn.plans import what_it_does
from engine.tongue import word
from engine.tongue.move_words import canonical

BACK: Final = "back"
UNDO: Final = "undo"
NO: Final = frozenset("n no nein н нет back".split())
PLANS: Final = 6
"""So many plans are offered at a time, under the letters a to f; other letters are keys."""

CHOOSING_KEYS: Final = word("number, move or words to search | h hint | ? help | q quit")
COMPOSING_KEYS: Final = word("number, steps or plan | Enter done | u undo | back | h hint | ? help | q quit")
AGREEING_KEYS: Final = word("y yes | n no | q quit")
READING_KEYS: Final = word("Enter goes back")


class Stage(Protocol):
    """A stage of a turn."""

    @property
    def keys(self) -> Phrase:
        """The keys that can be typed, in a few words."""
        ...

    def prompt(self, of: Situation) -> str: ...

    def blocks(self, of: Situation) -> list[str]:
        """The parts that are shown, to which one may want to jump."""
        ...

    def answer(self, of: Situation, typed: str) -> Stage | Action:
        """The next stage, or the action that was agreed on."""
        ...


@dataclass(frozen=True, eq=False)
class Choosing:
    """The board and the list of actions, or those of them that fit to some words."""

    sought: str = ""
    keys = CHOOSING_KEYS

    def prompt(self, of: Situation) -> str:
        return f"{of.name}> "

    def blocks(self, of: Situation) -> list[str]:
        menu = fitting(of.menu, self.sought) if self.sought else of.menu
        listed = of.painted(str(menu))
        if self.sought:
            return [listed]
        before = ["\n".join(lesson_lines(of)), of.told]
        return [*filter(None, before), of.showing.board(of.view, of.names, of.seat), listed]

    def answer(self, of: Situation, typed: str) -> Stage | Action:
        if not typed:
            return self
        if typed.casefold() == BACK:
            return Choosing()
        action = find_meant(of, typed)
        if not isinstance(action, Action):
            return action
        if isinstance(action, Mine) and leaves_work_open(action, canonical(typed)):
            check(of.view, action, of.seat)
            return Composing(action)
        return Agreeing(action, Choosing())


def find_meant(of: Situation, typed: str) -> Action | Choosing:
    """The action that was named, or that alone fits; the list of those that fit if there are more."""
    try:
        return read_action(canonical(typed), of.view, of.menu, of.seat)
    except NotNotation:
        found = fitting(of.menu, typed).entries
        if not found:
            raise
        return found[0].action if len(found) == 1 else Choosing(typed)


@dataclass(frozen=True, eq=False)
class Composing:
    """A mining action, and the pit as its steps leave it."""

    mine: Mine
    keys = COMPOSING_KEYS

    def prompt(self, of: Situation) -> str:
        return f"mine {self.mine.number}> "

    def blocks(self, of: Situation) -> list[str]:
        begun = dig(of.view, self.mine)
        shown = of.painted(composition(begun, of.tongue, of.showing.style))
        plans = [line for planned in _offered(begun) for line in _plan_lines(planned, of)]
        if not plans:
            return [shown]
        title = of.tongue.say("Plans for the steps that are left:")
        return [shown, "\n".join([title, *plans])]

    def answer(self, of: Situation, typed: str) -> Stage | Action:
        said = typed.casefold()
        if said in ("", "done"):
            return Agreeing(self._worked(), self)
        if said == BACK:
            return Choosing()
        if said in ("u", UNDO):
            return self._without_last()
        whole = canonical(typed)
        if whole.casefold() in ("nothing", "none"):
            return Agreeing(Mine(self.mine.number), self)
        if whole.casefold().startswith("mine "):  # a whole move, pasted in the middle of one
            return Choosing().answer(of, typed)
        begun = dig(of.view, self.mine)
        for step in self._steps(of, whole, begun):
            begun.do(step)
        return Composing(Mine(self.mine.number, tuple(begun.steps)))

    def _worked(self) -> Mine:
        """The action, if it does anything: a turn is not to be lost by a slip of the finger."""
        if not self.mine.steps:
            raise Refused(
                "play/no-steps",
                "there are no work steps yet: choose some, type `back` for another action, or `nothing` to "
                "place the workers and do nothing",
            )
        return self.mine

    def _without_last(self) -> Stage:
        if not self.mine.steps:
            raise Refused("play/no-step", "there is no step to take back")
        return Composing(Mine(self.mine.number, self.mine.steps[:-1]))

    def _steps(self, of: Situation, typed: str, begun: Dig) -> tuple[Step, ...]:
        """A number from the list, a plan's letter, or steps in the move language."""
        listed = numbered_steps(begun)
        if typed.isdecimal():
            if not typed.isascii() or len(typed) > 3 or not 1 <= int(typed) <= len(listed):
                raise Refused(
                    "play/step-number",
                    "there is no step of the number {number}; the last one is {last}",
                    number=typed[:10],
                    last=len(listed),
                )
            return (listed[int(typed) - 1],)
        for planned in _offered(begun):
            if typed.casefold() == planned.letter:
                return planned.action.steps
        now = of.view.copy()  # what is typed is read in the pit as it is by now
        now.pits[now.turn] = begun.pit
        meant = parse(f"mine {self.mine.number}: {typed}", now)
        return meant.steps if isinstance(meant, Mine) else ()


def _offered(begun: Dig) -> list[Planned]:
    return best_plans(begun.pit, begun.left)[:PLANS]


def _plan_lines(planned: Planned, of: Situation) -> list[str]:
    """The deeds of a plan, and its steps, which come after those so far."""
    does = what_it_does(planned.plan, of.tongue)
    return wrap(f"{does}: {write_steps(planned.plan.steps)}", f"  {planned.letter}  ")


@dataclass(frozen=True, eq=False)
class Agreeing:
    """The stage before an action is played: its effect in words, and the one question."""

    action: Action
    before: Stage
    keys = AGREEING_KEYS

    def prompt(self, of: Situation) -> str:
        return of.tongue.say("Play this?") + " [y/n] "

    def blocks(self, of: Situation) -> list[str]:
        does = of.showing.outcome(of.view, self.action, of.names, of.seat)
        return ["\n".join([*wrap(self.action.write()), does])]

    def answer(self, of: Situation, typed: str) -> Stage | Action:
        said = typed.casefold()
        if is_yes(said):
            check(of.view, self.action, of.seat)
            return self.action
        return self.before if said in NO else self


@dataclass(frozen=True, eq=False)
class Reading:
    """Something aside: help or the standings."""

    text: str
    before: Stage
    keys = READING_KEYS

    def prompt(self, of: Situation) -> str:
        return "> "

    def blocks(self, of: Situation) -> list[str]:
        return [self.text]

    def answer(self, of: Situation, typed: str) -> Stage | Action:
        return self.before.answer(of, typed) if typed and typed != BACK else self.before
