"""Votes of those in a game, as its log tells them: notes about `vote`, with what it is `on` and the `choice`.

    vote      seat, on, choice          this seat wants it, or with the choice `no` does not
    decided   on, choice, passed        the vote is over
    pace      pace                      the same for a clock that was agreed on

    on        choice
    pace      a clock in full           the game is played with it
    abandon   yes                       it ends without a winner
    count     yes                       it ends, and the points count as they stand
    replace   the number of a seat      a bot has the seat, and somebody else can take it
    publish   yes                       what was said to all is told with the archive
    undo      the hash of an entry      the last move is taken back (`undo`)

The newest vote of a seat counts. All have to agree, and one no is enough against it. Whoever is absent can't
block: after `TIME` those are not counted who have neither voted nor moved nor sent orders since the first
vote for it, if the game has waited for one of them for `LATE`; whoever was there all the same and said
nothing does not want it. As long as it is the turn of somebody who agrees, nobody can show by a move that
they are there, and so nobody is absent. Who announced an absence has until `TIME` after it, and the others
have to wait for `LONGEST` at most. A vote of a player with a key of their own holds the sealed request by
which they asked for it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.clock.notation import parse, parse_full, spell
from engine.errors import BadRecord, Refused
from engine.record.game.authority import UNTYPED
from engine.record.game.changes.handover import is_handover
from engine.record.game.changes.undo import UNDO, check_undo_vote
from engine.record.game.opening import KEY
from engine.record.keyring.keyring import fold
from engine.record.letters.fields import Number, one_of
from engine.record.letters.kinds.request import Request
from engine.record.letters.post import Opened
from engine.record.log.log import Entry, Withheld

if TYPE_CHECKING:
    from engine.record.game.book import Book

VOTE: Final = "vote"
DECIDED: Final = "decided"
PACE: Final = "pace"
ABANDON: Final = "abandon"
COUNT: Final = "count"
REPLACE: Final = "replace"
PUBLISH: Final = "publish"
KINDS: Final = (PACE, ABANDON, COUNT, REPLACE, PUBLISH)
YES: Final = "yes"
NO: Final = "no"
DAY: Final = 24 * 60 * 60
TIME: Final = 7 * DAY
"""The time of a vote, after which the absent are not counted."""
LATE: Final = 3 * DAY
"""The time for which a game has waited for a player who is taken for absent."""
LONGEST: Final = 30 * DAY
"""The longest time that a vote waits for somebody who has announced an absence."""
_KIND: Final = one_of(*KINDS)
_THERE: Final = (VOTE, "standing", "held", "back", "stay")
"""Notes that show that the player of a seat was there."""
_ASKED: Final = re.compile(r"(?:vote|clock)\s+(\S+)\s+(?:(?:clock|pace)\s+)?(?:pace=)?(\S+)", re.IGNORECASE)
_SAID: Final = re.compile(
    r"vote\s+(\S+)\s+(?:(abandon|count|publish|pace|clock|(?:replace)\s+(\S+))(\s+no\b)?)|abandon\s+(\S+)",
    re.IGNORECASE,
)


class Ballot(NamedTuple):
    """The vote of one seat."""

    choice: str
    at: int


class Motion(NamedTuple):
    """Something that is voted on: what it is, what of it is wanted, and since when."""

    on: str
    choice: str
    since: int


class Votes:
    """The votes in a game that are not over, and when each seat was last seen."""

    def __init__(self) -> None:
        self._ballots: dict[str, dict[int, Ballot]] = {}
        self._seen: dict[int, int] = {}
        self._away: dict[int, tuple[int, int]] = {}
        self._turn_since = 0
        self.decided: list[Mapping[str, Any]] = []
        """The facts of all votes that are over."""

    def take(self, entry: Entry) -> None:
        """Remember a note that was just written."""
        facts, seat = entry.facts, entry.facts.get("seat")
        about = facts["about"]
        if is_vote(about, facts) and facts["on"] != UNDO:
            self._ballots.setdefault(facts["on"], {})[facts["seat"]] = Ballot(facts["choice"], entry.at)
        elif about == PACE:
            if self._ballots.pop(PACE, None):
                self.decided.append({"on": PACE, "choice": facts["pace"], "passed": True})
        elif about == DECIDED and "passed" in facts:
            self._ballots.pop(facts["on"], None)
            self.decided.append(facts)
        elif is_handover(about, facts):
            self._forget(facts["seat"])
        if about in _THERE and isinstance(seat, int):
            self._seen[seat] = entry.at
        self._note_absence(about, facts, seat)

    def moved(self, entry: Entry) -> None:
        """A ply was written."""
        self._turn_since = entry.at
        if entry.facts.get("by") not in UNTYPED:
            self._seen[entry.facts["seat"]] = entry.at

    def _note_absence(self, about: str, facts: Mapping[str, Any], seat: Any) -> None:
        if about == "away" and {type(facts.get("from")), type(facts.get("to"))} == {int}:
            self._away[seat] = (facts["from"], facts["to"])
        elif about in ("back", "stay"):
            self._away.pop(seat, None)

    def _forget(self, seat: int) -> None:
        """Somebody else has a seat: what its former player wanted is not what they want."""
        for on, ballots in self._ballots.items():
            if on != PACE:
                ballots.pop(seat, None)
        self._seen.pop(seat, None)
        self._away.pop(seat, None)

    def of(self, seat: int, on: str = PACE) -> str | None:
        """The choice of a seat."""
        ballot = self._ballots.get(on, {}).get(seat)
        return ballot.choice if ballot else None

    def missing(self, choice: str, voters: Collection[int], on: str = PACE) -> list[int]:
        """The seats that have yet to agree."""
        return [seat for seat in sorted(voters) if self.of(seat, on) != choice]

    def carried(self, on: str) -> bool:
        """Whether this was decided on."""
        return any(facts["on"] == on and facts["passed"] for facts in self.decided)

    def motions(self) -> list[Motion]:
        """All that is voted on, the oldest first."""
        since: dict[tuple[str, str], int] = {}
        for on, ballots in self._ballots.items():
            for ballot in ballots.values():
                if ballot.choice != NO:
                    known = since.get((on, ballot.choice), ballot.at)
                    since[on, ballot.choice] = min(known, ballot.at)
        return sorted((Motion(*key, at) for key, at in since.items()), key=lambda each: (each.since, each))

    def ends(self, motion: Motion, voters: Collection[int], turn: int | None) -> int:
        """The moment from which on the absent are not counted, unless somebody moves; `turn` is to move."""
        silent = self.missing(motion.choice, voters, motion.on)
        waits = [self._away[seat] for seat in silent if seat in self._away]
        meant = [to for begins, to in waits if begins < motion.since + TIME and to > motion.since]
        asked = max([motion.since, *meant]) + TIME
        late = self._turn_since + LATE if turn in silent else 0
        return min(max(asked, late), motion.since + LONGEST)

    def passes(self, motion: Motion, voters: Collection[int], turn: int | None, at: int) -> bool:
        """Whether a motion is carried at this moment."""
        missing = self.missing(motion.choice, voters, motion.on)
        if not missing:
            return True
        silent = all(
            self.of(seat, motion.on) is None and self._seen.get(seat, -1) < motion.since for seat in missing
        )
        waited = turn in missing and self._turn_since + LATE <= at
        return silent and waited and at >= self.ends(motion, voters, turn)

    def fails(self, motion: Motion, voters: Collection[int], turn: int | None, at: int) -> bool:
        """Whether a motion is lost: somebody is against it, or was there and did not want it."""
        missing = self.missing(motion.choice, voters, motion.on)
        against = any(self.of(seat, motion.on) == NO for seat in missing)
        over = at >= self.ends(motion, voters, turn)
        return against or (over and not self.passes(motion, voters, turn, at))


def is_vote(about: str, facts: Mapping[str, Any]) -> bool:
    """Whether a note is a vote; hosts may have written others about `vote` before there were any."""
    return about == VOTE and "on" in facts


def is_judged(about: str, facts: Mapping[str, Any]) -> bool:
    """Whether a note is about votes, and has to be right."""
    return about == PACE or is_vote(about, facts) or (about == DECIDED and "passed" in facts)


def check_votes(
    book: Book, about: str, facts: dict[str, Any], enclosed: Sequence[Opened | Withheld], at: int
) -> None:
    """A vote is its player's own, and what follows from votes is what they say."""
    if about == VOTE and facts.get("on") == UNDO:
        check_undo_vote(book, facts, enclosed)
    elif about == PACE:
        _check_agreed(book, facts, at)
    elif about == DECIDED:
        _check_decided(book, facts, at)
    else:
        seat = _check_vote(book, facts, enclosed)
        for letter in enclosed:
            if isinstance(letter, Opened):
                book.check_sealed_by(seat, letter)


def _check_vote(book: Book, facts: Mapping[str, Any], enclosed: Sequence[Opened | Withheld]) -> int:
    """The seat whose vote it is. Where that has a key of its own, the vote holds the request for it."""
    seat = Number(0, len(book.seats) - 1).read("seat", facts.get("seat"))
    if facts.get("on") not in KINDS:
        raise BadRecord("vote/on", "nobody votes on this")
    on, choice = str(facts.get("on")), str(facts.get("choice"))
    _check_choice(book, on, choice)
    if on != PACE and seat not in book.voters:
        raise BadRecord("vote/bot", "a bot has seat {seat}, and bots have no vote", seat=seat)
    if book.auth_now(seat) == KEY and not any(_asks(book, letter, on, choice) for letter in enclosed):
        raise BadRecord("vote/no-letter", "the vote of seat {seat} has no sealed request for it", seat=seat)
    return seat


def _check_choice(book: Book, on: str, choice: str) -> None:
    if choice == NO:
        return
    if on == PACE:
        parse_full(choice)
    elif on == REPLACE:
        if choice not in [str(seat) for seat in book.voters]:
            raise BadRecord("vote/choice", "nobody votes for this")
    elif choice != YES:
        raise BadRecord("vote/choice", "nobody votes for this")


def _asks(book: Book, enclosed: Opened | Withheld, on: str, choice: str) -> bool:
    """Whether a letter asks for this."""
    if not isinstance(enclosed, Opened) or not isinstance(enclosed.letter, Request):
        return False
    text, game = enclosed.letter.text, book.opening.game
    if on == PACE and choice != NO:
        return any(
            asked.casefold() == game and _pace_in(pace) == choice for asked, pace in _ASKED.findall(text)
        )
    for asked, kind, whom, against, given_up in _SAID.findall(text):
        if (asked or given_up).rstrip(";").casefold() != game:
            continue
        said = ABANDON if given_up else PACE if kind.casefold() == "clock" else kind.split()[0].casefold()
        if said == on and _choice_in(book, on, whom, against) == choice:
            return True
    return False


def _choice_in(book: Book, on: str, whom: str, against: str) -> str:
    """The choice that a request says."""
    if against:
        return NO
    if on != REPLACE:
        return YES
    handles = [fold(seat.handle) for seat in book.seats]
    wanted = fold(whom.rstrip(";"))
    return str(handles.index(wanted)) if wanted in handles else ""


def _pace_in(text: str) -> str:
    try:
        return spell(parse(text.rstrip(";")))
    except Refused:
        return ""


def _check_agreed(book: Book, facts: Mapping[str, Any], at: int) -> None:
    """A clock is given to a game under way only if those who play in it want it."""
    pace = str(facts.get("pace"))
    parse_full(pace)
    motion = next((each for each in book.votes.motions() if each[:2] == (PACE, pace)), None)
    if motion is None or not book.votes.passes(motion, book.voters, book.game.turn, at):
        seat = next(iter(book.votes.missing(pace, book.voters)), 0)
        raise BadRecord("vote/missing", "seat {seat} has not agreed on the pace {pace}", seat=seat, pace=pace)


def _check_decided(book: Book, facts: Mapping[str, Any], at: int) -> None:
    """A vote is over as those who play have voted."""
    on, choice = _KIND.read("on", facts.get("on")), str(facts.get("choice"))
    motion = next((each for each in book.votes.motions() if each[:2] == (on, choice)), None)
    passed = facts["passed"]
    if motion is None or type(passed) is not bool or (on == PACE and passed):
        raise BadRecord("vote/undecided", "the votes do not say so")
    if not (book.votes.passes if passed else book.votes.fails)(motion, book.voters, book.game.turn, at):
        raise BadRecord("vote/undecided", "the votes do not say so")
