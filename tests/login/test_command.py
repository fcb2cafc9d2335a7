"""Passwords that a command prints."""

from __future__ import annotations

import pytest

from login import command
from login.command import run_command
from login.errors import BadLogin


def test_the_first_line_is_the_password() -> None:
    assert run_command("printf 'glück auf\\r\\nlogin: anna\\n'") == "glück auf"


def test_it_is_run_by_the_shell() -> None:
    assert run_command("echo one two | cut -d' ' -f2") == "two"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("exit 3", "exit code 3"),
        ("echo 'gpg: no secret key' >&2; exit 2", "gpg: no secret key"),
        ("true", "no password"),
        ("echo; echo later", "no password"),
        ("printf '\\377'", "no password"),
        ("printf 'a\\tb'", "no password"),
        ("head -c 100000 /dev/zero | tr '\\0' x", "no password"),
        ("nosuchprogram-at-all", "exit code 127"),
        ("echo a\0b", "can't be run"),
    ],
)
def test_a_command_that_does_not_give_one(line: str, why: str) -> None:
    with pytest.raises(BadLogin, match=why) as error:
        run_command(line)
    assert error.value.code == "login/command"


def test_a_command_that_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "PATIENCE", 0.1)
    with pytest.raises(BadLogin, match="did not end"):
        run_command("sleep 20")
