"""The checker finds what is broken on purpose: each kind of fault is done to a sound club, and is named."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from engine.record.letters.key import PrivateKey
from engine.wire.mails import POSITION
from server.ledger.store import Ledger
from tests.chaos.checker import Witness, find_faults
from tests.server.house import House
from tests.server.playing import start_game
from tests.server.replaying import MANY, members_with_keys, play_ply

Database = sqlite3.Connection
PLIES = 6


@dataclass
class Played:
    """A club after some plies, all of whose mails were sent."""

    file: Path
    game: str
    key: PrivateKey
    witness: Witness


@pytest.fixture(scope="module")
def played(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Played:
    file = tmp_path_factory.mktemp("sound") / "ledger.sqlite"
    shutil.copy(migrated_file, file)
    with Ledger(f"sqlite:///{file}") as ledger:
        house = House(ledger, more=MANY)
        members = members_with_keys(house, 2)
        game = start_game(members)
        letters = [play_ply(house, members, Random(ply))[1] for ply in range(PLIES)]
        boards = {}
        for member in members:
            assert member.last is not None
            boards[game, member.handle] = json.loads(member.last.files[POSITION])["position"]
    with closing(sqlite3.connect(file)) as database:
        with database:
            database.execute("UPDATE outbox SET state = 'sent', next_at = NULL")
        database.execute("PRAGMA journal_mode = DELETE")  # so that it is one file, to copy
    return Played(file, game, house.settings.key, Witness({game: letters}, {game: 0}, boards))


def faults(played: Played, folder: Path, act: Callable[[Database], object] | None = None) -> list[str]:
    """What the checker says after this was done to the ledger, past all that guards it."""
    file = folder / "ledger.sqlite"
    shutil.copy(played.file, file)
    if act is not None:
        with closing(sqlite3.connect(file)) as database, database:
            for (name,) in database.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall():
                database.execute(f"DROP TRIGGER {name}")
            act(database)
    with Ledger(f"sqlite:///{file}") as ledger:
        return list(find_faults(ledger, played.witness, played.key))


def test_a_sound_club_has_no_faults(played: Played, tmp_path: Path) -> None:
    assert faults(played, tmp_path) == []


LAST = "(SELECT max(seq) FROM entry)"
ACTS = {
    "a move is lost": (f"DELETE FROM entry WHERE seq = {LAST}", "the letter of ply 5 is lost"),
    "the whole log is lost": ("DELETE FROM entry", "the letter of ply 0 is lost"),
    "a move is there twice": (
        "INSERT INTO entry (game_id, seq, kind, at, facts, letters, leaf) "
        f"SELECT game_id, seq + 1, kind, at, facts, letters, leaf FROM entry WHERE seq = {LAST}",
        "a letter counts 2 times",
    ),
    "an entry has another time": (
        f"UPDATE entry SET facts = replace(facts, '\"at\":1', '\"at\":2') WHERE seq = {LAST}",
        "does not follow from the one before",
    ),
    "an entry has another hash": (
        f"UPDATE entry SET leaf = replace(leaf, substr(leaf, 1, 1), 'g') WHERE seq = {LAST}",
        "does not follow from the one before",
    ),
    "another letter lies beside an entry": (
        f"UPDATE entry SET letters = (SELECT letters FROM entry WHERE seq = {LAST} - 1) WHERE seq = {LAST}",
        "names other letters than lie beside it",
    ),
    "the end is cut off": (
        "UPDATE game SET entries = entries + 1",
        "entries are missing at the end of its log",
    ),
    "a mail waits": (
        "UPDATE outbox SET state = 'pending', next_at = 1 WHERE id = (SELECT max(id) FROM outbox)",
        "outbox: 1 mails are pending",
    ),
    "a mail was given up": (
        "UPDATE outbox SET state = 'dead' WHERE id = (SELECT max(id) FROM outbox)",
        "outbox: 1 mails are dead",
    ),
    "a mail is set aside": (
        "UPDATE inbox SET state = 'aside' WHERE id = (SELECT max(id) FROM inbox)",
        "inbox: 1 mails are aside",
    ),
}


@pytest.mark.parametrize("name", ACTS)
def test_what_was_broken_is_named(played: Played, tmp_path: Path, name: str) -> None:
    statement, said = ACTS[name]
    found = faults(played, tmp_path, lambda database: database.execute(statement))
    assert any(said in fault for fault in found), found


def test_a_letter_that_nobody_sent(played: Played, tmp_path: Path) -> None:
    letters = played.witness.sent[played.game]
    shorter = Played(
        played.file, played.game, played.key, Witness({played.game: letters[:-1]}, {played.game: 0})
    )
    assert faults(shorter, tmp_path) == [f"{played.game}: its log has other plies than were sent"]


def test_a_last_mail_that_shows_an_older_board(played: Played, tmp_path: Path) -> None:
    (place, board), *_ = played.witness.boards.items()
    older = {**played.witness.boards, place: {**board, "ply": board["ply"] - 1}}
    stale = Played(
        played.file, played.game, played.key, Witness(played.witness.sent, played.witness.begun, older)
    )
    assert faults(stale, tmp_path) == [f"{played.game}: the last mail to {place[1]} shows another board"]


def test_a_player_who_got_no_mail_at_all(played: Played, tmp_path: Path) -> None:
    boards = {place: {} for place in played.witness.boards}
    deaf = Played(
        played.file, played.game, played.key, Witness(played.witness.sent, played.witness.begun, boards)
    )
    assert len(faults(deaf, tmp_path)) == 2
