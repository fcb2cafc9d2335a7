"""start: begin a game that waits for its host's word."""

from __future__ import annotations

from engine.tongue import word
from server.games.table import let_go
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import ONE_GAME, Command, command


@command
class Start(Command):
    name = "start"
    quiet = True
    usage = "start k3t9qa"
    purpose = word("start your game once all seats are taken")
    help = word("Starts your game (opened with hold=yes) once all its seats are taken.")
    takes = ONE_GAME
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        visit.keys.lock()  # before the game: the keys that the seats were taken with must stay in force
        game = visit.games.find(text)
        if game.host_id != visit.sender.registered().id:
            raise BadCommand("start/not-yours", "only its host can start the game {game}", game=game.id)
        let_go(visit, game)
