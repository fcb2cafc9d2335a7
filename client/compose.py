"""A mining action at the prompt, work step by work step."""

from __future__ import annotations

from typing import Final

from client.talk import Left, Talk
from engine.errors import Refused
from engine.rules import Action, Dig, Game, Mine, Step, dig, parse
from engine.show import best_plans, composition, numbered_steps, plan_lines, wrap

COMMANDS: Final = "Type a number or steps; done, undo, plans, back, ? for help."
HELP: Final = """\
Type the number of a work step, or steps such as `to g, load g x2, to top`.
  done      play the steps so far
  undo      take the last step back
  plans     what the steps that are left can do; a plan's letter adds its steps
  back      choose another action instead
  quit      leave the table"""
NO_PLANS: Final = "The steps that are left can bring no order nearer to completion."
NOTHING_TO_UNDO: Final = "There is no step to take back."


class Composition:
    """The steps chosen so far for one mining space."""

    def __init__(self, seen: Game, number: int, talk: Talk) -> None:
        self._seen = seen
        self._mine = Mine(number)
        self._talk = talk

    def run(self) -> Action | None:
        """The action once it is done, or nothing if another is wanted instead."""
        self._show()
        while True:
            typed = self._talk.ask(f"mine {self._mine.number}> ").strip()
            word = typed.casefold()
            if word == "done":
                return self._mine
            if word == "back":
                return None
            try:
                if word.startswith("mine "):  # a whole move, pasted in the middle of one
                    return parse(typed, self._seen)
                self._obey(word, typed)
            except Refused as error:
                self._talk.say("\n".join(wrap(str(error))))

    def _obey(self, word: str, typed: str) -> None:
        if word == "quit":
            raise Left
        if word in ("", "?", "help"):
            self._talk.say(HELP)
        elif word == "plans":
            self._show_plans()
        elif word == "undo":
            self._undo()
        else:
            self._add(typed)

    def _begun(self) -> Dig:
        return dig(self._seen, self._mine)

    def _show(self) -> None:
        self._talk.say(f"{composition(self._begun())}\n{COMMANDS}")

    def _show_plans(self) -> None:
        begun = self._begun()
        found = best_plans(begun.pit, begun.left)
        lines = [line for planned in found for line in plan_lines(planned, f"  {planned.letter}  ")]
        self._talk.say("\n".join(lines) or NO_PLANS)

    def _undo(self) -> None:
        if not self._mine.steps:
            self._talk.say(NOTHING_TO_UNDO)
            return
        self._mine = Mine(self._mine.number, self._mine.steps[:-1])
        self._show()

    def _add(self, typed: str) -> None:
        """Add what was typed, all of it or nothing."""
        begun = self._begun()
        for step in self._read(typed, begun):
            begun.do(step)
        self._mine = Mine(self._mine.number, tuple(begun.steps))
        self._show()

    def _read(self, typed: str, begun: Dig) -> tuple[Step, ...]:
        """A number from the list, a plan's letter, or steps in the move language."""
        for number, step in enumerate(numbered_steps(begun), start=1):
            if typed == str(number):
                return (step,)
        for planned in best_plans(begun.pit, begun.left):
            if typed.casefold() == planned.letter:
                return planned.action.steps
        now = self._seen.copy()  # what is typed is read in the pit as it is by now
        now.pits[now.turn] = begun.pit
        meant = parse(f"mine {self._mine.number}: {typed}", now)
        return meant.steps if isinstance(meant, Mine) else ()
