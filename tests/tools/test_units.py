"""The systemd units: they can be loaded, and hand the server no more of the machine than it needs."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.components import lacking

ROOT = Path(__file__).parents[2]
UNITS = ROOT / "deploy/systemd"
SERVICES = sorted(path.name for path in UNITS.glob("*.service"))
MOST_EXPOSED = 2.0
PAGE = ROOT / "docs/host.md"


def analyze(*words: str | Path) -> str:
    if not shutil.which("systemd-analyze"):
        lacking("systemd-analyze is not installed")
    done = subprocess.run(
        ["systemd-analyze", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8", "SYSTEMD_COLORS": "0"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The units as on a machine on which the program is installed."""
    for unit in UNITS.iterdir():
        text = unit.read_text("utf-8").replace("/opt/grubenpost/.venv/bin/grubenpost-server", sys.executable)
        (tmp_path / unit.name).write_text(text, "utf-8")
    return tmp_path


@pytest.mark.parametrize("name", sorted(path.name for path in UNITS.iterdir()))
def test_a_unit_can_be_loaded(folder: Path, name: str) -> None:
    unit = name.replace("@", "@1")
    (folder / name).rename(folder / unit)
    told = analyze("verify", "--man=no", "--recursive-errors=no", folder / unit)
    assert unit not in told


def test_a_fault_in_a_unit_would_be_seen(folder: Path) -> None:
    broken = folder / "broken.service"
    broken.write_text((folder / "grubenpost.service").read_text("utf-8") + "\n[Service]\nNoSuch=1\n", "utf-8")
    with pytest.raises(AssertionError, match="Unknown key 'NoSuch'"):
        analyze("verify", "--man=no", "--recursive-errors=no", broken)


def exposure(folder: Path, name: str) -> float:
    told = analyze("security", "--offline=true", folder / name)
    found = re.search(r"exposure level for \S+: (\d+\.\d+)", told)
    assert found, told
    return float(found[1])


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_hardly_exposed(folder: Path, name: str) -> None:
    assert exposure(folder, name) <= MOST_EXPOSED


def test_the_page_tells_the_exposure(folder: Path) -> None:
    assert f"exposure is {exposure(folder, 'grubenpost.service')}" in PAGE.read_text("utf-8")


def settings(name: str) -> dict[str, list[str]]:
    """Everything in [Service] that is about what the process may do."""
    text = (UNITS / name).read_text("utf-8").partition("[Service]")[2].partition("\n[")[0]
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        key, equals, value = line.partition("=")
        if equals and not key.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


OWN = {"Type", "NotifyAccess", "WatchdogSec", "ExecStart", "ExecStartPost", "KillSignal", "TimeoutStopSec"}
OWN |= {"Restart", "RestartSec", "RestartPreventExitStatus", "Nice", "IOSchedulingClass"}


@pytest.mark.parametrize("name", SERVICES)
def test_all_services_are_held_alike(name: str) -> None:
    own, first = settings(name), settings("grubenpost.service")
    if name == "grubenpost-site.service":  # its pages are for everybody
        assert own.pop("ReadWritePaths") == ["/var/www/grubenpost"]
        assert [own.pop("UMask"), first.pop("UMask")] == [["0022"], ["0077"]]
    assert {key: own[key] for key in own if key not in OWN} == {
        key: first[key] for key in first if key not in OWN
    }


def test_the_timer_starts_the_backup() -> None:
    timer = configparser.ConfigParser(interpolation=None)
    timer.read(UNITS / "grubenpost-backup.timer", "utf-8")
    assert timer["Timer"]["Persistent"] == "true"
    assert (UNITS / "grubenpost-backup.service").exists()
