"""Which refusals say that there is nobody at an address."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.mail.bounces.reasons import LONGEST, is_gone

GONE = [
    ("5.1.1", ""),
    ("5.1.2", ""),
    ("5.1.3", ""),
    ("5.1.6", ""),
    ("5.1.10", "recipient not found by SMTP address lookup"),
    ("5.4.4", "Host not found"),
    ("5.4.310", "DNS domain does not exist"),
    ("5.0.0", "550 User [anna@example.net] does not exist"),
    ("5.0.0", "550 anna@example.net...User unknown"),
    ("5.7.1", "550 5.7.1 No mailbox found"),
    ("5.3.0", "553 5.3.0 <anna@example.net>... Address does not    exist"),
    ("5.5.0", "550 Requested action not taken: mailbox unavailable"),
    ("5.2.1", "550 5.2.1 no such user"),
    ("", "User j.doe (anna@example.net) not listed in Domino Directory"),
    ("", "This user doesn't have a example.net account"),
    ("", "unrouteable address"),
    ("", "The account has been deleted"),
    ("", "Empfänger anna@example.net unbekannt"),
    ("", "Der Benutzer existiert nicht"),
    ("", "Такой пользователь не найден"),
    ("", "L'adresse ci-dessus n'existe pas"),
    ("", "el usuario no existe"),
    ("", "收件人 用户不存在"),
]
STAYS = [
    ("", ""),
    ("5.0.0", ""),
    ("5.0.0", "550 no reason told"),
    ("4.1.1", "user unknown"),
    ("2.0.0", "user unknown"),
    ("5.2.2", "user unknown"),
    ("5.2.1", "account disabled"),
    ("5.1.1", "552 5.1.1 mailbox full"),
    ("5.1.1", "550 5.1.1 over quota"),
    ("5.1.0", "sender rejected: blacklisted"),
    ("5.1.7", "bad sender's mailbox"),
    ("5.1.8", "sender domain not found, sender rejected"),
    ("5.3.4", "message too big for this user"),
    ("5.4.1", "no answer from host"),
    ("5.4.4", "name service error: malformed or unexpected name server reply"),
    ("5.4.6", "hop count exceeded, possible loop"),
    ("5.4.7", "delivery timed out"),
    ("5.7.1", "550 5.7.1 blocked using a list of spam senders"),
    ("5.7.1", "relaying denied"),
    ("5.7.26", "unauthenticated: SPF and DKIM failed"),
    ("5.7.133", "sender not authenticated for group"),
    ("", "Quota exceeded (mailbox for user is full)"),
    ("", "The mailbox of anna@unknown.example is full"),
    ("", "taken for spam: unknown user in the text"),
    ("", "552 message size exceeds the maximum"),
    ("", "greylisted, try again later"),
    ("", "Ihr Postfach ist voll"),
    ("", "почтовый ящик переполнен"),
    ("", "Subject: user unknown\nrefused"),
]


@pytest.mark.parametrize(("status", "words"), GONE)
def test_nobody_is_there(status: str, words: str) -> None:
    assert is_gone(status, words)


@pytest.mark.parametrize(("status", "words"), STAYS)
def test_somebody_may_be_there(status: str, words: str) -> None:
    assert not is_gone(status, words)


@given(st.text(), st.integers(1, 255), st.integers(1, 255))
def test_what_may_pass_is_never_hard(words: str, subject: int, detail: int) -> None:
    assert not is_gone(f"4.{subject}.{detail}", words)


@given(st.text(max_size=500))
def test_words_behind_the_limit_do_not_count(words: str) -> None:
    assert not is_gone("", " " * LONGEST + words)
