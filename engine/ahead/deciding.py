"""The action of an order when the turn comes, and of each of its lines if it came now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from ..errors import NotLegal
from ..phrase import Phrase, counted, phrase
from ..rules import HIDDEN_CARD, HIDDEN_TILE, Action, Bank, Draft, Game
from ..rules import check as check_rules
from ..rules.components import DRAFTED
from ..rules.game import CHOOSE, DRAFT, TURN
from .conditions import Sight
from .kinds import CardKind, best_first
from .memory import Memory
from .orders import OrderLine, Orders, Turn, write_stop
from .wants import NOT_OFFERED, DrawFive, Plain, Way, cheapest

DRAFTING: Final = -1
"""Stands for the draft where turns are counted."""


class Verdict(NamedTuple):
    """The fate of one line: the action, or why there is none. Turns and lines count from 0."""

    turn: int
    line: int
    action: Action | None
    why: Phrase


class Play(NamedTuple):
    """The order plays this action."""

    action: Action
    line: int
    """The line of its turn, from 0; of the draft's list, the kind."""
    why: Phrase
    passed: tuple[Verdict, ...] = ()
    """The lines before it, and why they were passed over."""


class OrderStopped(NamedTuple):
    """The order ends here, and its owner has to move."""

    code: str
    why: Phrase
    passed: tuple[Verdict, ...] = ()


class Nothing(NamedTuple):
    """The order does not speak of this moment."""

    code: str
    why: Phrase


Decision = Play | OrderStopped | Nothing


def decide(orders: Orders, view: Game, memory: Memory) -> Decision:
    """Decide what the order does now. The view must be its owner's."""
    if view.over or view.turn != memory.seat:
        return Nothing("not-your-turn", phrase("it is not your turn"))
    if view.phase == CHOOSE:
        return _choose(orders, view, memory)
    if view.phase == DRAFT:
        return _draft(orders, view, memory)
    return _turn(orders, view, memory)


def explain(orders: Orders, view: Game, memory: Memory) -> list[Verdict]:
    """Say what each line of each turn would do, were it the owner's turn in this position.

    While there is a draft, what each kind of its list would take now comes first.
    """
    now = at_turn(view, memory.seat)
    drafted = [_drafted(place, kind, view) for place, kind in enumerate(orders.draft) if view.draft]
    return drafted + [
        verdict
        for number, turn in enumerate(orders.turns)
        for verdict in _verdicts(number, turn, Sight(now, memory, turn[0].want))
    ]


def is_spent(orders: Orders, view: Game, memory: Memory) -> bool:
    """Whether these orders will never play anything any more."""
    if orders.draft and view.draft and len(view.pits[memory.seat].orders) < DRAFTED:
        return False
    if memory.by_hand:
        return True
    number = len(memory.played)
    return not memory.drawing and (number >= len(orders.turns) or any(memory.played[-1:]))


def _drafted(place: int, kind: CardKind, view: Game) -> Verdict:
    found = picked(kind, view)
    return Verdict(DRAFTING, place, found, _on_offer(kind) if found else NOT_OFFERED)


def _on_offer(kind: CardKind) -> Phrase:
    return phrase("`{kind}` is on offer", kind=kind.write())


def at_turn(view: Game, seat: int) -> Game:
    """The position as it would be if this seat were to place workers now."""
    now = view.copy()
    now.turn, now.phase, now.drawn, now.drawn_at = seat, TURN, (), ""
    return now


def pin(orders: Orders, view: Game) -> Orders:
    """The orders with a cap for each line that has none: what it costs now, or one worker if it is not there.

    So a space that becomes dearer than it was when the order was sent does not do any more.
    """
    turns = tuple(tuple(_pinned(line, view) for line in turn) for turn in orders.turns)
    return replace(orders, turns=turns)


def _pinned(line: OrderLine, view: Game) -> OrderLine:
    if line.cap is not None or line.want == Plain(Bank()):
        return line
    return replace(line, cap=cheapest(line.want, view) or 1)


def _turn(orders: Orders, view: Game, memory: Memory) -> Decision:
    number = len(memory.played)
    if memory.by_hand:
        return OrderStopped("by-hand", phrase("you have made a move yourself"))
    if number >= len(orders.turns):
        return Nothing("used-up", phrase("there is no list for this turn"))
    if number and memory.played[-1]:
        return OrderStopped("not-line-1", phrase("line 1 was not played the turn before"))
    turn = orders.turns[number]
    sight = Sight(view, memory, turn[0].want)
    if stopped := _stopped(orders, sight):
        return stopped
    passed: list[Verdict] = []
    for verdict in _verdicts(number, turn, sight):
        if verdict.action is not None:
            return Play(verdict.action, verdict.line, verdict.why, tuple(passed))
        passed.append(verdict)
    return OrderStopped("no-line", phrase("no line can be played"), tuple(passed))


def _stopped(orders: Orders, sight: Sight) -> OrderStopped | None:
    for stop in orders.stops:
        if stop.holds(sight):
            return OrderStopped("stop", phrase("you said: `{stop}`", stop=write_stop(stop)))
    return None


def _verdicts(number: int, turn: Turn, sight: Sight) -> Iterator[Verdict]:
    for place, line in enumerate(turn):
        action, why = _judge(line, sight)
        yield Verdict(number, place, action, why)


def _judge(line: OrderLine, sight: Sight) -> tuple[Action | None, Phrase]:
    """The cheapest way to do what a line wants, or what stands against the best."""
    for condition in line.conditions:
        if not condition.holds(sight):
            return None, phrase("`{condition}` does not hold", condition=condition.write())
    view, cap = sight.view, line.cap or 1
    why_not: Phrase | None = None
    for way in sorted(line.want.ways(view), key=lambda way: way.cost(view)):
        objection = _objection(way, view, cap)
        if objection is None and way.action is not None:
            return way.action, _why(way, view)
        why_not = why_not or objection
    return None, why_not or NOT_OFFERED


def _objection(way: Way, view: Game, cap: int) -> Phrase | None:
    cost = way.cost(view)
    if cost > cap:
        return phrase("it takes {cost} workers, and the line allows {cap}", cost=cost, cap=cap)
    if way.action is None:
        return way.why_not
    try:
        check_rules(view, way.action, view.turn)
    except NotLegal as refused:
        return phrase("{why}", why=refused)
    return None


def _why(way: Way, view: Game) -> Phrase:
    return counted("it can be done for {n} worker", "it can be done for {n} workers", way.cost(view))


def _draft(orders: Orders, view: Game, memory: Memory) -> Decision:
    if not orders.draft:
        return Nothing("no-draft", phrase("there is no list for the draft"))
    if stopped := _stopped(orders, Sight(view, memory)):
        return stopped
    for place, kind in enumerate(orders.draft):
        if found := picked(kind, view):
            return Play(found, place, _on_offer(kind))
    return OrderStopped("no-draft-left", phrase("nothing on your list is left in the draft"))


def picked(kind: CardKind, view: Game) -> Draft | None:
    """Of the cards of a kind that are left in the draft, the one of most VP."""
    for card in best_first(card for card in view.draft if kind.fits(card)):
        return Draft(card)  # type: ignore[arg-type]  # a kind of cards fits only cards
    return None


def _choose(orders: Orders, view: Game, memory: Memory) -> Decision:
    hidden = HIDDEN_TILE in view.drawn or HIDDEN_CARD in view.drawn
    if not memory.drawing or hidden:
        return Nothing("drawn-by-hand", phrase("you drew yourself, so choose yourself"))
    line = orders.turns[len(memory.played) - 1][memory.played[-1]]
    if not isinstance(line.want, DrawFive) or not line.want.keep:
        return Nothing("no-keep", phrase("the line does not say what to keep"))
    kept = line.want.choose(view)
    if kept is None:
        return OrderStopped("no-keep-fits", phrase("nothing that you wanted to keep was drawn"))
    return Play(kept, memory.played[-1], phrase("it is the first on your list that was drawn"))
