"""A ledger of another version, older or newer, is told as such by every command that opens it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.host import commands as cli_commands
from tests.server.host.program import here

BAD_CONFIG = 78
OPENERS: dict[str, tuple[str, ...]] = {
    "announce": ("k3t9qa", "--text", "hello"),
    "extend": ("k3t9qa", "--reason", "why"),
    "seat": ("k3t9qa", "anna", "--reason", "why"),
    "unseat": ("k3t9qa", "anna", "--reason", "why"),
    "aside": (),
    "block": ("anna",),
    "check": (),
    "close": ("k3t9qa", "--reason", "why"),
    "copy": (),
    "export": ("--all",),
    "import": ("nothing.json",),
    "league": ("spring",),
    "mails": ("anna",),
    "outbox": (),
    "pause": ("k3t9qa", "--reason", "a storm"),
    "players": (),
    "ratings": (),
    "release": ("anna",),
    "resume": (),
    "retry": ("--all",),
    "run": (),
    "site": ("pages",),
    "status": (),
    "tidy": (),
    "unblock": ("anna",),
}
"""The commands that open a ledger, with what they need."""
OTHERS = {"account", "backup", "healthy", "init", "login", "migrate", "rehearse", "restore"}
"""Of these, `backup` takes a ledger of any version, `migrate` makes an old one new, `restore` replaces it."""


def set_revision(club: Path, revision: str) -> None:
    with closing(sqlite3.connect(club.parent / "data/ledger.sqlite")) as ledger:
        ledger.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        ledger.commit()


def arguments(name: str, club: Path) -> list[str | Path]:
    given: list[str | Path] = [name, *OPENERS[name]]
    if name == "copy":
        given.append(f"sqlite:///{club.parent / 'data/ledger.sqlite'}")
    return [*given, "-c", club]


def test_every_command_is_looked_at() -> None:
    assert set(cli_commands.gather()) == set(OPENERS) | OTHERS


@pytest.mark.parametrize("name", sorted(OPENERS))
@pytest.mark.parametrize(
    ("revision", "advice"),
    [("0001", "`grubenpost-server migrate`"), ("9999", "a newer Grubenpost wrote the ledger")],
)
def test_a_ledger_of_another_version(club: Path, name: str, revision: str, advice: str) -> None:
    set_revision(club, revision)
    done = here(*arguments(name, club))
    assert done.returncode == BAD_CONFIG
    assert advice in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_the_code_is_told(club: Path) -> None:
    set_revision(club, "9999")
    assert "[ledger/newer]" in here("status", "-c", club).stderr


def test_an_old_ledger_is_backed_up(club: Path) -> None:
    set_revision(club, "0001")
    assert here("backup", "-c", club).returncode == 0


def test_no_migration_leads_back(club: Path) -> None:
    set_revision(club, "9999")
    done = here("migrate", "-c", club)
    assert done.returncode == BAD_CONFIG
    assert "newer Grubenpost" in done.stderr
