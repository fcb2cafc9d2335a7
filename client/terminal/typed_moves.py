"""Typed moves: a number from the list, notation, or the words of another language."""

from __future__ import annotations

from engine.errors import Refused
from engine.rules import Action, Game, check, parse
from engine.rules.actions.keep import with_the_rest
from engine.show import Menu, decided
from engine.tongue.move_words import canonical


def read_action(typed: str, position: Game, menu: Menu, seat: int) -> Action:
    """The legal action that was meant; refuses what is none, and says why."""
    word = typed.strip().casefold()
    action = menu.find(word)
    if action is None and word.isdecimal():
        raise Refused(
            "move/number",
            "there is no action of the number {number}; the last one is {last}",
            number=word,
            last=len(menu.entries),
        )
    if action is None:
        action = with_the_rest(parse(canonical(typed), position), position)
    check(position, action, seat)
    return action


def read_decision(typed: str, position: Game, menu: Menu, seat: int) -> Action:
    """The same for a move that is to be sealed: refused, with a question, if it leaves its work open."""
    return decided(position, read_action(typed, position, menu, seat), canonical(typed))
