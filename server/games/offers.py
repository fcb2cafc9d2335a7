"""Offers of a seat: its player would hand it over to somebody, for good or until a day, who has yet to agree.

With `late` whoever agrees has the seat only when the time of its player is up.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from engine.phrase import Phrase
from engine.tongue import phrase, word
from server.ledger import models as rows
from server.names.names import called
from server.outgoing.answers import ask_player
from server.visit.refusal import BadCommand
from server.visit.visit import Visit


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of a seat, as it stands in the row of the seat."""

    to: str
    """The handle."""
    until: int = 0
    """The time at which its player gets it back; 0 is never."""
    day: str = ""
    """The same as a date."""
    late: bool = False
    request: str = ""
    """The sealed request of a player with a key."""
    join: str = ""
    """The join letter of whoever has agreed to have the seat when its player is late."""

    def write(self) -> str:
        return json.dumps(asdict(self))


def offer_of(seat: rows.Seat) -> Offer | None:
    return Offer(**json.loads(seat.offer)) if seat.offer else None


def make_offer(visit: Visit, game: rows.Game, seat: rows.Seat, offer: Offer) -> None:
    """Somebody is asked whether they would take a seat."""
    guest = visit.players.find(offer.to)
    if any(other.player_id == guest.id for other in visit.games.seats(game)):
        raise BadCommand("substitute/in-game", "{handle} plays in {game}", handle=guest.handle, game=game.id)
    if visit.games.book(game).opening.auth == "key" and guest.auth != "key":
        raise BadCommand(
            "substitute/own-keys", "the game {game} is for players with a key of their own", game=game.id
        )
    if seat.lent_by is not None:
        raise BadCommand("substitute/lent", "you have this seat of {game} only for some time", game=game.id)
    visit.games.check_room(game, seat.number)
    seat.offer = offer.write()
    name = f"offer {game.id} {game.entries} {guest.handle} {visit.name}"
    ask_player(visit, guest, name, _asked(visit, game, offer), remark=word("a seat for you"), game=game.id)


def _asked(visit: Visit, game: rows.Game, offer: Offer) -> Phrase:
    who = visit.sender.registered()
    facts = {"name": called(who.name, who.handle), "handle": who.handle, "game": game.id, "day": offer.day}
    if offer.late:
        return phrase(
            "{name} ({handle}) asks you to step in for them in the game {game}\n"
            "when their time is up, until {day} at the latest.\n\nIf you would, send:  join {game}",
            **facts,
        )
    if offer.until:
        return phrase(
            "{name} ({handle}) asks you to play for them in the game {game} until {day}.\n\n"
            "If you would, send:  join {game}",
            **facts,
        )
    return phrase(
        "{name} ({handle}) offers you their seat in the game {game}, for good.\n\n"
        "If you want it, send:  join {game}",
        **facts,
    )
