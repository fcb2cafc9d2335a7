"""A move asks the database for each player once, and for nothing again and again, however many read of it."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from sqlalchemy import event

from server.ledger import models as rows
from tests.server.house import House
from tests.server.playing import make_table, play_one

MOST = 50
"""Statements for a move of four."""
MOST_TIMES = 4
"""For the same thing: the seats and the keys are read again when nobody else can change them any more."""


def test_a_move_asks_for_nothing_again_and_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    members, _ = make_table(house, 4)
    asked: list[tuple[str, str]] = []
    moves: list[Counter[tuple[str, str]]] = []
    event.listen(
        house.ledger.engine,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, values, *_more: asked.append((statement, str(values))),
    )
    process = house.desk.process

    def counted(row: rows.Inbox) -> str:
        asked.clear()
        outcome = process(row)
        moves.append(Counter(asked))
        return outcome

    monkeypatch.setattr(house.desk, "process", counted)
    for _ in range(4):
        play_one(members, Random(1))
    assert len(moves) == 4
    for move in moves:
        players = {
            about: times for about, times in move.items() if re.search(r"WHERE player\.id = \S+$", about[0])
        }
        assert all(times == 1 for times in players.values()), players
        assert max(move.values()) <= MOST_TIMES, move.most_common(1)
        assert move.total() <= MOST, "\n".join(statement for statement, _ in move)
