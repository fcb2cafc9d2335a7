"""A person's turn at the prompt: the board, the numbered actions, and an answer that may be a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from client.compose import Composition
from client.talk import Left, Talk
from engine.bots import choose
from engine.errors import Refused
from engine.rules import Action, Game, Mine, check, legal_actions, parse, view
from engine.show import Menu, best_plans, board, numbered_actions, people, plan_lines, standings_text, wrap

HINTS_FROM: Final = "greedy"
COMMANDS: Final = "Type a number or a move; board, actions, score, plans, hint, quit, ? for help."
HELP: Final = """\
Type the number of an action (a plan has a letter besides: 7a), or a move:
  draft C-kk        factory 3         factory draw      bank
  order 2           order draw        money 5           deliver carriage
  mine 8            composes the work steps one by one
  mine 8: to g, load g x2, to top, fill E-gg g x2
  keep g2L, top k1D y1L b2D y2L       after a draw; or: keep none, bottom ...
Colours are y b g k (yellow, brown, gray, black), vehicles B C M E. Also:
  board     draw the board again      actions   list the actions again
  score     the standings             plans     the best mining plans
  hint      what a bot would play     quit      leave the table"""
NO_PLANS: Final = "No mining space that is open to you now brings an order nearer to completion."
NO_SUCH_NUMBER: Final = "There is no action of that number; the last one is {last}."
HINT: Final = "A bot would play: {move}"


class Human:
    """One seat of the table, with a person on it."""

    def __init__(self, seat: int, names: Sequence[str], talk: Talk, chance: Random) -> None:
        self._seat = seat
        self._names = names
        self._name = people(names)[seat].name
        self._talk = talk
        self._chance = chance

    def choose(self, game: Game) -> Action:
        """Ask until the answer is a legal action."""
        seen = view(game, self._seat)
        menu = numbered_actions(seen, self._names)
        self._talk.say(f"\n{board(seen, self._names, self._seat)}\n\n{menu}\n{COMMANDS}")
        while True:
            typed = self._talk.ask(f"{self._name}> ").strip()
            try:
                action = self._read(typed, seen, menu)
                if isinstance(action, Mine) and not action.steps:
                    check(game, action, self._seat)
                    action = Composition(seen, action.number, self._talk).run()
                if action is not None:
                    check(game, action, self._seat)
                    return action
            except Refused as error:
                self._talk.say("\n".join(wrap(str(error))))

    def _read(self, typed: str, seen: Game, menu: Menu) -> Action | None:
        """The action that was meant; nothing if it was a question, which is answered."""
        word = typed.casefold()
        if word == "quit":
            raise Left
        questions: dict[str, Callable[[], str]] = {
            "": lambda: COMMANDS,
            "?": lambda: HELP,
            "help": lambda: HELP,
            "board": lambda: board(seen, self._names, self._seat),
            "actions": lambda: str(menu),
            "score": lambda: standings_text(seen, self._names),
            "plans": lambda: _all_plans(seen),
            "hint": lambda: self._hint(seen),
        }
        if word in questions:
            self._talk.say(questions[word]())
            return None
        action = menu.find(word)
        if action is None and word.isdecimal():
            raise Refused("table/number", NO_SUCH_NUMBER, last=len(menu.entries))
        return action or parse(typed, seen)

    def _hint(self, seen: Game) -> str:
        move = choose(HINTS_FROM, seen, self._chance).write()
        return "\n".join(wrap(HINT.format(move=move)))


def _all_plans(seen: Game) -> str:
    """The best plans of every open mining space."""
    pit = seen.pits[seen.turn]
    mines = [action for action in legal_actions(seen) if isinstance(action, Mine)]
    found = [planned for mine in mines for planned in best_plans(pit, mine.number)]
    return "\n".join(line for planned in found for line in plan_lines(planned, "  ")) or NO_PLANS
