"""Votes in a log: whose they are, when they are decided, and what nobody can make of them."""

from __future__ import annotations

from random import Random

import pytest

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.changes.votes import COUNT, DAY, KINDS, LATE, LONGEST, NO, PACE, REPLACE, TIME, YES
from engine.record.game.opening import KEY, MAILBOX
from engine.record.game.seats import BOT
from engine.record.letters.kinds.request import Request
from engine.record.letters.post import seal_letter
from engine.record.log.log import Entry
from tests.engine.record.club import HANDLES, SERVER, Match, player_key, refusal
from tests.engine.record.game.changes.undoing import begun, nonce, read_again

SIMPLE = [kind for kind in KINDS if kind not in (PACE, REPLACE)]


def sealed(match: Match, seat: int, text: str) -> bytes:
    letter = Request(SERVER, HANDLES[seat], nonce(match), text)
    return seal_letter(letter, player_key(HANDLES[seat]))


def vote(match: Match, seat: int, on: str, choice: str = YES) -> Entry:
    whom = f" {HANDLES[int(choice)]}" if choice.isdecimal() else ""
    text = f"vote {match.book.opening.game} {on}{whom}{' no' if choice == NO else ''}"
    letters = [sealed(match, seat, text)] if match.auths[seat] == KEY else []
    return match.book.note("vote", match.now, letters, seat=seat, on=on, choice=choice)


def decide(match: Match, on: str, choice: str = YES, *, passed: bool = True) -> Entry:
    return match.book.note("decided", match.now, on=on, choice=choice, passed=passed)


def undecided(match: Match, on: str, choice: str = YES) -> bool:
    codes = {refusal(decide, match, on, choice, passed=passed).code for passed in (True, False)}
    return codes == {"vote/undecided"}


@pytest.mark.parametrize("on", SIMPLE)
def test_all_have_to_agree(on: str) -> None:
    match = begun(0)
    for seat in range(3):
        assert undecided(match, on)
        vote(match, seat, on)
    decide(match, on)
    assert match.book.votes.carried(on)
    assert undecided(match, on), "it is over"
    read_again(match)
    assert verify(archive.write(archive.running(match.book, match.server))).votes == ((on, YES, True),)


def test_one_no_is_enough() -> None:
    match = begun(0)
    vote(match, 0, COUNT)
    vote(match, 1, COUNT, NO)
    assert refusal(decide, match, COUNT).code == "vote/undecided"
    decide(match, COUNT, passed=False)
    assert not match.book.votes.carried(COUNT)
    read_again(match)


def test_who_is_absent_does_not_count_and_who_is_there_does() -> None:
    match = begun(0)
    vote(match, 0, COUNT)
    match.now += TIME - 1
    assert undecided(match, COUNT)
    match.now += 1
    assert refusal(decide, match, COUNT, passed=False).code == "vote/undecided", "nobody is against it"
    decide(match, COUNT)
    read_again(match)
    there = begun(0)
    vote(there, 0, COUNT)
    there.play_on(Random(1), there.book.game.ply + 3)
    there.now += TIME
    assert refusal(decide, there, COUNT).code == "vote/undecided", "the others have moved, and do not want it"
    decide(there, COUNT, passed=False)
    read_again(there)


@pytest.mark.parametrize("days", [7, 8, 29, 30, 400])
def test_whoever_holds_the_turn_carries_nothing_alone(days: int) -> None:
    match = begun(0)
    turn = match.book.game.turn
    vote(match, turn, COUNT)
    match.now += days * DAY
    assert refusal(decide, match, COUNT).code == "vote/undecided", "nobody else could move"
    decide(match, COUNT, passed=False)
    read_again(match)


def test_a_turn_is_late_after_three_days() -> None:
    match = begun(0)
    asked, first = match.now, match.book.game.turn
    vote(match, first, COUNT)
    match.now += 6 * DAY
    match.play_on(Random(1), 1)
    turn, moved = match.book.game.turn, match.now
    assert turn != first
    motion = match.book.votes.motions()[0]
    assert match.book.votes.ends(motion, range(3), turn) == max(moved + LATE, asked + TIME)
    match.now = max(moved + LATE, asked + TIME) - 1
    assert undecided(match, COUNT)
    match.now += 1
    decide(match, COUNT)
    read_again(match)


def test_who_has_announced_an_absence_is_waited_for_but_not_for_ever() -> None:
    match = begun(0, pace="1d")
    match.book.note("away", match.now, seat=1, **{"from": match.now, "to": match.now + 2 * TIME})
    vote(match, 0, COUNT)
    motion = match.book.votes.motions()[0]
    assert match.book.votes.ends(motion, [0, 1, 2], 1) == match.now + 3 * TIME
    match.book.note("away", match.now, seat=1, **{"from": match.now, "to": match.now + 8 * TIME})
    assert match.book.votes.ends(motion, [0, 1, 2], 1) == match.now + LONGEST
    match.book.note("back", match.now, seat=1)
    assert match.book.votes.ends(motion, [0, 1, 2], 1) == match.now + TIME


def test_somebody_is_replaced_by_the_seat() -> None:
    match = begun(0)
    vote(match, 0, REPLACE, "1")
    vote(match, 2, REPLACE, "1")
    assert undecided(match, REPLACE, "1"), "whoever it is about has a vote like all"
    assert undecided(match, REPLACE, "0")
    match.now += TIME
    decide(match, REPLACE, "1")


def test_nobody_votes_in_anothers_name_or_for_what_there_is_not() -> None:
    match = begun(0, (KEY, MAILBOX, BOT))
    game, book = match.book.opening.game, match.book

    def refused(letters: list[bytes], **facts: object) -> str:
        return refusal(book.note, "vote", match.now, letters, **facts).code

    yes = {"seat": 0, "on": COUNT, "choice": YES}
    assert refused([], **yes) == "vote/no-letter"
    for text in (f"vote {game} abandon", f"vote {game} count no", "vote aaaaa9 count", f"status {game}"):
        assert refused([sealed(match, 0, text)], **yes) == "vote/no-letter"
    assert refused([sealed(match, 1, f"vote {game} count")], **yes) != ""
    assert refused([], seat=2, on=COUNT, choice=YES) == "vote/bot"
    assert refused([], seat=1, on=COUNT, choice="maybe") == "vote/choice"
    assert refused([], seat=1, on=REPLACE, choice="2") == "vote/choice", "a bot is not replaced"
    assert refused([], seat=1, on="weather", choice=YES) == "vote/on"
    before = book.game
    vote(match, 0, COUNT)
    vote(match, 1, COUNT)
    decide(match, COUNT)
    assert book.game is before, "no vote moves anything"
