"""Nobody else reads what is a player's own, whatever the habits of the system are, and whatever was there."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from client.memory.glance import glance, see
from client.memory.memory import Keeping
from client.post.mailbox import Watermark
from client.profile.files import PRIVATE, make_folder, open_private, write_whole
from client.profile.home import Home
from client.profile.own_key import make_key, make_next_key, take_next_key
from client.profile.profile import write_profile
from tests.client.athome import GAME, AtHome, a_move
from tests.client.pretend import make_profile, server_mail

OTHERS = 0o077


@pytest.fixture(params=[0o000, 0o022, 0o077], ids=oct)
def habit(request: pytest.FixtureRequest) -> Iterator[int]:
    """What the system takes away from new files."""
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(folder: Path) -> list[str]:
    """Every file and folder below that others can read or write."""
    return [str(path.relative_to(folder)) for path in folder.rglob("*") if mode(path) & OTHERS]


def revoke(anna: AtHome) -> None:
    anna.must("revoke", "--write", str(anna.home.config / "revocation"))


def sign(anna: AtHome) -> None:
    anna.must("sign", GAME, a_move(anna.match), "--out", str(anna.home.config / "move.letter"))


def leave_a_letter(anna: AtHome) -> None:
    anna.pretend.answer = lambda *_: []
    assert anna.run("move", GAME, a_move(anna.match), "--yes", "--patience", "0").exit_code == 4


def move(anna: AtHome) -> None:
    anna.must("move", GAME, a_move(anna.match), "--yes")


def set_aside(anna: AtHome) -> None:
    anna.pretend.arriving.append(server_mail("poison"))
    mark = Keeping(anna.home).watermark()
    Keeping(anna.home).keep_watermark(mark.begun(mark.last_uid + 1, 99))
    anna.must("fetch")
    assert list(anna.home.set_aside.iterdir())


def rotate(anna: AtHome) -> None:
    make_next_key(anna.home, os.urandom)
    take_next_key(anna.home)


def look(anna: AtHome) -> None:
    found = glance(anna.home, GAME)
    assert found is not None
    see(anna.home, found)


WRITERS: dict[str, tuple[Callable[[AtHome], None], list[str]]] = {
    "profile and password": (
        lambda anna: write_profile(anna.home, make_profile()),
        ["profile.toml", "mail.password"],
    ),
    "new key": (lambda anna: (anna.home.key.unlink(), make_key(anna.home, os.urandom))[0], ["player.key"]),
    "rotated key": (rotate, ["player.key"]),
    "revocation": (revoke, ["revocation"]),
    "signed move": (sign, ["move.letter"]),
    "outbox": (leave_a_letter, []),
    "turns": (move, [f"games/{GAME}.json", f"journals/{GAME}.jsonl", "mailbox.json"]),
    "looked at": (look, ["seen.json"]),
    "mailbox": (lambda anna: Keeping(anna.home).keep_watermark(Watermark(1, 2)), ["mailbox.json"]),
    "set aside": (set_aside, []),
}


@pytest.mark.parametrize("wide", [False, True], ids=["new", "there and wide"])
@pytest.mark.parametrize("writer", WRITERS)
def test_what_is_written_is_private(
    writer: str, wide: bool, habit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "deep" / "home"
    make_folder(home)
    anna = AtHome(home, monkeypatch)
    anna.begin()
    write, files = WRITERS[writer]
    for name in files if wide else []:
        if name in ("player.key", "mail.password"):
            continue  # one that others can read is refused instead
        (home / name).touch()
        (home / name).chmod(0o666)
    before = {path for path in home.rglob("*") if path.is_file()}
    write(anna)
    for name in files:
        assert mode(home / name) == PRIVATE, name
    new = {path for path in home.rglob("*") if path.is_file()} - before
    assert [path for path in new if mode(path) & OTHERS] == []
    assert open_to_others(home) == []
    assert mode(home) == mode(home.parent) == 0o700


@pytest.mark.parametrize("name", ["player.key", "mail.password"])
def test_a_secret_that_others_can_read_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = AtHome(tmp_path, monkeypatch)
    (tmp_path / name).chmod(0o644)
    done = anna.run("games", "--patience", "0")
    assert done.exit_code == 1
    assert "can be read by others" in done.stderr.replace("\n", " ")


def test_a_whole_home_is_private(habit: int, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    Home(folder, folder / "data").make()
    assert open_to_others(tmp_path) == []


def test_a_file_is_never_open_while_it_is_written(
    habit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even for a moment, and not under another name; what lies there is not written to."""
    seen: list[int] = []
    usual = Path.replace

    def replace(part: Path, path: Path) -> Path:
        seen.append(mode(part))
        return usual(part, path)

    monkeypatch.setattr(Path, "replace", replace)
    trap = tmp_path / "trap"
    trap.touch()
    (tmp_path / f".secret.{os.getpid()}.part").symlink_to(trap)
    write_whole(tmp_path / "secret", b"secret")
    assert seen == [PRIVATE]
    assert trap.read_bytes() == b""


def test_a_file_that_is_added_to_closes(habit: int, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.touch()
    path.chmod(0o666)
    with open_private(path) as file:
        file.write("x")
    assert mode(path) == PRIVATE
