"""A game that was played once and can be mailed again: the ledger at its start, the mails, and the end.

All players have keys and the clock stands still, so the same mails lead to the same log, byte for byte.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from engine.bots import choose
from server.ledger import models as rows
from server.ledger.store import Ledger
from tests.server.house import House, Member, mail
from tests.server.playing import hand_out, position, start_game, to_move

MANY = {"mails_per_hour": 1_000_000}


@dataclass
class Recording:
    """What was played: the ledger before the first move, each move's letter, and what all of it led to."""

    start: Path
    time: int
    letters: list[tuple[str, bytes]]
    """The sender and the letter of each move, in the order in which they were made."""
    logs: dict[str, list[rows.Entry]]
    turn_mails: set[str]
    """The dedupe keys of the mails that went out after the moves."""

    def copy_to(self, folder: Path) -> str:
        """The URL of a new ledger in which no move has been made."""
        file = folder / "ledger.sqlite"
        for old in folder.glob("ledger.sqlite*"):
            old.unlink()
        shutil.copy(self.start, file)
        return f"sqlite:///{file}"


def members_with_keys(house: House, players: int = 4) -> list[Member]:
    handles = ["anna", "ben", "clara", "dora"][:players]
    members = [Member(house, handle) for handle in handles]
    for member in members:
        member.register()
    return members


def move_mail(sender: str, letter: bytes, copy: int = 0) -> bytes:
    """A mail with a letter; each copy of it has other bytes."""
    return b"X-Copy: %d\r\n" % copy + _mail(sender, letter)


@cache
def _mail(sender: str, letter: bytes) -> bytes:
    return mail(sender, "", letter)


def play_ply(house: House, members: Sequence[Member], rng: Random) -> tuple[str, bytes]:
    """Play one ply without touching the clock: who sent which letter."""
    member = to_move(members)
    assert member is not None
    letter = member.move_letter(choose("random", position(member), rng).write())
    house.post(move_mail(member.address, letter))
    hand_out(members, house.work())
    assert house.outcome() == "done"
    return member.address, letter


def record(file: Path, folder: Path, games: int, plies: int) -> Recording:
    """Play so many games for so many plies, in turns, on a copy of an empty ledger."""
    shutil.copy(file, folder / "played.sqlite")
    with Ledger(f"sqlite:///{folder / 'played.sqlite'}") as ledger:
        house = House(ledger, more=MANY)
        members = members_with_keys(house)
        turns: dict[str, list[dict[str, object]]] = {}
        for _ in range(games):
            game = start_game(members)
            turns[game] = [member.turn for member in members]
        before = {row.dedupe_key for row in house.all(rows.Outbox)}
        with closing(sqlite3.connect(folder / "played.sqlite")) as connection:
            connection.execute("VACUUM INTO ?", [str(folder / "start.sqlite")])
        rng, letters = Random(games), []
        for _ in range(plies):
            for seen in turns.values():
                for member, turn in zip(members, seen, strict=True):
                    member.turn = turn
                letters.append(play_ply(house, members, rng))
                seen[:] = [member.turn for member in members]
        mails = {row.dedupe_key for row in house.all(rows.Outbox) if row.kind == "turn"} - before
        logs = {game: house.entries(game) for game in turns}
        return Recording(folder / "start.sqlite", house.time, letters, logs, mails)
