"""`grubenpost bot`: its options and refusals. Whole games are played by `make play`."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from client.cli import app
from client.profile.home import Home
from client.profile.profile import write_profile
from engine.record.keyring.keyfile import lock
from tests.client.bots.test_playing import Host
from tests.client.pretend import Pretend, make_profile, new_game
from tests.engine.record.club import player_key


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = Home(tmp_path, tmp_path)
    write_profile(folder, make_profile())
    folder.key.write_bytes(lock(player_key("anna"), "", b""))
    folder.key.chmod(0o600)
    return tmp_path


def test_without_a_profile(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["bot", "k3t9qa", "--home", str(tmp_path)])
    assert result.exit_code == 1
    assert "there is no profile in" in result.output


def test_an_unknown_bot(home: Path) -> None:
    result = CliRunner().invoke(app, ["bot", "k3t9qa", "--bot", "deep-blue", "--home", str(home)])
    assert result.exit_code == 1
    assert "there is no bot `deep-blue`" in result.output


def test_nobody_at_the_other_end(home: Path) -> None:
    result = CliRunner().invoke(app, ["bot", "k3t9qa", "--home", str(home)])
    assert result.exit_code == 3
    assert "nobody listens there" in result.output


@pytest.mark.parametrize("stay", [True, False])
def test_it_plays(stay: bool, home: Path) -> None:
    pretend, host = Pretend(), Host(new_game())
    pretend.answer = host.answer
    pretend.arriving.extend(host.others())
    args = ["bot", "game-1", "--home", str(home)] + ["--stay"] * stay
    result = CliRunner().invoke(app, args, obj=pretend.lines)
    assert (result.exit_code, result.output) == (0, "")
    assert host.moves
    assert host.match.book.game.over or not stay
