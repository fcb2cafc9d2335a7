"""A test without its server is skipped on a developer's machine, and fails where everything must be there."""

from __future__ import annotations

import os

import pytest

from tests.server import postgres
from tests.server.components import lacking, unprivileged


def test_what_is_lacking_is_skipped_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"no such thing: sh tools/test-servers\.sh"):
        lacking("no such thing")


def test_what_is_lacking_fails_where_everything_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(postgres, "find_binaries", lambda: None)
    with (
        pytest.raises(pytest.fail.Exception, match="PostgreSQL is not installed"),
        postgres.running_postgres(),
    ):
        pass


def test_servers_never_run_as_root() -> None:
    assert unprivileged("no-such-user").pw_uid == (os.geteuid() or 65534)
