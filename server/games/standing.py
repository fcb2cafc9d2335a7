"""Standing orders in a running game: taken into its log, played when their turn comes, and withdrawn.

Orders are sealed by their player; those of a mailbox player by the key that the server holds, in the name of
the code that came with them. The log keeps them secret until the game is closed. A move by them is sealed by
the server and names their entry, so that everybody can check later that it follows from them.
"""

from __future__ import annotations

from typing import Final

from engine import ahead
from engine.errors import Refused
from engine.record.game.standing import STANDING, is_turn
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.move import By
from engine.record.letters.kinds.orders import NONE, StandingOrders
from engine.record.letters.post import seal_letter
from engine.rules import view
from engine.rules.notation import shorten
from engine.tongue import phrase
from engine.tongue.order_words import canonical
from server.games.plies import check_running, log_untyped
from server.ledger import models as rows
from server.outgoing.answers import notify
from server.visit.codes import REPLY, TURN
from server.visit.refusal import BadCommand
from server.visit.visit import Visit

MOST_A_TURN: Final = 20
"""So often orders can be sent anew before the next turn: each stays in the log."""


def orders_in(visit: Visit, game: rows.Game, text: str) -> ahead.Orders:
    """The orders that the player whose visit it is has written, with what each line may cost."""
    if game.state == "open":
        return ahead.read(canonical(text))
    check_running(game)
    book, seat = visit.games.book(game), visit.seat_of(game).number
    seen = view(book.game, seat)
    people = {player.handle: number for number, player in enumerate(book.seats)}
    return ahead.pin(ahead.read(canonical(text), seen, people), seen)


def seal_orders(visit: Visit, game: rows.Game, orders: str) -> tuple[StandingOrders, bytes]:
    """A mailbox player's orders, sealed by the server on their behalf and marked as delegated by a code."""
    player = visit.sender.registered()
    if player.seed is None:
        raise BadCommand(
            "orders/own-key",
            "you have a key of your own: orders are letters that the client seals: `grubenpost plan {game}`",
            game=game.id,
        )
    code = _code_for(visit, game)
    letter = StandingOrders(
        server=visit.settings.name,
        game=game.id,
        handle=player.handle,
        ply=_ply_seen(game, code),
        nonce=visit.entropy(16).hex(),
        orders=orders,
        by=By("delegated", code.hash),
    )
    return letter, seal_letter(letter, PrivateKey(player.seed))


def _code_for(visit: Visit, game: rows.Game) -> rows.Code:
    """The code in the mail on which orders stand: for a change, for this turn, or what a yes confirmed."""
    reply = visit.reply_code()
    if reply is not None:
        return visit.sender.codes[reply]
    for code in visit.sender.codes.values():
        ahead = (code.purpose, code.game_id) == (REPLY, game.id) and visit.codes.is_live(code)
        of_turn = (code.purpose, code.game_id, code.ply) == (TURN, game.id, game.ply)
        if ahead or of_turn or (code.used_at == visit.now and code.game_id in (None, game.id)):
            return code  # for this turn, or just used: for the move in the same mail, or by a yes
    raise BadCommand(
        "orders/code",
        "the code in your mail is not good for orders in {game} now: reply to the newest mail of that game",
        game=game.id,
    )


def _ply_seen(game: rows.Game, code: rows.Code) -> int:
    """The number of plies that their writer had seen: those before the mail that is answered, and the mail's
    own."""
    seen = code.ply if code.game_id == game.id and code.purpose != TURN else None
    return game.ply if seen is None else min(seen, game.ply)  # the last one may have been taken back


def take_orders(visit: Visit, game: rows.Game, letter: StandingOrders, raw: bytes) -> None:
    """Take sealed orders into the log, if they can ever be played."""
    check_running(game)
    book, seat = visit.games.book(game), visit.seat_of(game).number
    if _sent_this_turn(visit, game, seat) >= MOST_A_TURN:
        raise BadCommand(
            "orders/too-often",
            "you have sent orders {most} times since your last turn in {game}: that is enough until the next",
            most=MOST_A_TURN,
            game=game.id,
        )
    visit.games.check_room(game, seat)
    if letter.orders != NONE:
        ahead.check(ahead.read(letter.orders), view(book.game, seat), seat)
    visit.games.write(game, book.note(STANDING, visit.now, [raw], seat=seat, secret=True))


def _sent_this_turn(visit: Visit, game: rows.Game, seat: int) -> int:
    sent = 0
    for entry in reversed(visit.games.book(game).log.entries):
        facts = entry.facts
        if facts.get("seat") != seat:
            continue
        if entry.kind == "ply" and is_turn(facts["action"]):
            break
        sent += entry.kind == "note" and facts["about"] == STANDING
    return sent


def play_by_order(visit: Visit, game: rows.Game) -> bool:
    """Make the move that the orders of the seat to move give now; false if they give none."""
    book = visit.games.book(game)
    order = book.standing.of(book.game.turn)
    decision = order.decide(book.game) if order else None
    if order is None or not isinstance(decision, ahead.Play):
        return False
    log_untyped(visit, game, decision.action, By(STANDING, order.entry))
    return True


# Before the start


def keep_for_start(visit: Visit, game: rows.Game, letter: StandingOrders, raw: bytes) -> None:
    """Keep a list for the draft until the game starts. The newest one counts, and `none` withdraws it."""
    seat = visit.seat_of(game)
    if letter.orders == NONE:
        seat.ahead = None
        return
    _check_only_drafts(game, letter.orders)
    seat.ahead = raw.decode("ascii")


def seal_draft(visit: Visit, game: rows.Game, text: str) -> str:
    """The list for the draft of a mailbox player who is just joining, to be kept with the seat."""
    orders = ahead.read(canonical(text)).in_one_line()
    _check_only_drafts(game, orders)
    return seal_orders(visit, game, orders)[1].decode("ascii")


def _check_only_drafts(game: rows.Game, text: str) -> None:
    orders = ahead.read(text)
    if orders.turns or orders.stops or not orders.draft:
        raise BadCommand(
            "orders/draft-only",
            "`{sent}`: the game {game} has not started, so that only a list for the draft can be ordered: "
            "`draft: kk, 9vp, any`",
            sent=shorten(text),
            game=game.id,
        )


def begin_orders(visit: Visit, game: rows.Game, seats: list[rows.Seat]) -> None:
    """Take into the log what was ordered before the start."""
    for seat in seats:
        raw, seat.ahead = seat.ahead, None
        player = visit.players.on(seat)
        if raw is None or player is None:
            continue
        try:
            note = visit.games.book(game).note(
                STANDING, visit.now, [raw.encode("ascii")], seat=seat.number, secret=True
            )
        except Refused as refusal:
            text = phrase("Your list for the draft of {game} can't be used: {why}", game=game.id, why=refusal)
            notify(visit, player, f"orders {game.id} {player.handle} {visit.name}", text, game=game.id)
        else:
            visit.games.write(game, note)
