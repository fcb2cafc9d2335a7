"""notes: what you have written down for yourself in a game."""

from __future__ import annotations

from engine.tongue import word
from server.press.notes import show_notes
from server.visit.visit import Visit
from server.words.command import MAYBE_GAME, Command, command


@command
class Notes(Command):
    name = "notes"
    also = ("notizen", "заметки")
    quiet = True
    usage = "notes, or notes k3t9qa"
    purpose = word("what you have written down in a game")
    help = word("Shows your notes on a game, which nobody else sees. `note` keeps and erases them.")
    takes = MAYBE_GAME

    def run(self, visit: Visit, text: str) -> None:
        show_notes(visit, visit.meant_game(text))
