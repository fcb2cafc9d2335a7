"""What an error means for a mail, when it goes again, and what people are told."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest
from aiosmtplib import (
    SMTPAuthenticationError,
    SMTPConnectError,
    SMTPDataError,
    SMTPNotSupported,
    SMTPReadTimeoutError,
    SMTPRecipientRefused,
    SMTPRecipientsRefused,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)
from hypothesis import given
from hypothesis import strategies as some

from engine.errors import Refused
from server.post.accounts import ImapAccount, SmtpAccount, Tls, is_this_machine
from server.post.backoff import Backoff
from server.post.errors import BadAccount, NoLine
from server.post.saying import in_words
from server.post.schedule import HOUR, MINUTE, PATIENCE, next_attempt
from server.post.verdict import Fate, judge


def refused(code: int, text: str) -> SMTPRecipientsRefused:
    return SMTPRecipientsRefused([SMTPRecipientRefused(code, text, "anna@example.org")])


@pytest.mark.parametrize(
    ("error", "fate", "words"),
    [
        (NoLine("no route"), Fate.UNTRIED, "no route"),
        (refused(550, "5.1.1 unknown"), Fate.NEVER, "550 5.1.1 unknown"),
        (refused(450, "4.2.0 later"), Fate.LATER, "450 4.2.0 later"),
        (refused(550, "5.5.0 hm"), Fate.MAYBE, "550 5.5.0 hm"),
        (refused(552, "5.2.2 full"), Fate.MAYBE, "full"),
        (refused(550, "15.5.0 hm"), Fate.NEVER, "15.5.0"),
        (SMTPDataError(554, "5.7.1 spam"), Fate.NEVER, "spam"),
        (SMTPDataError(451, "4.3.0 later"), Fate.LATER, "451"),
        (SMTPDataError(250, "ok"), Fate.LATER, "250"),
        (SMTPSenderRefused(553, "5.7.1 not yours", "a@example.org"), Fate.LATER, "not yours"),
        (SMTPSenderRefused(421, "4.7.0 enough", "a@example.org"), Fate.LATER, "enough"),
        (SMTPServerDisconnected("Connection lost"), Fate.LATER, "Connection lost"),
        (SMTPReadTimeoutError("Timed out"), Fate.LATER, "in time"),
        (TimeoutError(), Fate.LATER, "in time"),
        (ConnectionResetError(104, "Connection reset by peer"), Fate.LATER, "reset by peer"),
        (SMTPNotSupported("SMTPUTF8 is not supported"), Fate.LATER, "SMTPUTF8"),
        (ValueError("Address 'x y' contains"), Fate.NEVER, "x y"),
        (KeyError("what"), Fate.LATER, "KeyError"),
    ],
)
def test_fates(error: Exception, fate: Fate, words: str) -> None:
    verdict = judge(error)
    assert verdict.fate is fate
    assert words in verdict.error


def test_the_times_of_further_attempts() -> None:
    waits = [next_attempt(attempts, 0, 0) for attempts in range(9)]
    assert waits[1:5] == [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]
    assert waits[0] == MINUTE
    assert waits[6:] == [4 * HOUR] * 3
    assert next_attempt(1, 0, PATIENCE - MINUTE) == PATIENCE
    assert next_attempt(1, 0, PATIENCE - MINUTE + 1) is None


@given(some.integers(0, 10_000), some.integers(0, PATIENCE * 2))
def test_an_attempt_is_later_and_not_too_late(attempts: int, now: int) -> None:
    at = next_attempt(attempts, 0, now)
    assert at is None or now < at <= PATIENCE


def test_waits_double_and_begin_again() -> None:
    backoff = Backoff()
    for longest in (1, 2, 4, 8, 16, 32, 60, 60, 60):
        assert longest / 2 <= backoff.fail() <= longest
    backoff.succeed()
    assert backoff.fail() <= 1
    assert len({Backoff().fail() for _ in range(20)}) > 1


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "[::1]", "localhost", "pit.localhost"])
def test_this_machine(host: str) -> None:
    assert is_this_machine(host)
    assert SmtpAccount(host, 25, "", "", Tls.NONE).host == host


@pytest.mark.parametrize(
    "host", ["mail.example.org", "10.0.0.1", "localhost.example.org", "", "127.0.0.1.example.org"]
)
def test_no_password_goes_out_unguarded(host: str) -> None:
    assert not is_this_machine(host)
    with pytest.raises(BadAccount) as refused_:
        ImapAccount(host, 143, "anna", "secret", Tls.NONE)
    assert refused_.value.code == "account/open"
    assert isinstance(refused_.value, Refused)


def test_no_account_shows_its_password() -> None:
    for account in (
        ImapAccount("imap.example.org", 993, "anna", "s3cret"),
        SmtpAccount("smtp.example.org", 465, "anna", "s3cret", ca_file=Path("ca.pem")),
    ):
        assert "s3cret" not in repr(account) + str(account)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (SMTPAuthenticationError(535, "5.7.8 wrong"), "535"),
        (SMTPConnectError("Error connecting to mail.example.org"), "mail.example.org"),
        (ConnectionRefusedError(111, "Connection refused"), "Connection refused"),
        (ssl.SSLCertVerificationError(1, "certificate verify failed: self signed"), "certificate"),
        (OSError(), "OSError"),
        (Exception("two\nlines"), "two lines"),
    ],
)
def test_troubles_in_words(error: Exception, words: str) -> None:
    assert words in in_words(error)
    assert "\n" not in in_words(error)
