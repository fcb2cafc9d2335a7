"""report: show the host what was said at a table."""

from __future__ import annotations

from engine.tongue import word
from server.press.reporting import report
from server.visit.visit import Visit
from server.words.command import GAME, Command, command, form


@command
class Report(Command):
    name = "report"
    quiet = True
    usage = "report k3t9qa Ben insults us"
    purpose = word("show the host what was said to you")
    help = word(
        "Shows the host what was last said to you in a game, with who said it, and your reason. "
        "Nobody at the table is told."
    )
    takes = form(rf"{GAME} \S.{{0,299}}")
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        game, _, reason = text.partition(" ")
        report(visit, visit.games.find(game), reason.strip())
