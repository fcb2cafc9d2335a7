"""The configuration: what is read, what is refused and in which words, and what is never shown."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.config import BadConfig, Config, Secret, embedded_config, load_config
from server.config.builder import defaults
from server.config.reader import read_config
from server.config.search import NAME, usual_data
from server.config.table import PASSWORDS, SECTIONS
from server.config.writer import example, write_config
from server.host.setup.accounts import imap_account

ROOT = Path(__file__).parents[3]

SERVER = """
[server]
name = "pit.example.org"
address = "grubenpost@example.org"
"""
ACCOUNTS = """
[imap]
host = "imap.example.org"
user = "grubenpost@example.org"
[smtp]
host = "smtp.example.org"
"""
WHOLE = SERVER + ACCOUNTS


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "grubenpost.toml"


def read(file: Path, text: str) -> Config:
    file.write_text(text, "utf-8")
    return read_config(file)


def refusal(file: Path, text: str) -> BadConfig:
    with pytest.raises(BadConfig) as caught:
        read(file, text)
    assert str(file) in str(caught.value)
    return caught.value


def test_the_example_in_deploy_is_the_one_that_the_table_makes_and_it_is_read(file: Path) -> None:
    kept = (ROOT / "deploy/grubenpost.toml.example").read_text("utf-8")
    assert kept == example(), "type: python -m server.config.writer > deploy/grubenpost.toml.example"
    config = read(file, kept)
    assert (config.name, config.host) == ("pit.example.org", "host@example.org")
    assert config.imap
    assert config.imap.password
    assert config.imap.password.kind == "password_file"


def test_every_line_that_the_example_offers_can_be_read_alone(file: Path) -> None:
    """A `#key = value` in the example works as soon as its # is taken away."""
    lines = example().splitlines()
    offered = [n for n, line in enumerate(lines) if line.startswith("#") and "=" in line and line[1] != " "]
    assert len(offered) > 20
    for n in offered:
        key = lines[n][1:].partition(" ")[0]
        if key in ("imap_port", "smtp_port", "password_in_clear"):
            continue  # their section is commented out too, or there is nothing to show
        chosen = [line for line in lines if not (key in PASSWORDS and line.startswith(PASSWORDS))]
        chosen[chosen.index(lines[n])] = lines[n][1:]
        read(file, "\n".join(chosen))


def test_every_key_has_a_comment_and_a_fitting_example_and_default() -> None:
    for section in SECTIONS.values():
        for key in section.keys:
            assert key.about
            assert key.name == "password_in_clear" or key.rule.fits(key.example), key
            assert key.required or key.default is None or key.rule.fits(key.default), key


def test_what_is_left_out_is_as_usual(file: Path) -> None:
    config = read(file, WHOLE)
    assert config.data == file.parent / "grubenpost-data"
    assert config.database == f"sqlite:///{config.data}/ledger.sqlite"
    assert config.key_file == config.data / "server.key"
    assert config.imap
    assert config.smtp
    assert (config.imap.port, config.imap.tls, config.imap.folder) == (993, "implicit", "INBOX")
    assert (config.smtp.port, config.smtp.user) == (465, "grubenpost@example.org")
    assert config.smtp.password == config.imap.password
    assert config.smtp.bounces == config.address
    assert config.office is None


def test_relative_paths_begin_where_the_table_says(file: Path) -> None:
    text = SERVER + 'data = "club"\ndatabase = "sqlite:///other.sqlite"\nkey = "my.key"\n' + ACCOUNTS
    config = read(file, text.replace('user = "grub', 'password_file = "pw"\nca = "ca.pem"\nuser = "grub'))
    assert config.database == f"sqlite:///{file.parent}/club/other.sqlite"
    assert config.key_file == file.parent / "club/my.key"
    assert config.imap
    assert config.imap.ca == file.parent / "ca.pem"
    assert config.imap.password
    assert config.imap.password.place == str(file.parent / "pw")


def test_an_absolute_database_file_stays(file: Path) -> None:
    text = SERVER + 'database = "sqlite:////srv/club.sqlite"\n' + ACCOUNTS
    assert read(file, text).database == "sqlite:////srv/club.sqlite"


@pytest.mark.parametrize(("tls", "imap", "smtp"), [("implicit", 993, 465), ("starttls", 143, 587)])
def test_the_usual_ports(file: Path, tls: str, imap: int, smtp: int) -> None:
    config = read(file, WHOLE.replace("user =", f'tls = "{tls}"\nuser =') + f'tls = "{tls}"\n')
    assert config.imap
    assert config.smtp
    assert (config.imap.port, config.smtp.port) == (imap, smtp)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("[server]\nname = \n", "config/toml", ["line 2"]),
        ("[[" * 3000, "config/toml", []),
        ("n = " + "9" * 5000, "config/toml", []),
        ("", "config/missing", ["[server]"]),
        ("server = 3", "config/section", ["[server]"]),
        (WHOLE + "[smpt]\n", "config/unknown", ["[smpt]", "did you mean [smtp]?"]),
        (WHOLE + 'hots = "x"\n', "config/unknown", ["hots", "[smtp]", "did you mean host?"]),
        (WHOLE + 'zzz = "x"\n', "config/unknown", ["zzz", "there are host, tls"]),
        (WHOLE + "answers = 3\n", "config/elsewhere", ["answers", "[smtp]", "[limits]"]),
        (ACCOUNTS + '[server]\nname = "a.example.org"\n', "config/missing", ["address", "mail address"]),
        (WHOLE.replace("pit.example.org", "Pit!"), "config/bad-value", ["name", '"Pit!"', "host name"]),
        (WHOLE.replace('= "grubenpost@', '= "A B <a@b>'), "config/bad-value", ["address"]),
        (WHOLE + "port = 70000\n", "config/bad-value", ["[smtp] port", "70000", "1 to 65535"]),
        (WHOLE + 'port = "465"\n', "config/bad-value", ["port", '"465"', "whole number"]),
        (WHOLE + "port = true\n", "config/bad-value", ["port", "true"]),
        (WHOLE + 'tls = "ssl"\n', "config/bad-value", ["tls", '"implicit", "starttls" or "none"']),
        (WHOLE + 'tls = "none"\n', "config/bad-value", ["tls", "read the password"]),
        (SERVER + "[imap]\nhost='h'\nuser='u'\n", "config/half", ["[imap]", "[smtp]"]),
        (SERVER + "[smtp]\nhost='h'\n", "config/half", ["[smtp]", "[imap]"]),
        (WHOLE + "[office]\n", "config/both", ["[office]"]),
        (
            WHOLE + "password_env='A'\npassword_file='b'\n",
            "config/passwords",
            ["password_file and password_env"],
        ),
    ],
)
def test_what_is_wrong_is_told_in_words(file: Path, text: str, code: str, words: list[str]) -> None:
    found = refusal(file, text)
    assert found.code == code
    for word in words:
        assert word in str(found)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    assert "grubenpost-server init" in _why(tmp_path / "none.toml")
    assert "directory" in _why(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b"[server]\nname = '\xe9'")
    assert "UTF-8" in _why(tmp_path / "latin.toml")
    (tmp_path / "large.toml").write_bytes(b"#" * 300_000)
    assert "UTF-8" in _why(tmp_path / "large.toml")


def _why(path: Path) -> str:
    with pytest.raises(BadConfig) as caught:
        read_config(path)
    return str(caught.value)


@given(
    st.recursive(
        st.text() | st.integers() | st.booleans(), lambda inner: st.lists(inner, max_size=3), max_leaves=5
    )
)
@settings(max_examples=25, deadline=None)
def test_no_value_of_any_key_raises_anything_else(
    tmp_path_factory: pytest.TempPathFactory, value: object
) -> None:
    import tomli_w

    file = tmp_path_factory.getbasetemp() / "any.toml"
    for section in SECTIONS.values():
        for key in section.keys:
            values = {"server": {"name": "a.example.org", "address": "a@example.org"}}
            values.setdefault(section.name, {})[key.name] = value  # type: ignore[assignment]
            try:
                file.write_text(tomli_w.dumps(values), "utf-8")
            except UnicodeEncodeError:
                continue
            try:
                read_config(file)
            except BadConfig as error:
                assert str(file) in str(error)


def test_what_is_written_is_read_back(file: Path) -> None:
    given_values = {
        "server": {"name": "pit.example.org", "address": "a@example.org", "authserv": "mx"},
        "office": {"imap_port": 0},
        "limits": {"answers": 7},
        "workers": {"clerks": 3},
    }
    config = read(file, write_config(given_values))
    assert (config.authserv, config.limits.answers, config.clerks) == ("mx", 7, 3)
    assert config.office
    assert (config.office.imap_port, config.office.smtp_port) == (0, 1587)


# Passwords


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


# Which one is used


def test_the_configuration_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GRUBENPOST_CONFIG", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert load_config().name == NAME
    assert load_config().data == tmp_path / "share" / "grubenpost-server"
    (tmp_path / "grubenpost.toml").write_text(WHOLE, "utf-8")
    assert load_config().name == "pit.example.org"
    (tmp_path / "other.toml").write_text(WHOLE.replace("pit.", "well."), "utf-8")
    monkeypatch.setenv("GRUBENPOST_CONFIG", "other.toml")
    assert load_config().name == "well.example.org"
    assert load_config(Path("grubenpost.toml")).name == "pit.example.org"
    assert load_config(data=tmp_path / "mine").data == tmp_path / "mine"


def test_a_relative_data_home_is_not_believed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", "share")
    assert usual_data() == tmp_path / ".local/share/grubenpost-server"


def test_without_a_configuration_the_server_is_its_own_post_office(tmp_path: Path) -> None:
    config = embedded_config(tmp_path)
    assert config.imap is None
    assert config.smtp is None
    assert config.office
    assert config.office.imap_port == 1143
    assert config.office.smtp_port == defaults(SECTIONS["office"])["smtp_port"]
    assert config.address.endswith(f"@{config.name}")


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")


def as_nobody(code: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """What becomes of this code if somebody runs it who may do nothing."""
    begin = f"import os, sys; sys.path.insert(0, {str(ROOT)!r}); from server.config import search"
    return subprocess.run(
        [sys.executable, "-c", f"{begin}; os.setuid(65534); {code}"],
        cwd=cwd,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )


@needs_root
def test_a_folder_that_one_may_not_look_into_is_no_hindrance(tmp_path: Path) -> None:
    """`sudo -u grubenpost` in root's own folder is the usual way to call it."""
    tmp_path.chmod(0o700)
    done = as_nobody("print(search.find_file())", tmp_path)
    assert done.returncode == 0, done.stderr


@needs_root
@pytest.mark.parametrize(("mode", "hidden"), [(0o700, True), (0o755, False)])
def test_the_machines_own_configuration_is_not_taken_for_none(
    tmp_path: Path, mode: int, hidden: bool
) -> None:
    """Whoever forgets `sudo -u grubenpost` would else see to another server than the one that runs."""
    with tempfile.TemporaryDirectory() as name:  # in a folder that nobody may look into it could not be seen
        Path(name).chmod(mode)
        place = f"search.OF_THE_MACHINE = type(search.OF_THE_MACHINE)({name!r}, 'grubenpost.toml')"
        told = "try:\n  print(search.find_file())\nexcept search.BadConfig as error:\n  print(error.code)"
        done = as_nobody(f"{place}\n{told}", tmp_path)
    assert done.stdout == ("config/hidden\n" if hidden else "None\n"), done.stderr
