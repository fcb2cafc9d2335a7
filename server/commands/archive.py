"""archive: a game as a file that proves itself."""

from __future__ import annotations

from server.command import ONE_GAME, Command, command
from server.games import archive_of, check_played
from server.visit import Visit


@command
class Archive(Command):
    name = "archive"
    also = ("export",)
    usage = "archive k3t9qa"
    help = "Sends the archive of a game: whole once it is over, before that only what is public."
    takes = ONE_GAME

    def run(self, visit: Visit, text: str) -> None:
        game = visit.find_game(text)
        check_played(visit, game)
        name = f"grubenpost-{game.id}.json"
        visit.attachments[name] = archive_of(visit, game)
        visit.say(f"The archive of {game.id} is attached. Check it with:  grubenpost verify {name}")
