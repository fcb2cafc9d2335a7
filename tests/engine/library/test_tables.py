"""Tables hold the game's own numbers, one row a ply and one row a seat."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from random import Random

import pytest

from engine.library.chronicle import chronicle, read_chronicle
from engine.library.parquet import parquet_bytes
from engine.library.tables import MOVES, SCORES, csv_text, move_rows, score_rows
from engine.record.archive import archive
from tests.engine.record.club import finished_archive, new_match

SAVES = sorted((Path(__file__).parents[3] / "saves").glob("*.json"))


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_rows_are_what_the_archive_tells(path: Path) -> None:
    facts = json.loads(path.read_bytes())
    game = chronicle(facts, path.stem)
    moves, scores = list(move_rows(game)), list(score_rows(game))
    assert [(row["ply"], row["seat"], row["action"]) for row in moves] == [
        (ply["ply"], ply["seat"], ply["action"]) for ply in facts["plies"]
    ]
    for row, final in zip(scores, facts["final"], strict=True):
        assert [row[f"shift_{n}"] for n in (1, 2, 3)] == final["shifts"]
        for name in ("seat", "rank", "vp", "marks_left", "deliveries", "marks", "cubes", "outstanding"):
            assert row[name] == final[name], name
        assert row["orders_delivered"] == len(final["delivered"])
        own = [move for move in moves if move["seat"] == row["seat"]]
        assert row["drafted"] == " ".join(str(move["order"]) for move in own[:3])
        assert sum(int(move["delivery_vp"] or 0) for move in own) == final["deliveries"]
        assert row["tiles"] == sum(bool(move["tile"]) for move in own)


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_money_and_workers_are_accounted_for(path: Path) -> None:
    game = chronicle(json.loads(path.read_bytes()), path.stem)
    moves = list(move_rows(game))
    for seat in range(game.players):
        own = [row for row in moves if row["seat"] == seat]
        marks = game.opening.pits[seat].money
        for row in own:
            marks += int(row["gained"] or 0) - int(row["price"] or 0)
            assert row["marks"] == marks, row
        for shift in (1, 2, 3):
            used = sum(int(row["workers"] or 0) for row in own if row["shift"] == shift)
            assert used == game.opening.workers[seat], "every worker is placed in every shift"


def test_csv_reads_back() -> None:
    game = read_chronicle(finished_archive(1, 4))
    for columns, rows in ((MOVES, list(move_rows(game))), (SCORES, list(score_rows(game)))):
        read = list(csv.DictReader(io.StringIO(csv_text(columns, rows))))
        assert list(read[0]) == [column.name for column in columns]
        for got, row in zip(read, rows, strict=True):
            assert got == {name: "" if cell is None else str(cell) for name, cell in row.items()}
            assert set(row) == {column.name for column in columns}


def test_parquet_reads_back_with_types_and_meanings() -> None:
    import pyarrow.parquet

    game = read_chronicle(finished_archive(1, 4))
    for columns, rows in ((MOVES, list(move_rows(game))), (SCORES, list(score_rows(game)))):
        table = pyarrow.parquet.read_table(io.BytesIO(parquet_bytes(columns, rows)))
        assert table.to_pylist() == [{column.name: row[column.name] for column in columns} for row in rows]
        for column in columns:
            field = table.schema.field(column.name)
            assert str(field.type) == {str: "string", int: "int64"}[column.kind]
            assert field.metadata[b"description"].decode() == column.means


def test_no_cell_can_be_taken_for_a_formula() -> None:
    """Names are not in the tables; handles and moves begin with a letter."""
    game = read_chronicle(finished_archive(1, 4))
    for row in (*move_rows(game), *score_rows(game)):
        for cell in row.values():
            assert not isinstance(cell, str) or re.match("[A-Za-z0-9]|$", cell)
    assert "Bäcker" not in csv_text(SCORES, score_rows(game))


def test_a_game_that_was_given_up_has_no_ranks() -> None:
    match = new_match(4, 3)
    match.play_on(Random(4), 30)
    archive.close(match.book, match.seed, match.now, abandoned=True)
    game = read_chronicle(archive.write(archive.finished(match.book, match.server)))
    rows = list(score_rows(game))
    assert {row["rank"] for row in rows} == {None}
    assert {row["state"] for row in rows} == {"abandoned"}
    assert len(list(move_rows(game))) == 30
