"""What may never be committed, and the promises of the lock files."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LISTS = ("player", "host", "dev", "soak")  # each is part of the next

# Written so that no pattern matches its own source.
FORBIDDEN = {
    "a registry's host name": re.compile(
        r"\b(?:test\.)?py[p]i\.[a-z]|python[h]osted|dev[p]i\b|arti[f]actory|conda[.]anaconda"
    ),
    "a registry's address": re.compile(r"\b\w+[:]//\S*/simple\b"),
    "a setting that names a registry": re.compile(r"index[-_]url|find[-_]links", re.I),
    "a path of one machine": re.compile(
        r"(?<![\w.~$}/)-])/(?:home|root|Users|work|tmp)/\w|\b[A-Z]:\\+Users\b"
    ),
}
# The one option that keeps a registry out of the lock files has to name what it leaves out.
ALLOWED = "--no-emit-index" + "-url"


def kept_files() -> list[Path]:
    """Files that are, or by the next commit would be, in the repository."""
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listing = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):  # a copy without git
        return [path for path in ROOT.rglob("*") if path.is_file() and not made(path)]
    return [ROOT / name for name in listing.split("\0") if (ROOT / name).is_file()]


def made(path: Path) -> bool:
    """Whether the tools made this file, to judge by its folder."""
    folders = path.relative_to(ROOT).parts[:-1]
    hidden = any(part.startswith(".") and part != ".ci" for part in folders)
    return hidden or "__pycache__" in folders or folders[:1] in {("build",), ("dist",)}


def offences(text: str) -> list[str]:
    text = text.replace(ALLOWED, "")
    return [what for what, pattern in FORBIDDEN.items() if pattern.search(text)]


def test_no_file_names_a_registry_or_a_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)} holds {what}"
        for path in kept_files()
        for what in offences(path.read_bytes().decode("utf-8", "replace"))
    ]
    assert not found, "\n".join(found)


def test_the_files_are_found() -> None:
    names = {str(path.relative_to(ROOT)) for path in kept_files()}
    assert {"pyproject.toml", "Makefile", ".ci/run", "engine/errors.py"} <= names
    assert not any(name.startswith(".venv/") for name in names)


@pytest.mark.parametrize(
    "text",
    [
        "--index" + "-url https://example.org",
        "PIP_EXTRA_INDEX" + "_URL=https://example.org",
        "--find" + "-links wheels",
        "https://mirror.example.org/root/" + "simple/",
        "file://" + "/opt/wheels/simple",
        "see py" + "pi.org",
        "https://files.python" + "hosted.org/packages",
        "/ho" + "me/anna/grubenpost",
        "cd /wo" + "rk/main",
        "'/tm" + "p/venv/bin/python'",
        "C:" + "\\Users\\anna",
    ],
)
def test_an_offence_is_seen(text: str) -> None:
    assert len(offences(text)) >= 1


@pytest.mark.parametrize(
    "text",
    ["/usr/bin/env", "/var/lib/grubenpost", "https://example.org/home/x", "a simple/short way"],
)
def test_harmless_text_is_left_alone(text: str) -> None:
    assert offences(text) == []


def locked(name: str) -> dict[str, str]:
    """Each package of a lock file with the text of its entry."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    return {re.split(r"[=\s]", entry, maxsplit=1)[0]: entry for entry in entries}


def named(requirements: list[str]) -> set[str]:
    return {re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0].lower() for line in requirements}


@pytest.mark.parametrize("name", LISTS)
def test_every_locked_package_has_one_version_and_hashes(name: str) -> None:
    for package, entry in locked(name).items():
        assert re.match(rf"{package}(\[[a-z,]+\])?==[\w.+!]+ ", entry), entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry
        assert "+" not in entry.split()[0], f"{package} is a local build"


def test_the_locks_hold_what_the_project_declares() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    player = named(settings["project"]["dependencies"]) | named(settings["dependency-groups"]["build"])
    host = player | named(settings["project"]["optional-dependencies"]["host"])
    dev = host | named(settings["dependency-groups"]["dev"])
    assert player <= locked("player").keys()
    assert host <= locked("host").keys()
    assert dev <= locked("dev").keys()
    assert dev | named(settings["dependency-groups"]["soak"]) <= locked("soak").keys()


def test_each_lock_is_part_of_the_next() -> None:
    player, host, dev, soak = ({entry.split()[0] for entry in locked(name).values()} for name in LISTS)
    assert player <= host <= dev <= soak
