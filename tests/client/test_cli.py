"""What all commands share: help that is complete and quick, the version, the exit codes."""

from __future__ import annotations

import subprocess
import sys
import typing
from importlib.metadata import version
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from client import commands
from client.cli import app

ROOT = Path(__file__).parent.parent.parent
COMMANDS = commands.gather()


def shown(*args: str) -> str:
    result = CliRunner().invoke(app, list(args))
    assert result.exit_code == 0
    return " ".join(result.output.split())


def test_every_file_is_a_command_and_stands_in_the_help() -> None:
    files = {path.stem for path in (ROOT / "client" / "commands").glob("*.py")} - {"__init__"}
    assert {name.replace("-", "_") for name in COMMANDS} == files
    for name in COMMANDS:
        assert name in shown("--help")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_its_options_and_its_exit_codes(name: str) -> None:
    text = shown(name, "--help")
    assert (COMMANDS[name].__doc__ or "").split("\n", maxsplit=1)[0] in text
    assert "Exit codes: 0 done" in text
    for option, hint in typing.get_type_hints(COMMANDS[name], include_extras=True).items():
        if option != "return":
            (declared,) = [each for each in hint.__metadata__ if isinstance(each, typer.models.ParameterInfo)]
            assert declared.help in text


def test_the_version_is_told() -> None:
    try:
        assert shown("--version") == f"grubenpost {version('grubenpost')}"
    except ModuleNotFoundError:
        assert shown("--version") == "grubenpost, not installed: run from its source"


def test_help_loads_nothing_heavy() -> None:
    code = "import client.cli, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "client.commands.selfplay" in loaded
    assert not loaded & {"engine.rules", "engine.bots", "engine.record", "cryptography"}


def test_no_command_at_all_shows_the_help() -> None:
    result = CliRunner().invoke(app, [])
    assert "selfplay" in result.output
    assert result.exit_code == 2
