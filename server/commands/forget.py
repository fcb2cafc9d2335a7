"""forget me: erase a player's personal data; the games stay verifiable."""

from __future__ import annotations

from sqlmodel import delete, select

from server.command import BadCommand, Command, command
from server.ledger import models as rows
from server.substitute import hand_over
from server.visit import Visit


@command
class Forget(Command):
    name = "forget"
    usage = "forget me"
    help = (
        "Erases your addresses and your name from this server and ends your registration. Your games stay "
        "verifiable under a pseudonym and your public key; in running ones you resign."
    )
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        if text.casefold().strip() != "me":
            raise self.wrong(text)
        player = visit.somebody()
        if player.id is None:
            raise BadCommand("forget/who", "there is nobody to forget")
        for game in visit.my_games():
            if game.state == "running":
                hand_over(visit, visit.find_game(game.id), visit.seat_of(game))
            elif game.state == "open":
                for seat in visit.seats(game):
                    if seat.player_id == player.id:
                        visit.session.delete(seat)
        visit.farewell = visit.main_address(player) or ""
        visit.say("Your data are erased. Good-bye, and Glück auf!")
        player.name, player.state, player.seed = player.handle, "forgotten", None
        visit.session.exec(delete(rows.Code).where(rows.Code.player_id == player.id))  # type: ignore[call-overload]
        for address in visit.session.exec(
            select(rows.Address).where(rows.Address.player_id == player.id)
        ).all():
            visit.session.delete(address)
