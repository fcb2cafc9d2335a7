"""A password, or an access token, that a command prints: a password manager's, or a script of the host's."""

from __future__ import annotations

from typing import Final

from login.errors import BadLogin

PATIENCE: Final = 60
"""A password manager may have to ask its owner something."""
LARGEST: Final = 16 * 1024


def run_command(command: str) -> str:
    """The first line that a command prints, as the shell runs it. It may ask at the terminal meanwhile."""
    import subprocess  # noqa: PLC0415  few logins need it

    try:
        # A shell, because msmtp's passwordeval and mbsync's PassCmd are run by one, and people copy those.
        done = subprocess.run(  # the owner of the account wrote it
            command, shell=True, capture_output=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise BadLogin(
            "login/command", "the password command did not end within {seconds} seconds", seconds=PATIENCE
        ) from None
    except (OSError, ValueError) as error:
        raise BadLogin("login/command", "the password command can't be run: {why}", why=error) from None
    if done.returncode != 0:
        said = " ".join(done.stderr[-500:].decode("utf-8", "replace").split())
        raise BadLogin(
            "login/command",
            "the password command failed with exit code {code}: {why}",
            code=done.returncode,
            why=said or "-",
        )
    first = done.stdout[: LARGEST + 1].split(b"\n", 1)[0].rstrip(b"\r")
    try:
        found = first.decode("utf-8") if len(first) <= LARGEST else ""
    except UnicodeDecodeError:
        found = ""
    if not found or not found.isprintable():
        raise BadLogin("login/command", "the password command printed no password: its first line must be it")
    return found
