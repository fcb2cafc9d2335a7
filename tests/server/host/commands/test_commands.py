"""Commands on a real ledger: status, aside, retry, export, migrate, account."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
import typer
from sqlmodel import col, select
from typer.testing import CliRunner

from engine.record.archive.verify import verify
from server.cli import app
from server.host import commands as cli_commands
from server.ledger.models import Address, Outbox, Player
from server.ledger.queues import MailPlace, add_mail, claim_inbox, lease_mailbox, settle_inbox_aside
from server.ledger.store import Ledger
from tests.engine.test_harmless import ACTING, is_harmless
from tests.server.host.program import PROGRAM, ROOT, call, here
from tests.server.house import House
from tests.server.postgres import Postgres

COMMANDS = cli_commands.gather()


def shown(*args: str) -> str:
    result = CliRunner().invoke(app, list(args))
    assert result.exit_code == 0
    return " ".join(result.output.split())


# Help


def test_every_file_is_a_command_and_stands_in_the_help() -> None:
    files = {path.stem.rstrip("_") for path in (ROOT / "server/host/commands").glob("*.py")} - {"__init"}
    assert set(COMMANDS) == files
    assert files >= {"init", "check", "run", "retry", "aside", "status", "export", "migrate", "account"}
    for name in COMMANDS:
        assert name in shown("--help")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_its_options_and_its_exit_codes(name: str) -> None:
    import typing

    text = shown(name, "--help")
    assert " ".join((COMMANDS[name].__doc__ or "").partition("\n\n")[0].split()) in text
    assert "Exit codes: 0 done" in text
    for option, hint in typing.get_type_hints(COMMANDS[name], include_extras=True).items():
        if option != "return":
            (declared,) = [each for each in hint.__metadata__ if isinstance(each, typer.models.ParameterInfo)]
            assert declared.help in text


def test_help_loads_nothing_heavy() -> None:
    import subprocess

    code = "import server.cli, sys; print(*sys.modules)"
    done = subprocess.run([PROGRAM[0], "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "server.host.commands.run" in loaded
    heavy = {"sqlalchemy", "sqlmodel", "alembic", "psycopg", "imap_tools", "aiosmtplib", "aiosmtpd", "pymap"}
    assert not loaded & (heavy | {"cryptography", "engine.record", "engine.rules", "keyring"})


def test_a_missing_package_is_told_in_words() -> None:
    import subprocess

    hidden = "import sys; sys.modules['sqlmodel'] = None; sys.argv[1:] = ['status']"
    code = f"{hidden}; from server.cli import main; main()"
    done = subprocess.run([PROGRAM[0], "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "grubenpost[host]" in done.stderr
    assert "Traceback" not in done.stderr


# Status


def test_status_counts_games_and_queues(club: Path) -> None:
    facts = json.loads(here("status", "-c", club, "--json").stdout)
    assert facts["games"] == {"open": 0, "running": 1, "over": 0, "abandoned": 1}
    assert facts["players"]["active"] == 2
    assert facts["queues"]["outbox"]["pending"] > 0
    assert facts["processes"] == []
    told = call("status", "-c", club).stdout
    assert "has not run yet" in told
    assert "1 running" in told
    assert f"running  {facts['running'][0]['game']}" in told


def test_no_ledger_yet(tmp_path: Path) -> None:
    done = here("status", "--data", tmp_path / "none")
    assert done.returncode == 1
    assert "there is no ledger" in done.stderr
    assert not (tmp_path / "none").exists(), "asking makes nothing"


def test_migrate_makes_a_ledger_once(tmp_path: Path) -> None:
    assert json.loads(call("migrate", "--data", tmp_path / "d", "--json").stdout)["before"] is None
    assert "up to date" in here("migrate", "--data", tmp_path / "d").stdout
    assert here("status", "--data", tmp_path / "d").returncode == 0


def test_the_newest_revision_is_the_one_that_alembic_knows() -> None:
    from alembic.script import ScriptDirectory

    from server.host.setup.house import newest_revision

    scripts = ScriptDirectory(str(ROOT / "server/ledger/migrations"))
    assert newest_revision() == scripts.get_current_head()


def test_a_club_moves_to_postgresql_and_goes_on(club: Path, tmp_path: Path, postgres: Postgres) -> None:
    old = f"sqlite:///{tmp_path}/data/ledger.sqlite"
    before = json.loads(here("status", "-c", club, "--json").stdout)
    with postgres.database() as url:
        text = club.read_text("utf-8").replace('data = "data"', f'data = "data"\ndatabase = "{url}"')
        club.write_text(text, "utf-8")
        copied = json.loads(call("copy", old, "-c", club, "--json").stdout)
        assert copied["game"] == 2
        assert copied["entry"] > 4
        after = json.loads(here("status", "-c", club, "--json").stdout)
        assert {**after, "at": 0, "queues": 0} == {**before, "at": 0, "queues": 0}
        checked = json.loads(here("check", "--thorough", "-c", club, "--json").stdout)
        assert [one["state"] for one in checked if one["what"] == "log"] == ["ok"]
        again = here("copy", old, "-c", club)
        assert again.returncode == 1
        assert "empty database" in again.stderr
        ledger = Ledger(url)
        with ledger.writing() as session:  # new rows are numbered after the copied ones
            lease_mailbox(session, "box", "worker", 10**9, 600)
            raw = b"From: anna@example.org\r\n\r\nhello\r\n"
            assert (add_mail(session, MailPlace("box", 1, 1), "worker", raw, 0, 0) or 0) > copied["inbox"]
        ledger.close()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://club:geheim@127.0.0.1:1/club", "refused"),
        ("postgresql://club:geheim@no-such-host.invalid/club", "no-such-host"),
        ("mysql://club:geheim@127.0.0.1/club", "PostgreSQL"),
        ("sqlite:////no-such-folder/club.sqlite", "no such folder"),
        ("not a url, geheim", "URL can't be read"),
    ],
)
def test_a_database_that_is_not_there_is_told_in_words(club: Path, url: str, words: str) -> None:
    text = club.read_text("utf-8").replace('data = "data"', f'data = "data"\ndatabase = "{url}"')
    club.write_text(text, "utf-8")
    club.chmod(0o600)
    done = here("migrate", "-c", club)
    assert done.returncode == 1
    assert words in done.stderr
    assert "geheim" not in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_is_no_database_is_told_in_words(club: Path) -> None:
    (club.parent / "data/ledger.sqlite").write_bytes(b"no database" * 1000)
    done = here("status", "-c", club)
    assert done.returncode == 78
    assert "not a database" in done.stderr


# Release


def test_release_ends_a_stop_and_chooses_where_mail_goes(club: Path) -> None:
    url = f"sqlite:///{club.parent}/data/ledger.sqlite"
    with Ledger(url) as ledger, ledger.writing() as session:
        player = session.exec(select(Player).where(Player.state == "active")).first()
        assert player is not None
        handle, player.frozen_until = player.handle, 1 << 40
        session.add(Address(player_id=player.id, address="other@example.org", created_at=1))
    done = here("release", handle, "--mail-to", "nobody@example.org", "-c", club)
    assert done.returncode == 1
    assert "nobody@example.org is not one of the addresses" in done.stderr
    done = here("release", handle, "--mail-to", "Other@example.org", "-c", club)
    assert done.returncode == 0, done.stderr
    assert "when all mail that came until now has been dealt with" in done.stdout
    assert f"asked    release {handle}: " in here("status", "-c", club).stdout
    with Ledger(url) as ledger:
        House(ledger, time=int(time.time()) + 60).tick()
    assert "asked " not in here("status", "-c", club).stdout
    with Ledger(url) as ledger, ledger.reading() as session:
        player = session.exec(select(Player).where(Player.handle == handle)).one()
        assert player.frozen_until is None
        mains = select(Address.address).where(Address.player_id == player.id, col(Address.main).is_(True))
        assert session.exec(mains).all() == ["other@example.org"]
        told = session.exec(select(Outbox.recipient).where(Outbox.kind == "notice")).all()
        assert "other@example.org" in told
    assert here("release", "nobody", "-c", club).returncode == 1


# Aside and retry


@pytest.fixture
def aside(club: Path) -> Path:
    """The club, with two mails set aside."""
    ledger = Ledger(f"sqlite:///{club.parent}/data/ledger.sqlite")
    with ledger.writing() as session:
        lease_mailbox(session, "box", "worker", 10**9, 600)
        for uid in (901, 902):
            raw = b"From: mallory@example.org\r\n\r\npoison \x1b[31m%d\r\n" % uid
            add_mail(session, MailPlace("box", 1, uid), "worker", raw, 10**9, 10**9)
        for mail in claim_inbox(session, "worker", 2 * 10**9, 60, most=5):
            settle_inbox_aside(session, mail, "Traceback …\nValueError: poison", 10**9)
    ledger.close()
    return club


def test_what_is_set_aside_is_listed_and_put_back(aside: Path) -> None:
    listed = json.loads(here("aside", "-c", aside, "--json").stdout)
    first, second = (row["id"] for row in listed)
    assert "ValueError: poison" in call("aside", "-c", aside).stdout
    whole = here("aside", str(first), "-c", aside).stdout
    assert "poison ·[31m901" in whole, "a stranger's control characters don't reach the terminal"
    assert json.loads(here("retry", str(first), "-c", aside, "--json").stdout) == {"put_back": [first]}
    assert [row["id"] for row in json.loads(here("aside", "-c", aside, "--json").stdout)] == [second]
    assert json.loads(here("status", "-c", aside, "--json").stdout)["queues"]["inbox"]["new"] == 1
    assert call("retry", "--all", "-c", aside).stdout == f"Put back: {second}.\n"
    assert here("aside", "-c", aside).stdout == "Nothing is set aside.\n"


def test_strange_words_do_nothing_on_the_hosts_terminal(club: Path) -> None:
    """Errors quote what made them; tables, whole mails and JSON show nothing that acts."""
    strange = "".join(ACTING.values()).replace("\ud800", "")
    ledger = Ledger(f"sqlite:///{club.parent}/data/ledger.sqlite")
    with ledger.writing() as session:
        lease_mailbox(session, "box", "worker", 10**9, 600)
        raw = b"From: mallory@example.org\r\n\r\n" + strange.encode()
        add_mail(session, MailPlace("box", 1, 903), "worker", raw, 10**9, 10**9)
        (mail,) = claim_inbox(session, "worker", 2 * 10**9, 60, most=5)
        settle_inbox_aside(session, mail, f"Traceback …\nValueError: {strange}", 10**9)
    ledger.close()
    (row,) = json.loads(here("aside", "-c", club, "--json").stdout)
    for words in (
        ["aside"],
        ["aside", str(row["id"])],
        ["aside", str(row["id"]), "--json"],
        ["aside", "--json"],
    ):
        done = here(*words, "-c", club)
        assert done.returncode == 0
        assert is_harmless(done.stdout), done.stdout
    assert strange in json.loads(here("aside", str(row["id"]), "-c", club, "--json").stdout)["mail"]


def test_a_mail_that_is_not_aside_is_not_put_back(aside: Path) -> None:
    listed = json.loads(here("aside", "-c", aside, "--json").stdout)
    done = here("retry", str(listed[0]["id"]), "77777", "-c", aside)
    assert done.returncode == 1
    assert "77777" in done.stderr
    assert len(json.loads(here("aside", "-c", aside, "--json").stdout)) == 2, "all or none"
    assert here("retry", "-c", aside).returncode == 2
    assert here("retry", "1", "--all", "-c", aside).returncode == 2


# Export


def test_archives_prove_themselves(club: Path, tmp_path: Path) -> None:
    out = tmp_path / "archives"
    told = json.loads(call("export", "--all", "--out", out, "-c", club, "--json").stdout)
    written = sorted(out.iterdir())
    assert told == {"written": 2, "games": 2}
    assert len(written) == 2
    states = {verify(path.read_bytes()).state for path in written}
    assert len(states) == 2, "one game runs, one was given up"
    running = json.loads(here("status", "-c", club, "--json").stdout)["running"][0]["game"]
    again = here("export", running, "--out", out, "-c", club)
    path = Path(again.stdout.splitlines()[0])
    assert path in written
    assert b'"stacks"' not in path.read_bytes(), "what is hidden stays hidden"


def test_an_unknown_game_is_told(club: Path, tmp_path: Path) -> None:
    done = here("export", "nogame", "--out", tmp_path / "x", "-c", club)
    assert done.returncode == 1
    assert "nogame" in done.stderr
    assert not (tmp_path / "x").exists()
    (tmp_path / "file").touch()
    done = here("export", "--all", "--out", tmp_path / "file", "-c", club)
    assert done.returncode == 1
    assert "file" in done.stderr


# Accounts


def test_accounts_are_added_listed_and_removed(tmp_path: Path) -> None:
    added = json.loads(call("account", "add", "Clara", "--data", tmp_path / "d", "--json").stdout)
    assert list(added) == ["clara@grubenpost.localhost"]
    assert json.loads(here("account", "--data", tmp_path / "d", "--json").stdout) == added
    for name in ("clara", "a b", "x@elsewhere.org", "ä"):
        assert here("account", "add", name, "--data", tmp_path / "d").returncode == 1
    assert here("account", "remove", "clara", "--data", tmp_path / "d").returncode == 0
    assert here("account", "remove", "clara", "--data", tmp_path / "d").returncode == 1
    assert here("account", "add", "--data", tmp_path / "d").returncode == 2


def test_real_accounts_are_not_ours_to_add(club: Path) -> None:
    done = here("account", "list", "-c", club)
    assert done.returncode == 78
    assert "addresses they have" in done.stderr


@pytest.mark.parametrize("text", ["[[", 'anna = "x"', '"a@grubenpost.localhost" = 3'])
def test_a_broken_list_of_accounts_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "accounts.toml").write_text(text, "utf-8")
    (tmp_path / "accounts.toml").chmod(0o600)
    done = here("account", "--data", tmp_path)
    assert done.returncode == 78
    assert "accounts.toml" in done.stderr
    (tmp_path / "accounts.toml").chmod(0o644)
    assert "chmod 600" in here("account", "--data", tmp_path).stderr


def required(name: str) -> list[str]:
    """Something for all that a command can't do without."""
    import inspect
    import typing

    hints = typing.get_type_hints(COMMANDS[name], include_extras=True)
    given: list[str] = []
    for parameter in inspect.signature(COMMANDS[name]).parameters.values():
        (info,) = [each for each in hints[parameter.name].__metadata__ if hasattr(each, "param_decls")]
        if parameter.default is inspect.Parameter.empty:
            option = isinstance(info, typer.models.OptionInfo)
            named = [str(info.default)] if isinstance(info.default, str) else [f"--{parameter.name}"]
            given += [*named, "x"] if option else ["x"]
    return given


def test_a_broken_configuration_stops_every_command(club: Path) -> None:
    club.write_text("[server]\nnam = 3\n", "utf-8")
    for name in set(COMMANDS) - {"init", "check"}:
        args = {"retry": ["--all"], "export": ["--all"], "copy": ["sqlite:///x"]}.get(name, required(name))
        done = here(name, *args, "-c", club)
        assert done.returncode == 78, name
        assert "did you mean name?" in done.stderr
        assert done.stderr.count("\n") == 1
