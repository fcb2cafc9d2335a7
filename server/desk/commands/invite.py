"""invite: ask somebody to join a game."""

from __future__ import annotations

import json
from collections.abc import Sequence

from engine.tongue import phrase, word
from server.games.lifecycle import options_of
from server.ledger import models as rows
from server.names.names import called
from server.outgoing.answers import ask_player
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import GAME, Command, command, form


@command
class Invite(Command):
    name = "invite"
    usage = "invite k3t9qa anna ben"
    purpose = word("invite players to your open game")
    help = word("Invites players to your open game. Each gets a mail that says how to join.")
    takes = form(rf"{GAME}(?:[ ,]+[a-z][\w-]{{1,23}}){{1,12}}")
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        game_id, *handles = text.replace(",", " ").split()
        game, host = visit.games.find(game_id), visit.sender.registered()
        if game.host_id != host.id or game.state != "open" or options_of(game).get("league"):
            raise BadCommand(
                "invite/not-yours",
                "{game} is not an open game of yours, so you can't invite to it",
                game=game.id,
            )
        invite_all(visit, game, [visit.players.find(handle) for handle in handles])


def invite_all(visit: Visit, game: rows.Game, guests: Sequence[rows.Player]) -> None:
    """Invite players to the sender's game, each once."""
    host = visit.sender.registered()
    invited, seated = json.loads(game.invited), {seat.player_id for seat in visit.games.seats(game)}
    for guest in guests:
        if guest.handle in invited or guest.id in seated or guest.id == host.id:
            continue
        invited.append(guest.handle)
        _invite(visit, game, guest)
    game.invited = json.dumps(invited)
    visit.say(
        "Invited to {game}: {handles}.",
        game=game.id,
        handles=", ".join(invited) or visit.sender.tongue.say("nobody"),
    )


def _invite(visit: Visit, game: rows.Game, guest: rows.Player) -> None:
    host, players = visit.sender.registered(), options_of(game)["players"]
    text = phrase(
        "{name} ({handle}) invites you to a game for {players}.\n\nTo join it, send:  join {game}",
        name=called(host.name, host.handle),
        handle=host.handle,
        players=players,
        game=game.id,
    )
    ask_player(
        visit, guest, f"invite {game.id} {guest.handle}", text, remark=word("invitation"), game=game.id
    )
