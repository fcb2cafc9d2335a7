"""Every move counts exactly once: whatever dies when, however often and in whatever order the mails come."""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import sleep

import pytest

from server.ledger import models as rows
from server.ledger.store import Ledger
from tests.server.house import House
from tests.server.playing import start_game
from tests.server.replaying import (
    MANY,
    Recording,
    members_with_keys,
    move_mail,
    play_ply,
    record,
)
from tests.server.worker import Nursery


@pytest.fixture(scope="module")
def two_games(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Recording:
    return record(migrated_file, tmp_path_factory.mktemp("two"), games=2, plies=40)


@pytest.fixture(scope="module")
def short_game(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Recording:
    return record(migrated_file, tmp_path_factory.mktemp("short"), games=1, plies=10)


def logs_in(house: House, recording: Recording) -> dict[str, list[rows.Entry]]:
    return {game: house.entries(game) for game in recording.logs}


def free_again(house: House) -> None:
    """The leases of the killed are over, and their deaths are not held against the mails."""
    with house.ledger.writing() as session:
        for row in house.all(rows.Inbox):
            if row.state == "new":
                found = session.get(rows.Inbox, row.id)
                assert found is not None
                found.next_at, found.attempts = house.time, 0


def kill_workers(recording: Recording, folder: Path, kills: int, seed: int) -> int:
    """Let workers deal with all moves, and kill so many of them; how many were at work when it hit them."""
    url, rng, hit = recording.copy_to(folder), Random(seed), 0
    with Ledger(url) as ledger, Nursery() as nursery:
        house = House(ledger, time=recording.time, more=MANY)
        house.post(*(move_mail(*sent) for sent in recording.letters))
        for number in range(kills):
            worker = nursery.start(url, f"worker-{number}", recording.time)
            sleep(rng.uniform(0, 0.12))
            hit += nursery.kill(worker)
            free_again(house)
            if all(row.state == "done" for row in house.all(rows.Inbox)):
                break
        assert nursery.wait(nursery.start(url, "last", recording.time)) == 0
        assert logs_in(house, recording) == recording.logs
        assert recording.turn_mails <= {row.dedupe_key for row in house.all(rows.Outbox)}
        new = house.all(rows.Inbox)[-len(recording.letters) :]
        assert {(row.state, row.outcome) for row in new} == {("done", "done")}
    return hit


def test_workers_are_killed(two_games: Recording, tmp_path: Path) -> None:
    """Every move is logged once, with the very log that it would have had, and every receipt is written."""
    hit = kill_workers(two_games, tmp_path, kills=40, seed=1)
    assert hit >= 20
    print(f"{hit} workers killed at work: every move logged exactly once")


@pytest.mark.slow
def test_a_thousand_workers_are_killed(two_games: Recording, tmp_path: Path) -> None:
    hit = seed = 0
    while hit < 1000:
        seed += 1
        killed = kill_workers(two_games, tmp_path, kills=60, seed=seed)
        assert killed, "else it would go on for ever"
        hit += killed
    moves = seed * len(two_games.letters)
    print(f"{hit} workers killed at work: {moves}/{moves} moves logged exactly once, with all their mails")


def one_ordering(recording: Recording, folder: Path, seed: int) -> dict[str, list[rows.Entry]]:
    """All mails ten times, in any order; then again as their senders would, until nothing is missing."""
    rng = Random(seed)
    copies = [(sent, copy) for sent in recording.letters for copy in range(10)]
    rng.shuffle(copies)
    with Ledger(recording.copy_to(folder)) as ledger:
        house = House(ledger, time=recording.time, more=MANY)
        house.post(*(move_mail(*sent, copy) for sent, copy in copies))
        house.work()
        for game, log in logs_in(house, recording).items():
            assert log == recording.logs[game][: len(log)]
        house.post(*(move_mail(*sent, 10) for sent in recording.letters))
        house.work()
        assert not any(row.state == "aside" for row in house.all(rows.Inbox))
        return logs_in(house, recording)


def test_any_order_with_tenfold_copies(short_game: Recording, tmp_path: Path) -> None:
    for seed in range(8):
        assert one_ordering(short_game, tmp_path, seed) == short_game.logs
    print("8 orderings of tenfold mails: one log")


@pytest.mark.slow
def test_a_thousand_orderings(short_game: Recording, tmp_path: Path) -> None:
    for seed in range(1000):
        assert one_ordering(short_game, tmp_path, seed) == short_game.logs
    print("1000 orderings of tenfold mails: one log")


def replay_everything(file: Path, folder: Path, games: int, plies: int) -> None:
    """At every ply of every game of two servers, all letters that were ever sent anywhere come again."""
    import shutil

    houses, tables = [], []
    for name in ("one.example.org", "two.example.org"):
        shutil.copy(file, folder / name)
        house = House(Ledger(f"sqlite:///{folder / name}"), server=name, more=MANY)
        members = members_with_keys(house)
        houses.append(house)
        for _ in range(games):
            game = start_game(members)
            tables.append((house, members, game, [member.turn for member in members]))
    rng, sent = Random(7), []
    for copy in range(1, plies + 1):
        for house, members, _game, turns in tables:
            for member, turn in zip(members, turns, strict=True):
                member.turn = turn
            sent.append(play_ply(house, members, rng))
            turns[:] = [member.turn for member in members]
        for house in houses:
            before = house.all(rows.Entry)
            house.post(*(move_mail(sender, letter, copy) for sender, letter in sent))
            house.work()
            assert house.all(rows.Entry) == before
    logged = [row.letters for house in houses for row in house.all(rows.Entry) if row.kind == "ply"]
    assert len(logged) == len(set(logged)) == len(sent) == 2 * games * plies
    for house in houses:
        assert not any(row.state == "aside" for row in house.all(rows.Inbox))
        house.ledger.close()
    print(f"all letters again at each of {plies} plies of {games} games, 2 servers: {len(sent)} taken once")


def test_replays_across_games_plies_seats_and_servers(migrated_file: Path, tmp_path: Path) -> None:
    replay_everything(migrated_file, tmp_path, games=3, plies=4)


@pytest.mark.slow
def test_replays_in_full(migrated_file: Path, tmp_path: Path) -> None:
    """20 games, 10 plies, 4 seats, 2 servers: one acceptance for each move."""
    replay_everything(migrated_file, tmp_path, games=20, plies=10)
