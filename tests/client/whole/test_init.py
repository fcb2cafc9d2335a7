"""`grubenpost init` as a newcomer meets it: questions at a terminal, and a mail account that is tried."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from client.profile.home import Home
from client.profile.own_key import is_locked, read_key
from client.profile.profile import read_profile
from engine.tongue import LANGUAGES
from tests.client.keyboard import Keyboard
from tests.client.whole.club import Club, Player
from tests.server.real.authority import Authority
from tests.server.real.dovecot import PASSWORD, Dovecot
from tests.server.real.ports import free_ports
from tests.server.real.postfix import DOMAIN, Postfix


@pytest.fixture
def anna(tmp_path: Path, authority: Authority, dovecot: Dovecot, postfix: Postfix) -> Player:
    """No game server is needed to make a profile."""
    return Player(Club(tmp_path, authority, dovecot, postfix, key=""), "anna")


def nothing_is_saved(player: Player) -> bool:
    return not player.home.exists() or not list(player.home.iterdir())


def test_what_is_given_is_saved_when_it_works(anna: Player) -> None:
    done = anna.init(name="Анна Штайгер", language="ru")
    assert done.code == 0, done
    profile = read_profile(Home(anna.home, anna.home))
    assert (profile.name, profile.handle, profile.language) == ("Анна Штайгер", "anna", "ru")
    assert profile.account.password == PASSWORD
    for name in ("player.key", "mail.password"):
        assert (anna.home / name).stat().st_mode & 0o777 == 0o600
    assert PASSWORD not in (anna.home / "profile.toml").read_text("utf-8")


def test_a_key_that_is_there_stays(anna: Player) -> None:
    assert anna.init().code == 0
    key = (anna.home / "player.key").read_bytes()
    assert anna.init(name="Anna the Second").code == 0
    assert (anna.home / "player.key").read_bytes() == key


def test_a_wrong_password_saves_nothing(anna: Player, tmp_path: Path) -> None:
    (tmp_path / "wrong").write_text("wrong\n")
    done = anna.init(**{"password-file": str(tmp_path / "wrong")})
    assert done.code == 3
    assert "does not take your user name and password" in " ".join(done.err.split())
    assert "Nothing was saved" in " ".join(done.err.split())
    assert nothing_is_saved(anna)


@pytest.mark.parametrize("which", ["imap", "smtp"])
def test_nobody_listens(which: str, anna: Player) -> None:
    (port,) = free_ports(1)
    done = anna.init(**{which: f"localhost:{port}"})
    assert (done.code, "nobody listens there" in done.err) == (3, True)
    assert nothing_is_saved(anna)


def test_the_wrong_way_to_tls_is_explained(anna: Player) -> None:
    done = anna.init(imap=f"localhost:{anna.club.dovecot.imap_port}")
    assert (done.code, "does not speak TLS here" in " ".join(done.err.split())) == (3, True)


def test_a_certificate_that_nobody_vouches_for(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "environment", {**anna.environment, "SSL_CERT_FILE": os.devnull})
    done = anna.init()
    assert (done.code, "certificate can't be trusted" in " ".join(done.err.split())) == (3, True)


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("handle", "a b", "handle"),
        ("address", "nowhere", "a plain mail address"),
        ("imap", "localhost:port", "port"),
        ("imap", "mail.example.org:143/none", "without TLS"),
        ("server", "no server", "server"),
        ("language", "xx", "language"),
        ("server-key", "nonsense", "key"),
    ],
)
def test_what_can_not_be_is_named(option: str, value: str, why: str, anna: Player) -> None:
    done = anna.init(**{option: value})
    assert (done.code, why in " ".join(done.err.split())) == (1, True), done
    assert nothing_is_saved(anna)


def test_nobody_to_ask(anna: Player) -> None:
    done = anna.run("init", "--name", "Anna")
    assert (done.code, "add --server" in done.err) == (1, True)


def test_the_wizard(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question, a slip in between, a mistyped password, and a passphrase typed twice."""
    for name, value in anna.environment.items():
        monkeypatch.setenv(name, value)
    at = Keyboard([sys.executable, "-m", "client", "init", "--no-keyring"], 60)
    imap, smtp = anna.club.dovecot.imaps_port, anna.club.postfix.smtp_port
    answers = [
        (f"({', '.join(LANGUAGES)}) [en]: ", ""),
        ("will see it: ", "Anna Steiger"),
        ("and _ [anna]: ", "no handle!"),
        ("and _ [anna]: ", ""),
        ("game server: ", DOMAIN),
        (f"[grubenpost@{DOMAIN}]: ", ""),
        ("(else nothing): ", ""),
        ("mail address: ", f"anna@{DOMAIN}"),
        (f"account [anna@{DOMAIN}]: ", ""),
        (f"[imap.{DOMAIN}:993]: ", f"localhost:{imap}"),
        (f"[smtp.{DOMAIN}:465]: ", f"localhost:{smtp}/starttls"),
        ("mail account: ", "wrong"),
        ("mail account: ", PASSWORD),
        ("(nothing: none): ", "open sesame"),
        ("The same again: ", "something else"),
        ("(nothing: none): ", "open sesame"),
        ("The same again: ", "open sesame"),
    ]
    for prompt, answer in answers:
        at.wait_for(prompt)
        at.type(f"{answer}\r")
    assert at.close() == 0, at.seen
    assert PASSWORD not in at.seen
    home = Home(anna.home, anna.home)
    assert read_profile(home).handle == "anna"
    assert is_locked(home)
    assert read_key(home, "open sesame").public.fingerprint in at.seen.replace("\n", " ")


def test_ctrl_c_in_the_wizard_saves_nothing(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in anna.environment.items():
        monkeypatch.setenv(name, value)
    at = Keyboard([sys.executable, "-m", "client", "init"], 60)
    at.wait_for(f"({', '.join(LANGUAGES)}) [en]: ")
    at.interrupt()
    assert at.close() == 130
    assert "Traceback" not in at.seen
    assert nothing_is_saved(anna)
