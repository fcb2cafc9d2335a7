"""nudge: ask whoever is on turn to move, once a turn."""

from __future__ import annotations

from engine.tongue import phrase, word
from server.clocks.reminding import on_turn, write_reminder
from server.games.plies import check_running
from server.names.names import called
from server.visit.preferences import NONE
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import MAYBE_GAME, Command, command


@command
class Nudge(Command):
    name = "nudge"
    usage = "nudge k3t9qa"
    purpose = word("remind whoever is on turn")
    help = word(
        "Reminds whoever is on turn in a game of yours, with all that is needed to move. Once a turn, "
        "whoever does it."
    )
    takes = MAYBE_GAME
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        game = visit.meant_game(text)
        visit.seat_of(game)
        check_running(game)
        if visit.games.book(game).undoing.held is not None:
            raise BadCommand(
                "nudge/held",
                "whoever is on turn in {game} has moved: the move is played as soon as it can't be taken "
                "back any more",
                game=game.id,
            )
        player, who = on_turn(visit, game), visit.sender.registered()
        if player is who:
            raise BadCommand("nudge/own-turn", "it is your own turn in {game}", game=game.id)
        if game.nudged_ply == game.ply:
            raise BadCommand(
                "nudge/again", "{game}: whoever is on turn was nudged in this turn already", game=game.id
            )
        lead = phrase(
            "{name} ({handle}) waits for your move.", name=called(who.name, who.handle), handle=who.handle
        )
        name = f"nudge {game.id} {game.ply}"
        if player is None or player.mails == NONE or not write_reminder(visit, player, [game], lead, name):
            raise BadCommand(
                "nudge/nobody", "nobody is there in {game} whom a mail could remind", game=game.id
            )
        game.nudged_ply = game.ply
        visit.say("{handle} is reminded of the game {game}.", handle=player.handle, game=game.id)
