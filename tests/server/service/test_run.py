"""The server as a process: its own post office, mail programs, stops and starts."""

from __future__ import annotations

import json
import signal
import smtplib
import socket
import stat
from pathlib import Path

import pytest

from server.host.health import read_health
from tests.server.host.program import (
    SERVER,
    MailProgram,
    call,
    code_in,
    embedded,
    here,
    running,
    text_of,
    until,
)


def register(anna: MailProgram, handle: str = "anna") -> None:
    """By mail, as any player does."""
    before = len(anna.inbox())
    anna.send(f"register {handle} {handle.title()} Steiger")
    question = anna.wait_for(before + 1)
    assert question["From"].addresses[0].addr_spec == SERVER
    anna.send(f"yes\n\n> code: {code_in(question)}", subject=f"Re: {question['Subject']}")
    anna.wait_for(before + 2)


def test_a_club_on_one_machine_outlives_a_stop(tmp_path: Path) -> None:
    data = tmp_path / "club"
    with embedded(data) as server:
        anna = server.program("anna")
        register(anna)
        assert "anna" in text_of(anna.inbox()[-1]).casefold()
        assert server.stop() == 0
        log = "\n".join(server.log)
    health = json.loads((data / "health.json").read_text("utf-8"))
    assert (health["state"], health["inbox_waiting"], health["outbox_waiting"]) == ("stopped", 0, 0)
    assert (data / "server.key").stat().st_mode & 0o777 == 0o600
    key = (data / "server.key").read_bytes()

    with embedded(data) as server:
        again = server.program("anna", anna.password)
        assert len(again.inbox()) == 2, "what was sent lately lies in the box again"
        again.send(f"status\n\n> code: {code_in(again.inbox()[-1])}")
        assert "You are in no game" in text_of(again.wait_for(3))
        health = json.loads((data / "health.json").read_text("utf-8"))
        assert health["state"] == "running"
        assert health["outage_since"] is None
        status = json.loads(here("status", "--data", data, "--json").stdout)
        assert status["players"] == {"active": 1, "unreachable": 0}
        assert server.stop(signal.SIGINT) == 0
        log += "\n".join(server.log)
    assert (data / "server.key").read_bytes() == key
    assert "outcome=done" in log
    assert anna.password not in log
    assert "@" not in log.replace("…@…", "")


def test_a_mail_sent_just_before_the_stop_is_not_lost(tmp_path: Path) -> None:
    with embedded(tmp_path) as server:
        anna = server.program("anna")
        anna.send("register anna Anna")
        assert server.stop() == 0
    with embedded(tmp_path) as server:
        assert code_in(server.program("anna", anna.password).wait_for(1))


def test_killed_servers_lose_nothing_that_they_took(tmp_path: Path) -> None:
    with embedded(tmp_path) as server:
        anna = server.program("anna")
        register(anna)
        server.process.kill()
    health = json.loads((tmp_path / "health.json").read_text("utf-8"))
    assert health["state"] == "running"
    with embedded(tmp_path) as server:
        assert len(server.program("anna", anna.password).wait_for(2))


def test_a_new_account_works_while_the_server_runs(tmp_path: Path) -> None:
    with embedded(tmp_path) as server:
        added = json.loads(here("account", "add", "clara", "--data", tmp_path, "--json").stdout)
        ((address, password),) = added.items()
        clara = server.program("clara", password)
        assert clara.address == address

        def try_login() -> bool | None:
            try:
                with smtplib.SMTP("127.0.0.1", clara.smtp_port) as smtp:
                    smtp.login(address, password)
            except smtplib.SMTPAuthenticationError:
                return None
            return True

        assert until(try_login)
        register(clara, "clara")


def test_a_wrong_password_opens_no_box(tmp_path: Path) -> None:
    with embedded(tmp_path) as server:
        _, port = server.ports()
        with smtplib.SMTP("127.0.0.1", port) as smtp, pytest.raises(smtplib.SMTPAuthenticationError):
            smtp.login("anna@grubenpost.localhost", "guessed")


def test_only_its_owner_can_read_what_the_server_keeps(tmp_path: Path) -> None:
    data = tmp_path / "club"
    with embedded(data):
        for path in (data, data / "server.key", data / "ledger.sqlite", data / "accounts.toml"):
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
        assert "password" not in (data / "health.json").read_text("utf-8")


def test_a_port_that_is_taken_is_told_in_words(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = call("run", "--data", tmp_path, "--imap-port", str(port), "--smtp-port", "0")
    assert done.returncode == 78
    assert str(port) in done.stderr
    assert "--imap-port" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_server_with_another_key_than_its_games_does_not_start(tmp_path: Path, club: Path) -> None:
    """A lost key is told; a new one is never made while there are games."""
    key = club.parent / "data/server.key"
    kept = key.read_bytes()
    key.unlink()
    done = here("run", "-c", club)
    assert done.returncode == 78
    assert "backup" in done.stderr
    assert not key.exists()
    with embedded(tmp_path / "other"):
        other = (tmp_path / "other/server.key").read_bytes()
    key.write_bytes(other)
    key.chmod(0o600)
    done = here("run", "-c", club)
    assert done.returncode == 78
    assert "fingerprint" in done.stderr
    key.write_bytes(kept)
    club.write_text(club.read_text("utf-8").replace("pit.example.org", "well.example.org"), "utf-8")
    done = here("run", "-c", club)
    assert done.returncode == 78
    assert "sealed for pit.example.org" in done.stderr


def test_unreachable_mail_servers_are_told_in_the_health_file(club: Path) -> None:
    with running("-c", club, GRUBENPOST_IMAP_PASSWORD="geheim") as server:
        file = club.parent / "data/health.json"
        health = until(lambda: told if (told := read_health(file)) and told["trouble"] else None)
        assert health["outage_since"] is not None
        assert "fetcher" in health["trouble"]
        told = here("status", "-c", club).stdout
        assert "has been in trouble for" in told
        assert server.stop() == 0
        assert "geheim" not in "\n".join(server.log)


def test_without_a_password_it_does_not_start(club: Path) -> None:
    done = here("run", "-c", club)
    assert done.returncode == 78
    assert "GRUBENPOST_IMAP_PASSWORD" in done.stderr


def test_the_parts_can_run_alone(club: Path) -> None:
    with running("-c", club, "--only", "clerks") as server:
        server.hears("parts=clerks ")
        assert server.stop() == 0
    assert here("run", "--only", "clerks", "--data", club.parent / "x").returncode == 2


def test_an_older_ledger_has_to_be_migrated_first(club: Path) -> None:
    import sqlite3

    with sqlite3.connect(club.parent / "data/ledger.sqlite") as database:
        database.execute("UPDATE alembic_version SET version_num = '0000'")
    database.close()
    for command in ("run", "status", "export"):
        done = here(command, *(["--all"] if command == "export" else []), "-c", club)
        assert done.returncode == 78
        assert "grubenpost-server migrate" in done.stderr
