"""The host's hand in a game: what is done, that all are told and the log shows it, and what is refused."""

from __future__ import annotations

import json

import pytest

from engine.errors import Refused
from engine.record.archive.verify import verify
from server.ledger import models as rows
from server.players.memos import ask_for
from tests.server.clocks.clocking import DAY, archive_of, plain, tick
from tests.server.house import Got, House, Member
from tests.server.playing import make_club, play_on, start_game, to_move


def act(house: House, members: list[Member], *asked: str, **more: str) -> list[Got]:
    """The host asks, and the server does it: the mails that it sends."""
    name, game, reason = asked
    ask_for(house.ledger, name, game, house.time, reason, **more)
    return tick(house, house.time + 600, members)


def told(mails: list[Got], member: Member) -> str:
    return plain(next(got.text for got in mails if got.recipient == member.address and got.kind == "notice"))


def test_every_act_is_told_and_stands_in_the_log(house: House) -> None:
    members = make_club(house, 4)
    anna, ben, clara, dora = members
    game = start_game(members[:3], "pace=daily")
    ben.ask("set language de")
    clara.ask("set language ru")
    mails = act(house, members, "announce", game, "Friday is club night.")
    assert "The host tells everyone: Friday is club night." in told(mails, anna)
    assert "Der Gastgeber sagt allen: Friday is club night." in told(mails, ben)
    assert "Хозяин сообщает всем: Friday is club night." in told(mails, clara)
    assert dora.address not in {got.recipient for got in mails}
    due, mover = house.game(game).due_at, to_move(members[:3])
    assert mover is not None
    act(house, members, "extend", game, "a late mail", seconds=str(2 * DAY))
    assert house.game(game).due_at == (due or 0) + 2 * DAY
    mails = act(house, members, "unseat", game, "has left the club", who="clara")
    assert "The host takes Клара off the seat: has left the club" in told(mails, anna)
    assert "Хозяин снимает игрока Клара с места" in told(mails, clara)
    mails = act(house, members, "seat", game, "plays on", who="dora")
    assert f"To take it, send: join {game}" in told(mails, dora)
    dora.ask(f"join {game}")
    seats = {seat.number: seat.player_id for seat in house.all(rows.Seat) if seat.left_at is None}
    (hers,) = [row.id for row in house.all(rows.Player) if row.handle == "dora"]
    assert hers in seats.values()
    proved = verify(archive_of(house, anna, game))
    assert [(done.act, done.handle, done.reason) for done in proved.host_acts] == [
        ("announce", "", "Friday is club night."),
        ("extend", "", "a late mail"),
        ("unseat", "", "has left the club"),
        ("seat", "dora", "plays on"),
    ]
    assert proved.facts()["host_acts"][1]["seat"] is not None


@pytest.mark.parametrize(
    ("name", "more", "code"),
    [
        ("unseat", {"who": "dora"}, "host/not-in"),
        ("seat", {"who": "ben"}, "host/in-already"),
        ("seat", {"who": "dora"}, "host/no-seat"),
        ("extend", {"seconds": "60"}, "clock/none"),
    ],
)
def test_what_is_refused(house: House, name: str, more: dict[str, str], code: str) -> None:
    members = make_club(house, 4)
    game = start_game(members[:3])
    before = len(house.entries(game))
    with pytest.raises(Refused) as refused:
        ask_for(house.ledger, name, game, house.time, "why", **more)
    assert refused.value.code == code
    with pytest.raises(Refused):
        ask_for(house.ledger, name, game, house.time, "", **more)
    assert house.all(rows.Memo) == []
    assert len(house.entries(game)) == before


def test_no_act_moves_or_shows_a_card(house: House) -> None:
    members = make_club(house, 3)
    game = start_game(members, "deliveries=hidden pace=daily")
    play_on(members, 12)
    ply = house.game(game).ply
    mails = act(house, members, "announce", game, "hello") + act(
        house, members, "extend", game, "late", seconds="3600"
    )
    assert not [name for got in mails for name in got.files if "position" in name]
    assert house.game(game).ply == ply


def test_an_act_that_came_too_late_is_not_done(house: House) -> None:
    members = make_club(house, 4)
    game = start_game(members[:3])
    for _ in range(2):
        ask_for(house.ledger, "unseat", game, house.time, "why", who="clara")
    tick(house, house.time + 600, members)
    notes = [json.loads(entry.facts) for entry in house.entries(game) if entry.kind == "note"]
    assert [note["about"] for note in notes] == ["host", "substitute"]
    assert all(memo.done for memo in house.all(rows.Memo))


def test_acts_are_typed_one_after_the_other(house: House) -> None:
    """The second is possible by the first, which is yet to be done."""
    members = make_club(house, 4)
    game, dora = start_game(members[:3]), members[3]
    ask_for(house.ledger, "unseat", game, house.time, "why", who="clara")
    ask_for(house.ledger, "seat", game, house.time, "plays on", who="dora")
    for who in ("Dora", "@Spam.example"):
        ask_for(house.ledger, "block", who, house.time, "a quarrel")
        ask_for(house.ledger, "unblock", who, house.time)
    mails = tick(house, house.time + 600, members)
    assert f"To take it, send: join {game}" in told(mails, dora)
    assert house.all(rows.Blocked) == []
    assert not [got for got in mails if "was not done" in got.text]
    with pytest.raises(Refused, match="is not blocked"):
        ask_for(house.ledger, "unblock", "dora", house.time)
