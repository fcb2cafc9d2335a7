"""join: take a seat in an open game."""

from __future__ import annotations

from engine.tongue import word
from server.games.handing_over import take_seat_in_running
from server.games.lifecycle import join_for
from server.games.standing import seal_draft
from server.games.table import take_seat
from server.visit.visit import Visit
from server.words.command import GAME, Command, command, form
from server.words.order_lines import begin_orders


@command
class Join(Command):
    name = "join"
    quiet = True
    usage = "join k3t9qa, or: join k3t9qa draft: kk, 9vp, any"
    purpose = word("take a seat in an open game")
    help = word(
        "Takes a seat in an open game. The last seat taken starts it. In a game under way it takes a seat "
        "that was offered to you, your own back, or one that is open. With a key of your own, the client "
        "sends a sealed letter that commits you to your share of the shuffle, and tells the share when all "
        "seats are taken. Followed by a list, the draft goes by that list (`help orders`)."
    )
    takes = form(rf"({GAME})(?:[ ,]+(\S.{{0,1999}}))?")
    changes = True

    def fits(self, text: str) -> bool:
        found = self.takes.fullmatch(text)
        return found is not None and (found[2] is None or begin_orders(found[2]))

    def run(self, visit: Visit, text: str) -> None:
        visit.keys.lock()  # before the game: the key that the seat is taken with must stay in force
        game_id, _, drafting = text.partition(" ")
        game, player = visit.games.find(game_id.rstrip(",")), visit.sender.registered()
        raw = join_for(visit, game, player)
        if game.state == "running":
            take_seat_in_running(visit, game, player, raw)
            return
        take_seat(visit, game, player, raw, seal_draft(visit, game, drafting) if drafting else None)
