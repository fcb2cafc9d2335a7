"""The container files: they are valid, name what there is, and their mail servers take their settings."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from server.config.reader import read_config
from tests.server.components import lacking

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy/container"
COMPOSE = sorted(path.name for path in FOLDER.glob("compose*.yaml"))


def composed(name: str, environment: Path) -> subprocess.CompletedProcess[str]:
    if not shutil.which("docker-compose"):
        lacking("docker-compose is not installed")
    return subprocess.run(
        ["docker-compose", "--env-file", environment, "-f", FOLDER / name, "config"],
        capture_output=True,
        text=True,
        check=False,
        env={name: value for name, value in os.environ.items() if name in ("PATH", "HOME")},
    )


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """The example, with passwords in it."""
    file = tmp_path / ".env"
    text = (FOLDER / "example.env").read_text("utf-8")
    file.write_text(re.sub(r"PASSWORD=$", "PASSWORD=secret", text, flags=re.MULTILINE), "utf-8")
    return file


@pytest.mark.parametrize("name", COMPOSE)
def test_a_compose_file_is_valid(name: str, environment: Path) -> None:
    done = composed(name, environment)
    assert done.returncode == 0, done.stderr
    assert "no-new-privileges:true" in done.stdout
    assert "read_only: true" in done.stdout


def test_a_stack_without_passwords_does_not_start() -> None:
    done = composed("compose.yaml", FOLDER / "example.env")
    assert done.returncode != 0
    assert "write it into .env" in done.stderr


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*Containerfile")), ids=lambda path: path.name)
def test_a_container_is_made_of_what_there_is(path: Path) -> None:
    context = ROOT if path.parent == FOLDER else path.parent
    copied = re.findall(r"^COPY (.+)$", path.read_text("utf-8"), re.MULTILINE)
    assert copied
    sources = [source for line in copied for source in line.split()[:-1]]
    assert [source for source in sources if not (context / source).exists()] == []


def test_the_image_has_every_room_that_is_installed() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    rooms = re.search(r"^packages = \[(.*)\]$", project, re.MULTILINE)
    assert rooms
    image = (FOLDER / "Containerfile").read_text("utf-8")
    assert [room for room in re.findall(r'"(\w+)"', rooms[1]) if f"COPY {room} " not in image] == []


def test_the_configuration_of_the_stack_can_be_read() -> None:
    config = read_config(FOLDER / "club.toml")
    assert config.imap
    assert config.smtp
    assert (config.imap.host, config.smtp.host, config.smtp.user) == ("127.0.0.1", "127.0.0.1", "")
    assert config.database == "postgresql://grubenpost@postgres/grubenpost"


def test_postfix_takes_its_settings(tmp_path: Path) -> None:
    if not shutil.which("postconf"):
        lacking("Postfix is not installed")
    shutil.copytree("/etc/postfix", tmp_path, dirs_exist_ok=True)
    settings = {"DOMAIN": "example.org", "MAIL_HOST": "mail.example.org", "POSTFIX_CONFIG": str(tmp_path)}
    script = FOLDER / "mail/postfix.sh"
    path = f"{os.environ['PATH']}:/usr/sbin"
    subprocess.run(["sh", script, "write"], check=True, env={**settings, "PATH": path})
    told = subprocess.run(
        ["postconf", "-c", tmp_path, "-n"], capture_output=True, text=True, check=True, env={"PATH": path}
    )
    assert "smtpd_relay_restrictions = permit_mynetworks reject_unauth_destination" in told.stdout
    assert "unused parameter" not in told.stderr
    asked = subprocess.run(
        ["postmap", "-c", tmp_path, "-q", "grubenpost@example.org", _map(told.stdout)],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": path},
    )
    assert asked.stdout.strip() == "grubenpost"


def _map(settings: str) -> str:
    found = re.search(r"^virtual_mailbox_maps = (.+)$", settings, re.MULTILINE)
    assert found
    return found[1]


def test_dovecot_takes_its_settings() -> None:
    if not shutil.which("doveconf"):
        lacking("Dovecot is not installed")
    done = subprocess.run(
        ["doveconf", "-n", "-c", FOLDER / "mail/dovecot.conf"],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"], "MAILBOX_PASSWORD": "secret"},
    )
    assert done.returncode == 0, done.stderr
    assert "Error" not in done.stderr
    assert "driver = static" in done.stdout
