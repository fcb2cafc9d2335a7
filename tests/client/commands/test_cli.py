"""What all commands share: help that is complete and quick, the version, the exit codes, the profile."""

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
from client.session.options import with_console

ROOT = Path(__file__).parents[3]
COMMANDS = commands.names()
HEAVY = {"sqlalchemy", "sqlmodel", "alembic", "psycopg", "pymap", "aiosmtpd", "server"}
POST = {"smtplib", "imaplib", "ssl", "email.message", "cryptography", "engine.record"}


def shown(*args: str) -> str:
    result = CliRunner().invoke(app, list(args))
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


def loaded_by(*words: str, home: Path) -> set[str]:
    """What is imported when a command runs."""
    code = (
        "import sys\nfrom client.cli import app\n"
        f"try:\n    app({list(words)!r})\nfinally:\n    print('LOADED', *sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={"GRUBENPOST_HOME": str(home), "PATH": "", "LANG": "C.UTF-8"},
    )
    return set(done.stdout.rpartition("LOADED ")[2].split())


def test_every_file_is_a_command_and_stands_in_the_help() -> None:
    files = {path.stem for path in (ROOT / "client" / "commands").glob("*.py")} - {"__init__"}
    assert {name.replace("-", "_") for name in COMMANDS} == {name.rstrip("_") for name in files}
    help_text = shown("--help")
    for name in COMMANDS:
        assert f" {name} " in help_text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_its_options_and_its_exit_codes(name: str) -> None:
    text = shown(name, "--help")
    run = with_console(commands.load(name))
    assert " ".join((run.__doc__ or "").split("\n\n", maxsplit=1)[0].split()) in text
    assert "Exit codes: 0 done" in text
    for option, hint in typing.get_type_hints(run, include_extras=True).items():
        if option != "return" and hint is not typer.Context:
            (declared,) = [each for each in hint.__metadata__ if isinstance(each, typer.models.ParameterInfo)]
            assert declared.help in text


@pytest.mark.parametrize("words", ["fetch", "move k3t9qa 1 --yes", "new", "verify none.json", "bot k3t9qa"])
def test_no_command_loads_the_database(words: str, tmp_path: Path) -> None:
    """That none imports it is read from the source elsewhere; this is what really happens."""
    loaded = loaded_by(*words.split(), home=tmp_path)
    assert "client.cli" in loaded
    assert not loaded & HEAVY


@pytest.mark.parametrize("words", ["status", "legal", "--help"])
def test_what_is_offline_does_not_load_the_post(words: str, tmp_path: Path) -> None:
    assert not loaded_by(*words.split(), home=tmp_path) & POST


def test_one_command_does_not_load_the_others(tmp_path: Path) -> None:
    loaded = {name for name in loaded_by("status", home=tmp_path) if name.startswith("client.commands.")}
    assert loaded == {"client.commands.status"}


def test_the_version_is_told() -> None:
    try:
        assert shown("--version") == f"grubenpost {version('grubenpost')}"
    except ModuleNotFoundError:
        assert shown("--version") == "grubenpost, not installed: run from its source"


def test_no_command_at_all_shows_the_help() -> None:
    result = CliRunner().invoke(app, [])
    assert "selfplay" in result.output
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("typed", "meant"), [("statsu", "status"), ("lega", "legal"), ("registre", "register")]
)
def test_a_slip_is_understood(typed: str, meant: str) -> None:
    result = CliRunner().invoke(app, [typed])
    assert result.exit_code == 2
    assert "Did you mean" in result.output
    assert f"'{meant}'" in result.output


@pytest.mark.parametrize("name", ["../x", "a b", "", "x" * 41])
def test_a_profile_has_a_plain_name(name: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["status", "--profile", name], env={"XDG_DATA_HOME": str(tmp_path)})
    assert result.exit_code == (0 if name == "" else 2)


NOT_STARTED = '{"format":"grubenpost-game/2","turn":null,"told":"","checkpoints":[],"forks":[]}'


def test_profiles_lie_apart(tmp_path: Path) -> None:
    for name in ("", "second"):
        folder = tmp_path / "grubenpost" / ("profiles/second" if name else "") / "games"
        folder.mkdir(parents=True)
        (folder / f"game{name}.json").write_text(NOT_STARTED)
    env = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "GRUBENPOST_HOME": ""}
    run = CliRunner()
    assert run.invoke(app, ["status"], env=env).output == "game: waits for players\n"
    second = "gamesecond: waits for players\n"
    assert run.invoke(app, ["status", "--profile", "second"], env=env).output == second
    assert run.invoke(app, ["status"], env={**env, "GRUBENPOST_PROFILE": "second"}).output == second
    elsewhere = str(tmp_path / "grubenpost" / "profiles" / "second")
    assert run.invoke(app, ["status", "--home", elsewhere], env=env).output == second
    assert run.invoke(app, ["status"], env={**env, "GRUBENPOST_HOME": elsewhere}).output == second
