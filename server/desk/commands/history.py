"""history: the moves so far."""

from __future__ import annotations

from engine.show import tell
from engine.tongue import word
from server.outgoing.history import names_in
from server.visit.preferences import manner_of
from server.visit.visit import Visit
from server.words.command import GAME, Command, command, form


@command
class History(Command):
    name = "history"
    also = ("log",)
    usage = "history k3t9qa, or history k3t9qa since 40"
    purpose = word("the moves of a game")
    help = word("Tells the moves of a game, all of them, or from one on.")
    takes = form(rf"({GAME})? ?(?:(?:since )?(\d{{1,6}}))?")

    def run(self, visit: Visit, text: str) -> None:
        game_id, since = self.takes.fullmatch(text).groups()  # type: ignore[union-attr]
        game = visit.meant_game(game_id)
        visit.seat_of(game)
        book = visit.games.book(game)
        manner, names, lines = manner_of(visit.sender.registered()), names_in(book), []
        plies = [entry.facts for entry in book.plies]
        for facts, events in zip(plies, book.course.events if book.course else [], strict=True):
            if facts["ply"] >= int(since or 0):
                lines.append(f"{facts['ply']:>4}  {names[facts['seat']]}: {facts['action']}")
                lines += [
                    f"      {sentence}" for sentence in tell(events, names, manner.tongue, manner.style)
                ]
        visit.reply.show("\n".join(lines) or visit.sender.tongue.say("No moves since then."))
