"""Refusing, when they are sent, orders that can never do what they say.

Between now and the owner's next turn nobody but the owner can change their money, coal and orders; so what
these forbid in the next turn is forbidden for good. What others can still change is left to the turn.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ..errors import NotLegal
from ..phrase import Phrase, phrase
from ..rules import TILE_COPIES, Bank, Card, Deliver, Game, Mine, Tile, dig
from ..rules.actions.deliver import complete
from ..rules.components import VEHICLES
from ..rules.game import TURN
from .conditions import OWN, Condition, Measure, Sight
from .deciding import at_turn, picked
from .kinds import Kind, Piece
from .limits import LONGEST
from .memory import begin
from .orders import OrderLine, Orders, write_stop
from .reading import too_long
from .wants import NO_PLAN, MineByPlan, Plain, Take, spaces_of


class _Place(NamedTuple):
    """The place of a line: in the orders, in the position, and before which lines of its own turn."""

    view: Game
    seat: int
    soon: bool
    """Whether it is for the next turn, and the owner changes nothing before that."""


def check(orders: Orders, view: Game, seat: int) -> None:
    """Refuse orders with a part that can never be played. The view is that of their owner."""
    if view.over:
        raise NotLegal("ahead/over", "the game is over: there is nothing to order")
    if len(orders.write()) > LONGEST:
        raise too_long(orders.write())
    _check_draft(orders, view)
    settled = view.phase == TURN
    now = at_turn(view, seat)
    for number, turn in enumerate(orders.turns):
        place = _Place(now, seat, settled and not number)
        for at, line in enumerate(turn):
            if why := _impossible(line, place):
                raise _refused(line, number, at, why)
            if at + 1 < len(turn) and line.want == Plain(Bank()) and not line.conditions:
                raise _refused(
                    turn[at + 1], number, at + 1, phrase("the line before it is always played: `bank`")
                )
    if settled:
        _check_stops(orders, now, seat)


def _refused(line: OrderLine, turn: int, at: int, why: Phrase) -> NotLegal:
    return NotLegal(
        "ahead/never",
        "turn {turn}, line {line}, `{text}`, can never be played: {why}",
        turn=turn + 1,
        line=at + 1,
        text=line.write(),
        why=why,
    )


def _check_draft(orders: Orders, view: Game) -> None:
    if orders.draft and not view.draft:
        raise NotLegal("ahead/no-draft", "the draft is over: leave out `draft:`")
    for kind in orders.draft:
        if not picked(kind, view):
            raise NotLegal(
                "ahead/not-in-draft",
                "`{kind}` is not on offer; on offer are {cards}",
                kind=kind.write(),
                cards=", ".join(card.name for card in view.draft),
            )


def _check_stops(orders: Orders, now: Game, seat: int) -> None:
    sight = Sight(now, begin(now, seat))
    for stop in orders.stops:
        if _settled(stop) and stop.holds(sight):
            raise NotLegal(
                "ahead/stops-at-once",
                "`{stop}` holds already, so that nothing would ever be played",
                stop=write_stop(stop),
            )


def _settled(condition: Condition) -> bool:
    """Whether only the owner can change what it asks for."""
    return isinstance(condition.test, Measure) and condition.test.what in OWN


def _impossible(line: OrderLine, place: _Place) -> Phrase | None:
    view = place.view
    if spaces_of(line.want) and all(view.players in space.locked for space in spaces_of(line.want)):
        return phrase("that space is locked with {players} players", players=view.players)
    if isinstance(line.want, Take) and not _can_come(line.want.kind, view):
        return phrase("nothing of the kind can come any more")
    if not place.soon:
        return None
    sight = Sight(view, begin(view, place.seat))
    for condition in line.conditions:
        if _settled(condition) and not condition.holds(sight):
            return phrase("`{condition}` does not hold, and can't by then", condition=condition.write())
    return _impossible_soon(line, place)


def _impossible_soon(line: OrderLine, place: _Place) -> Phrase | None:
    """The objection of the owner's own pit and purse, which stay as they are until the next turn."""
    pit = place.view.pits[place.seat]
    match line.want:
        case Take(kind=kind):
            price = min(piece.price if isinstance(piece, Tile) else 0 for piece in kind.all())
            if price > pit.money:
                return phrase("it costs {price} Marks, you have {have}", price=price, have=pit.money)
        case MineByPlan():
            return NO_PLAN if next(line.want.ways(place.view)).action is None else None
        case Plain(action=Deliver(vehicle=vehicle)) if not complete(pit, vehicle):
            return phrase("no order by {vehicle} is complete", vehicle=phrase(VEHICLES[vehicle]))
        case Plain(action=Mine() as mine):
            try:
                dig(place.view, mine)
            except NotLegal as refused:
                return phrase("{why}", why=refused)
    return None


def _can_come(kind: Kind, view: Game) -> bool:
    """Whether a piece of the kind lies there, or may still lie in a stack."""
    shown: list[Piece] = [piece for piece in (*view.tiles, *view.cards, *view.draft) if piece is not None]
    if any(kind.fits(piece) for piece in shown):
        return True
    hidden = view.tile_stack if kind.area == "factory" else view.card_stack
    if not hidden and not view.drawn:
        return False
    gone: Counter[Tile | Card] = Counter()
    for pit in view.pits:
        gone.update((*pit.tiles, *pit.orders, *pit.delivered))
    return any(gone[piece] < (TILE_COPIES if isinstance(piece, Tile) else 1) for piece in kind.all())
