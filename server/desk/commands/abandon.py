"""abandon: end a game early, when all who play agree."""

from __future__ import annotations

from engine.tongue import phrase, word
from server.games.plies import check_running
from server.games.resigning import agree_to_abandon, still_to_agree
from server.ledger import models as rows
from server.names.names import called
from server.outgoing.answers import notify
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import ONE_GAME, Command, command


@command
class Abandon(Command):
    name = "abandon"
    usage = "abandon k3t9qa"
    help = word(
        "Says that you would give a running game up. When everyone has said so, it ends without a winner. "
        "Until then, moving takes it back."
    )
    takes = ONE_GAME
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        game = visit.games.find(text)
        seat = visit.seat_of(game)
        check_running(game)
        if seat not in still_to_agree(visit, game):
            raise BadCommand("abandon/said", "you have said so already: the others have yet to agree")
        if agree_to_abandon(visit, game, seat):
            return  # the last mail of the game says it
        others = still_to_agree(visit, game)
        handles = [player.handle for other in others if (player := visit.players.on(other))]
        visit.say(
            "You would give up {game}. Still to agree: {handles}.", game=game.id, handles=", ".join(handles)
        )
        for other in others:
            _ask(visit, game, other)


def _ask(visit: Visit, game: rows.Game, seat: rows.Seat) -> None:
    player, who = visit.players.on(seat), visit.sender.registered()
    if player is not None:
        name = f"abandon {game.id} {game.entries} {player.handle}"
        text = phrase(
            "{name} ({handle}) would give the game {game} up.\n\nIf you would too, send:  abandon {game}",
            name=called(who.name, who.handle),
            handle=who.handle,
            game=game.id,
        )
        notify(visit, player, name, text, remark=word("give it up?"), game=game.id)
