"""A profile is a file that people can read, with its secrets beside it and not in it."""

from __future__ import annotations

import secrets
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from client.post.account import Wire
from client.profile.home import Home, find_home
from client.profile.own_key import make_key, read_key
from client.profile.profile import Profile, read_profile, write_profile
from client.profile.secrets import PasswordPlace
from client.refusals import BadProfile
from engine.errors import BadLetter, Refused
from engine.mail.hosts import Tls
from tests.client.pretend import make_profile


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "config", tmp_path / "data")


def test_what_is_written_is_read(home: Home) -> None:
    plain = make_profile()
    secure = replace(plain.account, imap=Wire("imap.example.org", 993), smtp=Wire("mx", 587, Tls.STARTTLS))
    asked = replace(plain.account, password="")
    for profile in (
        plain,
        replace(plain, account=secure, name="Дмитрий Кузнецов"),
        replace(plain, house=replace(plain.house, key=None)),
        replace(plain, account=replace(plain.account, password="pässwörd with spaces ")),
        replace(plain, account=asked, password_in=PasswordPlace.COMMAND, command="pass show mail"),
        replace(
            plain, account=replace(asked, xoauth2=True), password_in=PasswordPlace.COMMAND, command="token"
        ),
        replace(plain, account=replace(asked, xoauth2=True), password_in=PasswordPlace.LOGIN),
    ):
        write_profile(home, profile)
        assert read_profile(home) == profile


def test_a_password_from_a_command_is_asked_for_when_it_is_needed(home: Home) -> None:
    asked = replace(make_profile().account, password="")
    counting = f"echo x >> {home.config}/asked; echo geheim; echo login: anna"
    write_profile(
        home, replace(make_profile(), account=asked, password_in=PasswordPlace.COMMAND, command=counting)
    )
    account = read_profile(home).account
    assert not (home.config / "asked").exists()
    assert account.secret() == "geheim"
    assert "geheim" not in repr(account)
    assert not home.password.exists()


def test_a_login_that_is_not_there_yet(home: Home) -> None:
    asked = replace(make_profile().account, password="")
    write_profile(home, replace(make_profile(), account=asked, password_in=PasswordPlace.LOGIN))
    with pytest.raises(BadProfile) as told:
        read_profile(home).account.secret()
    assert told.value.code == "profile/no-login"


def test_the_secrets_are_its_owners(home: Home) -> None:
    write_profile(home, make_profile())
    make_key(home, secrets.token_bytes)
    assert "secret-word" not in home.profile.read_text("utf-8")
    for path in (home.password, home.key):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for folder in (home.config, home.data):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_secret_that_others_can_read_is_not_used(home: Home) -> None:
    write_profile(home, make_profile())
    home.password.chmod(0o644)
    with pytest.raises(BadProfile, match="chmod 600"):
        read_profile(home)


def test_no_profile_at_all(home: Home) -> None:
    with pytest.raises(BadProfile) as told:
        read_profile(home)
    assert told.value.code == "profile/none"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('format = "grubenpost-profile/1"', 'format = "grubenpost-profile/9"'),
        ('handle = "anna"', 'handle = "no handle"'),
        ('handle = "anna"', "handle = 3"),
        ('handle = "anna"\n', ""),
        ("[server]", "[sever]"),
        ('tls = "none"', 'tls = "maybe"'),
        ("port = 1", 'port = "many"'),
        ('host = "127.0.0.1"', 'host = "imap.example.org"'),  # without TLS
        ("grubenpost-key ed25519 ", "grubenpost-key ed25519 x"),
        ('address = "anna@example.org"', 'address = "anna@example.org, ben@example.org"'),
        ('name = "Anna"', 'name = "An\\u202ena"'),
        ("[mail.imap]", "[mail.imap"),
    ],
)
def test_what_is_wrong_is_told_with_the_files_name(old: str, new: str, home: Home) -> None:
    write_profile(home, make_profile())
    text = home.profile.read_text("utf-8")
    assert old in text
    home.profile.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(Refused) as told:
        read_profile(home)
    assert isinstance(told.value, BadProfile)
    assert "profile.toml" in str(told.value)


def test_a_key_is_made_once(home: Home) -> None:
    key = make_key(home, secrets.token_bytes)
    assert make_key(home, secrets.token_bytes).seed == key.seed
    assert read_key(home).seed == key.seed
    assert [path.name for path in home.config.iterdir() if path.name.startswith(".")] == []


def test_a_key_can_be_locked(home: Home) -> None:
    key = make_key(home, secrets.token_bytes, "tief im Berg")
    assert key.seed.hex() not in home.key.read_text("ascii")
    assert read_key(home, "tief im Berg").seed == key.seed
    with pytest.raises(BadLetter):
        read_key(home, "something else")


def test_where_a_home_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert find_home(tmp_path) == Home(tmp_path, tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "c"))
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert find_home() == Home(tmp_path / "c" / "grubenpost", tmp_path / ".local" / "share" / "grubenpost")


def test_a_profile_does_not_show_its_password() -> None:
    profile: Profile = make_profile()
    assert "secret-word" not in repr(profile)
