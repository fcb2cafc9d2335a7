"""note: write something down for yourself in a game, erase it, or show it to the others at last."""

from __future__ import annotations

from typing import Final

from engine.tongue import word
from server.press.notes import drop_notes, keep_note, publish_notes
from server.visit.visit import Visit
from server.words.command import GAME, Command, command, form

_DO: Final = {"drop": drop_notes, "publish": publish_notes}


@command
class Note(Command):
    name = "note"
    quiet = True
    usage = "note k3t9qa: the yellow lorries first, or: note k3t9qa drop, note k3t9qa publish"
    purpose = word("write something down for yourself in a game")
    help = word(
        "Keeps what you write behind the colon and below it, for you alone: you read it again in every turn "
        "mail of this game. `note: …` is for the game whose mail you answer. `note k3t9qa drop` erases your "
        "notes; once the game is over, `note k3t9qa publish` shows them to all who played. Nobody else can."
    )
    takes = form(rf"{GAME}(?: ?: ?\S.{{0,1999}}| +(?:{'|'.join(_DO)}))")
    changes = True
    ahead = True

    def run(self, visit: Visit, text: str) -> None:
        game, colon, said = text.partition(":")
        if colon:
            keep_note(visit, visit.games.find(game.strip()), said)
        else:
            game, what = text.casefold().split()
            _DO[what](visit, visit.games.find(game))
