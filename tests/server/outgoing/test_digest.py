"""The mail of the day: one, in the morning of its reader, about all that went on."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlmodel import Session, update

from client.letters.server_mail import read_mail
from client.letters.signed import signed_files
from engine.record.game.book import Book
from engine.record.log.checkpoint import find_lines
from engine.wire.turn import read_turn
from server.desk.duties import DUTIES, Duty
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.outgoing.digest import write_digest
from server.visit.shelf import DamagedLog, Shelf
from server.visit.visit import Visit
from tests.server.beginnings import remembered
from tests.server.house import HOST, Got, House, Member
from tests.server.playing import hand_out, make_club, make_table, play_on, start_game, to_move

HOUR = 3600
MIDNIGHT = 1_790_035_200  # 2026-09-22 00:00 UTC


@pytest.fixture
@remembered
def club(house: House) -> list[Member]:
    members, _ = make_table(house)
    return members


def tick(house: House, at: int) -> list[Got]:
    house.time = at
    house.tick()
    return house.new_mails()


def daily(member: Member, zone: str = "UTC") -> None:
    member.ask(f"set zone {zone}; set mails daily" if member.own_key else "set mails daily")


def test_it_comes_once_a_day_in_the_morning(house: House, club: list[Member]) -> None:
    anna = club[0]
    while to_move(club) is anna:
        play_on(club, 1)
    daily(anna)
    rest_moves(club, 3)
    assert tick(house, MIDNIGHT + 6 * HOUR) == []
    (got,) = tick(house, MIDNIGHT + 7 * HOUR + 60)
    assert (got.recipient, got.kind) == (anna.address, "turn")
    assert "What happened:" in got.text
    assert len(find_lines(got.text, house.settings.key.public.raw)) == 1
    assert tick(house, MIDNIGHT + 8 * HOUR) == []
    # Nothing has happened since: no mail.
    assert tick(house, MIDNIGHT + 40 * HOUR) == []


def test_by_the_readers_own_clock(house: House, club: list[Member]) -> None:
    daily(club[0], "Asia/Tokyo")
    rest_moves(club, 1)
    assert len(tick(house, 1_790_035_200 - 2 * HOUR + 60)) == 1  # seven o'clock there


def begins(house: House, game: str) -> bool:
    """Whether it is the turn of whoever opened a game: they sit first."""
    return house.game(game).turn_seat == 0


def start_games(house: House, members: list[Member]) -> list[str]:
    """Games between these, until the first of them has the turn in two."""
    games: list[str] = []
    while sum(begins(house, game) for game in games) < 2:
        games.append(start_game(members))
    return games


def test_several_turns_in_one_mail(house: House, club: list[Member]) -> None:
    ben = club[1]
    house.time += HOUR  # the first game is no news
    daily(ben)
    games = start_games(house, [ben, club[2]])
    (got,) = [mail for mail in tick(house, MIDNIGHT + 7 * HOUR) if mail.recipient == ben.address]
    told = [line for line in got.text.splitlines() if line.startswith("Game ")]
    assert sorted(line[5:11] for line in told) == sorted(games)
    assert got.subject == "[your turn] Grubenpost"
    mine = [game for game in games if begins(house, game)]
    assert "write the game before the move" in got.text
    (refused,) = house.write(ben.address, quoting("1", got))
    assert "(game/which)" in refused.text
    for game in mine:
        house.write(ben.address, quoting(f"move {game} 1", got))
        assert house.game(game).ply == 1


def test_in_plain_letters(house: House, club: list[Member]) -> None:
    ben = club[1]
    house.time += HOUR
    daily(ben)
    games = start_games(house, [ben, club[2]])
    ben.ask("set language ru\nset style ascii")
    (got,) = [mail for mail in tick(house, MIDNIGHT + 7 * HOUR) if mail.recipient == ben.address]
    assert got.text.count("~" * 72) == len(games) - 1
    assert got.text.startswith("Vash hod v neskolkih partiyah"), "before all games"
    assert got.text.isascii()


def test_the_client_reads_all_games_in_it(house: House, club: list[Member]) -> None:
    anna = club[0]
    daily(anna)
    games = [start_game([anna, club[2]]) for _ in range(2)]
    (got,) = [mail for mail in tick(house, MIDNIGHT + 7 * HOUR) if mail.recipient == anna.address]
    turns = [read_turn(data) for _, data in signed_files(read_mail(got.raw))]
    assert {turn.game for turn in turns} >= set(games)
    assert all(turn.signer == house.settings.key.public for turn in turns)
    assert all(f"Game {turn.game}, " in turn.said for turn in turns)


def quoting(text: str, got: Got) -> str:
    return text + "\n\n" + "".join(f"> {line}\n" for line in got.text.splitlines())


def rest_moves(club: list[Member], plies: int) -> None:
    """The others play until it is the first member's turn, who learns of it later, or so far."""
    first, *others = club
    for _ in range(plies):
        if to_move([*others, first]) is not first:
            play_on([*others, first], 1)


def test_who_asks_for_it_again_misses_nothing(house: House, club: list[Member]) -> None:
    anna = club[0]
    daily(anna)
    rest_moves(club, 3)
    house.time += HOUR
    anna.ask("set mails daily")
    assert [got.recipient for got in tick(house, MIDNIGHT + 7 * HOUR)] == [anna.address]


def test_a_journey_west_loses_no_mail(house: House, club: list[Member]) -> None:
    """The same day begins there once more, with news of its own."""
    anna = club[0]
    daily(anna, "Pacific/Auckland")
    rest_moves(club, 1)
    (got,) = hand_out(club, tick(house, MIDNIGHT - 4 * HOUR))
    assert got.recipient == anna.address
    anna.ask("set zone UTC")
    play_on(club, 1)
    assert len(tick(house, MIDNIGHT + 7 * HOUR)) == 1


def test_a_zone_that_the_machine_has_lost_is_utc(house: House, club: list[Member]) -> None:
    anna = club[0]
    daily(anna)
    with house.ledger.writing() as session:
        session.exec(update(rows.Player).values(zone="Atlantis/Capital"))
    rest_moves(club, 1)
    assert tick(house, MIDNIGHT + 6 * HOUR) == []
    assert len(tick(house, MIDNIGHT + 7 * HOUR)) == 1
    (answer,) = anna.ask("status")
    assert "(UTC)" in answer.text


def test_a_damaged_game_keeps_nobody_from_hearing_of_others(
    house: House, club: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = club[:2]
    daily(anna)
    daily(ben)
    damaged, whole = anna.turn["game"], start_game([anna, club[2]])
    take = Shelf.take

    def take_unless_damaged(shelf: Shelf, session: Session, game: rows.Game) -> Book:
        if game.id == damaged:
            raise DamagedLog(game.id)
        return take(shelf, session, game)

    with house.ledger.writing() as session:
        session.exec(update(rows.Game).values(moved_at=house.time))
    house.new_mails()
    monkeypatch.setattr(Shelf, "take", take_unless_damaged)
    mails = tick(house, MIDNIGHT + 7 * HOUR)
    assert sorted(got.recipient for got in mails) == [anna.address, HOST]
    (told,) = [got for got in mails if got.recipient == HOST]
    assert damaged in told.text
    assert not any(whole in got.text for got in mails if got is told)


def test_a_duty_that_fails_does_not_stop_the_others(
    house: House, club: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    daily(club[0])
    rest_moves(club, 1)

    def fail(_visit: Visit, _about: str) -> None:
        raise RuntimeError

    broken = Duty("broken", lambda *_: [(MIDNIGHT, "x")], fail)
    monkeypatch.setattr("server.desk.duties.DUTIES", (broken, *DUTIES))
    house.time = MIDNIGHT + 7 * HOUR
    with pytest.raises(RuntimeError):
        house.tick()
    assert [got.recipient for got in house.new_mails()] == [club[0].address]


def test_readers_can_be_written_to_meanwhile(postgresql_url: str) -> None:
    """A move that tells a reader something does not wait for the mail of the day."""
    with Ledger(postgresql_url) as ledger:
        house = House(ledger)
        club = make_club(house, 2)
        daily(club[0])
        start_game(club)
        house.time = MIDNIGHT + 7 * HOUR
        (anna,) = house.all(rows.Player, rows.Player.handle == "anna")
        with ledger.writing() as writing:
            visit = house.desk.visit(writing, "digest", house.time)
            write_digest(visit, "anna")
            assert [draft.recipient for draft in visit.drafts] == [club[0].address]
            with ledger.writing() as other:
                other.exec(text("SET LOCAL lock_timeout = '2s'"))  # type: ignore[call-overload]
                other.add(rows.Bounce(outbox_id=1, player_id=anna.id, at=0, hard=False))
