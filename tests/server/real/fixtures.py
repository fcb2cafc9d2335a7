"""Fixtures that start the real mail servers once for each test process. A conftest imports them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.real.authority import Authority, make_authority
from tests.server.real.dovecot import Dovecot, running_dovecot
from tests.server.real.postfix import Postfix, running_postfix


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """Certificates for the servers of this test process."""
    return make_authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="session")
def dovecot(authority: Authority) -> Iterator[Dovecot]:
    """An IMAP server at which every name is an account."""
    with running_dovecot(authority) as server:
        yield server


@pytest.fixture(scope="session")
def postfix(dovecot: Dovecot, authority: Authority) -> Iterator[Postfix]:
    """An SMTP server that delivers to that IMAP server."""
    with running_postfix(dovecot, authority) as server:
        yield server
