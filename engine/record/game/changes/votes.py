"""Votes of those in a game, as its log tells them: notes about `vote`, with what it is `on` and the `choice`.

A vote of a player with a key of their own holds the sealed request by which they asked for it. The newest
vote of a seat counts, until what all voted for has been done.

    vote    seat, on = pace, choice    this seat would play with this clock
    vote    seat, on = undo, choice    this seat lets the last move be taken back (`undo`)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.clock.notation import parse, parse_full, spell
from engine.errors import BadRecord, Refused
from engine.record.game.changes.undo import UNDO, check_undo_vote
from engine.record.game.opening import KEY
from engine.record.letters.fields import Number
from engine.record.letters.kinds.request import Request
from engine.record.letters.post import Opened
from engine.record.log.log import Withheld

if TYPE_CHECKING:
    from engine.record.game.book import Book

VOTE: Final = "vote"
PACE: Final = "pace"
_ASKED: Final = re.compile(r"clock\s+(\S+)\s+(?:pace=)?(\S+)", re.IGNORECASE)


class Votes:
    """The votes for another clock, by seat."""

    def __init__(self) -> None:
        self._paces: dict[int, str] = {}

    def take(self, about: str, facts: Mapping[str, Any]) -> None:
        """Remember a note that was just written."""
        if is_vote(about, facts) and facts["on"] == PACE:
            self._paces[facts["seat"]] = facts["choice"]
        elif about == PACE:
            self._paces.clear()

    def of(self, seat: int) -> str | None:
        """The pace that a seat has voted for."""
        return self._paces.get(seat)

    def missing(self, pace: str, voters: Collection[int]) -> list[int]:
        """The seats that have yet to agree on a pace."""
        return [seat for seat in sorted(voters) if self._paces.get(seat) != pace]


def is_vote(about: str, facts: Mapping[str, Any]) -> bool:
    """Whether a note is a vote; hosts may have written others about `vote` before there were any."""
    return about == VOTE and "on" in facts


def check_vote(
    facts: Mapping[str, Any], game: str, auths: Sequence[str], enclosed: Sequence[Opened | Withheld]
) -> int:
    """The seat whose vote it is. Where that has a key of its own, the vote holds the request for it."""
    seat = Number(0, len(auths) - 1).read("seat", facts.get("seat"))
    if facts.get("on") != PACE:
        raise BadRecord("vote/on", "nobody votes on this")
    choice = str(facts.get("choice"))
    parse_full(choice)
    if auths[seat] == KEY and not any(_asks(letter, game, choice) for letter in enclosed):
        raise BadRecord("vote/no-letter", "the vote of seat {seat} has no sealed request for it", seat=seat)
    return seat


def _asks(enclosed: Opened | Withheld, game: str, choice: str) -> bool:
    """Whether a letter asks for this clock."""
    if not isinstance(enclosed, Opened) or not isinstance(enclosed.letter, Request):
        return False
    for asked, pace in _ASKED.findall(enclosed.letter.text):
        try:
            if asked.casefold() == game and spell(parse(pace.rstrip(";"))) == choice:
                return True
        except Refused:
            continue
    return False


def check_agreed(votes: Votes, facts: Mapping[str, Any], voters: Collection[int]) -> None:
    """A clock is given to a game under way only if all who play in it want it."""
    pace = str(facts.get("pace"))
    parse_full(pace)
    if missing := votes.missing(pace, voters):
        raise BadRecord(
            "vote/missing", "seat {seat} has not agreed on the pace {pace}", seat=missing[0], pace=pace
        )


def check_votes(
    book: Book, about: str, facts: dict[str, object], enclosed: Sequence[Opened | Withheld]
) -> None:
    """A vote is its player's own, and a new pace is what all have voted for."""
    if about == VOTE and facts.get("on") == UNDO:
        check_undo_vote(book, facts, enclosed)
        return
    if about == PACE:
        check_agreed(book.votes, facts, book.voters)
        return
    auths = [book.auth_now(number) for number in range(len(book.seats))]
    seat = check_vote(facts, book.opening.game, auths, enclosed)
    for letter in enclosed:
        if isinstance(letter, Opened):
            book.check_sealed_by(seat, letter)
