"""Where secrets are kept: a file for its owner only, or the system's keyring."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringError

from client.profile.home import Home
from client.profile.profile import read_profile, write_profile
from client.profile.secrets import PasswordPlace, has_keyring
from client.refusals import BadProfile
from tests.client.pretend import make_profile


class Ring(KeyringBackend):
    """A keyring as a desktop has it, but for this test only."""

    priority = 9  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = False

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise KeyringError("it is locked")
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password


@pytest.fixture
def ring() -> Iterator[Ring]:
    usual, ring = keyring.get_keyring(), Ring()
    keyring.set_keyring(ring)
    yield ring
    keyring.set_keyring(usual)


def test_the_password_is_in_the_keyring_and_nowhere_else(tmp_path: Path, ring: Ring) -> None:
    home, profile = Home(tmp_path, tmp_path), make_profile()
    write_profile(home, profile)
    assert home.password.exists()
    write_profile(home, replace(profile, password_in=PasswordPlace.KEYRING))
    assert not home.password.exists()
    assert list(ring.kept.values()) == ["secret-word"]
    assert all(b"secret-word" not in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert read_profile(home).account.password == "secret-word"
    assert has_keyring()


def test_a_keyring_without_it_and_a_locked_one(tmp_path: Path, ring: Ring) -> None:
    home = Home(tmp_path, tmp_path)
    write_profile(home, replace(make_profile(), password_in=PasswordPlace.KEYRING))
    ring.kept.clear()
    with pytest.raises(BadProfile, match="has no password for"):
        read_profile(home)
    assert read_profile(home, password=False).handle == "anna"
    ring.locked = True
    with pytest.raises(BadProfile, match="it is locked"):
        read_profile(home)


def test_without_the_package_it_says_so(tmp_path: Path, ring: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Home(tmp_path, tmp_path)
    write_profile(home, replace(make_profile(), password_in=PasswordPlace.KEYRING))
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert not has_keyring()
    with pytest.raises(BadProfile, match="package keyring is not installed"):
        read_profile(home)
