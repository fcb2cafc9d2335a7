"""The servers that a storm goes over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.chaos.replicas import Replicas, running_replicas
from tests.server.conftest import migrated_file
from tests.server.real.fixtures import authority, dovecot, postfix

__all__ = ["authority", "dovecot", "migrated_file", "postfix"]


@pytest.fixture
def replicas() -> Iterator[Replicas]:
    """Two PostgreSQL servers, of which one follows the other."""
    with running_replicas() as both:
        yield both
