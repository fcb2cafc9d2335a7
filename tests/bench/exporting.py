"""Exporting finished games, against raw reads, one checked replay and json.dumps; and the memory it takes.

The games are few, each many times under other ids: it is the same work. For the memory they are short, so
that ten thousand of them are soon written; each export is a process of its own.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

from sqlmodel import Session

from engine.record.archive import archive
from engine.rules import new_game, replay
from server.host.archives.export import ChosenGames, Exporter
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.visit.shelf import write_entry
from tests.bench.figures import Figure
from tests.engine.record.club import Match, new_match, server_key

GAMES = 1000
DISTINCT = 10
CHUNK = 50
FEW, MANY = 100, 10_000
AT_MOST = 2.0
MEMORY_AT_MOST = 1.15
SHORT = 6
"""Plies of a game that was given up early."""


class Sample(NamedTuple):
    """A finished game: its match, and what an archive of it tells."""

    match: Match
    facts: dict[str, Any]


def samples(count: int, plies: int | None = None) -> list[Sample]:
    """Different games of two to four players, whole or given up."""
    made = []
    for seed in range(count):
        match = new_match(seed, 2 + seed % 3)
        match.play_on(Random(seed), plies)
        archive.close(match.book, match.seed, match.now, abandoned=plies is not None)
        made.append(Sample(match, archive.finished(match.book, match.server)))
    return made


def fill(file: Path, games: Sequence[Sample], count: int) -> Ledger:
    """A ledger with so many games: copies of these, in turn, under ids of their own."""
    ledger = Ledger(f"sqlite:///{file}")
    ledger.migrate()
    with ledger.writing() as session:
        session.add(rows.Player(handle="host", folded="host", name="Host", auth="key", created_at=0))
        session.flush()
        for sample in games:
            _write(session, sample.match)
    with closing(sqlite3.connect(file)) as connection, connection:
        for number in range(count):
            _copy(connection, games[number % len(games)].match.book.opening.game, f"{number:06d}")
    return ledger


def _write(session: Session, match: Match) -> None:
    book, game_id = match.book, match.book.opening.game
    game = rows.Game(
        id=game_id,
        state="over",
        host_id=1,
        seed=match.seed,
        ply=book.game.ply,
        created_at=match.now,
        moved_at=match.now,
    )
    session.add(game)
    session.flush()
    for entry in book.log.entries:
        write_entry(session, game, entry)
    for number, (seat, name) in enumerate(zip(book.seats, book.names, strict=True)):
        assert name is not None
        row = rows.Seat(game_id=game_id, number=number, name=name.text, salt=name.salt, auth=seat.auth)
        session.add(row)


def _copy(connection: sqlite3.Connection, game_id: str, new_id: str) -> None:
    """Names stay with the id that is in the log: they are looked up under that."""
    for table, key in (("game", "id"), ("entry", "game_id")):
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[1] != key]
        rest = ", ".join(columns)
        connection.execute(
            f"INSERT INTO {table} ({key}, {rest}) SELECT ?, {rest} FROM {table} WHERE {key} = ?",
            (new_id, game_id),
        )


def raw_work(file: Path, game_id: str, sample: Sample) -> int:
    """The least that an export has to do."""
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute(
            "SELECT seq, kind, at, facts, letters, leaf FROM entry WHERE game_id = ? ORDER BY seq", (game_id,)
        ).fetchall()
        connection.execute("SELECT * FROM seat WHERE game_id = ?", (game_id,)).fetchall()
    facts = sample.facts
    opening = new_game(facts["options"]["players"], **facts["stacks"], start=facts["start"])
    game = replay(opening, [ply["action"] for ply in facts["plies"]])
    return len(found) + len(json.dumps(facts)) + game.ply


def compare(folder: Path) -> tuple[float, float]:
    """Processor seconds for all games: ours, and the least work; both in turn."""
    games, file = samples(DISTINCT), folder / "ledger.sqlite"
    ours = theirs = 0.0
    with fill(file, games, GAMES) as ledger:
        exporter = Exporter(ledger, server_key(), folder / "out")
        for start in range(0, GAMES, CHUNK):
            ids = [f"{number:06d}" for number in range(start, start + CHUNK)]
            begun = process_time()
            for _ in exporter.export(iter(ids)):
                pass
            done = process_time()
            for game_id in ids:
                raw_work(file, game_id, games[int(game_id) % DISTINCT])
            ours, theirs = ours + done - begun, theirs + process_time() - done
    return ours, theirs


EXPORT = """
import resource, sys
from pathlib import Path
from server.host.archives.export import Choice, Exporter
from server.ledger.store import Ledger
from engine.record.letters.key import PrivateKey
with Ledger(sys.argv[1]) as ledger:
    exporter = Exporter(ledger, PrivateKey(bytes.fromhex(sys.argv[2])), Path(sys.argv[3]))
    count = sum(1 for _ in exporter.export(Choice().ids(ledger)))
print(count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak_memory(folder: Path, count: int) -> int:
    """The most memory, in kB, that an export of so many games takes."""
    games, file = samples(3, SHORT), folder / f"{count}.sqlite"
    with fill(file, games, count) as ledger:
        assert ChosenGames().count(ledger) == count + len(games)
    args = [
        sys.executable,
        "-c",
        EXPORT,
        f"sqlite:///{file}",
        server_key().seed.hex(),
        str(folder / str(count)),
    ]
    done = subprocess.run(args, capture_output=True, text=True, check=True)
    exported, peak = map(int, done.stdout.split())
    assert exported == count + len(games)
    return peak


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="grubenpost-bench-") as name:
        ours, theirs = compare(Path(name))
        few, many = peak_memory(Path(name), FEW), peak_memory(Path(name), MANY)
    yield Figure(
        name=f"export of {GAMES} finished games, against raw reads, a replay and json.dumps",
        value=1000 * ours / GAMES,
        unit="ms/game",
        peer=1000 * theirs / GAMES,
        ratio=ours / theirs,
        wanted=f"ratio <= {AT_MOST:g}",
        met=ours <= AT_MOST * theirs,
    )
    yield Figure(
        name=f"peak memory of an export of {MANY} games, against {FEW}",
        value=many / 1024,
        unit="MB",
        peer=few / 1024,
        ratio=many / few,
        wanted=f"ratio <= {MEMORY_AT_MOST:g}",
        met=many <= MEMORY_AT_MOST * few,
    )
