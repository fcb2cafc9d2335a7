"""The configuration: what is read, what is refused and in which words, and what is never shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.config import BadConfig
from server.config.reader import read_config
from server.config.table import PASSWORDS, SECTIONS
from server.config.writer import example, write_config
from tests.server.config.files import ACCOUNTS, ROOT, SERVER, WHOLE, read, refusal


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
