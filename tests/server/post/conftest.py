"""What the tests of the post stand on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from server.ledger.store import Ledger
from server.post.office.office import PostOffice
from tests.server.post.sites import OfficeSite, RealSite, Site
from tests.server.real.fixtures import authority, dovecot, postfix

__all__ = ["authority", "dovecot", "postfix"]

numbers = count(1)


@pytest.fixture
def name() -> str:
    """The name of an account that no other test uses."""
    return f"box{next(numbers)}"


@pytest.fixture
def file_ledger(sqlite_url: str) -> Iterator[Ledger]:
    """A ledger without rows, for tests in which the database does not matter."""
    ledger = Ledger(sqlite_url)
    yield ledger
    ledger.close()


@pytest.fixture(scope="session")
def office() -> Iterator[PostOffice]:
    with PostOffice({}) as office:
        yield office


@pytest.fixture(params=["real", "office"])
def site(request: pytest.FixtureRequest, name: str) -> Site:
    """A place with an account of that name: both kinds, one after the other."""
    chosen: Site
    if request.param == "real":
        chosen = RealSite(request.getfixturevalue("dovecot"), request.getfixturevalue("postfix"))
    else:
        chosen = OfficeSite(request.getfixturevalue("office"))
    chosen.open(name)
    return chosen
