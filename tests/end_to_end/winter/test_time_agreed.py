"""More of time by real mail: reminders, agreed clocks, what the host does, and the mailbox as the journal.

As in `test_time`, each act has games of its own in a club that all of them share.
"""

from __future__ import annotations

from pathlib import Path

from engine.record.archive.verify import verify
from server.ledger.queues import MARGIN
from server.players.memos import ask_for
from tests.end_to_end.people import Person
from tests.end_to_end.winter.cast import (
    carl,
    check_made_again,
    club,
    curtain,
    first_action,
    other_than,
    pair,
    seats_in,
    take_seat,
    today,
)
from tests.end_to_end.winter.moved_club import DAY, HOUR, Club
from tests.server.clocks.clocking import plain

__all__ = ["carl", "club", "curtain", "pair"]


def test_one_reminder_for_all_games_is_enough_to_move(club: Club, pair: list[Person], carl: Person) -> None:
    """The most urgent game first, and its deadline in the subject; a reply to it moves there at once."""
    people = [pair[1], carl]
    games = [club.start(people, pace) for pace in ("pace=4d+then:wait undo=off", "pace=2d+then:wait")]
    slow, quick = games
    for game in games:
        while club.mover(game, people) is not carl:
            club.move(game, people)
    club.news(carl)
    due = club.game(quick).due_at
    assert due is not None
    club.come_to(due - DAY + HOUR)
    (reminder,) = [got for got in club.news(carl) if "[reminder" in got.subject]
    assert "until" in reminder.subject
    assert plain(reminder.text).startswith("A reminder: the clock runs, and it is your turn.")
    assert reminder.text.index(quick) < reminder.text.index(slow)
    plies = {game: club.game(game).ply for game in games}
    assert f"`move {quick} 1`" in plain(reminder.text)
    carl.write(f"move {quick} 1", answers=reminder)
    club.settle()
    moved = {game: club.game(game).ply - plies[game] for game in games}
    assert moved == {slow: 0, quick: 1}
    club.come_to(club.now + 20 * HOUR)
    assert [got for got in club.news(carl) if "[reminder" in got.subject] == [], "one a day at most"


def test_a_game_waits_and_whoever_waits_nudges(club: Club, pair: list[Person]) -> None:
    game = club.start(pair, "pace=1d+then:wait")
    late, due = club.mover(game, pair), club.began(game) + DAY
    other = other_than(late, pair)
    club.come_to(due)
    assert (club.notes(game), club.game(game).due_at) == ([(due, "clock")], None)
    assert "was up" in plain(club.news(late)[-1].text)
    club.ask(other, f"nudge {game}")
    assert any("[reminder" in got.subject for got in club.news(late))
    assert "(nudge/again)" in club.ask(other, f"nudge {game}").text
    club.move(game, pair)
    assert club.game(game).ply == 1
    assert sum(verify(club.archive(other, game)).missed or ()) == 1


def test_the_host_pauses_a_game_and_lets_it_go_on(club: Club, pair: list[Person]) -> None:
    """Each is told to everyone with its reason; the clock stands in between, and nobody is reminded."""
    game = club.start(pair, "pace=1d")
    since = club.began(game)
    club.come_to(since + 5 * HOUR)
    for person in pair:
        club.news(person)
    paused = ask_for(club.ledger, "pause", game, club.now, "The club is on a trip.")
    club.come_to(paused)
    for person in pair:
        (told,) = club.news(person)
        assert "The reason: The club is on a trip." in plain(told.text)
    club.come_to(since + 6 * DAY)
    assert (club.game(game).ply, club.game(game).due_at) == (0, None)
    assert [got for person in pair for got in club.news(person)] == []
    resumed = ask_for(club.ledger, "resume", game, club.now)
    club.come_to(resumed)
    due = since + DAY + resumed - paused
    assert club.notes(game) == [(paused, "stop"), (resumed, "resume")]
    assert club.game(game).due_at == due
    club.come_to(due)
    assert club.notes(game)[-1] == (due, "clock")
    assert sum(verify(club.archive(pair[1], game)).missed or ()) == 1


def test_mail_that_comes_back_goes_to_another_address(club: Club, pair: list[Person], carl: Person) -> None:
    ben, other = pair[1], club.meet("work")
    club.ask(ben, f"set address {other.address}")
    (question,) = club.news(other)
    other.write("yes", answers=question)
    people = [ben, carl]
    game = club.start(people, "pace=2d")
    while club.mover(game, people) is not ben:
        club.move(game, people)
    club.news(other)
    verdicts = club.site.postfix.policy.verdicts
    verdicts[ben.address] = "REDIRECT nobody@gone.invalid"
    club.ask(carl, f"nudge {game}")
    club.come_to(club.now + HOUR)
    del verdicts[ben.address]
    (again,) = [got for got in club.news(other) if game in got.text]
    assert again.subject.startswith("[your turn until")
    assert club.notes(game) == [], "the clock runs: there is a way to reach them"
    club.ask(ben, f"set address {other.address} off")


def test_a_named_substitute_steps_in(club: Club, pair: list[Person], carl: Person) -> None:
    """Only when the time is up, and the seat is taken back."""
    game = club.start(pair, "pace=1d+then:substitute")
    late, due = club.mover(game, pair), club.began(game) + DAY
    other = other_than(late, pair)
    club.ask(late, f"substitute {game} {carl.handle} until {today(club, 20)} if late")
    take_seat(club, carl, game)
    assert seats_in(club, game) == []
    club.come_to(due)
    assert seats_in(club, game) == [(carl.handle, "lent")]
    assert club.move(game, [carl, other]) is carl
    take_seat(club, late, game)
    assert seats_in(club, game) == [(carl.handle, "lent"), (late.handle, "back")]
    assert sum(verify(club.archive(other, game)).missed or ()) == 1


def test_a_game_without_a_clock_gets_one_by_the_votes_of_all(club: Club, pair: list[Person]) -> None:
    game = club.start(pair, "pace=none")
    club.move(game, pair)
    club.come_to(club.now + 40 * DAY)
    assert (club.game(game).due_at, club.notes(game)) == (None, [])
    club.ask(pair[0], f"clock {game} pace=1d")
    assert club.game(game).due_at is None, "one of two"
    club.tell(pair[1], f"clock {game} pace=1d")
    agreed, about = club.notes(game)[-1]
    assert (about, club.game(game).due_at) == ("pace", agreed + DAY)
    club.come_to(agreed + DAY)
    assert club.notes(game)[-1] == (agreed + DAY, "clock")
    assert sum(verify(club.archive(pair[0], game)).missed or ()) == 1


def test_a_game_that_never_begins_is_let_go_after_a_warning(club: Club, pair: list[Person]) -> None:
    """Never sooner than its pace allows for a first move."""
    ben = pair[1]
    games = [
        club.ask(ben, f"new players=3 {pace}").text.split("The game ", 1)[1][:6]
        for pace in ("pace=daily", "pace=30d+bank:60d")
    ]
    soon, later = games
    opened = club.entries(soon)[-1]["at"]
    club.come_to(opened + 21 * DAY)
    (warned,) = club.news(ben)
    assert f"join {soon}" in warned.text
    club.come_to(opened + 28 * DAY)
    assert [club.game(game).state for game in games] == ["abandoned", "open"]
    assert [game in got.text for got in club.news(ben) for game in games] == [True, False]
    club.come_to(opened + 98 * DAY)
    assert club.game(later).state == "abandoned"


def test_a_move_that_waits_is_in_time(club: Club, pair: list[Person]) -> None:
    """Sent right before the deadline; it could still be taken back after it."""
    game = club.start(pair, "pace=1d undo=10m")
    mover, due = club.mover(game, pair), club.began(game) + DAY
    club.come_to(due - 3 * MARGIN)
    club.move_to(due - 60)
    mover.move(first_action(mover))
    club.come_to(due + HOUR)
    made = club.entries(game)[-1]
    assert (made["kind"], made["at"]) == ("ply", due - 60 + 600)
    assert [about for _, about in club.notes(game)] == ["held"]
    assert verify(club.archive(pair[0], game)).missed == (0, 0)


def test_all_of_it_is_made_again_from_the_mailbox(club: Club, pair: list[Person], tmp_path: Path) -> None:
    """Absences, the host's word and outages too: every log, entry by entry."""
    game = club.start(pair, "pace=1d")
    club.come_to(club.began(game) + 2 * DAY)
    club.ask(pair[1], f"away {today(club, 1)} to {today(club, 3)}")
    club.move_to(club.now + 9 * HOUR)
    club.come_to(club.now)
    club.end_all()
    assert {about for _, about in club.notes(game)} == {"clock", "away", "stop", "resume", "closed"}
    check_made_again(club, tmp_path / "again.sqlite")
