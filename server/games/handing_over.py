"""Seats of a game under way: taken when they are open, handed over with consent, lent and given back.

Whoever gets a seat sees what it may see from then on. What was sent to the player before stays theirs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlmodel import Session, col, select

from engine.record.game.changes.handover import BACK, GIVEN, LENT, OPEN, SEAT
from engine.record.game.opening import KEY
from engine.record.game.seats import BOT, Seat, seat_from_join
from engine.record.keyring.keyring import Keyring, fold
from engine.record.names.display_name import SALT_BYTES, Name
from engine.tongue import phrase, word
from server.clocks.absences import tell_absences_of
from server.clocks.alarms import set_alarms, tell_zone_of
from server.games.lifecycle import options_of
from server.games.moves import go_on
from server.games.offers import Offer, offer_of
from server.ledger import models as rows
from server.ledger.queues import lock_game
from server.names.names import called
from server.outgoing.answers import notify
from server.visit.keys import in_doubt
from server.visit.refusal import BadCommand
from server.visit.shelf import introduce
from server.visit.visit import Visit

STAND_BY = "stand-by"


def take_seat_in_running(visit: Visit, game: rows.Game, player: rows.Player, raw: bytes) -> None:
    """Somebody joins a game under way: by an offer, because it is their seat, or because one is open."""
    _check_may_take(visit, game, player)
    rows_of = _all_seats(visit, game)
    for seat in rows_of:
        offer = offer_of(seat)
        if offer is not None and fold(offer.to) == fold(player.handle) and seat.left_at is None:
            _accept(visit, game, seat, offer, player, raw)
            return
        if seat.lent_by == player.handle:
            _hand_over(visit, game, seat, player, Right(BACK, [raw]))
            return
    free = _open_seat(visit, game, rows_of, player)
    visit.games.check_room(game, free.number)
    _hand_over(visit, game, free, player, Right(OPEN, [raw]))


def _check_may_take(visit: Visit, game: rows.Game, player: rows.Player) -> None:
    if game.state != "running":
        raise BadCommand("game/not-open", "the game {game} is no longer open to join", game=game.id)
    if any(seat.player_id == player.id for seat in visit.games.seats(game)):
        raise BadCommand("game/in-already", "you are in the game {game} already", game=game.id)
    if in_doubt(visit.keys.ring, player):
        raise BadCommand(
            "game/key-in-doubt",
            "a recovery of your key is under way: join the game {game} when it is decided",
            game=game.id,
        )
    if options_of(game)["auth"] == KEY and player.auth != KEY:
        raise BadCommand(
            "game/own-keys", "the game {game} is for players with a key of their own", game=game.id
        )


def _all_seats(visit: Visit, game: rows.Game) -> Sequence[rows.Seat]:
    """Also those that somebody has left."""
    seats = select(rows.Seat).where(rows.Seat.game_id == game.id).order_by(col(rows.Seat.number))
    return visit.session.exec(seats).all()


def open_seats(visit: Visit, game: rows.Game) -> list[int]:
    """The seats that a bot plays because their players left them or missed too many turns."""
    book = visit.games.book(game)
    return [number for number in sorted(book.time.bots) if book.seats[number].auth != BOT]


def _open_seat(visit: Visit, game: rows.Game, seats: Sequence[rows.Seat], player: rows.Player) -> rows.Seat:
    """An open seat, one's own first. Those of a game by invitation are for the invited."""
    free = [seat for seat in seats if seat.number in open_seats(visit, game)]
    own = [seat for seat in free if seat.player_id == player.id]
    asked = player.handle in json.loads(game.invited) or player.id == game.host_id
    if not own and options_of(game)["private"] and not asked:
        raise BadCommand("game/by-invitation", "the game {game} is by invitation only", game=game.id)
    if not free:
        raise BadCommand("game/not-open", "the game {game} is no longer open to join", game=game.id)
    return (own or free)[0]


def _accept(
    visit: Visit, game: rows.Game, seat: rows.Seat, offer: Offer, player: rows.Player, raw: bytes
) -> None:
    """Somebody takes up an offer; if it is for when the owner is late, they stand by from now on."""
    if not offer.late:
        letters = [raw, *([offer.request.encode("ascii")] if offer.request else [])]
        _hand_over(visit, game, seat, player, Right(LENT if offer.until else GIVEN, letters, offer.until))
        return
    seat.offer = replace(offer, join=raw.decode("ascii")).write()
    book = visit.games.book(game)
    entry = book.note(
        STAND_BY, max(visit.now, book.log.entries[-1].at), seat=seat.number, handle=player.handle
    )
    visit.games.write(game, entry)
    set_alarms(visit, game)
    owner = visit.players.on(seat)
    visit.say(
        "You step in in {game} when the time of {who} is up.",
        game=game.id,
        who=owner.handle if owner else "?",
    )


def step_in(visit: Visit, game: rows.Game, number: int) -> bool:
    """The time of a seat is up: whoever stands by for it has it now; false if nobody does."""
    seat = next((seat for seat in visit.games.seats(game) if seat.number == number), None)
    offer = offer_of(seat) if seat is not None else None
    if seat is None or offer is None or not offer.join or offer.until <= visit.now:
        return False
    player = visit.players.find(offer.to)
    letters = [offer.join.encode("ascii"), *([offer.request.encode("ascii")] if offer.request else [])]
    _hand_over(visit, game, seat, player, Right(LENT, letters, offer.until))
    return True


class Right(NamedTuple):
    """By what right somebody gets a seat."""

    how: str
    letters: Sequence[bytes] = ()
    until: int = 0


def _hand_over(visit: Visit, game: rows.Game, seat: rows.Seat, player: rows.Player, right: Right) -> None:
    """Somebody has a seat from now on: the log says so and by what right, and everyone is told."""
    book, number, (how, letters, until) = visit.games.book(game), seat.number, right
    present, owner = book.seats[number].handle, book.seating.loans[number].owner if how == BACK else None
    sits = seat_from_join(letters[0], player.auth, book.opening) if letters else owner
    assert sits is not None
    name = Name(called(player.name, player.handle), visit.entropy(SALT_BYTES))
    if how != BACK:
        tell_zone_of(visit, game, seat, player.zone)
    facts = {**_facts(sits, name, how), "seat": number, **({"until": until} if how == LENT else {})}
    visit.games.write(game, book.note(SEAT, max(visit.now, book.log.entries[-1].at), letters, **facts))
    before = seat.player_id
    seat.player_id, seat.auth, seat.left_at, seat.offer = player.id, sits.auth, None, None
    seat.name, seat.salt = name.text, name.salt
    lent = how == LENT
    seat.lent_by, seat.lent_until = (present, until) if lent else (None, None)
    visit.session.flush()
    introduce(visit.session, book)
    tell_absences_of(visit, game, seat)
    _tell_former(visit, game, before, player)
    go_on(visit, game)


def _facts(seat: Seat, name: Name, how: str) -> dict[str, str]:
    return {
        "handle": seat.handle,
        "auth": seat.auth,
        "key": seat.key.line,
        "name": name.commitment,
        "how": how,
    }


def _tell_former(visit: Visit, game: rows.Game, before: int | None, player: rows.Player) -> None:
    """Whoever had the seat hears that somebody else has it."""
    former = visit.session.get(rows.Player, before) if before is not None else None
    if former is None or former.id == player.id or former.state != "active":
        return
    notify(
        visit,
        former,
        f"seat {game.id} {game.entries} {former.handle}",
        phrase("{handle} has your seat in the game {game} from now on.", handle=player.handle, game=game.id),
        remark=word("your seat"),
        game=game.id,
    )


# Opening


def open_seat(visit: Visit, game: rows.Game, number: int) -> None:
    """Somebody has missed too many turns: a bot has the seat until somebody takes it, maybe they again."""
    visit.games.write(game, visit.games.book(game).note("bot", visit.now, seat=number, why="missed"))
    seat = next(seat for seat in visit.games.seats(game) if seat.number == number)
    player = visit.players.on(seat)
    seat.left_at, seat.offer = visit.now, None
    visit.session.flush()
    if player is not None:
        notify(
            visit,
            player,
            f"opened {game.id} {game.entries} {player.handle}",
            phrase(
                "You have missed too many turns in the game {game}: your seat is open to\n"
                "others, and a house bot plays there. While nobody has taken it, you get it\n"
                "back with:  join {game}",
                game=game.id,
            ),
            remark=word("your seat"),
            game=game.id,
        )


# Giving back


def loans_due(session: Session, _ring: Keyring) -> Iterator[tuple[int, str]]:
    """The seats that go back to their players."""
    lent = select(rows.Seat.lent_until, rows.Seat.game_id, rows.Seat.number).where(
        col(rows.Seat.lent_until).is_not(None)
    )
    for until, game_id, number in session.exec(lent):
        yield until or 0, f"{game_id} {number}"


def give_back(visit: Visit, which: str) -> None:
    """A seat was lent until now."""
    game_id, number = which.split()
    visit.keys.lock()
    game = lock_game(visit.session, game_id)
    assert game is not None  # games stay
    seat = visit.session.get_one(rows.Seat, (game_id, int(number)))
    owner = visit.session.exec(select(rows.Player).where(rows.Player.handle == seat.lent_by)).first()
    if game.state != "running" or owner is None or owner.state != "active":
        seat.lent_by = seat.lent_until = None  # whoever has it keeps it
        return
    _hand_over(visit, game, seat, owner, Right(BACK))
