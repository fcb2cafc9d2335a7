"""invite: ask somebody to join a game."""

from __future__ import annotations

import json

from server.command import BadCommand, Command, command
from server.draft import Draft
from server.games import options_of
from server.visit import Visit


@command
class Invite(Command):
    name = "invite"
    usage = "invite k3t9qa anna ben"
    help = "Invites players to your open game. Each gets a mail that says how to join."
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        word, _, rest = text.partition(" ")
        handles = rest.replace(",", " ").split()
        if not handles:
            raise self.wrong(text)
        game, host = visit.find_game(word), visit.somebody()
        if game.host_id != host.id or game.state != "open":
            raise BadCommand("invite/not-yours", "only the host of an open game can invite to it")
        invited = json.loads(game.invited)
        for handle in handles:
            guest = visit.find_player(handle)
            if guest.handle in invited:
                continue
            invited.append(guest.handle)
            address = visit.main_address(guest)
            if address is not None:
                players = options_of(game)["players"]
                visit.drafts.append(
                    Draft(
                        dedupe=f"invite {game.id} {guest.id}",
                        kind="notice",
                        recipient=address,
                        text=f"{host.name} ({host.handle}) invites you to a game for {players}.\n\n"
                        f"To join it, send:  join {game.id}\n",
                        remark="invitation",
                        game=game.id,
                        player_id=guest.id,
                    )
                )
        game.invited = json.dumps(invited)
        visit.say(f"Invited to {game.id}: {', '.join(invited)}.")
