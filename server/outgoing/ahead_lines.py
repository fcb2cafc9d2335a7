"""Lines for somebody who waits about their next turn: how to order it ahead, by a reply.

It carries a code that is good for that, the orders that stand or stood last, and what a bot would order: all
of it ready to be kept, changed or dropped.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.bots.lists import next_turn, sketch
from engine.show.html import Ahead, ByClient, ByMail, OrdersOffer
from engine.show.layout import wrap
from engine.tongue import Phrase, word
from server.ledger import models as rows
from server.outgoing.bulletin import Bulletin
from server.outgoing.code_lines import TURN_VALID
from server.outgoing.subjects import title_for
from server.visit.codes import REPLY
from server.visit.draft import subject_of
from server.visit.games import Recipient
from server.visit.preferences import manner_of
from server.visit.visit import Visit

STAND: Final = word("Your orders for your next turn, which nobody else sees:")
LAST: Final = word("Your last orders were:")
PROPOSED: Final = word("A bot would order:")

_BY_REPLY: Final = word(
    "You can order your next turn ahead, and it is played the moment it comes. To do that, reply with such "
    "lines, changed as you like (`help orders`), and leave the line with the code in your reply:"
)
_CHANGED_BY_REPLY: Final = word(
    "They are played when your turn comes. To change them, reply with other lines, to withdraw them with "
    "`drop orders`, and leave the line with the code in your reply:"
)
_BY_CLIENT: Final = word("To order your next turn ahead, so that it is played the moment it comes:")


class WaitingWords(NamedTuple):
    """The words to somebody who waits, as text and as a part of the page."""

    text: str
    page: Ahead


def ahead_lines(visit: Visit, game: rows.Game, bulletin: Bulletin, reader: Recipient) -> WaitingWords | None:
    """The lines that say how the reader can order ahead; nothing if they have no turn any more."""
    seen = bulletin.seen_by(reader.seat)
    if not seen.draft and next_turn(seen, reader.seat) is None:
        return None
    offers, stands = _offers(bulletin, reader)
    spoken = manner_of(reader.player).tongue
    answer = _answer(visit, game, reader)
    if isinstance(answer, ByClient):
        how, ending = spoken.phrase(_BY_CLIENT), f"  {answer.plan()}"
    else:
        how, ending = spoken.phrase(_CHANGED_BY_REPLY if stands else _BY_REPLY), f"  code: {answer.code}"
    told = [OrdersOffer(spoken.phrase(label), orders) for label, orders in offers]
    parts = ["\n".join([offer.label, "", *_indented(offer.orders)]) for offer in told]
    return WaitingWords("\n\n".join([*parts, "\n".join(wrap(how)), ending]), Ahead(how, told, answer))


def _answer(visit: Visit, game: rows.Game, reader: Recipient) -> ByMail | ByClient:
    """By what the reader orders: a reply with a code, or the client."""
    if reader.player.seed is None:
        return ByClient(game.id)
    code = visit.codes.make(REPLY, reader.player, TURN_VALID, game=game)
    subject = subject_of(game.id, title_for(visit, game, reader.player))
    return ByMail(visit.settings.address, f"Re: {subject}", code)


def _offers(bulletin: Bulletin, reader: Recipient) -> tuple[list[tuple[Phrase, str]], bool]:
    """Orders to begin with, each with what it is, and whether any stand."""
    seen, order = bulletin.seen_by(reader.seat), bulletin.book.standing.of(reader.seat)
    proposed = sketch(seen, reader.seat) if reader.player.seed is not None else None
    offers: list[tuple[Phrase, str]] = []
    stands = order is not None and not order.is_over(bulletin.book.game)
    if order is not None and order.orders is not None:
        offers.append((STAND if stands else LAST, order.orders.write()))
    if proposed is not None:
        offers.append((PROPOSED, proposed.write()))
    return offers, stands


def _indented(orders: str) -> list[str]:
    return [line for part in orders.splitlines() for line in wrap(part, "  ", "    ")]
