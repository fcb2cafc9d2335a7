"""back: you are there again, earlier than you said."""

from __future__ import annotations

from engine.tongue import word
from server.clocks.absences import come_back
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import Command, command

_SAID = {
    "back": word("Welcome back. Your clocks run again; absences that have not begun stay."),
    "stay": word("You are not away: what you had announced is taken back."),
}


@command
class Back(Command):
    name = "back"
    quiet = True
    usage = "back"
    purpose = word("end your absence early")
    help = word("Ends your absence early. If it has not begun, takes it back.")
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        done = come_back(visit)
        if not done:
            raise BadCommand("away/none", "you have announced no absence: `away 2026-12-20` would do that")
        visit.say(_SAID[done])
