"""A whole game of four with a clock, in which one vanishes: it ends, and its archive says who was absent."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from typer.testing import CliRunner

from client.cli import app
from engine.bots import choose
from engine.record.archive.verify import verify
from tests.server.clocks.clocking import archive_of, notes, plain, tick
from tests.server.house import House, Member
from tests.server.playing import hand_out, make_table, position

BEGUN = 24
"""The plies after which one of them is not heard of again: the draft, and some turns."""


def play_without(house: House, gone: Member, others: list[Member], game: str) -> None:
    """To the end: whoever is there moves, and the clock goes on while the game waits for the other."""
    rng, seats = Random(3), {one.turn["seat"]: one for one in others}
    while (row := house.game(game)).state == "running":
        mover = seats.get(row.turn_seat or 0)
        if mover is None:
            assert row.due_at is not None
            tick(house, row.due_at, [*others, gone])
        else:
            hand_out(others, mover.move(choose("greedy", position(mover), rng).write()))


def test_one_of_four_vanishes_and_the_game_ends(house: House, tmp_path: Path) -> None:
    members, game = make_table(house, 4, "pace=daily", BEGUN)
    gone = next(one for one in members if one.turn["seat"] == house.game(game).turn_seat)
    others, seat = [one for one in members if one is not gone], gone.turn["seat"]
    for member in others:
        member.ask("set mails mine")
    play_without(house, gone, others, game)
    missed = tuple(3 * (number == seat) for number in range(4))
    assert [about for _, about in notes(house, game) if about in ("clock", "bot")] == ["clock"] * 3 + ["bot"]
    facts = [json.loads(entry.facts) for entry in house.entries(game)]
    by_others = [
        fact["by"] for fact in facts if fact["kind"] == "ply" and fact["seat"] == seat and "by" in fact
    ]
    assert (by_others.count("clock"), by_others.count("bot") > 5) == (2, True), "with the third it is opened"
    archive = archive_of(house, others[0], game)
    proved = verify(archive)
    assert (proved.state, proved.missed) == ("finished", missed), "who was absent, apart from who lost"
    assert proved.winners
    path = tmp_path / "game.json"
    path.write_bytes(archive)
    told = plain(CliRunner().invoke(app, ["verify", str(path)], env={"LANG": "C.UTF-8"}).output)
    assert f"3 moves of {proved.players[seat]} ran out of time, none a second early." in told
