"""The filter of the list of actions by what was typed: numbers by their beginning, all else by its words."""

from __future__ import annotations

from engine.show import Menu, MenuLine
from engine.tongue.move_words import canonical


def fitting(menu: Menu, typed: str) -> Menu:
    """The list with only those entries that have all the words, in any language's words for moves."""
    words = typed.casefold().split()
    meant = canonical(typed).casefold().split()
    return menu._replace(entries=tuple(entry for entry in menu.entries if _fits(menu, entry, words, meant)))


def _fits(menu: Menu, entry: MenuLine, words: list[str], meant: list[str]) -> bool:
    if len(words) == 1 and words[0].isdecimal():
        return str(entry.number).startswith(words[0])
    shown = f" {menu._replace(entries=(entry,))}".casefold()
    written = f" {entry.action.write()}".casefold()
    return all(word in shown for word in words) or all(f" {word}" in written for word in meant)
