"""A provider of tokens, and mail servers that take nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot, running_dovecot
from tests.server.real.fixtures import authority
from tests.server.real.oauth import Provider, running_provider
from tests.server.real.postfix import Postfix, running_postfix

__all__ = ["authority"]


@pytest.fixture(scope="session")
def at_provider() -> Iterator[Provider]:
    with running_provider() as provider:
        yield provider


@pytest.fixture
def provider(at_provider: Provider) -> Provider:
    """The provider, on a good day."""
    at_provider.life, at_provider.rotates, at_provider.refuses, at_provider.agrees = 3600, True, "", ""
    return at_provider


@pytest.fixture(scope="session")
def dovecot(authority: Authority, at_provider: Provider) -> Iterator[Dovecot]:
    """An IMAP server that asks the provider about every token."""
    with running_dovecot(authority, at_provider.url) as server:
        yield server


@pytest.fixture(scope="session")
def postfix(dovecot: Dovecot, authority: Authority) -> Iterator[Postfix]:
    """An SMTP server that does so too."""
    with running_postfix(dovecot, authority) as server:
        yield server
