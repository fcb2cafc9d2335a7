"""away: the days on which you will not be there."""

from __future__ import annotations

from engine.clock.absence import read_absence
from engine.tongue import word
from server.clocks.absences import announce
from server.visit.visit import Visit
from server.words.command import Command, command, form

_DAY = r"\d{4}-\d{1,2}-\d{1,2}"


@command
class Away(Command):
    name = "away"
    quiet = True
    usage = "away 2026-12-20 to 2027-01-05"
    purpose = word("stop your clock on some days")
    help = word(
        "Stops your clock in all games on these days, by the dates where you live (`set zone`); one day "
        "alone does too. The others at the table see it. The host sets how many days a year, and how "
        "long before. `back` ends it early."
    )
    takes = form(rf"{_DAY}(?: +(?:to|-|bis|до|по) +{_DAY})?")
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        absence = read_absence(text)
        games = announce(visit, absence)
        visit.say(
            "You are away from {first} to {last}. Games whose clocks stand still meanwhile: {games}.",
            first=absence.first.isoformat(),
            last=absence.last.isoformat(),
            games=games,
        )
