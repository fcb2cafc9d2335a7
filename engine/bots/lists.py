"""Lists for turns to come, written by a bot from what its seat sees: a proposal for people, and for trials.

The bot rates all that it would do if it were its turn now; the best lines become the list, each with the
workers up to which it is still better than the next. What is drawn later is not known, so a draw-five comes
with what would be worth keeping.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import inf
from typing import Final

from engine.ahead import Play, begin, decide
from engine.ahead.deciding import at_turn
from engine.ahead.kinds import CardKind, Kind, kind_of
from engine.ahead.limits import DEAREST
from engine.ahead.orders import OrderLine, Orders, Turn
from engine.ahead.wants import DrawFive, Plain, Take, Want, cheapest, spaces_of
from engine.errors import Refused
from engine.rules import (
    CARDS,
    TILE_COPIES,
    TILES,
    Action,
    Bank,
    Card,
    Deliver,
    Draft,
    Draw,
    Factory,
    Game,
    Keep,
    Mine,
    Money,
    TakeOrder,
    Tile,
)
from engine.rules import components as box
from engine.rules.actions.draw import AREA_OF
from engine.rules.game import CHOOSE, DRAFT, NOBODY

from . import greedy
from .judge import Judge

LINES: Final = 4
"""Three to five lines reach nearly every turn."""
KEPT: Final = 8
"""Kinds to keep of a draw-five."""
FURTHER: Final = 2
"""So many workers more than now a line takes at most."""

Rate = Callable[[Game], list[tuple[float, Action]]]
"""The actions of a view, each with what it promises in VP."""


def foreman_rates(view: Game) -> list[tuple[float, Action]]:
    return [(rated.lead, rated.action) for rated in Judge(view.players).rate(view)]


RATES: Final[dict[str, Rate]] = {"foreman": foreman_rates, "greedy": greedy.rate}
"""The bots that write lists."""


def propose(
    view: Game, seat: int, name: str = "foreman", lines: int = LINES, turns: int = 1
) -> Orders | None:
    """Lists for the next turns of a seat, whose view this is; nothing if it has no turn any more."""
    if name not in RATES:
        names = ", ".join(sorted(RATES))
        raise Refused(
            "bots/no-lists", "the bot `{name}` writes no lists; these do: {names}", name=name, names=names
        )
    rate = RATES[name]
    if view.phase == DRAFT and len(view.pits[seat].orders) < box.DRAFTED:
        return Orders(draft=_draft_list(view, seat, rate))
    now = next_turn(view, seat)
    if now is None:
        return None
    written = [_turn(now, rate, lines)]
    while len(written) < turns and (now := _after(written[-1], now)):
        written.append(_turn(now, rate, lines))
    return Orders(tuple(written))


def sketch(view: Game, seat: int, name: str = "foreman", lines: int = LINES, turns: int = 1) -> Orders | None:
    """A shorter proposal, made in a moment: one rating a turn, no draws, each line for what it costs now."""
    rate = RATES[name]
    if view.phase == DRAFT and len(view.pits[seat].orders) < box.DRAFTED:
        return Orders(draft=_draft_list(view, seat, rate))
    now, written = next_turn(view, seat), list[Turn]()
    while now is not None and len(written) < turns and (turn := _sketched(now, rate, lines)):
        written.append(turn)
        now = _after(turn, now)
    return Orders(tuple(written)) if written else None


def _sketched(now: Game, rate: Rate, lines: int) -> Turn:
    wants: list[Want] = []
    for _, action in sorted(rate(now), key=lambda each: -each[0]):
        want = None if isinstance(action, Draw) else _want(action, now, rate)
        if want is not None and not _goes_without_saying(want, wants):
            wants.append(want)
        if len(wants) == lines or want == Plain(Bank()):
            break
    return tuple(_at_present(want, now) for want in wants)


def _at_present(want: Want, now: Game) -> OrderLine:
    return (
        OrderLine(want) if want == Plain(Bank()) else OrderLine(want, min(cheapest(want, now) or 1, DEAREST))
    )


def _after(turn: Turn, now: Game) -> Game | None:
    """The next turn if line 1 is played now, as far as it can be seen: what is turned up then is hidden."""
    decision = decide(Orders((turn,)), now, begin(now, now.turn))
    if not isinstance(decision, Play) or decision.line or isinstance(decision.action, Draw):
        return None
    after = now.copy()
    decision.action.play(after, [])
    return next_turn(after, now.turn)


def next_turn(view: Game, seat: int) -> Game | None:
    """The position as it would be at the seat's next turn if nobody did anything before."""
    now = at_turn(view, seat)
    if view.over:
        return None
    now.shift = max(view.shift, 1)  # none has begun in the draft
    if now.workers[seat]:
        return now
    if now.shift == box.SHIFTS:
        return None
    now.shift += 1
    now.workers = [box.WORKERS[view.players]] * view.players
    now.canteen, now.bank = [0] * view.players, [0] * view.players
    now.count, now.owner = [0] * len(box.SPACES), [NOBODY] * len(box.SPACES)
    return now


def _turn(now: Game, rate: Rate, most: int) -> Turn:
    best: list[tuple[float, Want]] = []
    for promised, action in sorted(rate(now), key=lambda each: -each[0]):
        want = _want(action, now, rate)
        if not _goes_without_saying(want, [wanted for _, wanted in best]):
            best.append((promised, want))
        if len(best) > most or want == Plain(Bank()):
            break
    lines = [
        _capped(want, now, after, rate)
        for (_, want), (after, _) in zip(best, [*best[1:], best[-1]], strict=True)
    ]
    return tuple(lines[:most])


def _goes_without_saying(want: Want, better: list[Want]) -> bool:
    """Whether it would never be played: its space is as dear as for a better line, or nothing is wanted."""
    if isinstance(want, DrawFive):
        return want.keep == (None,)
    if isinstance(want, Take):
        return want in better
    return any(isinstance(other, Plain) and spaces_of(other) == spaces_of(want) for other in better)


def _capped(want: Want, now: Game, after: float, rate: Rate) -> OrderLine:
    """A line for what it costs now, and for more as long as it promises more than the next line."""
    if want == Plain(Bank()):
        return OrderLine(want)
    cost = cheapest(want, now) or 1
    further = 0
    while further < FURTHER and _promise(want, _dearer(want, now, further + 1), rate) > after:
        further += 1
    return OrderLine(want, min(cost + further, DEAREST))


def _dearer(want: Want, now: Game, by: int) -> Game:
    """The position with so many more workers, of somebody else, wherever this could be done."""
    dearer = now.copy()
    for way in want.ways(now):
        if way.space is not None:
            dearer.count[way.space.index] += by
            dearer.owner[way.space.index] = (now.turn + 1) % now.players
    return dearer


def _promise(want: Want, now: Game, rate: Rate) -> float:
    actions = {way.action for way in want.ways(now)}
    return max((promised for promised, action in rate(now) if action in actions), default=-inf)


def _want(action: Action, now: Game, rate: Rate) -> Want:
    """The action with pieces instead of spaces."""
    match action:
        case Factory(number=number, loads=loads):
            return Take(kind_of(_there(now.tiles[number - 1])), loads)
        case TakeOrder(number=number):
            return Take(kind_of(_there(now.cards[number - 1])))
        case Draw(word=word):
            return DrawFive(word, _keeps(now, word, rate))
        case Money() | Deliver() | Bank() | Mine():
            return Plain(action)
    raise TypeError(f"{action} is not played in a turn")


def _there(piece: Tile | Card | None) -> Tile | Card:
    if piece is None:
        raise TypeError("what a bot would take lies there")
    return piece


def _keeps(now: Game, word: str, rate: Rate) -> tuple[Kind | None, ...]:
    """The pieces that might be drawn and are worth keeping, the best first; then none."""
    box_of = TILES.values() if word == "factory" else CARDS.values()
    rated = _kept_rates(now, word, _unseen(now, box_of), rate)
    none = next((promised for promised, piece in rated if piece is None), 0.0)
    worth_it = [
        (promised, kind_of(piece)) for promised, piece in rated if piece is not None and promised > none
    ]
    best = dict.fromkeys(kind for _, kind in sorted(worth_it, key=lambda each: -each[0]))
    return (*list(best)[:KEPT], None)


def _kept_rates(
    now: Game, word: str, pieces: list[Tile | Card], rate: Rate
) -> list[tuple[float, Tile | Card | None]]:
    """The promise of each piece if it had been drawn, five at a time as the rules have it."""
    choosing = replace(now, phase=CHOOSE, drawn_at=AREA_OF[word])
    found: list[tuple[float, Tile | Card | None]] = []
    for first in range(0, len(pieces), box.DRAW):
        choosing.drawn = tuple(pieces[first : first + box.DRAW])  # type: ignore[assignment]  # all of one sort
        found += [(promised, keep.piece) for promised, keep in rate(choosing) if isinstance(keep, Keep)]
    return found


def _unseen(now: Game, pieces: Iterable[Tile | Card]) -> list[Tile | Card]:
    """The pieces of which a copy may lie in the stack."""
    seen: list[Tile | Card | None] = [*now.tiles, *now.cards]
    for pit in now.pits:
        seen += [*pit.tiles, *pit.orders, *pit.delivered]
    return [piece for piece in pieces if seen.count(piece) < (TILE_COPIES if isinstance(piece, Tile) else 1)]


def _draft_list(view: Game, seat: int, rate: Rate) -> tuple[CardKind, ...]:
    """All that is on offer, the best first."""
    now = view.copy()
    now.turn = seat
    rated = sorted(rate(now), key=lambda each: -each[0])
    return tuple(_exactly(action.card) for _, action in rated if isinstance(action, Draft))


def _exactly(card: Card) -> CardKind:
    return CardKind(card.vehicle, card.name[2:])
