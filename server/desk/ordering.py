"""Standing orders at the desk: sent, shown, tried and withdrawn, by words or by a sealed letter."""

from __future__ import annotations

from engine.ahead import Orders, begin, check, explain
from engine.record.letters.kinds.orders import NONE, StandingOrders
from engine.record.letters.kinds.orders import read as read_letter
from engine.record.letters.seal import open_seal
from engine.rules import view
from engine.show.ahead import explained
from server.games.moves import go_on
from server.games.standing import keep_for_start, orders_in, seal_orders, take_orders
from server.ledger import models as rows
from server.ledger.queues import take_letter
from server.visit.visit import Visit


def order(visit: Visit, game: rows.Game, text: str) -> None:
    """Take the orders that a mailbox player has written."""
    _send(visit, game, orders_in(visit, game, text).in_one_line())


def drop_orders(visit: Visit, game: rows.Game) -> None:
    """Withdraw a mailbox player's orders."""
    _send(visit, game, NONE)


def _send(visit: Visit, game: rows.Game, orders: str) -> None:
    letter, raw = seal_orders(visit, game, orders)
    if take_letter(visit.session, open_seal(raw).letter_id, visit.now, game.id, game.entries):
        receive(visit, game, letter, raw)


def receive(visit: Visit, game: rows.Game, letter: StandingOrders, raw: bytes) -> None:
    """Take sealed orders, and say what they come to. If it is their owner's turn, they are played at once."""
    if letter.orders == NONE and not _has_orders(visit, game):
        visit.say("You have ordered nothing in {game}.", game=game.id)
        return
    if game.state == "open":
        keep_for_start(visit, game, letter, raw)
    else:
        take_orders(visit, game, letter, raw)
        ply = game.ply
        book = visit.games.book(game)
        if book.game.turn == visit.seat_of(game).number and book.undoing.held is None:
            go_on(visit, game)
        if game.ply != ply:
            return  # the mail about it is the answer
    if letter.orders == NONE:
        visit.say("Your orders in {game} are withdrawn.", game=game.id)
    else:
        show_orders(visit, game)


def _has_orders(visit: Visit, game: rows.Game) -> bool:
    seat = visit.seat_of(game)
    return bool(seat.ahead) if game.state == "open" else _standing(visit, game) is not None


def _standing(visit: Visit, game: rows.Game) -> Orders | None:
    """The player's orders in a running game that may still play something."""
    book = visit.games.book(game)
    order = book.standing.of(visit.seat_of(game).number) if book.course and not book.closed else None
    return None if order is None or order.is_over(book.game) else order.orders


def show_orders(visit: Visit, game: rows.Game) -> None:
    """Show a player's standing orders in a game, and the move that each line would make now."""
    seat = visit.seat_of(game)
    if game.state == "open" and seat.ahead:
        kept = read_kept(seat.ahead)
        visit.say(
            "Your list for the draft of {game}, which nobody else sees before it is played:\n\n  {orders}",
            game=game.id,
            orders=kept,
        )
        return
    orders = _standing(visit, game)
    if orders is None:
        visit.say("You have ordered nothing in {game}.", game=game.id)
        return
    visit.say("Your orders in {game}, which nobody else sees before they are played:", game=game.id)
    _explain(visit, game, orders)


def read_kept(raw: str) -> str:
    """The text of sealed orders."""
    sealed = open_seal(raw.encode("ascii"))
    return read_letter(sealed.payload).orders


def try_orders(visit: Visit, game: rows.Game, text: str) -> None:
    """Show the move that each line of orders would make now; refused like orders that are sent. Nothing is
    recorded."""
    orders = orders_in(visit, game, text)
    if game.state == "open":
        visit.say("This can be ordered (nothing is recorded):\n\n  {orders}", orders=orders.in_one_line())
        return
    seat = visit.seat_of(game).number
    check(orders, view(visit.games.book(game).game, seat), seat)
    visit.say("This can be ordered. It would do this now (nothing is recorded):")
    _explain(visit, game, orders)


def _explain(visit: Visit, game: rows.Game, orders: Orders) -> None:
    book, seat = visit.games.book(game), visit.seat_of(game).number
    seen, standing = view(book.game, seat), book.standing.of(seat)
    memory = standing.memory if standing and standing.orders is orders else begin(seen, seat)
    lines = explained(orders, explain(orders, seen, memory), visit.sender.tongue)
    stops = [line for line in orders.write().splitlines() if line.startswith("stop")]
    visit.reply.show("\n".join([*lines, *stops]))
