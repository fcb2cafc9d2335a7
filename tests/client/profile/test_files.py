"""A file is written whole or not at all."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from client.profile.files import unbroken, write_whole


def test_trouble_names_the_file_that_was_meant(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"letter\.toml") as trouble:
        write_whole(tmp_path / "none" / "letter.toml", b"")
    assert trouble.value.filename == str(tmp_path / "none" / "letter.toml")


def test_a_file_is_written_and_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for data in (b"first", b"second, longer", b""):
        write_whole(path, data)
        assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("failing", [(os, "fdopen"), (Path, "replace")], ids=["written", "put in place"])
@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_what_fails_leaves_the_old_file_and_nothing_else(
    failing: tuple[object, str], error: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        assert len(list(tmp_path.iterdir())) == 2, "another file is begun"
        raise error

    monkeypatch.setattr(*failing, fail)
    with pytest.raises(error):
        write_whole(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def interrupted(done: list[str]) -> None:
    with unbroken():
        os.kill(os.getpid(), signal.SIGINT)
        done.append("all of it")


def interrupted_and_failing() -> None:
    with unbroken():
        os.kill(os.getpid(), signal.SIGINT)
        raise OSError("the disk is full")


def test_ctrl_c_waits_for_the_end_of_the_block() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        interrupted(done)
    assert done == ["all of it"]


def test_afterwards_ctrl_c_works_as_before() -> None:
    usual = signal.getsignal(signal.SIGINT)
    with unbroken():
        assert signal.getsignal(signal.SIGINT) is not usual
    assert signal.getsignal(signal.SIGINT) is usual


def test_an_error_in_the_block_is_not_hidden_by_ctrl_c() -> None:
    with pytest.raises(OSError, match="full"):
        interrupted_and_failing()
