"""Until when there is time: from the server's signed fields, on the reader's own clock, as it is read."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from client.bots.seat import BotSeat
from client.letters.server_mail import read_mail
from client.play.chooser import Person
from client.play.mail_seat import Sitting
from client.play.talk import Left
from client.session import time_left
from engine.clock.dial import Dial
from engine.wire.clocks import GameClock
from engine.wire.facts import Facts
from engine.wire.mails import FACTS
from tests.client.athome import GAME, AtHome
from tests.client.play.script import PLAIN, Script
from tests.client.pretend import Said, answer_mail, carrying, corresponding, turn_mail, written

HOUR, DAY = 3600, 24 * 3600
NOW = 1_795_017_600
"""2026-11-18, 16:00 in UTC: a Wednesday, five in the afternoon in Berlin."""
DIAL = Dial(NOW - HOUR, 0, NOW + DAY, NOW + 4 * DAY, NOW + 5 * DAY, saved=3 * DAY, then="bot")


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """Sets the clock of the machine, which stands in Berlin."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()

    def set_clock(at: int) -> None:
        monkeypatch.setattr(time_left, "now", lambda: at)

    set_clock(NOW)
    yield set_clock
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def anna(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: object) -> AtHome:
    """Anna, whose turn it is, in a game with a clock."""
    home = AtHome(tmp_path, monkeypatch)
    home.others()
    home.pretend.arriving.append(turn_mail(home.match, clock=clock_of(home)))
    home.must("fetch")
    return home


def clock_of(anna: AtHome, dial: Dial = DIAL, later: int = 0) -> GameClock:
    return GameClock(GAME, len(anna.match.book.log.entries) + later, dial)


def told(anna: AtHome, *words: str, **env: str) -> str:
    return " ".join(anna.must(*(words or ("status",)), **env).split())


def test_status_says_until_when_and_what_is_left_just_now(anna: AtHome, now: Callable[[int], None]) -> None:
    until = "You have until Thursday, November 19, 2026, 17:00 (CET)"
    assert f"{until} (1 day left)." in told(anna)
    assert "Then comes your time bank (3 days), until Sunday, November 22, 2026, 17:00 (CET)." in told(anna)
    assert "If you have not moved by Monday, November 23, 2026, 17:00 (CET), a house bot" in told(anna)
    now(NOW + 22 * HOUR)
    assert f"{until} (2 hours left)." in told(anna)
    now(NOW + 2 * DAY)
    assert "Your time bank is running: you have until Sunday" in told(anna)
    now(NOW + 9 * DAY)
    assert "Your time was up on Monday, November 23, 2026, 17:00 (CET)." in told(anna)
    assert "house bot" not in told(anna), "that is past"


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("de", "Du hast Zeit bis Donnerstag, 19. November 2026, 17:00 (CET) (noch 1 Tag)."),
        ("ru", "Срок вашего хода: четверг, 19 ноября 2026 г., 17:00 (CET) (осталось 1 день)."),
    ],
)
def test_in_the_readers_language(anna: AtHome, language: str, says: str) -> None:
    assert says in told(anna, "status", GRUBENPOST_LANGUAGE=language)


def test_for_scripts(anna: AtHome) -> None:
    (facts,) = anna.json("status")
    assert facts["clock"] == anna.json("since")["clock"]
    assert facts["clock"] == {
        "phase": "time",
        "until": NOW + DAY,
        "until_here": "2026-11-19T17:00:00+01:00",
        "left": DAY,
        "time_ends": NOW + DAY,
        "bank_ends": NOW + 4 * DAY,
        "deadline": NOW + 5 * DAY,
        "then": "bot",
        "stopped": [],
        "away_until": None,
        "read_at": NOW - HOUR,
    }


def test_play_and_since_say_it_below_what_happened(anna: AtHome) -> None:
    assert "bank for 1 Mark. You have until Thursday" in told(anna, "since")
    shown = anna.run("play", typed="q\n").output
    assert "You have until Thursday, November 19" in " ".join(shown.split())


def test_who_stays_at_the_table_is_told_too(anna: AtHome, tmp_path: Path) -> None:
    script = Script(["q"])
    with corresponding(tmp_path) as (post, _), pytest.raises(Left):
        Sitting(BotSeat(post, GAME), Person(PLAIN, script, screen=False), PLAIN, script.tell).play_out()
    assert "You have until Thursday, November 19" in " ".join(script.all.split())


def notice(anna: AtHome, clock: GameClock) -> None:
    """A mail about something else tells of the clock."""
    anna.pretend.arriving.append(answer_mail(Said("The clock.\n", facts=Facts(clocks=(clock,)))))
    anna.must("fetch")


def test_a_clock_that_stands(anna: AtHome, now: Callable[[int], None]) -> None:
    stands = Dial(NOW, 0, NOW + DAY, NOW + DAY, NOW + DAY, then="wait", stopped=("pause", "moon"))
    notice(anna, clock_of(anna, stands, later=1))
    now(NOW + 5 * DAY)
    assert "The clock stands still, because the host has paused the game." in told(anna)
    assert "If it went on from Wednesday, November 18, 2026, 17:00 (CET), what follows" in told(anna)
    assert "(1 day left)" in told(anna)
    assert anna.json("status")[0]["clock"]["stopped"] == ["pause", "moon"]


def test_the_newest_counts_however_late_an_older_one_comes(anna: AtHome) -> None:
    newer = Dial(NOW, 0, NOW + 2 * DAY, NOW + 2 * DAY, NOW + 2 * DAY, then="bot")
    notice(anna, clock_of(anna, newer, later=2))
    notice(anna, clock_of(anna, later=1))
    assert anna.json("status")[0]["clock"]["until"] == NOW + 2 * DAY


def test_a_newer_position_without_a_clock_has_none(anna: AtHome) -> None:
    anna.match.book.note("host", anna.match.now, text="the clock was given up")
    anna.pretend.arriving.append(turn_mail(anna.match))
    anna.must("fetch")
    assert anna.json("status")[0]["clock"] is None
    assert "until" not in told(anna)


def test_of_a_game_that_is_not_known_nothing_is_kept(anna: AtHome) -> None:
    notice(anna, GameClock("other-9", 3, DIAL))
    assert [facts["game"] for facts in anna.json("status")] == [GAME]


def test_facts_of_another_mail_bring_nothing(anna: AtHome) -> None:
    """A clock that was put beside another turn is no word of the server's: neither of them is taken."""
    stolen = read_mail(turn_mail(anna.match, clock=clock_of(anna))).files[FACTS]
    forged = carrying(written(anna.match, said="otherwise"), anna.match, beside={FACTS: stolen})
    path = anna.home.games.parent / "forged.eml"
    path.write_bytes(forged)
    result = anna.run("fetch", str(path))
    assert (result.exit_code, "facts/other-receipt" in result.output) == (1, True)


def test_files_from_before_have_no_clock(anna: AtHome) -> None:
    path = anna.home.games / f"{GAME}.json"
    facts: dict[str, Any] = json.loads(path.read_bytes())
    del facts["clock"]
    path.write_text(json.dumps(facts))
    assert anna.json("status")[0]["clock"] is None
    assert "YOUR TURN" in told(anna)
