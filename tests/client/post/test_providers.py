"""The table of mail providers: every row can be used, and no domain stands twice."""

from __future__ import annotations

from collections import Counter

import pytest

from client.post.providers import _table, find_provider, guess
from engine.mail.hosts import Tls

DOMAINS = [domain for row in _table() for domain in row["domains"]]


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_row_is_whole(domain: str) -> None:
    provider = find_provider(f"Anna@{domain.upper()}")
    assert provider is not None
    for wire in (provider.imap, provider.smtp):
        assert wire.host
        assert {993: Tls.IMPLICIT, 465: Tls.IMPLICIT, 587: Tls.STARTTLS}.get(wire.port, Tls.NONE) is wire.tls


def test_no_domain_stands_twice() -> None:
    assert [domain for domain, count in Counter(DOMAINS).items() if count > 1] == []


def test_the_common_ones_are_there() -> None:
    wanted = {"gmail.com", "outlook.com", "icloud.com", "yahoo.com", "gmx.de", "web.de", "posteo.de"}
    wanted |= {"mailbox.org", "fastmail.com", "yandex.ru", "mail.ru"}
    assert wanted <= set(DOMAINS)


def test_others_are_guessed() -> None:
    assert find_provider("anna@pit.example.org") is None
    assert str(guess("anna@pit.example.org").imap) == "imap.pit.example.org:993"
