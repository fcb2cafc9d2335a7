"""What a player means by a move: a number from the list, notation, or the words of another language."""

from __future__ import annotations

from engine.errors import Refused
from engine.rules import Action, Game, check, parse
from engine.show import Menu
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
        action = parse(canonical(typed), position)
    check(position, action, seat)
    return action
