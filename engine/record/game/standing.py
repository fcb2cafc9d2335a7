"""Standing orders in a log: whose they are, how far they have come, and whether a move follows from them.

Orders count from the note on that holds them, and until the next note of the same seat. A move by them must
be what they give in the position, to the eyes of their owner (`engine.ahead.decide`). Everyone who knows the
letter and the position finds the same; whoever may not know them yet checks it when the game is closed.

Logs from before this kind of letter have standing notes with other letters. What those say was never fixed,
so that moves by them are not checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from engine import ahead
from engine.ahead.memory import verb
from engine.errors import BadLetter, BadRecord
from engine.record.game.authority import DELEGATED, check_mark
from engine.record.game.course import Course
from engine.record.game.seats import Seat
from engine.record.letters.fields import Number
from engine.record.letters.kinds.orders import NONE, StandingOrders
from engine.record.letters.post import Opened
from engine.record.letters.schema import Letter
from engine.record.log.log import Entry, Withheld
from engine.rules import Action, Game, parse, view

if TYPE_CHECKING:
    from engine.record.game.book import Book

STANDING: Final = "standing"
HANDED_OVER: Final = ("bot", "substitute", "return")
"""Notes by which a seat goes to somebody else: nobody's orders go on for another."""


@dataclass(frozen=True, slots=True)
class SeatOrders:
    """The newest orders of a seat: the entry that holds them, and how far they have come."""

    entry: str
    orders: ahead.Orders | None
    """Nothing if they were withdrawn, or if their letter is not known here."""
    memory: ahead.Memory
    seen: int
    """The plies that their writer had seen."""
    checked: bool
    """Whether it is known what they say."""
    done: tuple[ahead.Play, ...] = ()
    """The actions that they have played so far."""
    behind: bool = False
    """Whether a move of their owner's is held, after which they begin."""

    def decide(self, game: Game) -> ahead.Play | ahead.OrderStopped | ahead.Nothing | None:
        """Decide what they do in a position, to the eyes of their owner; `None` if nobody knows."""
        if self.orders is None:
            return None
        return ahead.decide(self.orders, view(game, self.memory.seat), self.memory)

    def is_over(self, game: Game) -> bool:
        """Whether they were withdrawn, or have done all that they ever will."""
        return self.orders is None or ahead.is_spent(self.orders, view(game, self.memory.seat), self.memory)


class AllStandingOrders:
    """All standing orders of a game, as its log goes on."""

    def __init__(self) -> None:
        self._orders: dict[int, SeatOrders] = {}
        self._before: dict[int, SeatOrders] = {}
        """As they were before the last ply."""

    def of(self, seat: int) -> SeatOrders | None:
        """The newest orders of a seat."""
        return self._orders.get(seat)

    def send(self, entry: Entry, enclosed: Opened | Withheld, book: Book) -> None:
        """Take orders that were just noted."""
        course, held = book.course, book.undoing.held
        assert course is not None  # else there was no position
        letter = enclosed.letter if isinstance(enclosed, Opened) else None
        seat, known = entry.facts["seat"], isinstance(letter, StandingOrders)
        orders, seen = None, course.game.ply
        if isinstance(letter, StandingOrders):
            seen = letter.ply
        if isinstance(letter, StandingOrders) and letter.orders != NONE:
            orders = ahead.read(letter.orders)
        memory = ahead.begin(course.game, seat, _last_verbs(course))
        behind = held is not None and held.seat == seat
        self._orders[seat] = SeatOrders(entry.leaf.hex(), orders, memory, seen, known, behind=behind)

    def end(self, seat: object) -> None:
        """Forget the orders of a seat on which somebody else plays from now on."""
        self._orders = {owner: order for owner, order in self._orders.items() if owner != seat}

    def check(self, seat: int, entry: str, game: Game, action: Action) -> None:
        """Refuse a move that does not follow from the orders which it names."""
        order = self._orders.get(seat)
        if order is not None and not order.checked:
            return
        if order is None or order.entry != entry or order.orders is None:
            raise BadLetter(
                "orders/replaced", "the orders that this move names were replaced or withdrawn before it"
            )
        decision = ahead.decide(order.orders, view(game, seat), order.memory)
        if not isinstance(decision, ahead.Play) or decision.action != action:
            given = decision.action.write() if isinstance(decision, ahead.Play) else decision.why
            raise BadLetter(
                "orders/other-move",
                "`{move}` does not follow from the orders, which give: {given}",
                move=action.write(),
                given=given,
            )

    def went(self, course: Course, by_order: bool) -> None:
        """Remember a ply that was just played."""
        self._before = dict(self._orders)
        if not self._orders:
            return
        before, seat = course.before, course.plies[-1]["seat"]
        action = parse(course.plies[-1]["action"])
        for owner, order in self._orders.items():
            if order.behind and owner == seat:
                memory = ahead.begin(course.game, seat, _last_verbs(course))
                self._orders[owner] = replace(order, memory=memory, behind=False)
                continue
            played = order.decide(before) if by_order and owner == seat else None
            done, line = order.done, None
            if isinstance(played, ahead.Play):
                done, line = (*done, played), played.line
            memory = ahead.remember(order.memory, seat, action, course.events[-1], line)
            self._orders[owner] = replace(order, memory=memory, done=done)

    def went_back(self, course: Course) -> None:
        """Forget the last ply, which was taken back; orders from after it begin anew."""
        for owner, order in self._orders.items():
            before = self._before.get(owner)
            if before is not None and before.entry == order.entry:
                self._orders[owner] = before
            else:
                memory = ahead.begin(course.game, owner, _last_verbs(course))
                self._orders[owner] = replace(order, memory=memory)


def _last_verbs(course: Course) -> list[str]:
    """The verb of each seat's last turn."""
    last = [""] * course.game.players
    for ply in reversed(course.plies):
        if all(last):
            break
        if not last[ply["seat"]] and is_turn(ply["action"]):
            last[ply["seat"]] = verb(parse(ply["action"]))
    return last


def is_turn(move: str) -> bool:
    """Whether a canonical move is a turn of its own: a choice after a draw, or a draft, is none."""
    return not move.startswith(("keep ", "draft "))


def check_orders(letter: Letter, seat: Seat, number: int, auth: str, course: Course) -> None:
    """Orders must be their seat's own, canonical, and not overtaken."""
    if not isinstance(letter, StandingOrders):
        return
    if letter.handle != seat.handle:
        raise BadLetter(
            "orders/other-seat",
            "these are orders of {handle}, not of {seat}",
            handle=letter.handle,
            seat=seat.handle,
        )
    if letter.by is not None and letter.by.kind != DELEGATED:
        raise BadLetter("orders/mark", "orders are sealed by their player, or delegated")
    check_mark(seat, auth, letter.by.kind if letter.by else None)
    if letter.orders != NONE and (right := ahead.read(letter.orders).in_one_line()) != letter.orders:
        raise BadLetter(
            "orders/not-canonical",
            "the orders are signed in another form than the canonical `{canonical}`",
            canonical=right,
        )
    since = course.plies[letter.ply :]
    overtaken = any(ply["seat"] == number and is_turn(ply["action"]) for ply in since)
    if overtaken or letter.ply > course.game.ply:
        raise BadLetter(
            "orders/stale",
            "these orders were written at move {ply}; the game is at move {now}, and their turn has passed",
            ply=letter.ply,
            now=course.game.ply,
        )


def check_authority(
    book: Book, about: str, facts: dict[str, object], enclosed: Sequence[Opened | Withheld]
) -> None:
    """A note that allows moves that nobody typed says for whom, and stands on what it needs."""
    game = book.game
    seat = Number(0, len(book.seats) - 1).read("seat", facts.get("seat"))
    if about == "clock":
        ply = Number(0, game.ply).read("ply", facts.get("ply"))
        if (ply, seat) != (game.ply, game.turn):
            raise BadRecord("book/clock", "the clock of seat {seat} does not run now", seat=seat)
    if about == STANDING:
        if len(enclosed) != 1 or "secret" not in facts:
            raise BadRecord("book/standing", "a standing order is one secret letter")
        order = enclosed[0]
        if isinstance(order, Opened):
            book.check_sealed_by(seat, order)
            assert book.course is not None  # else there was no position
            check_orders(order.letter, book.seats[seat], seat, book.auth_now(seat), book.course)
