"""The clock of a game as its log tells it.

A game has a clock if its first entry names a pace, or from a note about `pace` on. From then on these notes
move it, and each must be possible when it is written, or it is refused:

    pace       pace               all have voted for this pace; `none` ends the clock
    zone       offsets, seat?     how far the clocks of a seat, or of all, are ahead of UTC: for days off only
    stop       why, seat?         the clock stands still: outage, bounce or pause
    resume     why, seat?         and goes on
    away       seat, from, to     a player will be away between these moments
    back       seat               and is back early
    stay       seat               and will not be away, as far as it has not begun
    more-time  seat, seconds      the turn under way gets more time
    clock      seat, ply          the time is up: written with the deadline as its own time
    stand-by   seat, handle       this player steps in when the seat's time is up; nobody if empty
    bot        seat               a bot has the seat from now on
    return     seat               and its player has it back
    seat       seat, how, …       somebody else has the seat: `handover` tells all of it
    held       seat, …            a move came and waits: the clock stands (`undo` tells all of it)
    taken-back seat, …            it is taken back and the clock goes on; or the last ply is, and the turn of
                                  its seat begins anew

A ply that a bot or the clock made is refused unless the time was up or a bot has the seat; and once a
deadline has come, nothing but a note that says so can happen to the clock. So nobody is timed out early, and
nobody late.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.clock import facts as said
from engine.clock.facts import NOBODY, Fact
from engine.clock.fold import happen
from engine.clock.notation import parse_full
from engine.clock.offsets import UTC_OFFSETS, Offsets, check_offsets
from engine.clock.state import Clock, new_clock
from engine.clock.terms import Terms
from engine.errors import BadRecord
from engine.record.game.seats import BOT, Seat
from engine.record.letters.fields import SEAT, Number
from engine.rules import Game
from engine.rules.game import CHOOSE

_MOMENT: Final = Number(0, 1 << 40)
_LENGTH: Final = Number(1, 1 << 30)
BY_NOBODY: Final = ("bot", "clock", "substitute")
"""Marks of plies that neither a seat's player made nor an order of theirs."""
SEAT_TAKEN: Final = "seat"
_FOR_ALL: Final = ("stop", "resume", "zone")
"""Notes that may be about all seats."""

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Timekeeping:
    """The clock that follows from the entries so far; `clock` is `None` as long as there is none."""

    terms: Terms | None = None
    """The terms that the first entry named."""
    clock: Clock | None = None
    zones: tuple[tuple[int | None, Offsets], ...] = ()
    """By seat, the newest last; `None` is for all."""
    bots: frozenset[int] = frozenset()

    def after_start(self, seats: Sequence[Seat], game: Game, at: int) -> Timekeeping:
        """The game begins, and with it the clock of whoever is first."""
        bots = frozenset(number for number, seat in enumerate(seats) if seat.auth == BOT)
        seated = replace(self, bots=bots)
        return seated if self.terms is None else seated._with_clock(self.terms, game, at)

    def after_move(self, seat: int, mark: str | None, at: int) -> Timekeeping:
        """A ply was received at this moment. Refused if the clock does not allow it."""
        if self.clock is None:
            return self
        clock = happen(self.clock, said.MoveLetGo(at)) if self._holds else self.clock
        return replace(self, clock=happen(clock, said.MoveMade(at, seat, mark not in BY_NOBODY)))

    @property
    def _holds(self) -> bool:
        """Whether the clock stands because a move waits."""
        return self.clock is not None and (said.HELD, None) in self.clock.stops

    def next_turn(self, game: Game, at: int) -> Timekeeping:
        """The turn that follows begins, unless the game is over."""
        return self if self.clock is None else replace(self, clock=_begin(self.clock, game, at))

    def after_note(self, about: str, facts: Facts, game: Game | None, at: int) -> Timekeeping:
        """The clock after a note; most do nothing. Refused if it can't have happened."""
        if about == "pace" and game is not None:
            return self._agree(parse_full(str(facts.get("pace"))), game, at)
        if about == "zone":
            return self._change_zone(facts, at)
        kept = self._with_bots(about, facts)
        if self.clock is None or about not in _READ or (about == SEAT_TAKEN and "how" not in facts):
            return kept
        seat = _seat(about, facts)
        if about in ("return", SEAT_TAKEN):
            fact: Fact = said.SeatHandedOver(at, seat, self._zone(seat))
        elif about == "taken-back" and self._holds:
            fact = said.MoveLetGo(at)
        else:
            fact = _READ[about](at, seat, facts)
        return replace(kept, clock=happen(self.clock, fact))

    def _with_bots(self, about: str, facts: Facts) -> Timekeeping:
        if about in ("bot", "substitute"):
            return replace(self, bots=self.bots | {facts["seat"]})
        if about == "return" or (about == SEAT_TAKEN and "how" in facts):
            return replace(self, bots=self.bots - {facts.get("seat")})
        return self

    def _agree(self, terms: Terms | None, game: Game, at: int) -> Timekeeping:
        if self.clock is None:
            return self if terms is None else self._with_clock(terms, game, at)
        return replace(self, clock=happen(self.clock, said.TermsAgreed(at, _without_zone(terms))))

    def _change_zone(self, facts: Facts, at: int) -> Timekeeping:
        if self.clock is None and self.terms is None and "offsets" not in facts:
            return self
        seat, offsets = _seat("zone", facts), _read_offsets(facts.get("offsets"))
        changed = replace(self, zones=(*self.zones, (seat, offsets)))
        clock = self.clock
        for number in range(len(clock.seats)) if clock else ():
            if clock and number not in self.bots and seat in (None, number):
                clock = happen(clock, said.ZoneChanged(at, number, offsets))
        return replace(changed, clock=clock)

    def _with_clock(self, terms: Terms, game: Game, at: int) -> Timekeeping:
        zones = [NOBODY if number in self.bots else self._zone(number) for number in range(game.players)]
        return replace(self, clock=_begin(new_clock(_without_zone(terms), zones, at), game, at))

    def _zone(self, seat: int) -> Offsets:
        return next(
            (offsets for whose, offsets in reversed(self.zones) if whose in (None, seat)), UTC_OFFSETS
        )


def _begin(clock: Clock, game: Game, at: int) -> Clock:
    if game.over:
        return clock
    return happen(clock, said.TurnBegan(at, game.turn, choice=game.phase == CHOOSE))


def _without_zone(terms: Terms | None) -> Terms | None:
    """Terms that ask no machine about time zones: the log tells what is needed of them."""
    return replace(terms, zone="") if terms else None


def _seat(about: str, facts: Facts) -> Any:
    """The seat that a note is about."""
    if "seat" in facts:
        return SEAT.read("seat", facts["seat"])
    if about not in _FOR_ALL:
        raise BadRecord("clock/whose", "a note about `{about}` says for which seat", about=about)
    return None


def _read_offsets(value: object) -> Offsets:
    pairs = value if isinstance(value, list) else []
    numbers = [pair for pair in pairs if isinstance(pair, list) and [type(n) for n in pair] == [int, int]]
    offsets = tuple((moment, ahead) for moment, ahead in numbers)
    check_offsets(offsets if len(numbers) == len(pairs) else ())
    return offsets


def _stop(at: int, seat: Any, facts: Facts) -> Fact:
    return said.Stopped(at, str(facts.get("why")), seat)


def _resume(at: int, seat: Any, facts: Facts) -> Fact:
    return said.Resumed(at, str(facts.get("why")), seat)


def _away(at: int, seat: Any, facts: Facts) -> Fact:
    begins, ends = (_MOMENT.read(name, facts.get(name)) for name in ("from", "to"))
    return said.AbsenceAnnounced(at, seat, begins, ends)


def _add_time(at: int, seat: Any, facts: Facts) -> Fact:
    return said.TimeAdded(at, seat, _LENGTH.read("seconds", facts.get("seconds")))


def _give_to_bot(at: int, seat: Any, facts: Facts) -> Fact:
    return said.SeatHandedOver(at, seat, NOBODY)


_READ: Final[dict[str, Callable[[int, Any, Facts], Fact]]] = {
    "stop": _stop,
    "resume": _resume,
    "away": _away,
    "back": lambda at, seat, _: said.AbsenceEnded(at, seat),
    "stay": lambda at, seat, _: said.AbsenceWithdrawn(at, seat),
    "more-time": _add_time,
    "clock": lambda at, seat, _: said.TimeRanOut(at, seat),
    "bot": _give_to_bot,
    "substitute": _give_to_bot,
    "return": _give_to_bot,
    "stand-by": lambda at, seat, facts: said.SubstituteNamed(at, seat, str(facts.get("handle", ""))),
    SEAT_TAKEN: _give_to_bot,
    "held": lambda at, seat, _: said.MoveHeld(at),
    "taken-back": lambda at, seat, _: said.MoveTakenBack(at, seat),
}
