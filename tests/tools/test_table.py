"""What `make play` remembers, and how it names people."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.record.keyring.keyring import fold
from engine.record.letters.fields import HANDLE
from tools.play.setup import find_handles
from tools.play.table import PlayTable, Room, Taken
from tools.play.terms import BOTS, Agreement

TABLE = PlayTable("k3t9qa", "greedy", ("max", "berta", "carl"))


def test_a_table_is_found_again(tmp_path: Path) -> None:
    room = Room(tmp_path)
    assert room.find_table() is None
    room.keep_table(TABLE)
    assert Room(tmp_path).find_table() == TABLE
    room.leave_table()
    assert room.find_table() is None


@pytest.mark.parametrize("damage", [b"", b"[]", b"{}", b"\xff", b'{"game": 1}'])
def test_a_damaged_table_is_none(damage: bytes, tmp_path: Path) -> None:
    (tmp_path / "table.json").write_bytes(damage)
    assert Room(tmp_path).find_table() is None


def test_only_one_can_play_in_a_room(tmp_path: Path) -> None:
    room, same = Room(tmp_path / "room"), Room(tmp_path / "room")
    with room.entered(), pytest.raises(Taken, match="somebody plays") as caught, same.entered():
        pass
    assert caught.value.code == "play/taken"
    with same.entered():
        pass


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "players").mkdir()
    with pytest.raises(Taken, match="other things") as caught, Room(tmp_path).entered():
        pass
    assert caught.value.code == "play/not-ours"
    assert [path.name for path in tmp_path.iterdir()] == ["players"]


def test_making_room_keeps_the_archives(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.keep_table(TABLE)
    for folder in (room.server, room.archives, room.home("max").config):
        folder.mkdir(parents=True)
        (folder / "file").write_text("x")
    room.clear()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["archives"]


def test_lessons_that_were_switched_off_stay_off(tmp_path: Path) -> None:
    assert Room(tmp_path).wants_lessons
    Room(tmp_path).teach(False)
    assert not Room(tmp_path).wants_lessons
    Room(tmp_path).teach(True)
    assert Room(tmp_path).wants_lessons


@pytest.mark.parametrize("name", ["Anna", *BOTS, BOTS[0].upper()])
def test_all_names_differ(name: str) -> None:
    names = Agreement(4, name, "random", face_down=False, language="en").names()
    assert names[0] == name
    assert len({name.casefold() for name in names}) == 4


@pytest.mark.parametrize(
    ("name", "handle"),
    [
        ("Max", "max"),
        ("Max Müller", "max-muller"),
        ("Дмитрий", "player"),
        ("7", "player"),
        ("Car1", "car1-you"),  # too like Carl, who plays too
        ("Grubenpost", "grubenpost-you"),  # the server's own address
        ("Bounce", "bounce-you"),
        ("x" * 40, "x" * 20),
    ],
)
def test_people_get_handles_that_the_server_takes(name: str, handle: str) -> None:
    handles = find_handles(Agreement(3, name, "greedy", face_down=False, language="en").names())
    assert handles == [handle, "berta", "carl"]
    for one in handles:
        HANDLE.read("handle", one)
    assert len({fold(one) for one in handles}) == 3
