"""Time in the log: what the server writes about it proves that nobody was timed out early, or late."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.bots import choose
from engine.clock.days import day_begins
from engine.clock.notation import parse, spell
from engine.clock.offsets import offsets_of
from engine.clock.reading import OPEN, time_up, what_then
from engine.clock.state import Clock
from engine.clock.terms import DAY, HOUR
from engine.errors import BadLetter
from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.opening import KEY, MAILBOX, NO_CLOCK
from engine.record.game.read_book import read_book
from engine.record.game.recall import recall_book
from engine.record.game.seats import BOT
from engine.record.letters.kinds.move import By
from engine.record.letters.kinds.request import Request
from engine.record.letters.post import seal_letter
from engine.rules import view
from tests.engine.record.club import BEGUN, Match, forge, new_match, refusal, told

PACE = "1d+bank:2d+more:1h+grace:6h+open:3"
GONE = 2


def clock_of(match: Match) -> Clock:
    clock = match.book.time.clock
    assert clock is not None
    return clock


def deadline(match: Match) -> int:
    due = time_up(clock_of(match))
    assert due is not None
    return due.at


def house_bot(match: Match, by: By, at: int) -> None:
    """The server seals a move that nobody typed."""
    game = match.book.game
    action = choose("random", view(game, game.turn), Random(game.ply))
    match.book.take_move(match.letter(action, by=by, key=match.server), at)
    match.now = at


def time_is_up(match: Match) -> None:
    """What a server does at a deadline, in the second of it."""
    game, at = match.book.game, deadline(match)
    opens = what_then(clock_of(match)) == OPEN
    note = match.book.note("clock", at, seat=game.turn, ply=game.ply)
    if opens:
        handed = match.book.note("bot", at, seat=game.turn)
        house_bot(match, By("bot", handed.leaf.hex()), at)
    else:
        house_bot(match, By("clock", note.leaf.hex()), at)


def play_with_somebody_gone(match: Match, from_ply: int) -> None:
    """A whole game in which a seat stops answering, and a bot has it in the end."""
    rng = Random(3)
    while not match.book.game.over:
        game = match.book.game
        handed = [e for e in match.book.log.entries if e.facts.get("about") == "bot"]
        if game.turn == GONE and handed:
            house_bot(match, By("bot", handed[0].leaf.hex()), match.now)
        elif game.turn == GONE and game.ply >= from_ply:
            time_is_up(match)
        else:
            match.now += HOUR
            action = choose("random", view(game, game.turn), rng)
            match.book.take_move(match.letter(action), match.now)
            match.checkpoints.append(match.book.checkpoint(match.server))


def with_clock(pace: str = PACE, players: int = 3) -> Match:
    match = new_match(7, players, pace=pace)
    match.now = BEGUN + 60
    return match


@cache
def finished() -> bytes:
    match = with_clock()
    match.book.note("stop", match.now + HOUR, why="outage")
    match.book.note("resume", match.now + 40 * HOUR, why="outage")
    match.now += 40 * HOUR
    match.book.note("away", match.now, seat=GONE, **{"from": match.now, "to": match.now + 30 * DAY})
    play_with_somebody_gone(match, 12)
    match.close()
    return archive.write(archive.finished(match.book, match.server, match.checkpoints))


def test_a_whole_game_with_its_clock_is_proved() -> None:
    data = finished()
    proved = verify(data)
    assert proved.state == "finished"
    assert proved.missed == (0, 0, 3)
    assert proved.facts()["missed"] == [0, 0, 3]
    assert told(data)["options"]["pace"] == PACE


def test_the_first_turn_missed_waits_for_the_end_of_an_absence() -> None:
    entries = [item["entry"] for item in told(finished())["log"]]
    away = next(entry for entry in entries if entry.get("about") == "away")
    out = [entry for entry in entries if entry.get("about") == "clock"]
    assert away["to"] < out[0]["at"] <= away["to"] + 3 * DAY + 6 * HOUR
    ply = next(e for e in entries if e["kind"] == "ply" and e.get("by") == "clock")
    assert ply["at"] == out[0]["at"], "an entry that time causes carries the deadline itself"


def entry_about(facts: dict[str, Any], about: str) -> dict[str, Any]:
    entry: dict[str, Any] = next(i["entry"] for i in facts["log"] if i["entry"].get("about") == about)
    return entry


def early(facts: dict[str, Any]) -> None:
    entry_about(facts, "clock")["at"] -= 1


def late(facts: dict[str, Any]) -> None:
    entry_about(facts, "clock")["at"] += 1


def without_absence(facts: dict[str, Any]) -> None:
    entry_about(facts, "away")["about"] = "press"


def a_shorter_outage(facts: dict[str, Any]) -> None:
    entry_about(facts, "resume")["at"] -= HOUR


def another_pace(facts: dict[str, Any]) -> None:
    facts["log"][0]["entry"]["options"]["pace"] = PACE.replace("2d", "1d")


def without_telling_the_deadline(facts: dict[str, Any]) -> None:
    entry_about(facts, "clock")["about"] = "press"


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (early, "clock/deadline"),
        (late, "clock/deadline"),
        (without_absence, "move/unknown-head"),
        (a_shorter_outage, "move/unknown-head"),
        (another_pace, "reveal/unknown-head"),
        (without_telling_the_deadline, "move/not-authorised"),
    ],
)
def test_a_server_that_lies_about_time_is_found_out(edit: Any, code: str) -> None:
    """It can sign anything; but that must add up, and what players saw is under their own seals."""
    facts = deepcopy(told(finished()))
    edit(facts)
    assert refusal(verify, forge(facts)).code == code


def test_a_server_alone_with_its_log_can_not_make_time_shorter() -> None:
    """Before anybody has sealed anything under them, its notes must still allow what it does."""
    match = with_clock()
    at = match.now + 3 * DAY
    match.book.note("away", match.now, seat=match.book.game.turn, **{"from": match.now, "to": at})
    facts = told(archive.write(archive.running(match.book, match.server)))
    note = {"about": "clock", "at": match.now + 3 * DAY + 6 * HOUR, "kind": "note", "letters": []}
    note |= {"seat": match.book.game.turn, "ply": 0}
    facts["log"].append({"entry": note, "letters": []})
    assert refusal(verify, forge(facts)).code == "clock/deadline"
    note["at"] += 3 * DAY
    assert verify(forge(facts)).state == "running"


def test_a_bot_can_not_move_before_the_time_is_up() -> None:
    match = with_clock()
    turn = match.book.game.turn
    error = refusal(match.book.note, "clock", match.now + HOUR, seat=turn, ply=0)
    assert error.code == "clock/deadline"
    note = match.book.note("bot", match.now, seat=turn)
    match.book.note("return", match.now, seat=turn)
    before = match.book.log.head
    with pytest.raises(BadLetter) as early:
        house_bot(match, By("bot", note.leaf.hex()), match.now + HOUR)
    assert early.value.code == "move/not-authorised"
    assert (match.book.game.ply, match.book.log.head) == (0, before), "a refusal changes nothing"


def test_a_move_after_the_deadline_is_refused_until_it_is_told() -> None:
    match = with_clock()
    match.now = deadline(match) - HOUR
    error = refusal(match.move, choose("random", view(match.book.game, match.book.game.turn), Random(1)))
    assert error.code == "clock/overdue"
    match.now -= HOUR + 1
    match.move(choose("random", view(match.book.game, match.book.game.turn), Random(1)))
    assert match.book.game.ply == 1, "one that was received a second earlier is in time"


def test_whoever_reads_the_log_has_the_same_clock() -> None:
    match = with_clock()
    match.book.note("stop", match.now, why="pause")
    match.book.note("resume", match.now + DAY, why="pause")
    match.book.note("more-time", match.now + DAY, seat=match.book.game.turn, seconds=HOUR)
    match.now += DAY
    match.play_on(Random(5), 14)
    for book in (
        read_book(match.book.log.entries, match.seed),
        recall_book(match.book.log.entries, match.seed),
        read_book(match.book.log.entries, None),
    ):
        assert book.time == match.book.time
        assert book.log.head == match.book.log.head


def test_days_off_are_those_of_the_offsets_in_the_log() -> None:
    match = new_match(8, 2, auths=(KEY, KEY), pace=spell(parse("1d+off:sat/sun+zone:asia/tokyo")))
    at, turn = BEGUN + 60, match.book.game.turn
    table = [list(pair) for pair in offsets_of("Asia/Tokyo", at - DAY, at + 400 * DAY)]
    match.book.note("zone", at, offsets=table)
    match.move(choose("random", view(match.book.game, turn), Random(1)))
    assert clock_of(match).turn is not None
    saturday = next(
        span
        for span in clock_of(match).turn.still()
        if span.begins > at  # type: ignore[union-attr]
    )
    local = [day_begins(day, "Asia/Tokyo") for day in _dates_around(saturday.begins)]
    assert saturday.begins in local
    assert saturday.ends == saturday.begins + 2 * DAY
    assert read_book(match.book.log.entries, match.seed).time == match.book.time


def _dates_around(at: int) -> list[Any]:
    from datetime import UTC, datetime, timedelta

    day = datetime.fromtimestamp(at, UTC).date()
    return [day + timedelta(days=n) for n in (-1, 0, 1)]


def vote(match: Match, seat: int, pace: str) -> None:
    """A player wants this clock, under a seal where they have a key of their own."""
    opening, handle = match.book.opening, match.book.seats[seat].handle
    text = f"clock {opening.game} pace={pace}"
    request = Request(opening.server, handle, f"{len(match.book.log.entries):032x}", text)
    letters = [seal_letter(request, match.key(seat))] if match.auths[seat] == KEY else []
    match.book.note("vote", match.now, letters, seat=seat, on="pace", choice=pace)


def test_a_game_without_a_clock_is_given_one() -> None:
    match = new_match(9, 4)
    assert match.book.time.clock is None
    match.play_on(Random(9), 5)
    people = [seat for seat, auth in enumerate(match.auths) if auth != BOT]
    for seat in people[:-1]:
        vote(match, seat, PACE)
    assert refusal(match.book.note, "pace", match.now, pace=PACE).code == "vote/missing"
    vote(match, people[-1], PACE)
    match.book.note("pace", match.now, pace=PACE)
    turn, game = clock_of(match).turn, match.book.game
    assert (turn is None) == (game.turn == 3), "no clock runs for the bot"
    match.play_on(Random(9), 8)
    assert clock_of(match).seats[3].is_bot
    for seat in people:
        vote(match, seat, NO_CLOCK)
    match.book.note("pace", match.now, pace=NO_CLOCK)
    assert time_up(clock_of(match)) is None
    match.now += 999 * DAY
    match.play_on(Random(9))
    match.close()
    data = archive.write(archive.finished(match.book, match.server, match.checkpoints))
    assert verify(data).missed == (0, 0, 0, 0)


def test_nobody_votes_for_somebody_with_a_key() -> None:
    match = new_match(9, 3, auths=(KEY, KEY, MAILBOX))
    opening = match.book.opening
    facts = {"seat": 0, "on": "pace", "choice": PACE}
    assert refusal(match.book.note, "vote", match.now, **facts).code == "vote/no-letter"
    text = f"clock {opening.game} pace={PACE}"
    asked = Request(opening.server, match.book.seats[1].handle, "0" * 32, text)
    others = seal_letter(asked, match.key(1))
    assert refusal(match.book.note, "vote", match.now, [others], **facts).code == "keyring/not-yours"
    asked = Request(opening.server, match.book.seats[0].handle, "0" * 32, text.replace("2d", "3d"))
    another = seal_letter(asked, match.key(0))
    assert refusal(match.book.note, "vote", match.now, [another], **facts).code == "vote/no-letter"
    wrong = {**facts, "on": "lunch"}
    assert refusal(match.book.note, "vote", match.now, [], **wrong).code == "vote/on"


def test_notes_about_other_things_and_games_without_a_clock_are_left_alone() -> None:
    match = new_match(10, 3, auths=(KEY, MAILBOX, BOT))
    for about in ("stop", "away", "more-time", "return", "zone"):
        match.book.note(about, 5, text="what a host wrote before there were clocks")
    match.book.note("clock", 3, seat=match.book.game.turn, ply=0)
    assert match.book.time.clock is None
    assert read_book(match.book.log.entries, match.seed).time == match.book.time


@pytest.mark.parametrize(
    ("about", "facts", "code"),
    [
        ("pace", {"pace": "daily"}, "pace/full"),
        ("pace", {"pace": "1d+bank:0h"}, "pace/full"),
        ("pace", {}, "pace/full"),
        ("pace", {"pace": "soon"}, "pace/duration"),
        ("stop", {"why": "boredom"}, "clock/reason"),
        ("stop", {"why": "pause", "seat": 9}, "letter/out-of-range"),
        ("resume", {"why": "pause"}, "clock/not-stopped"),
        ("away", {"seat": 0, "from": 5}, "letter/wrong-type"),
        ("away", {"from": 5, "to": 9}, "clock/whose"),
        ("away", {"seat": 0, "from": 5, "to": 9}, "clock/absence"),
        ("more-time", {"seat": 0, "seconds": -5}, "letter/out-of-range"),
        ("zone", {"offsets": "Europe/Berlin"}, "clock/offsets"),
        ("zone", {"offsets": [[0, True]]}, "clock/offsets"),
        ("zone", {"offsets": [[0, 99999]]}, "clock/offset"),
        ("zone", {"offsets": [[9, 0], [5, 0]]}, "clock/offsets"),
        ("bot", {"seat": 3}, "letter/out-of-range"),
        ("return", {}, "clock/whose"),
    ],
)
def test_a_note_that_can_not_be_is_refused(about: str, facts: dict[str, Any], code: str) -> None:
    match = with_clock()
    before, kept = match.book.log.head, match.book.time
    error = refusal(match.book.note, about, match.now, **facts)
    assert error.code == code
    assert (match.book.log.head, match.book.time) == (before, kept)


@pytest.mark.parametrize("pace", ["daily", "1d+bank:0h", "soon", "", "61d"])
def test_a_game_is_opened_with_a_pace_in_full(pace: str) -> None:
    assert refusal(new_match, 11, 2, auths=(KEY, KEY), pace=pace).code.startswith("pace/")
