"""A beginning that was copied is the one that was lived through, and goes on like it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.ledger.models.row import Row
from server.ledger.store import Ledger
from tests.server.beginnings import remembered
from tests.server.house import House, Member
from tests.server.playing import make_club, play_on, start_game


def begin(house: House, players: int) -> list[Member]:
    members = make_club(house, players)
    start_game(members)
    play_on(members, 2)
    return members


@contextmanager
def new_house(file: Path, **more: object) -> Iterator[House]:
    with Ledger(f"sqlite:///{file}") as ledger:
        yield House(ledger, more=more)


def rows_of(house: House) -> dict[str, list[object]]:
    tables = Row.metadata.sorted_tables
    with house.ledger.reading() as session:
        return {table.name: list(map(tuple, session.execute(table.select()))) for table in tables}


def go_on(house: House, members: list[Member]) -> list[bytes]:
    """The mails of some more moves and questions."""
    mails = play_on(members, 3) + members[0].ask("status") + members[1].ask("games")
    return [got.raw for got in mails]


def test_a_copy_is_the_same_and_goes_on_the_same(tmp_path: Path) -> None:
    copying = remembered(begin)
    with new_house(tmp_path / "first") as first, new_house(tmp_path / "second") as second:
        lived = copying(first, 2)
        after = rows_of(first)
        copied = copying(second, 2)
        assert rows_of(second) == after
        assert all(member.house is second for member in [*copied, *second.members.values()])
        assert second.members[copied[0].address] is copied[0]
        assert (second.time, second.uid, second.seen) == (first.time, first.uid, first.seen)
        assert go_on(second, copied) == go_on(first, lived)
        assert rows_of(second) == rows_of(first)


def test_copies_are_apart(tmp_path: Path) -> None:
    copying = remembered(begin)
    with new_house(tmp_path / "first") as first, new_house(tmp_path / "second") as second:
        lived, after = copying(first, 2), rows_of(first)
        go_on(first, lived)
        assert rows_of(first) != after
        copied = copying(second, 2)
        assert rows_of(second) == after
        assert copied[0].turn != lived[0].turn


def test_what_begins_otherwise_is_lived_through(tmp_path: Path) -> None:
    """With other arguments, other settings, another clock, or in a house where something has happened."""
    times = []

    @remembered
    def ask(house: House, text: str) -> None:
        times.append(text)
        house.write("nora@example.org", text)

    begun: list[tuple[str, int, dict[str, object]]] = [
        ("help", 0, {}),
        ("games", 0, {}),
        ("help", 60, {}),
        ("help", 0, {"language": "de"}),
    ]
    for round_ in range(2):
        for number, (text, later, more) in enumerate(begun):
            with new_house(tmp_path / f"{round_}-{number}", **more) as house:
                house.time += later
                ask(house, text)
        assert times == [text for text, _, _ in begun]
    with new_house(tmp_path / "used") as house:
        house.write("anna@example.org", "help")
        ask(house, "help")
    assert len(times) == len(begun) + 1
