"""Time, by real mail: one club through a winter, with a clock that is moved from act to act.

Each act is a test with a game of its own. They share the club, and the time only goes on, so they are in the
order of the calendar; each also passes alone.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from engine.record.archive.verify import verify
from engine.rules import Action, Draw, legal_actions
from server.desk.clerk import Clerk
from server.desk.desk import Desk
from server.ledger.queues import MARGIN
from server.ledger.store import Ledger
from tests.end_to_end.people import MailboxPlayer, Person
from tests.end_to_end.winter.cast import (
    BERLIN,
    MARCH,
    OCTOBER,
    carl,
    check_made_again,
    club,
    curtain,
    first_action,
    midnight,
    other_than,
    pair,
    seats_in,
    take_seat,
    text_of,
    today,
)
from tests.end_to_end.winter.moved_club import DAY, HOUR, Club
from tests.server.clocks.clocking import plain
from tests.server.seasons.journal_house import work_together

__all__ = ["carl", "club", "curtain", "pair"]

BY_HAND = (None, "delegated")
"""The marks of moves that their player sent, sealed or with a code."""


def weekend(club: Club, pair: list[Person], friday: int, hours: int) -> None:
    """A day off has the hours that it has where they live; the time runs out in the draft."""
    club.come_to(friday - MARGIN)
    game = club.start(pair, "pace=1d+off:sat/sun")
    mover, due = club.mover(game, pair), club.began(game) + DAY + DAY + hours * HOUR
    assert club.game(game).due_at == due
    monday = datetime.fromtimestamp(due, ZoneInfo(BERLIN))
    assert mover.turn_mail is not None
    assert f"[your turn until Mon {monday:%H:%M}]" in mover.turn_mail.subject
    assert monday.strftime("until Monday, %B %d, %Y, %H:%M (Europe/Berlin) (") in text_of(mover)
    club.come_to(due - 1)
    assert club.game(game).ply == 0
    club.come_to(due)
    assert club.notes(game)[-1] == (due, "clock")
    moved = club.entries(game)[-1]
    assert (moved["by"], moved["at"], moved["action"].split()[0]) == ("clock", due, "draft")
    told = club.news(other_than(mover, pair))[-1]
    assert "was up: a house bot makes this move" in plain(told.text)


def test_the_clocks_are_put_back(club: Club, pair: list[Person]) -> None:
    weekend(club, pair, OCTOBER, 25)


def test_a_move_that_crosses_the_deadline_in_the_mail(club: Club, pair: list[Person]) -> None:
    """What our mail server received before it is in time, whenever it is read; what came after it is not."""
    game = club.start(pair, "pace=1d")
    mover, due = club.mover(game, pair), club.began(game) + DAY
    club.come_to(due - 3 * MARGIN)
    club.move_to(due - 20)
    mover.move(first_action(mover))
    club.move_to(due + MARGIN)
    club.settle()
    made = club.entries(game)[-1]
    assert (made["kind"], made.get("by") in BY_HAND, club.notes(game)) == ("ply", True, [])
    assert made["at"] == due - 20, "it counts from when our mail server had it"
    late, due = club.mover(game, pair), made["at"] + DAY
    club.come_to(due - 3 * MARGIN)
    club.move_to(due + 20)
    late.hear_all()
    late.move(first_action(late))
    club.come_to(due + 20)
    assert club.notes(game)[-1] == (due, "clock")
    assert [each.get("by") in BY_HAND for each in club.entries(game) if each["kind"] == "ply"] == [
        True,
        False,
    ]
    told = " ".join(plain(got.text) for got in club.news(late))
    assert "The time of" in told
    assert "That didn't work" in told, "the late move is answered"


def test_an_outage_across_a_deadline(club: Club, pair: list[Person]) -> None:
    """What the server could not fetch costs nobody time, and what came meanwhile counts."""
    game = club.start(pair, "pace=1d")
    since = club.began(game)
    club.come_to(since + 20 * HOUR)
    out = club.now
    club.move_to(since + 30 * HOUR)
    club.come_to(since + 30 * HOUR)
    assert club.notes(game) == [(out, "stop"), (since + 30 * HOUR, "resume")]
    due = since + DAY + since + 30 * HOUR - out
    assert (club.game(game).ply, club.game(game).due_at) == (0, due)
    mover = club.mover(game, pair)
    club.come_to(due - 3 * MARGIN)
    club.move_to(due + 5 * HOUR)
    mover.move(first_action(mover))
    club.move_to(due + 9 * HOUR)
    club.come_to(due + 9 * HOUR)
    notes = [each for each in club.entries(game) if each["kind"] == "note"]
    assert [each.get("why") for each in notes] == ["outage"] * 4
    assert club.game(game).ply == 1, "the deadline lay in the outage"
    assert "the server can't fetch or send mail" in text_of(club.mover(game, pair))
    assert verify(club.archive(pair[0], game)).missed == (0, 0)


def test_two_workers_at_the_same_deadline(club: Club, pair: list[Person]) -> None:
    games = [club.start(pair, "pace=1d") for _ in range(2)]
    starts = {game: club.began(game) for game in games}
    club.settle()
    club.keep_watch_until(max(starts.values()) + 3 * DAY)
    with Ledger(str(club.ledger.url.render_as_string(hide_password=False))) as other:
        desks = [club.desk, Desk(other, club.settings, club.clock)]
        work_together([Clerk(desk, f"worker {number}") for number, desk in enumerate(desks)])
    club.settle()
    for game in games:
        assert club.notes(game) == [(starts[game] + DAY * number, "clock") for number in (1, 2, 3)]
        assert club.game(game).ply == 3
    told = [got for got in club.news(pair[1]) if "was up" in got.text]
    assert len({str(got.message["Message-ID"]) for got in told}) == len(told)


def test_mail_that_comes_back(club: Club, pair: list[Person]) -> None:
    """While a player can't be reached their clock stands; the others are told, but no address."""
    game = club.start(pair, "pace=1d")
    mover = club.mover(game, pair)
    other = other_than(mover, pair)
    club.come_to(club.began(game) + HOUR)
    verdicts = club.site.postfix.policy.verdicts
    verdicts[mover.address] = "REDIRECT nobody@gone.invalid"
    club.ask(other, f"nudge {game}")
    club.come_to(club.now + HOUR)
    assert [about for _, about in club.notes(game)] == ["stop"]
    assert club.game(game).due_at is None
    (waits,) = [got for got in other.inbox if "comes back" in got.text]
    assert mover.address not in waits.raw.decode()
    club.come_to(club.now + 3 * DAY)
    assert club.game(game).ply == 0
    del verdicts[mover.address]
    mover.move(first_action(mover))
    club.settle()
    assert [about for _, about in club.notes(game)] == ["stop", "resume"]
    assert club.game(game).ply == 1
    assert verify(club.archive(other, game)).missed == (0, 0)


def test_an_absence_in_the_middle_of_a_turn(club: Club, pair: list[Person]) -> None:
    """Announced while the clock runs, lengthened by one that overlaps, and ended early."""
    game = club.start(pair, "pace=2d")
    mover, since = club.mover(game, pair), club.began(game)
    other = other_than(mover, pair)
    club.come_to(since + HOUR)
    other.hear_all()
    club.ask(mover, f"away {today(club, 1)} to {today(club, 4)}")
    assert [got.subject.split("]")[0] for got in club.news(other)] == ["[away"]
    began = midnight(today(club, 1))
    assert club.game(game).due_at == since + 2 * DAY + midnight(today(club, 5)) - began
    club.ask(mover, f"away {today(club, 3)} to {today(club, 6)}")
    both = midnight(today(club, 7)) - began
    assert club.game(game).due_at == since + 2 * DAY + both, "days that are in both count once"
    assert "(away/budget)" in club.ask(mover, f"away {today(club, 10)} to {today(club, 60)}").text
    club.come_to(began + 2 * DAY)
    assert "is away until" in plain(club.ask(other, "status").text)
    assert club.game(game).ply == 0
    club.ask(mover, "back")
    back, about = club.notes(game)[-1]
    assert about == "back"
    assert club.game(game).due_at == since + 2 * DAY + back - began
    club.move(game, pair)
    assert "is back" in text_of(club.look_at(other, game))
    assert verify(club.archive(other, game)).missed == (0, 0)


def test_a_seat_is_lent_and_given_back(club: Club, pair: list[Person], carl: Person) -> None:
    game = club.start(pair, "pace=5d undo=off")
    owner = club.move(game, pair)
    other = other_than(owner, pair)
    until = today(club, 2)
    club.ask(owner, f"substitute {game} {carl.handle} until {until}")
    take_seat(club, carl, game)
    assert "Your move" not in text_of(club.look_at(carl, game))
    movers = {club.move(game, [carl, other]).handle for _ in range(4)}
    assert carl.handle in movers
    club.come_to(midnight(until) + DAY)
    assert seats_in(club, game) == [(carl.handle, "lent"), (owner.handle, "back")]
    club.move(game, [owner, other])
    proved = verify(club.archive(other, game))
    assert (proved.untyped, proved.missed) == (0, (0, 0))


def test_an_open_seat_is_played_by_a_bot_taken_over_and_lost(
    club: Club, pair: list[Person], carl: Person
) -> None:
    """Who missed too many turns takes the seat back from the bot, unless somebody else was first."""
    game = club.start(pair, "pace=1d+open:1")
    silent = club.mover(game, pair)
    other = other_than(silent, pair)
    club.come_to(club.began(game) + DAY)
    assert club.notes(game)[-1][1] == "bot"
    take_seat(club, silent, game)
    assert seats_in(club, game) == [(silent.handle, "open")]
    if club.mover(game, pair) is other:
        club.move(game, pair)
    club.come_to(club.began(game) + DAY)
    take_seat(club, carl, game)
    take_seat(club, silent, game)
    assert "(game/not-open)" in silent.inbox[-1].text
    assert seats_in(club, game) == [(silent.handle, "open"), (carl.handle, "open")]
    club.move(game, [carl, other])
    assert sum(verify(club.archive(other, game)).missed or ()) == 2


def test_a_move_waits_and_is_taken_back(club: Club, pair: list[Person]) -> None:
    """By a player with a key and by one from the mailbox: until it is played nobody else gets a mail."""
    game = club.start(pair, "undo=10m")
    for ply in range(2):
        mover = club.mover(game, pair)
        other = other_than(mover, pair)
        club.news(other)
        mover.move(first_action(mover))
        club.settle()
        (held,) = mover.hear_all()
        assert f"Your move {ply}: {first_action(mover).write()} It is played on" in plain(held.text)
        how = f"undo {game}" if isinstance(mover, MailboxPlayer) else f"grubenpost undo {game}"
        assert f"(Europe/Berlin); `{how}` takes it back" in plain(club.ask(mover, "status").text)
        assert f"{mover.handle} has made move {ply}, and can" in plain(club.ask(other, "status").text)
        if isinstance(mover, MailboxPlayer):
            mover.write("undo", answers=held)
        else:
            mover.tell(f"undo {game} {ply}")
        assert "is taken back" in " ".join(plain(got.text) for got in club.news(mover))
        assert club.look_at(mover, game).turn.mine  # type: ignore[union-attr]
        mover.move(better := list(legal_actions(mover.turn.position))[1])  # type: ignore[union-attr]
        club.come_to(club.now + 9 * 60)
        assert (club.game(game).ply, club.news(other)) == (ply, [])
        club.come_to(club.now + 60)
        assert club.entries(game)[-1]["action"] == better.write()
        assert club.game(game).ply == ply + 1
        assert [club.look_at(one, game).turn.position.ply for one in pair] == [ply + 1] * 2  # type: ignore[union-attr]
    assert [about for _, about in club.notes(game)] == ["held", "taken-back", "held"] * 2
    club.end_all()
    assert verify(club.archive(other, game)).taken_back == 2


def test_the_time_is_up_between_a_draw_and_its_choice(club: Club, pair: list[Person]) -> None:
    """Choosing has a time of its own, and who drew stays who drew: a bot only chooses."""
    game = club.start(pair, "pace=1d")
    while not (draws := draws_of(club.mover(game, pair))):
        club.move(game, pair)
    drawer = club.move(game, pair, draws[0])
    assert drawer.turn is not None
    drawn = club.began(game)
    assert club.game(game).due_at == drawn + DAY
    club.come_to(drawn + DAY - 1)
    assert club.mover(game, pair) is drawer
    club.come_to(drawn + DAY)
    *_, note, ply = club.entries(game)
    assert (note["at"], note["about"], ply["at"], ply["by"]) == (drawn + DAY, "clock", drawn + DAY, "clock")
    assert ply["seat"] == drawer.turn.seat
    proved = verify(club.archive(pair[0], game))
    assert (proved.untyped, sum(proved.missed or ())) == (1, 1)


def draws_of(person: Person) -> list[Action]:
    assert person.turn is not None
    return [action for action in legal_actions(person.turn.position) if isinstance(action, Draw)]


def test_the_clocks_are_put_forward(club: Club, pair: list[Person]) -> None:
    weekend(club, pair, MARCH, 23)


def test_the_whole_winter_is_made_again_from_the_mailbox(
    club: Club, pair: list[Person], tmp_path: Path
) -> None:
    """Deadlines, outages, bounces, absences and seats: all that came before in this file."""
    game = club.start(pair, "pace=1d")
    club.come_to(club.began(game) + DAY)
    assert club.notes(game)[-1][1] == "clock"
    club.end_all()
    check_made_again(club, tmp_path / "again.sqlite")
