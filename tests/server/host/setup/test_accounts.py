"""`init` and `check` at mail servers that work, that don't, and that are not there."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.config.reader import read_config
from server.post.office.office import PostOffice
from tests.server.host.program import call, here
from tests.server.real.authority import make_authority
from tests.server.real.dovecot import PASSWORD, running_dovecot
from tests.server.real.ports import free_ports
from tests.server.real.postfix import running_postfix

ADDRESS = "grubenpost@pit.example.org"
SERVER = "pit.example.org"


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    with PostOffice({ADDRESS: "geheim"}) as office:
        yield office


def settings(imap_port: int, smtp_port: int, **more: str) -> list[str]:
    """What a host says beforehand."""
    given = {
        "server.address": ADDRESS,
        "server.name": SERVER,
        "imap.host": "127.0.0.1",
        "imap.tls": "none",
        "imap.port": imap_port,
        "smtp.host": "127.0.0.1",
        "smtp.tls": "none",
        "smtp.port": smtp_port,
        **{name.replace("__", "."): value for name, value in more.items()},
    }
    return [part for name, value in given.items() for part in ("--set", f"{name}={value}")]


def test_init_tries_both_accounts_and_writes_what_works(tmp_path: Path, office: PostOffice) -> None:
    file = tmp_path / "grubenpost.toml"
    said = settings(office.imap_port, office.smtp_port, imap__password_env="CLUB", limits__answers="7")
    done = call("init", "--no-input", *said, "-o", file, CLUB="geheim")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Trying") == 2
    assert "Done." in done.stdout
    config = read_config(file)
    assert (config.name, config.address, config.limits.answers) == (SERVER, ADDRESS, 7)
    assert config.smtp
    assert config.smtp.port == office.smtp_port
    assert "geheim" not in file.read_text("utf-8")
    checked = call("check", "-c", file, CLUB="geheim")
    assert "ok       IMAP: the login works" in checked.stdout
    assert "ok       SMTP: it can be reached, and the login works" in checked.stdout


def test_init_asks_and_keeps_a_typed_password_in_its_own_file(tmp_path: Path, office: PostOffice) -> None:
    file = tmp_path / "club.toml"
    said = settings(office.imap_port, office.smtp_port)
    typed = "no address\nhost@example.org\n\n\ngeheim\n"
    done = call("init", *said, "-o", file, typed=typed)
    assert done.returncode == 0, done.stderr + done.stdout
    assert 'That is "no address"; it must be a plain mail address' in done.stdout
    password = tmp_path / "imap.password"
    assert password.read_text("utf-8") == "geheim\n"
    assert stat.S_IMODE(password.stat().st_mode) == 0o600
    config = read_config(file)
    assert config.host == "host@example.org"
    assert config.imap
    assert config.imap.user == ADDRESS
    assert config.imap.password
    assert config.imap.password.look_up().reveal() == "geheim"
    assert "geheim" not in done.stdout + done.stderr + file.read_text("utf-8")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"imap__password_env": "WRONG"}, ["the login was refused", "password made for programs"]),
        ({"imap__password_env": "UNSET"}, ["UNSET is not set"]),
        ({"imap__password_file": "nowhere"}, ["there is no file"]),
        ({"imap__host": "no-such-host.invalid", "imap__tls": "implicit"}, ["spelled right?"]),
        ({"imap__port": "{closed}"}, ["Nothing listens on port {closed}"]),
        ({"smtp__port": "{closed}"}, ["SMTP at 127.0.0.1:{closed}", "Nothing listens"]),
        ({"imap__folder": "Nirgends"}, ["no folder Nirgends"]),
        ({"imap__tls": "implicit"}, ['try tls = "starttls"']),
        (
            {"smtp__user": "nobody@example.org", "smtp__password_env": "CLUB"},
            ["SMTP", "Check user"],
        ),
    ],
)
def test_init_writes_nothing_that_does_not_work(
    tmp_path: Path, office: PostOffice, wrong: dict[str, str], words: list[str]
) -> None:
    (closed,) = free_ports(1)
    more = {"imap__password_env": "CLUB"} if "imap__password_file" not in wrong else {}
    more |= {name: value.format(closed=closed) for name, value in wrong.items()}
    file = tmp_path / "grubenpost.toml"
    said = settings(office.imap_port, office.smtp_port, **more)
    done = here("init", "--no-input", *said, "-o", file, CLUB="geheim", WRONG="geraten")
    assert done.returncode == 1
    for word in words:
        assert word.format(closed=closed) in done.stdout
    assert "Nothing was written" in done.stdout
    assert not file.exists()
    assert "Traceback" not in done.stderr
    assert not re.search("geheim|geraten", done.stdout + done.stderr)


def test_init_can_be_told_to_try_nothing(tmp_path: Path) -> None:
    file = tmp_path / "grubenpost.toml"
    done = here("init", "--no-input", "--untested", *settings(1, 1, imap__password_env="CLUB"), "-o", file)
    assert done.returncode == 0
    assert file.exists()
    again = here("init", "--no-input", "--untested", *settings(1, 1, imap__password_env="CLUB"), "-o", file)
    assert again.returncode == 78
    assert "--force" in again.stderr


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--set", "imap.hots=x"], "did you mean imap.host?"),
        (["--set", "imap.port=viele"], "whole number"),
        (["--set", "server.address=nobody"], "mail address"),
        ([], "server.address is missing"),
        (["--set", "server.address=a@example.org"], "imap.password_file"),
    ],
)
def test_init_tells_what_is_missing_or_wrong(tmp_path: Path, given: list[str], words: str) -> None:
    done = here("init", "--no-input", "--untested", *given, "-o", tmp_path / "x.toml")
    assert done.returncode == 2
    assert words in " ".join(done.stderr.split())
    assert not (tmp_path / "x.toml").exists()


# Real servers, with TLS


def test_check_and_init_at_dovecot_and_postfix(tmp_path: Path) -> None:
    authority = make_authority(tmp_path)
    file = tmp_path / "grubenpost.toml"
    with running_dovecot(authority) as dovecot, running_postfix(dovecot, authority) as postfix:
        for tls, imap, smtp in (
            ("implicit", dovecot.imaps_port, postfix.smtps_port),
            ("starttls", dovecot.imap_port, postfix.smtp_port),
        ):
            more = {"imap__tls": tls, "smtp__tls": tls, "imap__user": "post", "imap__password_env": "CLUB"}
            trusted = {"imap__ca": "ca.pem", "smtp__ca": "ca.pem"}
            said = settings(imap, smtp, **more, **trusted)
            done = here("init", "--force", "--no-input", *said, "-o", file, CLUB=PASSWORD)
            assert done.returncode == 0, done.stdout
            checked = json.loads(here("check", "-c", file, "--json", CLUB=PASSWORD).stdout)
            words = {one["what"]: one["words"] for one in checked if one["state"] == "ok"}
            assert "INBOX can be read" in words["IMAP"]
            assert "over TLS" in words["SMTP"]
            done = here("check", "-c", file, CLUB="geraten")
            assert done.returncode == 1
            assert done.stdout.count("password made for programs") == 2
            done = here(
                "init", "--force", "--no-input", *settings(imap, smtp, **more), "-o", file, CLUB=PASSWORD
            )
            assert done.returncode == 1
            assert "name it with `ca`" in done.stdout


# Check


def found(file: Path, *args: str, **env: str) -> dict[str, list[tuple[str, str]]]:
    """What check found, by what it looked at."""
    told: dict[str, list[tuple[str, str]]] = {}
    for one in json.loads(here("check", "-c", file, "--json", *args, **env).stdout):
        told.setdefault(one["what"], []).append((one["state"], one["words"]))
    return told


def test_check_tells_what_is_wrong_with_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "grubenpost.toml").write_text("[server]\nnam = 'x'", "utf-8")
    done = call("check", "-c", tmp_path / "grubenpost.toml")
    assert done.returncode == 1
    assert done.stdout.startswith("wrong    configuration: ")
    assert "did you mean name?" in done.stdout


def test_check_looks_at_everything(club: Path) -> None:
    told = found(club, "--thorough", GRUBENPOST_IMAP_PASSWORD="x")
    assert told["log"] == [("ok", "2 games, each signature, every rule")]
    assert told["server key"][0][0] == "ok"
    assert told["ledger"][0][0] == "ok"
    assert told["clock"][0][0] == "ok"
    assert told["IMAP"][0][0] == told["SMTP"][0][0] == "wrong"
    assert "Nothing listens" in told["IMAP"][0][1]


def test_check_sees_files_that_others_can_open(club: Path) -> None:
    data = club.parent / "data"
    for path in (data, data / "ledger.sqlite", data / "server.key"):
        path.chmod(0o755)
    club.chmod(0o666)
    told = found(club)
    assert ("warning", f"others can look into {data} (mode 0755): type `chmod 700 {data}`") in told[
        "data folder"
    ]
    assert ("wrong", f"others can change {club}: type `chmod go-w {club}`") in told["data folder"]
    assert "chmod 600" in told["ledger"][0][1]
    assert "chmod 600" in told["server key"][0][1]


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("UPDATE entry SET at = at + 1 WHERE seq = 1", "entry 1"),
        ("""UPDATE entry SET facts = replace(facts, '"anna"', '"anne"') WHERE seq = 1""", "entry"),
        ("DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)", "entries"),
        ("UPDATE game SET ply = ply + 1", "the lists say"),
        ("UPDATE entry SET facts = 'x' WHERE seq = 1", "can't be read"),
    ],
)
def test_check_sees_a_log_that_was_changed(club: Path, damage: str, words: str) -> None:
    do_damage(club, damage)
    for told in (found(club), found(club, "--quick")):
        assert told["log"]
        assert all(state == "wrong" for state, _ in told["log"]), told["log"]
        assert any(words in text for _, text in told["log"]), told["log"]


def do_damage(club: Path, statement: str) -> None:
    """Change the ledger past all that guards it."""
    import sqlite3

    with sqlite3.connect(club.parent / "data/ledger.sqlite") as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        database.execute(statement)
    database.close()


def test_a_quick_check_counts_all_entries_and_reads_the_newest(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.host.reports.checks.NEWEST", 0)
    told = found(club, "--quick")
    assert told["log"] == [("ok", told["log"][0][1])]
    assert "database" not in told
    do_damage(club, "DELETE FROM entry WHERE seq = 2")
    assert all("entries, not" in text for _, text in found(club, "--quick")["log"])
    assert here("check", "--quick", "--thorough", "--config", club).returncode == 2


def test_check_sees_a_clock_that_runs_behind(club: Path) -> None:
    import sqlite3

    with sqlite3.connect(club.parent / "data/ledger.sqlite") as database:
        database.execute(
            "INSERT INTO entry (game_id, seq, kind, at, facts, letters, leaf) "
            "SELECT game_id, 9999, kind, 99999999999, facts, letters, leaf FROM entry LIMIT 1"
        )
    database.close()
    assert "behind the newest entry" in found(club)["clock"][0][1]


def test_check_of_a_server_that_is_not_there_yet(tmp_path: Path) -> None:
    done = here("check", "--data", tmp_path / "none", "--json")
    told = {one["what"]: one["state"] for one in json.loads(done.stdout)}
    assert told["configuration"] == "ok"
    assert told["data folder"] == told["server key"] == told["ledger"] == "warning"
    assert told["post office"] == "ok"
    assert done.returncode == 0
    assert not (tmp_path / "none").exists()
