"""A seat of a game under way gets another player: a note about `seat`, with the letters that it stands on.

    seat    seat, handle, auth, key, name, how, maybe until    this player has the seat from now on

The first letter is the join letter of whoever takes the seat, for this game. `how` says by what right:

    open      a bot has the seat, because its player left it or missed too many turns
    given     its player gives it away for good: the second letter is their sealed request for that
    lent      the same until a moment, after which they get it back
    back      its player, who had lent it, has it again: the moment has come, and no letter is needed; or they
              want it sooner

Where the server holds the player's key, its word stands for the letter that would be sealed with it. Nobody
has two seats, also not one after the other: what one saw in secret the other may not know. `name` commits to
the display name of the new player, as the start does to those of the first ones.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.errors import BadLetter, BadRecord
from engine.record.game.opening import KEY, Opening
from engine.record.game.seats import AUTH, BOT, Seat, seat_from_join
from engine.record.keyring.keyring import KeyEvent, Keyring, fold
from engine.record.letters.fields import HASH, Number, one_of
from engine.record.letters.kinds.register import Register
from engine.record.letters.kinds.request import Request
from engine.record.letters.post import Opened
from engine.record.log.log import Entry, Withheld

if TYPE_CHECKING:
    from engine.record.game.book import Book

SEAT: Final = "seat"
OPEN: Final = "open"
GIVEN: Final = "given"
LENT: Final = "lent"
BACK: Final = "back"
_HOW: Final = one_of(OPEN, GIVEN, LENT, BACK)
_UNTIL: Final = Number(0, 1 << 40)
_NO_NONCE: Final = "0" * 32
_OFFER: Final = re.compile(r"substitute\s+(\S+)\s+(\S+)(?:\s+until\s+(\S+))?", re.IGNORECASE)

Enclosed = Sequence[Opened | Withheld]


class Loan(NamedTuple):
    """The owner of a lent seat, and when they get it back."""

    owner: Seat
    until: int


class NewHolder(NamedTuple):
    """The player who has a seat from now on."""

    number: int
    seat: Seat
    how: str
    until: int
    name: str


class OfferedSeat(NamedTuple):
    """A seat as it is when somebody is to get it."""

    present: Seat
    others: Collection[Seat]
    played_by_bot: bool
    auth: str
    """The seal of its moves from now on."""


def is_handover(about: str, facts: Mapping[str, Any]) -> bool:
    """Whether a note gives a seat to somebody; hosts may have written others about `seat` before."""
    return about == SEAT and "how" in facts


class Seating:
    """The holders of every seat since the start."""

    def __init__(self) -> None:
        self.names: list[str] = []
        """The commitments to the names of those who sit there now."""
        self.loans: dict[int, Loan] = {}
        self._seen: dict[str, int] = {}
        """Everybody who ever had a seat, by the folded handle, and which."""

    def begin(self, seats: Sequence[Seat], names: Sequence[str]) -> None:
        """The first ones sit down."""
        self.names = list(names)
        self._seen = {fold(seat.handle): number for number, seat in enumerate(seats)}

    def judge(self, facts: Mapping[str, Any], enclosed: Enclosed, opening: Opening, at: int) -> NewHolder:
        """Judge a note: its join letter must say the same."""
        number = Number(0, opening.players - 1).read("seat", facts.get("seat"))
        how = _HOW.read("how", facts.get("how"))
        seat = self._new_holder(number, how, facts, enclosed, opening, at)
        if (seat.handle, seat.auth, seat.key.line) != tuple(facts.get(n) for n in ("handle", "auth", "key")):
            raise BadRecord("handover/other", "the join letter is not that of {handle}", handle=seat.handle)
        until = _UNTIL.read("until", facts.get("until")) if how == LENT else 0
        if self._seen.get(fold(seat.handle), number) != number:
            raise BadRecord(
                "handover/knows", "{handle} has seen what another seat may see", handle=seat.handle
            )
        return NewHolder(number, seat, how, until, HASH.read("name", facts.get("name")))

    def _new_holder(
        self,
        number: int,
        how: str,
        facts: Mapping[str, Any],
        enclosed: Enclosed,
        opening: Opening,
        at: int,
    ) -> Seat:
        loan = self.loans.get(number)
        if how == BACK and loan is not None and not enclosed and at >= loan.until:
            return loan.owner
        first, auth = enclosed[0] if enclosed else None, AUTH.read("auth", facts.get("auth"))
        if not isinstance(first, Opened) or auth == BOT or (auth != KEY and opening.auth == KEY):
            raise BadRecord("handover/no-letter", "nobody gets a seat without a join letter")
        return seat_from_join(first.sealed.raw, auth, opening)

    def check_right(
        self, taken: NewHolder, enclosed: Enclosed, chair: OfferedSeat, game: str, at: int
    ) -> None:
        """Refuse a handover for which there is no right."""
        seat = taken.seat
        if any(fold(seat.handle) == fold(other.handle) or seat.key == other.key for other in chair.others):
            raise BadRecord("handover/two", "{handle} has a seat in this game", handle=seat.handle)
        if not self._is_right(taken, enclosed, chair, game, at):
            raise BadRecord(
                "handover/no-right",
                "seat {seat} is not free for {handle}",
                seat=taken.number,
                handle=seat.handle,
            )

    def _is_right(self, taken: NewHolder, enclosed: Enclosed, chair: OfferedSeat, game: str, at: int) -> bool:
        loan = self.loans.get(taken.number)
        if taken.how == OPEN:
            return chair.played_by_bot and chair.present.auth != BOT
        if taken.how == BACK:
            return loan is not None and loan.owner.handle == taken.seat.handle
        same = chair.present.handle == taken.seat.handle
        if chair.played_by_bot or loan is not None or same or (taken.how == LENT and taken.until <= at):
            return False
        asked = enclosed[1] if len(enclosed) > 1 else None
        return chair.auth != KEY or (isinstance(asked, Opened) and _offers(asked, chair.present, taken, game))

    def take(self, taken: NewHolder, present: Seat) -> None:
        """Somebody has a seat from now on."""
        self.names[taken.number] = taken.name
        self._seen[fold(taken.seat.handle)] = taken.number
        self.loans.pop(taken.number, None)
        if taken.how == LENT:
            self.loans[taken.number] = Loan(present, taken.until)


def _offers(asked: Opened, owner: Seat, taken: NewHolder, game: str) -> bool:
    """Whether a sealed request gives a seat to this player; whose seal it is has been checked."""
    letter = asked.letter
    if not isinstance(letter, Request) or letter.handle != owner.handle:
        return False
    wanted = (game, fold(taken.seat.handle), taken.how == LENT)
    return any(
        (which.casefold(), fold(who.rstrip(";")), bool(until)) == wanted
        for which, who, until in _OFFER.findall(letter.text)
    )


def register(keyring: Keyring, seat: Seat, server: str, seq: int, at: int) -> Keyring:
    """The keyring with the key of somebody who is new in the game; who comes again has theirs in it."""
    letter = Register(server, seat.handle, seat.auth, seat.key, _NO_NONCE)
    try:
        known = keyring.key_in_force(seat.handle, seq)
    except BadLetter:
        return keyring.after(KeyEvent(seq, at, letter, frozenset([seat.key])))
    if known != seat.key:
        raise BadRecord(
            "handover/other-key", "{handle} was in this game with another key", handle=seat.handle
        )
    return keyring


# In a book


def judge_handover(book: Book, facts: Mapping[str, Any], enclosed: Enclosed, at: int) -> NewHolder:
    """The new holder of a seat; refused if there is no right to it."""
    if book.course is None or book.game.over:
        raise BadRecord("handover/no-game", "no game is under way in which a seat could be taken")
    taken = book.seating.judge(facts, enclosed, book.opening, at)
    present, seq = book.seats[taken.number], len(book.log.entries)
    others = [seat for number, seat in enumerate(book.seats) if number != taken.number]
    chair = OfferedSeat(present, others, taken.number in book.time.bots, book.auth_now(taken.number))
    for asked in enclosed[1:]:
        if isinstance(asked, Opened):
            book.keyring.check_signer(present.handle, asked.signers[0], seq)
    book.seating.check_right(taken, enclosed, chair, book.opening.game, at)
    if enclosed:
        register(book.keyring, taken.seat, book.opening.server, seq, at)
    return taken


def take_over(book: Book, taken: NewHolder, entry: Entry) -> None:
    """Somebody else has a seat from now on, as this entry says."""
    number, present = taken.number, book.seats[taken.number]
    if entry.letters:
        book.keyring = register(book.keyring, taken.seat, book.opening.server, entry.seq, entry.at)
    book.seating.take(taken, present)
    book.seats = (*book.seats[:number], taken.seat, *book.seats[number + 1 :])
    book.names = (*book.names[:number], None, *book.names[number + 1 :])
    book.standing.end(number)
