"""Seats of a game under way: taken, handed over, lent and given back, by mail; the archive shows it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from engine.record.archive.verify import verify
from engine.wire.mails import POSITION
from tests.server.clocks.clocking import DAY, archive_of, began, notes, plain, tick
from tests.server.house import Got, House, Member
from tests.server.playing import first_move, hand_out, make_club, play_on, start_game, to_move


@pytest.fixture
def four(house: House) -> list[Member]:
    return make_club(house)


def day(house: House, later: int) -> str:
    return (datetime.fromtimestamp(house.time, UTC).date() + timedelta(days=later)).isoformat()


def turn_of(mails: list[Got], member: Member) -> Got:
    return next(got for got in mails if got.recipient == member.address and got.kind == "turn")


def holders(house: House, game: str) -> list[tuple[int, str, str]]:
    """Who got which seat, and how."""
    facts = [json.loads(entry.facts) for entry in house.entries(game)]
    return [(fact["seat"], fact["handle"], fact["how"]) for fact in facts if fact.get("about") == "seat"]


@pytest.mark.parametrize("newcomer", [2, 3])
@pytest.mark.parametrize("owner", [0, 1])
def test_a_seat_is_given_away_for_good(house: House, four: list[Member], owner: int, newcomer: int) -> None:
    table = four[:2]
    game = start_game(table, "pace=2d undo=off")
    play_on(table, 3)
    old, new, other = table[owner], four[newcomer], table[1 - owner]
    seat = old.turn["seat"]
    assert "(game/not-open)" in new.join(game)[0].text
    (asked,) = [got for got in old.ask(f"substitute {game} {new.handle}") if got.recipient == new.address]
    assert f"join {game}" in asked.text
    mails = new.join(game)
    assert holders(house, game) == [(seat, new.handle, "given")]
    first = turn_of(mails, new)
    assert "Your move" not in first.text, "what somebody else chose there is not theirs to know"
    assert json.loads(first.files[POSITION])["seat"] == seat
    assert any("has your seat in the game" in got.text for got in mails if got.recipient == old.address)
    hand_out([new, other], mails)
    play_on([new, other], 6)
    assert "(game/not-in)" in old.ask(f"board {game}")[0].text
    entries = len(house.entries(game))
    for words in ("1", "bank", "next: money 1"):  # with what the last mail of that seat was good for
        old.move(words) if old.own_key else old.reply(words)
        assert house.outcome().startswith("refused"), words
    assert len(house.entries(game)) == entries
    proved = verify(archive_of(house, new, game))
    assert proved.untyped == 0
    assert set(proved.players) == {new.name, other.name}


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("early", [False, True])
def test_a_seat_is_lent_and_given_back(house: House, four: list[Member], owner: int, early: bool) -> None:
    table = four[:2]
    game = start_game(table, "pace=5d undo=off")
    old, new, other = table[owner], four[2], table[1 - owner]
    until = day(house, 3)
    old.ask(f"substitute {game} {new.handle} until {until}")
    hand_out([new, other], new.join(game))
    play_on([new, other], 4)
    if early:
        mails = old.join(game)
    else:
        midnight = int(datetime.fromisoformat(until).replace(tzinfo=UTC).timestamp()) + DAY
        mails = tick(house, midnight, [old, other])
        assert notes(house, game)[-1] == (midnight, "seat")
    hand_out([old, other], mails)
    assert [how for _, _, how in holders(house, game)] == ["lent", "back"]
    play_on([old, other], 4)
    assert "(game/not-open)" in new.join(game)[0].text
    assert verify(archive_of(house, old, game)).untyped == 0


def test_what_was_done_on_a_seat_is_said_of_whoever_had_it(house: House, four: list[Member]) -> None:
    table = four[:2]
    game = start_game(table, "pace=5d undo=off")
    old = to_move(table)
    assert old is not None
    other, new = next(one for one in table if one is not old), four[2]
    old.ask(f"away {day(house, 2)}")
    hand_out(table, old.move(first_move(old)))
    old.ask(f"substitute {game} {new.handle} until {day(house, 9)}")
    story = plain(turn_of(new.join(game), other).text).split("What happened:")[1]
    assert f"{old.handle} is away from" in story
    assert f"{old.handle} drafts" in story
    assert f"{new.name} plays as a substitute" in story
    assert f"{new.name} is away" not in story


def test_a_seat_that_was_opened_is_taken_and_played_on(house: House, four: list[Member]) -> None:
    table = four[:2]
    game = start_game(table, "pace=1d+open:1")
    silent = to_move(table)
    assert silent is not None
    other = next(one for one in table if one is not silent)
    got = tick(house, began(house, game) + DAY, table)
    assert any("your seat is open to" in mail.text for mail in got if mail.recipient == silent.address)
    assert "a seat is open" in four[2].ask("games")[-1].text
    hand_out([four[2], other], four[2].join(game))
    play_on([four[2], other], 5)
    assert "(game/not-open)" in silent.join(game)[0].text
    assert [how for _, _, how in holders(house, game)] == ["open"]
    assert verify(archive_of(house, other, game)).missed is not None


def test_whoever_missed_too_many_turns_takes_the_seat_back_from_the_bot(
    house: House, four: list[Member]
) -> None:
    table = four[:2]
    game = start_game(table, "pace=1d+open:1")
    silent = to_move(table)
    assert silent is not None
    tick(house, began(house, game) + DAY, table)
    hand_out(table, silent.join(game))
    play_on(table, 5)
    assert holders(house, game) == [(silent.turn["seat"], silent.handle, "open")]


def test_whoever_has_seen_one_seat_gets_no_other(house: House, four: list[Member]) -> None:
    table = four[:3]
    game = start_game(table)
    table[0].ask(f"resign {game}")
    hand_out(four, four[3].join(game))
    table[1].ask(f"substitute {game} {table[0].handle}")
    assert "(handover/knows)" in table[0].join(game)[0].text


def test_a_named_substitute_steps_in_when_the_time_is_up(house: House, four: list[Member]) -> None:
    table = four[:2]
    game = start_game(table, "pace=1d+then:substitute")
    late = to_move(table)
    assert late is not None
    other, new = next(one for one in table if one is not late), four[3]
    late.ask(f"substitute {game} {new.handle} until {day(house, 20)} if late")
    assert "You step in" in plain(new.join(game)[0].text)
    mails = tick(house, began(house, game) + DAY, [new, other])
    assert [how for _, _, how in holders(house, game)] == ["lent"]
    assert to_move([new, other]) is new
    assert turn_of(mails, new)
    hand_out([new, other], new.move(first_move(new)))
    hand_out([late, other], late.join(game))
    assert [how for _, _, how in holders(house, game)] == ["lent", "back"]
    assert verify(archive_of(house, other, game)).missed == tuple(
        int(number == late.turn["seat"]) for number in range(2)
    )


def test_what_is_refused(house: House, four: list[Member]) -> None:
    anna, ben, clara, _ = four
    game = start_game([anna, ben])
    assert "(substitute/in-game)" in anna.ask(f"substitute {game} ben")[0].text
    assert "(substitute/none)" in anna.ask(f"substitute {game} off")[0].text
    assert "(substitute/past)" in anna.ask(f"substitute {game} clara until 2020-01-01")[0].text
    anna.ask(f"substitute {game} clara until {day(house, 9)}")
    assert "is not offered" in plain(anna.ask(f"substitute {game} off")[0].text)
    assert "(game/not-open)" in clara.join(game)[0].text
    anna.ask(f"substitute {game} clara until {day(house, 9)}")
    hand_out([clara, ben], clara.join(game))
    assert "(substitute/lent)" in clara.ask(f"substitute {game} dora")[0].text
    keys = start_game([anna, clara], "auth=key")
    assert "(substitute/own-keys)" in anna.ask(f"substitute {keys} ben")[0].text
