"""What is written for hosts and players is true: pages, the example, the service."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server.cli import EXIT_CODES, app
from server.desk.commands_page import write_page
from server.words.command import COMMANDS

ROOT = Path(__file__).parents[3]
HOST_PAGE = (ROOT / "docs/host.md").read_text("utf-8")


def test_the_page_about_mail_commands_is_up_to_date() -> None:
    kept = (ROOT / "docs/mail-commands.md").read_text("utf-8")
    assert kept == write_page(), "type: python -m server.desk.commands_page > docs/mail-commands.md"


def test_the_page_is_made_by_the_command_it_names() -> None:
    made = subprocess.run(
        [sys.executable, "-m", "server.desk.commands_page"], cwd=ROOT, capture_output=True, check=True
    )
    assert made.stdout.decode("utf-8") == write_page()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_mail_command_is_on_the_page(name: str) -> None:
    page, known = write_page(), COMMANDS[name]
    assert f"\n## {name}\n" in page
    assert f"    {known.usage}\n" in page
    assert known.help in page
    for word in known.also:
        assert f"`{word}`" in page


def commands_in(text: str) -> list[list[str]]:
    """Every `grubenpost-server …` that a page tells to type."""
    lines = re.findall(r"^    (?:sudo -u grubenpost )?grubenpost-server (.+)$", text, re.MULTILINE)
    return [shlex.split(line) for line in lines if " :" not in line]


@pytest.mark.parametrize("args", commands_in(HOST_PAGE), ids=" ".join)
def test_every_command_on_the_hosts_page_can_be_typed(args: list[str]) -> None:
    assert understand(args)


def understand(args: list[str]) -> bool:
    """Whether the command and its options are known; `--help` keeps it from being run."""
    return CliRunner().invoke(app, [*args, "--help"]).exit_code == 0


def test_commands_are_found_and_a_wrong_one_is_seen() -> None:
    assert len(commands_in(HOST_PAGE)) >= 12
    assert not understand(["run", "--onyl", "clerks"])
    assert not understand(["rnu"])


def test_the_page_shows_what_the_server_says() -> None:
    """The sentences on the page stand in the code, but for names and numbers."""
    sources = "\n".join(path.read_text("utf-8") for path in (ROOT / "server").rglob("*.py"))
    for said in (
        "The mail address that players write to",
        "The server's name, for good",
        "the login works, ",
        " can be read and holds ",
        "it can be reached",
        "new mail is noticed at once",
        "Done. Next: `grubenpost-server check`, then `grubenpost-server run`.",
        "every entry follows from the one before",
        "Its key: ",
        "It is its own post office, which only this machine can reach. In a mail program:",
        "Another account: grubenpost-server account add NAME",
        "dealt with a mail",
    ):
        assert said in HOST_PAGE
        assert said in sources


def test_the_exit_codes_are_on_the_page() -> None:
    for code in re.findall(r"\d+", EXIT_CODES):
        assert f"| {code} |" in HOST_PAGE


def read_unit(path: Path) -> ConfigParser:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment]
    unit.read(path, "utf-8")
    return unit


@pytest.mark.parametrize(
    "path", sorted((ROOT / "deploy/systemd").glob("*.service")), ids=lambda path: path.name
)
def test_a_service_runs_a_command_that_there_is(path: Path) -> None:
    program, *args = shlex.split(read_unit(path)["Service"]["ExecStart"])
    assert program.endswith("/grubenpost-server")
    assert understand(args)


def test_the_service_is_started_again_where_that_helps() -> None:
    service = read_unit(ROOT / "deploy/systemd/grubenpost.service")
    assert service["Service"]["RestartPreventExitStatus"].split() == ["2", "78"]
    assert service["Service"]["User"] == "grubenpost"
    assert service["Install"]["WantedBy"] == "multi-user.target"
