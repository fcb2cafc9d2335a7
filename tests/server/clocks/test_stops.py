"""Why clocks stand still: outages, mail that comes back, the host's word; each is an entry of its own."""

from __future__ import annotations

import pytest

from engine.record.archive.verify import verify
from server.ledger import models as rows
from server.ledger.queues import lease_mailbox, note_gap, note_poll
from server.players.memos import ask_for
from tests.server.clocks.clocking import DAY, HOUR, archive_of, began, bounce, notes, others_than, plain, tick
from tests.server.house import House, Member, mail
from tests.server.playing import first_move, hand_out, start_game, to_move


def come_back_from(house: House, outage: int, at: int) -> None:
    """The mailbox was last read at one time, and is found again at another."""
    with house.ledger.writing() as session:
        lease_mailbox(session, "club", "fetcher", outage, 600)
        note_poll(session, "club", "fetcher", outage, outage)
    with house.ledger.writing() as session:
        note_gap(session, at)


def test_an_outage_across_a_deadline(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d")
    since = began(house, game)
    come_back_from(house, since + 20 * HOUR, since + 30 * HOUR)
    tick(house, since + 30 * HOUR, club)
    assert (house.game(game).ply, notes(house, game)) == (
        0,
        [(since + 20 * HOUR, "stop"), (since + 30 * HOUR, "resume")],
    )
    assert house.game(game).due_at == since + 34 * HOUR, "four hours were left"
    tick(house, since + 34 * HOUR, club)
    assert notes(house, game)[-1] == (since + 34 * HOUR, "clock")
    assert verify(archive_of(house, club[0], game)).missed is not None


def test_a_move_that_came_in_an_outage_is_in_time(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d")
    member, since = to_move(club), began(house, game)
    assert member is not None
    come_back_from(house, since + 20 * HOUR, since + 30 * HOUR)
    house.time = since + 29 * HOUR
    hand_out(club, member.move(first_move(member)))
    assert house.game(game).ply == 1
    assert [about for _, about in notes(house, game)] == ["stop"]
    tick(house, since + 31 * HOUR, club)
    assert [about for _, about in notes(house, game)] == ["stop", "resume"]
    assert house.game(game).due_at == since + 30 * HOUR + DAY, "the next turn began while the clock stood"


def test_a_short_gap_is_none(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d")
    come_back_from(house, house.time, house.time + 600)
    tick(house, house.time + HOUR, club)
    assert notes(house, game) == []
    assert house.all(rows.Memo) == []


@pytest.mark.parametrize("first", [0, 1])
def test_while_mail_comes_back_the_clock_stands(house: House, club: list[Member], first: int) -> None:
    game = start_game(club, "pace=1d")
    member, since = to_move(club), began(house, game)
    assert member is not None
    (other,) = others_than(member, club)
    house.time = since + HOUR
    house.post(bounce(house, member))
    got = house.work()
    assert house.outcome().startswith("bounce of"), house.outcome()
    assert [told.recipient for told in got if "comes back" in told.text] == [other.address]
    assert not any(member.address in told.text for told in got), "no address is told"
    assert house.game(game).due_at is None
    tick(house, since + 3 * DAY, club)
    assert house.game(game).ply == 0
    if first:
        hand_out(club, member.move(first_move(member)))
        assert house.game(game).ply == 1
    else:
        member.ask("status")
        assert house.game(game).due_at is not None
    assert [about for _, about in notes(house, game)] == ["stop", "resume"]


def test_nobody_waits_for_ever_for_mail_that_comes_back(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d")
    member, since = to_move(club), began(house, game)
    assert member is not None
    house.time = since + HOUR
    house.post(bounce(house, member))
    house.work()
    tick(house, since + 16 * DAY, club)
    assert [about for _, about in notes(house, game)][:3] == ["stop", "resume", "clock"]


def test_another_address_is_tried_first(house: House, club: list[Member]) -> None:
    for member in club:
        mails = member.ask(f"set address {member.handle}@work.example.org")
        asked = [got for got in mails if got.recipient.endswith("@work.example.org")]
        house.write(asked[0].recipient, f"yes\n\n> code: {asked[0].code}")
    game = start_game(club, "pace=1d")
    member = to_move(club)
    assert member is not None
    house.post(bounce(house, member))
    (again,) = [got for got in house.work() if got.kind == "turn"]
    assert again.recipient == f"{member.handle}@work.example.org"
    assert notes(house, game) == []


def act(house: House, game: str, what: str, reason: str = "") -> None:
    ask_for(house.ledger, what, game, house.time, reason)


def test_the_host_pauses_a_game(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d")
    since = began(house, game)
    house.time = since + 10 * HOUR
    act(house, game, "pause", "the club is on a trip")
    got = tick(house, since + 3 * DAY, club)
    assert {told.recipient for told in got if "the club is on a trip" in told.text} == {
        member.address for member in club
    }
    assert notes(house, game) == [(since + 10 * HOUR, "stop")]
    (status,) = [told for told in club[0].ask("status") if told.kind == "answer"]
    assert "the host has paused the game" in plain(status.text)
    house.time = since + 4 * DAY
    act(house, game, "resume")
    tick(house, since + 4 * DAY, club)
    assert house.game(game).due_at == since + 4 * DAY + 14 * HOUR
    assert verify(archive_of(house, club[0], game)).missed == (0, 0)


def test_a_mail_from_before_the_pause_comes_before_it(house: House, club: list[Member]) -> None:
    game = start_game(club, "pace=1d")
    member, since = to_move(club), began(house, game)
    assert member is not None
    house.time = since + HOUR
    act(house, game, "pause", "a trip")
    house.time = since + HOUR - 10
    if member.own_key:
        house.post(mail(member.address, "", member.move_letter(first_move(member))))
    else:
        assert member.last is not None
        house.post(mail(member.address, f"{first_move(member)}\n\n> code: {member.last.code}"))
    house.work()
    assert house.game(game).ply == 1
    tick(house, since + 2 * HOUR, club)
    assert notes(house, game) == [(since + HOUR, "stop")]
