"""who: what everybody may know of a player."""

from __future__ import annotations

from engine.tongue import word
from server.names.names import called
from server.ratings.profile import record_lines
from server.ratings.standings import ranked, table_at
from server.visit.visit import Visit
from server.words.command import Command, command, form


@command
class Who(Command):
    name = "who"
    also = ("profile",)
    quiet = True
    usage = "who anna, or who"
    purpose = word("what everybody may know of a player")
    help = word(
        "Tells what everybody may know of a player, or of you: the rating, how many rated games they have "
        "played and played to the end, and how many of their turns were in time. Never an address."
    )
    takes = form(r"(?:[a-z][\w-]{1,23})?")

    def run(self, visit: Visit, text: str) -> None:
        asked = visit.sender.registered()
        player = visit.players.find(text) if text else asked
        table = table_at(visit)
        places = {record.handle: at for at, record in enumerate(ranked(visit.session, table), start=1)}
        lines = record_lines(table.find(player.handle), places.get(player.handle), visit.sender.tongue)
        title = f"{called(player.name, player.handle)} ({player.handle})"
        visit.reply.show("\n".join([title, *(f"  {line}" for line in lines)]))
