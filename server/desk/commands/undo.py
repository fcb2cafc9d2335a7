"""undo: take one's own last move back."""

from __future__ import annotations

from typing import Final

from engine.tongue import word
from server.games.plies import check_running
from server.games.undoing import change_mind
from server.visit.visit import Visit
from server.words.command import GAME, Command, command, form

_TAKES: Final = form(rf"(?:({GAME})(?: +(?=\d)|$))?(\d{{1,4}})?")


@command
class Undo(Command):
    name = "undo"
    also = ("takeback", "rückgängig", "отменить")
    usage = "undo k3t9qa 17"
    purpose = word("take your own last move back")
    help = word(
        "Takes your own last move back, the one with this number. As long as it waits to be played (the "
        "option undo of `new` says how long), you alone decide. After that all who play have to agree, each "
        "with the same words, before anybody moves; what has shown something hidden stays. Without the "
        "number it is the last one."
    )
    takes = _TAKES
    changes = True
    ahead = True
    hurries = True

    def run(self, visit: Visit, text: str) -> None:
        found = _TAKES.fullmatch(text)
        game_id, ply = found.groups() if found else (None, None)
        game = visit.games.find(game_id) if game_id else visit.implied_game()
        visit.seat_of(game)
        check_running(game)
        change_mind(visit, game, None if ply is None else int(ply))
