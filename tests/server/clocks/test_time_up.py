"""Clocks by mail: deadlines that are shown, and what happens when the time is up."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from engine.bots import choose
from engine.record.archive.verify import verify
from engine.record.game.changes import forced
from engine.rules import Action, Draw, Game, legal_actions
from engine.wire.clocks import GameClock
from engine.wire.facts import read_facts
from engine.wire.mails import FACTS, POSITION, RECEIPT
from server.desk.clerk import Clerk
from server.desk.desk import Desk
from server.games import playing_on, substitutes
from server.ledger import models as rows
from server.outgoing.limits import URGENT_A_TURN
from server.players.memos import ask_for
from tests.server.clocks.clocking import DAY, HOUR, archive_of, began, notes, plain, tick
from tests.server.house import Got, House, Member
from tests.server.playing import first_move, hand_out, position, start_game, to_move
from tests.server.seasons.journal_house import work_together


def test_the_deadline_is_told_on_the_readers_own_clock(house: House, club: list[Member]) -> None:
    for member in club:
        member.ask("set zone Europe/Berlin")
    game = start_game(club, "pace=1d+bank:3d+grace:12h")
    member = to_move(club)
    assert member is not None
    assert member.last is not None
    other = next(one for one in club if one is not member)
    assert house.game(game).due_at == began(house, game) + 4 * DAY + 12 * HOUR
    told = plain(member.last.text)
    assert "You have until " in told
    assert "(1 day left)" in told
    assert "(Europe/Berlin)" in told
    assert "Then comes your time bank (3 days), until " in told
    assert "a house bot makes this move for you" in told
    assert other.last is not None
    assert "has until " in plain(other.last.text)
    assert "[your turn until " in member.last.subject
    (status,) = [got for got in member.ask("status") if got.kind == "answer"]
    assert "You have until " in status.text


def clocks_in(house: House, got: Got, beside: str) -> tuple[GameClock, ...]:
    """The clocks that a mail tells a client of."""
    return read_facts(got.files[FACTS], got.files[beside], house.settings.key.public).clocks


def test_a_client_gets_the_clock_in_fields(house: House, club: list[Member]) -> None:
    """Beside turns, in a reminder of several games, in answers and in notices; never only in a sentence."""
    one, two = start_game(club, "pace=1d+bank:3d+grace:12h"), start_game(club, "pace=2d")
    since = began(house, two)
    assert club[0].last is not None
    (clock,) = clocks_in(house, club[0].last, POSITION)
    assert (clock.game, clock.entries) == (two, len(house.entries(two)))
    assert clock.dial.deadline == house.game(two).due_at == since + 2 * DAY
    assert (clock.dial.seat, clock.dial.then) == (house.game(two).turn_seat, "bot")
    said = json.loads(club[0].last.files[POSITION])["said"]
    assert "until" not in said, "what is left is counted when it is read"
    reminders = [got for got in tick(house, since + DAY + HOUR, club) if "[reminder" in got.subject]
    told = [clock for got in reminders for clock in clocks_in(house, got, POSITION)]
    assert {clock.game for clock in told} == {one, two}
    (status,) = [got for got in club[0].ask("status") if got.kind == "answer"]
    assert {clock.game for clock in clocks_in(house, status, RECEIPT)} == {one, two}
    ask_for(house.ledger, "pause", two, house.time, "a trip")
    notices = tick(house, house.time + HOUR, club)
    (notice,) = [got for got in notices if got.recipient == club[0].address and RECEIPT in got.files]
    assert [clock.dial.stopped for clock in clocks_in(house, notice, RECEIPT)] == [("pause",)]
    mailbox = [got for got in notices if got.recipient == club[1].address]
    assert not [got for got in mailbox if FACTS in got.files], "no program reads there"


def test_a_house_bot_moves_at_the_deadline_itself(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d+open:3")
    member, since = to_move(club), began(house, game)
    assert member is not None
    member.ask("set mails mine")
    assert tick(house, since + DAY - 1, club), "a reminder"
    assert house.game(game).ply == 0
    got = tick(house, since + 3 * HOUR + DAY, club)
    assert house.game(game).ply == 1
    assert notes(house, game) == [(since + DAY, "clock")], "not when somebody looked"
    assert any("The time of" in mail.text and "was up" in mail.text for mail in got)
    (told,) = [plain(mail.text) for mail in got if mail.recipient == member.address]
    assert "was up: a house bot makes this move." in told
    assert "A house bot's move for you, move 0: draft" in told
    assert house.game(game).due_at == since + 2 * DAY
    proved = verify(archive_of(house, club[0], game))
    assert proved.untyped == 1


@pytest.mark.parametrize(
    ("sunday", "hours"),
    [
        (1_792_879_200, 25),  # 2026-10-25, 00:00 there
        (1_806_188_400, 23),  # 2027-03-28
    ],
)
def test_both_changes_of_daylight_saving(house: House, club: list[Member], sunday: int, hours: int) -> None:
    """A day off has the hours that it has where its player lives: 25 in October, 23 in March."""
    for member in club:
        member.ask("set zone Europe/Berlin")
    house.time = sunday - DAY - 3 * HOUR
    game = start_game(club, "pace=1d+off:sat/sun")
    began_at = began(house, game)
    assert began_at < sunday - DAY, "on a Friday evening"
    stood = DAY + hours * HOUR
    assert house.game(game).due_at == began_at + DAY + stood
    tick(house, began_at + DAY + stood - 1, club)
    assert house.game(game).ply == 0
    tick(house, began_at + DAY + stood, club)
    assert house.game(game).ply == 1
    assert notes(house, game)[-1] == (began_at + DAY + stood, "clock")
    assert verify(archive_of(house, club[0], game)).untyped >= 1


def test_time_runs_out_in_the_draft_and_between_a_draw_and_its_keep(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d")
    tick(house, began(house, game) + DAY, club)
    draft = json.loads(house.entries(game)[-1].facts)
    assert (draft["by"], draft["action"].split()[0]) == ("clock", "draft")
    member = to_move(club)
    while member is not None and not (draws := _draws(member)):
        hand_out(club, member.move(choose("greedy", position(member), Random(1)).write()))
        member = to_move(club)
    assert member is not None
    hand_out(club, member.move(draws[0]))
    assert to_move(club) is member
    assert house.game(game).due_at == began(house, game) + DAY, "choosing has a turn's time of its own"
    tick(house, began(house, game) + DAY, club)
    kept = json.loads(house.entries(game)[-1].facts)
    assert (kept["by"], kept["action"].split()[0]) == ("clock", "keep")
    assert to_move(club) is not member


def test_what_a_bot_draws_it_keeps_in_the_same_second(
    house: House, club: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that makes a move for somebody ends it too."""

    def draw_if_it_can(_name: str, seen: Game, rng: Random) -> Action:
        draws = [action for action in legal_actions(seen) if isinstance(action, Draw)]
        return draws[0] if draws else choose("greedy", seen, rng)

    monkeypatch.setattr(substitutes, "choose", draw_if_it_can)
    game = start_game(club, "pace=1d")
    member = to_move(club)
    while member is not None and not _draws(member):
        hand_out(club, member.move(choose("greedy", position(member), Random(1)).write()))
        member = to_move(club)
    since = began(house, game)
    tick(house, since + DAY, club)
    last = [json.loads(entry.facts) for entry in house.entries(game)[-4:]]
    assert [(fact["at"], fact.get("about", fact.get("by"))) for fact in last] == [
        (since + DAY, "clock"),
    ] * 4
    assert to_move(club) is not member
    assert verify(archive_of(house, club[0], game)).untyped == 2


def _draws(member: Member) -> list[str]:
    """The moves with which a member could draw five pieces now."""
    return [action.write() for action in legal_actions(position(member)) if isinstance(action, Draw)]


def test_two_workers_at_the_same_deadline(house: House, club: list[Member]) -> None:
    games = [start_game(club, "pace=1d") for _ in range(3)]
    house.time = max(began(house, game) for game in games) + 3 * DAY
    house.look()
    work_together(
        [Clerk(house.desk, "one"), Clerk(Desk(house.ledger, house.settings, lambda: house.time), "two")]
    )
    for game in games:
        since, told = house.entries(game)[-1].at, notes(house, game)
        assert len(told) == len(set(told)) == house.game(game).ply
        assert [at for at, _ in told] == [began_first(house, game) + DAY * (n + 1) for n in range(len(told))]
        assert since == told[-1][0]


def began_first(house: House, game: str) -> int:
    return next(entry.at for entry in house.entries(game) if entry.kind == "start")


def test_a_move_that_came_before_the_deadline_counts(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d")
    member, since = to_move(club), began(house, game)
    assert member is not None
    house.time = since + DAY - 60 - 60  # `write` goes on by a minute
    hand_out(club, member.move(first_move(member)))
    assert (house.game(game).ply, notes(house, game)) == (1, [])


def test_the_seat_is_opened_after_so_many_turns(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d+open:2")
    silent, since = to_move(club), began(house, game)
    assert silent is not None
    other = next(one for one in club if one is not silent)
    tick(house, since + DAY + 60, club)
    while to_move(club) is other:
        hand_out(club, other.move(first_move(other)))
    tick(house, began(house, game) + DAY + 60, club)
    abouts = [about for _, about in notes(house, game)]
    assert abouts[:1] == ["clock"]
    assert abouts[-1] == "bot"
    assert to_move([other, silent]) is other, "a bot plays on"
    told = [row for row in house.all(rows.Outbox) if row.recipient == silent.address][-1]
    assert "your seat is open" in Got(told.recipient, told.kind, told.mime).text


def test_who_opens_a_game_is_told_its_clock(house: House, club: list[Member]) -> None:
    assert "Its clock is daily: `help pace`" in plain(club[0].ask("new pace=daily")[0].text)
    assert "Its clock is 1d+bank:3d: `help pace`" in plain(club[0].ask("new pace=1d+bank:3d")[0].text)
    assert "clock" not in club[0].ask("new pace=none")[0].text


def test_a_game_can_wait(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d+then:wait")
    member, since = to_move(club), began(house, game)
    assert member is not None
    tick(house, since + DAY - 1, club)
    got = tick(house, since + DAY, club) + tick(house, since + DAY + DAY // 2, club)
    (told,) = [plain(mail.text) for mail in got if mail.recipient == member.address]
    assert "Your time was up on" in told, "and no reminder says it again on the same day"
    (late,) = [mail for mail in tick(house, since + 2 * DAY, club) if mail.recipient == member.address]
    assert plain(late.text).startswith("A reminder: your time was up, and the others wait for your move.")
    assert (house.game(game).ply, house.game(game).due_at) == (0, None)
    hand_out(club, member.move(first_move(member)))
    assert house.game(game).ply == 1


def test_one_reminder_a_day_for_all_games(house: House, club: list[Member]) -> None:
    games = [start_game(club, "pace=2d"), start_game(club, "pace=2d+bank:1d")]
    since = house.time
    got = [mail for hours in range(1, 50) for mail in tick(house, since + hours * HOUR, club)]
    reminders = [mail for mail in got if "reminder" in mail.subject]
    assert reminders
    assert all("until" in mail.subject for mail in reminders)
    for member in club:
        assert len([mail for mail in reminders if mail.recipient == member.address]) <= 2
    assert all(house.game(game).pace for game in games)


def test_nudge_once_a_turn(house: House, club: list[Member]) -> None:
    game = start_game(club)
    member = to_move(club)
    assert member is not None
    other = next(one for one in club if one is not member)
    got = other.ask(f"nudge {game}")
    assert [mail.recipient for mail in got if "reminder" in mail.subject] == [member.address]
    member.ask("set mails none")
    assert "(nudge/again)" in other.ask(f"nudge {game}")[0].text
    assert "(nudge/own-turn)" in member.ask(f"nudge {game}")[0].text


def test_who_wants_no_mail_is_neither_nudged_nor_reminded(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d+then:wait")
    member = to_move(club)
    assert member is not None
    member.ask("set mails none")
    other = next(one for one in club if one is not member)
    assert "(nudge/nobody)" in other.ask(f"nudge {game}")[0].text
    got = tick(house, began(house, game) + 3 * DAY, club)
    assert [mail.recipient for mail in got] == [other.address]


def test_the_clubs_own_pace(house: House, club: list[Member]) -> None:
    house.desk.settings = replace(house.settings, pace="relaxed")
    assert (house.game(start_game(club)).pace or "").startswith("3d+bank:14d")
    assert house.game(start_game(club, "pace=none")).pace is None
    (got,) = [mail for mail in club[1].ask("new players=2 bots=1") if mail.kind == "turn"]
    assert house.game(got.subject[-6:]).pace is None, "whoever sits alone with bots keeps nobody waiting"
    assert "(pace/duration)" in club[0].ask("new pace=soon")[0].text
    (listed,) = club[0].ask("new pace=weekend; games") if club[0].own_key else club[1].ask("games")
    assert "pace weekend" in listed.text
    assert "relaxed   3 days a move" in club[0].ask("help pace")[0].text


def test_a_forced_move_is_made_at_once(
    house: House, club: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Positions with only one move are rare: here the first one of the draft is taken for that."""
    seen: list[int] = []

    def only(game: Game) -> Action | None:
        return next(iter(legal_actions(game))) if game.ply in seen else None

    monkeypatch.setattr(playing_on, "forced_move", only)
    monkeypatch.setattr(forced, "forced_move", only)
    for member in club:
        member.ask("set forced auto")
    game = start_game(club)
    seen += [1, 2]
    first = to_move(club)
    assert first is not None
    hand_out(club, first.move(first_move(first)))
    marks = [json.loads(entry.facts).get("by") for entry in house.entries(game)]
    assert marks[-2:] == ["forced", "forced"]
    for member in club:
        assert member.last is not None
        assert plain(member.last.text).count("was the only move for") == 2
    assert to_move(club) is not None
    assert "asked for every move" in club[0].ask("set forced ask")[0].text


WAITS = "new: "
"""The outcome of a mail that was put off."""


def test_a_move_is_not_put_off_past_its_deadline(house: House, club: list[Member]) -> None:
    """Who has sent too many mails still moves in time, and as often as somebody may miss the word."""
    game = start_game(club, "pace=1d+then:wait")
    member, since = to_move(club), began(house, game)
    assert member is not None
    house.desk.settings = replace(house.settings, mails_per_hour=3)
    house.time = since + DAY - 30 * 60
    for _ in range(4):
        member.ask("status")
    assert house.outcome() == WAITS, "what is no move has time"
    for _ in range(2):
        member.move("money 99")
        assert house.outcome().startswith("refused"), house.outcome()
    hand_out(club, member.move(first_move(member)))
    assert (house.outcome(), house.game(game).ply, notes(house, game)) == ("done", 1, [])


def test_so_many_moves_of_one_turn_are_urgent(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d+then:wait")
    member, since = to_move(club), began(house, game)
    assert member is not None
    house.desk.settings = replace(house.settings, mails_per_hour=3)
    house.time = since + DAY - 40 * 60
    outcomes = []
    for _ in range(30):
        member.move("money 99")
        outcomes.append(house.outcome())
    assert outcomes[-1] == WAITS
    assert sum(outcome != WAITS for outcome in outcomes) == 3 + URGENT_A_TURN
    assert house.game(game).ply == 0
