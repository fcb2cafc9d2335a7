"""Which configuration is used."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from server.config import embedded_config, load_config
from server.config.builder import defaults
from server.config.search import NAME, usual_data
from server.config.table import SECTIONS
from tests.server.config.files import ROOT, WHOLE


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
