"""history: the moves so far."""

from __future__ import annotations

from engine.show import tell
from server.command import BadCommand, Command, command
from server.news import names_in
from server.visit import Visit


@command
class History(Command):
    name = "history"
    also = ("log", "moves")
    usage = "history k3t9qa, or history k3t9qa since 40"
    help = "Tells the moves of a game, all of them or from a ply on."

    def run(self, visit: Visit, text: str) -> None:
        game, rest = visit.named_game(text)
        since = _since(self, rest)
        visit.seat_of(game)
        book = visit.book(game)
        names = names_in(book)
        plies = [entry.facts for entry in book.log.entries if entry.kind == "ply"]
        lines = []
        for facts, events in zip(plies, book.course.events if book.course else [], strict=True):
            if facts["ply"] >= since:
                lines.append(f"{facts['ply']:>4}  {book.seats[facts['seat']].handle}: {facts['action']}")
                lines += [f"      {sentence}" for sentence in tell(events, names)]
        visit.say("\n".join(lines) or "No moves since then.")


def _since(command: Command, text: str) -> int:
    words = text.casefold().split()
    if not words:
        return 0
    if words[0] != "since" or len(words) != 2 or not words[1].isdecimal() or len(words[1]) > 6:
        raise BadCommand("history/since", "write it like this: {usage}", usage=command.usage)
    return int(words[1])
