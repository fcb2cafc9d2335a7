"""substitute: hand your seat over to somebody, for good or until a day."""

from __future__ import annotations

from engine.clock.absence import Absence, read_absence
from engine.clock.days import date_at
from engine.tongue import word
from server.games.offers import Offer, make_offer, offer_of
from server.games.plies import check_running
from server.ledger import models as rows
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import GAME, Command, command, form

_OFF = "off"
_DAY = r"\d{4}-\d{1,2}-\d{1,2}"


@command
class Substitute(Command):
    name = "substitute"
    usage = "substitute k3t9qa ben, or: substitute k3t9qa ben until 2027-01-05, substitute k3t9qa off"
    purpose = word("offer your seat in a running game to somebody")
    help = word(
        "Offers your seat in a running game to somebody, for good or until a day (that day included); they "
        "have it when they send `join` with the game. You get a lent seat back by itself, or earlier by "
        "`join`. With `if late` behind the day they only step in when your time is up, in a game whose pace "
        "says `then:substitute`. `off` takes the offer back. They see what your seat may see from then on."
    )
    takes = form(rf"{GAME} +(?:off|[a-z][\w-]{{1,23}}(?: +until +{_DAY}(?: +if +late)?)?)")
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        game_id, handle, *more = text.split()
        game = visit.games.find(game_id)
        seat = visit.seat_of(game)
        check_running(game)
        if handle.casefold() == _OFF:
            _take_back(visit, game, seat)
            return
        guest = visit.players.find(handle)
        request = visit.sender.request
        sealed = request.decode("ascii") if request is not None else ""
        day = _day(visit, more[1]) if more else None
        offer = Offer(
            guest.handle,
            until=day.span(visit.sender.registered().zone).ends if day else 0,
            day=day.last.isoformat() if day else "",
            late=len(more) > 2,
            request=sealed,
        )
        make_offer(visit, game, seat, offer)
        visit.say("{handle} is asked about your seat in {game}.", handle=guest.handle, game=game.id)


def _day(visit: Visit, text: str) -> Absence:
    """The last day of a loan."""
    day, today = read_absence(text), date_at(visit.now, visit.sender.registered().zone)
    if day.last < today:
        raise BadCommand("substitute/past", "{day} has passed already", day=text)
    return day


def _take_back(visit: Visit, game: rows.Game, seat: rows.Seat) -> None:
    offer = offer_of(seat)
    if offer is None:
        raise BadCommand("substitute/none", "you have offered your seat in {game} to nobody", game=game.id)
    if offer.join:
        book = visit.games.book(game)
        visit.games.write(game, book.note("stand-by", visit.now, seat=seat.number, handle=""))
    seat.offer = None
    visit.say("Your seat in {game} is not offered to anybody any more.", game=game.id)
