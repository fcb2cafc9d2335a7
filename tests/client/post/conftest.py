"""Places where a player's mail may lie: real servers, and the post office of our own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from client.post.account import MailAccount, Wire
from engine.mail.hosts import Tls
from server.post.office.office import PostOffice
from tests.server.post.sites import OfficeSite, RealSite, Site
from tests.server.real.fixtures import authority, dovecot, postfix
from tests.server.real.postfix import DOMAIN

__all__ = ["authority", "dovecot", "postfix"]

numbers = count(1)


@pytest.fixture(scope="session")
def office() -> Iterator[PostOffice]:
    with PostOffice({}) as office:
        yield office


@pytest.fixture
def name() -> str:
    """The name of an account that no other test uses."""
    return f"player{next(numbers)}"


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


@pytest.fixture
def account(site: Site, name: str) -> MailAccount:
    """That account, as a player knows it."""
    imap, smtp = site.imap(name), site.smtp(name)
    return MailAccount(
        address=f"{name}@{DOMAIN}",
        user=imap.user,
        password=imap.password,
        imap=Wire(imap.host, imap.port, Tls.NONE),
        smtp=Wire(smtp.host, smtp.port, Tls.NONE),
    )
