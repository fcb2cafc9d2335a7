"""Passwords of the configuration: where they come from, and that they are never shown."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from server.config import BadConfig, Secret
from server.config.reader import read_config
from server.host.setup.accounts import imap_account
from tests.server.config.files import ACCOUNTS, SERVER, WHOLE, read, refusal


def password(file: Path, line: str, text: str = "", mode: int = 0o600) -> Secret:
    (file.parent / "pw").write_text(text, "utf-8")
    (file.parent / "pw").chmod(mode)
    config = read(file, WHOLE.replace("[smtp]", f"{line}\n[smtp]"))
    assert config.imap
    assert config.imap.password
    return config.imap.password.look_up()


def test_a_password_from_the_environment(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUB", "geheim")
    assert password(file, "password_env = 'CLUB'").reveal() == "geheim"
    monkeypatch.setenv("GRUBENPOST_IMAP_PASSWORD", "anders")
    assert password(file, "").reveal() == "anders"
    monkeypatch.delenv("CLUB")
    with pytest.raises(BadConfig, match="CLUB is not set"):
        password(file, "password_env = 'CLUB'")


def test_a_password_from_a_file(file: Path) -> None:
    assert password(file, "password_file = 'pw'", "ge heim\n").reveal() == "ge heim"
    with pytest.raises(BadConfig, match=r"mode 0644\): type `chmod 600"):
        password(file, "password_file = 'pw'", "geheim", 0o644)
    for text in ("", "\n", "one\ntwo\n", "x" * 5000):
        with pytest.raises(BadConfig, match="one line"):
            password(file, "password_file = 'pw'", text)
    with pytest.raises(BadConfig, match="there is no file"):
        password(file, "password_file = 'other'")


def test_a_password_from_the_keyring(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import keyring
    from keyring.backend import KeyringBackend
    from keyring.backends.fail import Keyring as NoKeyring

    class Ours(KeyringBackend):
        priority = 1.0

        def get_password(self, service: str, username: str) -> str | None:
            return {("club", "grubenpost@example.org"): "geheim"}.get((service, username))

        def set_password(self, service: str, username: str, password: str) -> None:
            raise NotImplementedError

    usual = keyring.get_keyring()
    try:
        keyring.set_keyring(Ours())
        assert password(file, "password_keyring = 'club'").reveal() == "geheim"
        with pytest.raises(BadConfig, match=r"keyring set pub grubenpost@example\.org"):
            password(file, "password_keyring = 'pub'")
        keyring.set_keyring(NoKeyring())
        with pytest.raises(BadConfig, match="the keyring can't be opened"):
            password(file, "password_keyring = 'club'")
    finally:
        keyring.set_keyring(usual)


def test_a_password_from_a_command(file: Path) -> None:
    assert password(file, "password_command = 'echo geheim; echo more'").reveal() == "geheim"


@pytest.mark.parametrize(
    ("lines", "imap", "smtp"),
    [
        ("password_command = 'true'", False, False),
        ("password_command = 'true'\nauth = 'xoauth2'", True, True),
        ("password_env = 'TOKEN'\nauth = 'xoauth2'", True, True),
        ("login_file = 'mail.login'", True, True),
        ("login_file = 'mail.login'\n[smtp]\npassword_env = 'PASSWORD'", True, False),
        ("password_command = 'true'\n[smtp]\nlogin_file = 'mail.login'", False, True),
    ],
)
def test_where_an_access_token_takes_the_place_of_a_password(
    file: Path, lines: str, imap: bool, smtp: bool
) -> None:
    lines = lines if "[smtp]" in lines else f"{lines}\n[smtp]"
    config = read(file, WHOLE.replace("[smtp]", lines))
    assert config.imap
    assert config.smtp
    assert (config.imap.xoauth2, config.smtp.xoauth2) == (imap, smtp)


def test_a_login_is_kept_with_the_data(file: Path) -> None:
    config = read(file, WHOLE.replace("[smtp]", "login_file = 'mail.login'\n[smtp]"))
    assert config.imap
    assert config.imap.password
    assert config.imap.password.place == str(config.data / "mail.login")
    with pytest.raises(BadConfig, match="login_file is for tokens"):
        read(file, WHOLE.replace("[smtp]", "login_file = 'mail.login'\nauth = 'password'\n[smtp]"))


def test_a_login_that_is_not_there_yet(file: Path) -> None:
    config = read(file, WHOLE.replace("[smtp]", "login_file = 'mail.login'\n[smtp]"))
    assert config.imap
    with pytest.raises(BadConfig, match="`grubenpost-server login` writes it") as caught:
        imap_account(config.imap)
    assert caught.value.code == "config/login-file"


def test_a_password_in_clear_only_in_a_file_of_ones_own(file: Path) -> None:
    text = WHOLE.replace("[smtp]", "password_in_clear = 'geheim'\n[smtp]")
    file.write_text(text, "utf-8")
    file.chmod(0o640)
    with pytest.raises(BadConfig, match="chmod 600"):
        read_config(file)
    file.chmod(0o600)
    config = read_config(file)
    assert config.imap
    assert config.imap.password
    assert config.imap.password.look_up().reveal() == "geheim"


def test_a_password_in_the_database_url_is_in_clear_too(file: Path) -> None:
    text = SERVER + "database = 'postgresql://club:geheim@db.example.org/club'\n" + ACCOUNTS
    file.write_text(text, "utf-8")
    file.chmod(0o644)
    with pytest.raises(BadConfig, match="chmod 600") as caught:
        read_config(file)
    assert "geheim" not in str(caught.value)


def test_secrets_are_never_shown(file: Path) -> None:
    file.touch(0o600)
    text = SERVER + "database = 'postgresql://club:geheim@db/club'\n" + ACCOUNTS
    config = read(file, text.replace("[smtp]", "password_in_clear = 'geheim'\n[smtp]"))
    assert config.imap
    assert config.imap.password
    secret = config.imap.password.look_up()
    for shown in (repr(config), str(config), repr(config.imap), str(config.imap), repr(secret), f"{secret}"):
        assert "geheim" not in shown
    with pytest.raises(TypeError):
        pickle.dumps(secret)


@pytest.mark.parametrize("value", ['["geheim"]', "17", '"ge\\u0000heim"', '"geheim\\nx"'])
def test_a_wrong_password_value_is_not_repeated(file: Path, value: str) -> None:
    found = refusal(file, WHOLE + f"password_in_clear = {value}\n")
    assert "geheim" not in str(found)
    assert "heim" not in str(found)
    assert "17" not in str(found).replace(str(file), "")
