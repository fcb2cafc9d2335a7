"""What a host is refused, by its codes: each is provoked as a host would, and told with the code."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tarfile
import time
from contextlib import closing
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from sqlmodel import select

from engine.errors import Refused
from engine.mail.hosts import Tls
from engine.record.keyring.keyfile import lock
from engine.record.letters.key import PrivateKey
from server.config.passwords import Password
from server.host.backups.copy_ledger import copy_ledger
from server.host.backups.integrity import check_whole
from server.host.backups.restore import restore_backup
from server.host.backups.selfcheck import check_state
from server.host.health import write_health
from server.host.setup.probe import try_imap, try_smtp
from server.host.setup.wizard import _check_place
from server.ledger.models import Game, Inbox, Outbox
from server.ledger.queues import MailPlace, add_stub, claim_outbox, lease_mailbox, settle_outbox_dead
from server.ledger.store import Ledger
from server.post.accounts import ImapAccount, SmtpAccount
from server.post.office.office import PostOffice
from tests.server.host.backups.test_backup import backed_up, wipe
from tests.server.host.program import here
from tests.server.real.ports import free_ports


def said(code: str, *args: str | Path, **env: str) -> None:
    """The command can't be done, and says so with this code."""
    done = here(*args, **env)
    assert done.returncode in (1, 78)
    assert done.stderr.rstrip().endswith(f"[{code}]"), done.stderr


def refused(code: str, *args: object) -> None:
    """The first of these is called with the others, and refuses."""
    call, *given = args
    with pytest.raises(Refused) as caught:
        call(*given)  # type: ignore[operator]
    assert caught.value.code == code


def ledger_of(club: Path) -> Path:
    return club.parent / "data" / "ledger.sqlite"


def change(database: Path, *statements: str) -> None:
    """Change a ledger behind the server's back."""
    with closing(sqlite3.connect(database)) as opened:
        for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            opened.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            opened.execute(statement)
        opened.commit()


# Accounts of the post office


def test_accounts_that_can_not_be(tmp_path: Path, club: Path) -> None:
    data = tmp_path / "d"
    said("account/name", "account", "add", "x@elsewhere.org", "--data", data)
    here("account", "add", "clara", "--data", data)
    said("account/state", "account", "add", "clara", "--data", data)
    said("account/provider", "account", "list", "-c", club)


@pytest.mark.parametrize(("code", "text"), [("accounts/toml", "[["), ("accounts/entry", 'anna = "x"')])
def test_a_broken_list_of_accounts(tmp_path: Path, code: str, text: str) -> None:
    file = tmp_path / "accounts.toml"
    file.write_text(text, "utf-8")
    file.chmod(0o600)
    said(code, "account", "--data", tmp_path)
    file.chmod(0o644)
    said("config/mode", "account", "--data", tmp_path)
    file.unlink()
    file.mkdir(mode=0o700)
    said("accounts/file", "account", "--data", tmp_path)


def test_a_post_office_that_can_not_open() -> None:
    refused("office/open", PostOffice, {}, "192.0.2.1")
    with PostOffice({"anna@example.org": "x"}) as office:
        refused("office/unknown", office.deliver, "ben@example.org", b"")


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with PostOffice({}) as office:
        ports = ["--imap-port", str(office.imap_port), "--smtp-port", str(office.smtp_port)]
        said("office/port", "run", "--data", tmp_path / "d", *ports)


# Configuration


def test_configurations_that_can_not_be_used(tmp_path: Path, club: Path) -> None:
    said("config/none", "status", "-c", tmp_path / "none.toml")
    said("config/unreadable", "status", "-c", tmp_path)
    (tmp_path / "plain").write_text("x")
    said("config/data", "migrate", "--data", tmp_path / "plain" / "d")
    text = club.read_text("utf-8")
    club.write_text(text.replace('name = "pit.example.org"', 'name = "other.example.org"'), "utf-8")
    said("config/renamed", "run", "-c", club)


def test_places_for_a_new_configuration(tmp_path: Path) -> None:
    (tmp_path / "there.toml").touch()
    refused("config/there", _check_place, tmp_path / "there.toml", False)
    refused("config/folder", _check_place, tmp_path / "nowhere" / "new.toml", False)


def test_passwords_that_are_not_there(tmp_path: Path) -> None:
    def password(kind: str, place: str) -> Password:
        return Password(kind, place, "anna", "imap", str(tmp_path / "grubenpost.toml"))

    refused("config/password-env", password("password_env", "GRUBENPOST_NO_SUCH").look_up)
    refused("config/password-file", password("password_file", str(tmp_path / "none")).look_up)
    usual = keyring.get_keyring()
    try:
        keyring.set_keyring(NoKeyring())
        refused("config/password-keyring", password("password_keyring", "club").look_up)
    finally:
        keyring.set_keyring(usual)


def test_mail_accounts_that_do_not_work() -> None:
    (closed,) = free_ports(1)
    with PostOffice({"anna@example.org": "x"}) as office:
        there = ImapAccount("127.0.0.1", office.imap_port, "anna@example.org", "x", Tls.NONE, folder="None")
        refused("imap/folder", try_imap, there)
        refused("imap/unusable", try_imap, ImapAccount("127.0.0.1", closed, "anna", "x", Tls.NONE))
        refused("smtp/unusable", try_smtp, SmtpAccount("127.0.0.1", closed, "", "", Tls.NONE), "example.org")


# The server's key and its ledger


def test_keys_that_the_games_do_not_stand_on(club: Path) -> None:
    file = club.parent / "data" / "server.key"
    file.write_bytes(lock(PrivateKey(b"o" * 32), "", b""))
    said("key/other", "run", "-c", club)
    file.write_bytes(b"no key\n")
    said("key/bad", "run", "-c", club)
    file.unlink()
    said("key/none", "run", "-c", club)
    file.mkdir(mode=0o700)
    said("key/unreadable", "run", "-c", club)


def test_ledgers_that_can_not_be_used(tmp_path: Path, club: Path) -> None:
    said("ledger/none", "status", "--data", tmp_path / "none")
    change(ledger_of(club), "UPDATE alembic_version SET version_num = '0001'")
    said("ledger/old", "status", "-c", club)


def test_a_ledger_that_is_damaged(club: Path) -> None:
    change(ledger_of(club), "UPDATE game SET host_id = 777")
    with Ledger(f"sqlite:///{ledger_of(club)}") as ledger:
        refused("ledger/damaged", check_whole, ledger)


def test_lists_that_do_not_agree_with_the_log(club: Path) -> None:
    change(ledger_of(club), "UPDATE game SET ply = ply + 1")
    with Ledger(f"sqlite:///{ledger_of(club)}") as ledger, ledger.reading() as session:
        game = session.exec(select(Game).where(Game.state == "running")).one()
        refused("log/state", check_state, session, game)


def test_a_ledger_is_not_copied_into_another(club: Path) -> None:
    with Ledger(f"sqlite:///{ledger_of(club)}") as one:
        refused("copy/not-empty", copy_ledger, one, one)


# What waits


def test_mails_and_people_that_are_not_there(club: Path) -> None:
    with Ledger(f"sqlite:///{ledger_of(club)}") as ledger, ledger.writing() as session:
        lease_mailbox(session, "box", "worker", 10**9, 600)
        place = MailPlace("box", 1, 7)
        add_stub(
            session,
            place,
            "worker",
            state="oversize",
            traces=b"",
            size=9,
            error="too large",
            received_at=10**9,
        )
        stub = session.exec(select(Inbox).where(Inbox.state == "oversize")).one().id
        first, *_ = claim_outbox(session, "worker", int(time.time()), 60, 1)
        settle_outbox_dead(session, first, "550 no")
        erased = session.exec(select(Outbox).where(Outbox.state == "dead")).one()
        erased.mime, number = b"", erased.id
    said("aside/none", "retry", "77777", "-c", club)
    said("aside/stub", "retry", str(stub), "-c", club)
    said("outbox/not-dead", "outbox", "--requeue", "77777", "-c", club)
    said("outbox/erased", "outbox", "--requeue", str(number), "-c", club)
    said("mails/who", "mails", "zacharias", "-c", club)
    said("release/address", "release", "anna", "--mail-to", "nobody@example.org", "-c", club)


# Backups


def remade(backup: Path, database: Path | None = None, **changes: object) -> Path:
    """A backup with another ledger or other words in its manifest, and hashes that fit."""
    with tarfile.open(backup) as tar:
        parts = {one.name: tar.extractfile(one).read() for one in tar.getmembers()}  # type: ignore[union-attr]
    manifest = {**json.loads(parts["manifest.json"]), **changes}
    if database is not None:
        parts["ledger.sqlite"] = database.read_bytes()
        manifest["files"]["ledger.sqlite"] = sha256(parts["ledger.sqlite"]).hexdigest()
    parts["manifest.json"] = json.dumps(manifest).encode()
    other = backup.with_name("other.tar")
    with tarfile.open(other, "w") as tar:
        for name, content in parts.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, BytesIO(content))
    return other


def test_backups_that_can_not_be_read(club: Path) -> None:
    backup = backed_up(club)
    said("backup/there", "backup", backup, "-c", club)
    said("backup/format", "restore", remade(backup, format="grubenpost-backup/9"), "-c", club)
    said("backup/damaged", "restore", remade(backup, files={}), "-c", club)
    (club.parent / "zeros.tar").write_bytes(bytes(20000))
    said("backup/other", "restore", club.parent / "zeros.tar", "-c", club)


def test_backups_that_can_not_be_put_back(club: Path) -> None:
    backup, data, now = backed_up(club), club.parent / "data", int(time.time())
    said("restore/there", "restore", backup, "-c", club)
    write_health(data / "health.json", {"state": "running", "at": now})
    said("restore/running", "restore", backup, "-c", club)
    (data / "health.json").unlink()
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(now))
    (data / f"before-{stamp}-ledger.sqlite").touch()
    refused("restore/again", lambda: restore_backup(backup, club, None, replace=True, at=now))
    wrong = club.parent / "wrong.sqlite"
    shutil.copy(data / "ledger.sqlite", wrong)
    change(wrong, "UPDATE game SET ply = ply + 1")
    said("restore/faults", "restore", remade(backup, wrong), "-c", club, "--replace")
    wipe(club)
    data.mkdir(mode=0o700)
    (data / "server.key").write_bytes(lock(PrivateKey(b"o" * 32), "", b""))
    (data / "server.key").chmod(0o600)
    said("restore/other-key", "restore", backup, "-c", club)
