"""Votes by mail: who is asked, what is decided when, and what follows."""

from __future__ import annotations

import json

from engine.record.archive.verify import verify
from engine.record.game.changes.votes import TIME
from server.ledger import models as rows
from tests.server.clocks.clocking import archive_of, notes, plain, tick
from tests.server.house import House, Member
from tests.server.playing import make_club, play_on, start_game, to_move


def table(house: House, options: str = "") -> tuple[list[Member], str]:
    """Anna and Clara have keys; Dora is not in it."""
    members = make_club(house, 4)
    game = start_game(members[:3], options)
    return members, game


def answer_of(member: Member, text: str) -> str:
    return plain(next(got.text for got in member.ask(text) if got.recipient == member.address))


def test_a_game_ends_early_and_counts_as_it_stands(house: House) -> None:
    (anna, ben, clara, _), game = table(house)
    play_on([anna, ben, clara], 20)
    clara.ask("set language ru")
    mails = anna.ask(f"vote {game} count")
    asked = {got.recipient: got for got in mails}
    assert f"If you agree, send: vote {game} count If not, send: vote {game} count no" in plain(
        asked[ben.address].text
    )
    assert asked[clara.address].subject.startswith("[голосование]")
    assert "засчитать очки как есть" in plain(asked[clara.address].text)
    assert "Still to agree: ben, clara." in plain(asked[anna.address].text)
    ben.ask(f"vote {game} count")
    last = clara.ask(f"vote {game} count")
    told = next(got.text for got in last if got.recipient == anna.address)
    assert "ended early by a vote, and counts as it stands" in plain(told)
    assert "Standings so far" in told
    assert house.game(game).state == "abandoned"
    proved = verify(archive_of(house, anna, game))
    assert (proved.votes, proved.winners) == ((("count", "yes", True),), ())
    assert [about for _, about in notes(house, game)] == ["vote", "vote", "vote", "decided"]


def test_who_is_absent_cant_block(house: House) -> None:
    (anna, ben, clara, _), game = table(house)
    anna.ask(f"vote {game} abandon")
    ben.ask(f"vote {game} abandon")
    due = house.game(game).vote_due
    assert due is not None
    tick(house, due - 60, [anna, ben, clara])
    assert house.game(game).state == "running"
    told = tick(house, due + 3600, [anna, ben, clara])
    assert house.game(game).state == "abandoned"
    assert {got.recipient for got in told} == {anna.address, ben.address, clara.address}
    assert notes(house, game)[-1] == (due, "decided"), "it happens when it is due, whenever somebody looks"
    assert verify(archive_of(house, anna, game)).votes == (("abandon", "yes", True),)


def test_who_is_there_and_says_nothing_does_not_agree(house: House) -> None:
    (anna, ben, clara, _), game = table(house)
    anna.ask(f"vote {game} abandon")
    play_on([anna, ben, clara], 3)
    told = tick(house, house.time + TIME, [anna, ben, clara])
    assert house.game(game).state == "running"
    assert {got.recipient for got in told} == {anna.address, ben.address, clara.address}
    assert "was lost, and nothing changes" in plain(told[0].text)
    assert house.game(game).vote_due is None
    assert verify(archive_of(house, anna, game)).votes == (("abandon", "yes", False),)


def test_somebody_who_is_not_heard_of_is_replaced(house: House) -> None:
    (anna, ben, clara, dora), game = table(house)
    play_on([anna, ben, clara], 9)
    while to_move([anna, ben, clara]) is not clara:
        play_on([anna, ben, clara], 1)
    anna.ask(f"vote {game} replace clara")
    assert "(voting/other)" in answer_of(ben, f"vote {game} replace anna")
    ben.ask(f"vote {game} replace clara")
    told = tick(house, house.time + TIME, [anna, ben, clara])
    (hers,) = [got.text for got in told if got.recipient == clara.address]
    assert "a bot plays on your seat" in plain(hers)
    seats = {seat.number: seat.left_at for seat in house.all(rows.Seat)}
    assert [number for number, left in seats.items() if left is not None] == [2]
    dora.ask(f"join {game}")
    assert any(
        json.loads(entry.facts).get("handle") == "dora" and json.loads(entry.facts).get("about") == "seat"
        for entry in house.entries(game)
    )


def test_a_no_ends_it_at_once(house: House) -> None:
    (anna, ben, clara, _), game = table(house)
    anna.ask(f"vote {game} clock daily")
    told = ben.ask(f"vote {game} clock no")
    assert clara.address in {got.recipient for got in told}
    assert house.game(game).pace is None
    assert [about for _, about in notes(house, game)] == ["vote", "vote", "decided"]
    assert house.game(game).vote_due is None
    mails = [got for member in (anna, ben, clara) for got in member.ask(f"vote {game} abandon")]
    told = plain(next(got.text for got in reversed(mails) if got.kind == "turn"))
    assert "Ben Bäcker has voted against it. Voted, and not carried: play with the clock daily." in told
    assert "Клара has voted: abandon the game, without a winner. Voted: abandon the game" in told


def test_a_clock_that_an_absent_player_cant_block(house: House) -> None:
    (anna, ben, clara, _), game = table(house)
    anna.ask(f"clock {game} pace=daily")
    ben.ask(f"vote {game} clock daily")
    tick(house, house.time + TIME, [anna, ben, clara])
    assert house.game(game).pace is not None
    assert verify(archive_of(house, anna, game)).votes[0][::2] == ("pace", True)


def test_what_is_refused(house: House) -> None:
    (anna, ben, _, dora), game = table(house)
    before = len(house.entries(game))
    for member, text, code in (
        (ben, f"vote {game} count no", "voting/none"),
        (ben, f"vote {game} replace zoe", "voting/whom"),
        (dora, f"vote {game} count", "game/not-in"),
        (ben, f"vote {game} replace", "command/usage"),
    ):
        assert f"({code})" in answer_of(member, text)
    assert len(house.entries(game)) == before
    mails = house.write("mallory@example.org", f"vote {game} count")
    assert len(house.entries(game)) == before
    assert all(got.recipient == "mallory@example.org" for got in mails)
    for number in range(20):
        ben.ask(f"vote {game} count" if number % 2 == 0 else f"vote {game} count no")
    assert "(voting/too-often)" in answer_of(ben, f"vote {game} count")
    assert anna.house.game(game).state == "running"


def test_no_vote_moves_or_shows_a_card(house: House) -> None:
    """Mails of a vote have no position in them, and the game stands where it stood."""
    (anna, ben, clara, _), game = table(house, "deliveries=hidden")
    play_on([anna, ben, clara], 12)
    ply, turn = house.game(game).ply, to_move([anna, ben, clara])
    mails = (
        anna.ask(f"vote {game} publish") + anna.ask(f"vote {game} count") + ben.ask(f"vote {game} count no")
    )
    assert not [got for got in mails if got.files and got.kind == "turn"]
    assert (house.game(game).ply, to_move([anna, ben, clara])) == (ply, turn)


def test_nobody_ends_a_game_alone_by_not_moving(house: House) -> None:
    """Where it is the turn of whoever wants it, the others can't show by a move that they are there."""
    (anna, ben, clara, _), game = table(house)
    play_on([anna, ben, clara], 9)
    mover = to_move([anna, ben, clara])
    assert mover is not None
    mover.ask(f"vote {game} count")
    for member in (anna, ben, clara):
        member.ask(f"status {game}")
    told = tick(house, house.time + 2 * TIME, [anna, ben, clara])
    assert all("was lost, and nothing changes" in plain(got.text) for got in told if got.kind != "turn")
    assert house.game(game).state == "running"
