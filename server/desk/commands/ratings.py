"""ratings: the table of all who are rated."""

from __future__ import annotations

from engine.tongue import word
from server.ratings.profile import table_text
from server.ratings.standings import ranked, table_at
from server.visit.visit import Visit
from server.words.command import Command, command


@command
class Ratings(Command):
    name = "ratings"
    also = ("ladder",)
    usage = "ratings"
    purpose = word("the table of all who play rated games")
    help = word(
        "Shows the table of all who have played rated games (`new rated=yes`): ratings, and how reliable "
        "everybody is. `who anna` tells of one player."
    )

    def run(self, visit: Visit, text: str) -> None:
        player = visit.sender.registered()
        found = ranked(visit.session, table_at(visit))
        if found:
            visit.reply.show(table_text(found, visit.sender.tongue, own=player.handle))
        else:
            visit.say("No rated game has been played to its end yet. Open one with `new rated=yes`.")
