"""press: say something to the table."""

from __future__ import annotations

from engine.tongue import word
from server.press.saying import send_offered
from server.visit.visit import Visit
from server.words.command import NOTHING, Command, command


@command
class Press(Command):
    name = "press"
    usage = "press: Good luck to all of you!"
    purpose = word("say something to the others in a game")
    help = word(
        "Says something to everyone else in a game: all that you write behind the colon and below it. "
        "`press k3t9qa: …` names the game, `press @ben: …` is for Ben alone. Your address stays hidden. "
        "`press` alone sends what you wrote beside a move and were asked about. `mute ben` spares you what "
        "he says, `report` shows it to the host."
    )
    takes = NOTHING
    changes = True
    ahead = True

    def run(self, visit: Visit, text: str) -> None:
        send_offered(visit)
