"""What an error means for a mail, when it goes again, and what people are told."""

from __future__ import annotations

import ssl
from collections.abc import Callable
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
from engine.mail.hosts import Tls, is_this_machine
from server.post.accounts import ImapAccount, SmtpAccount
from server.post.backoff import Backoff
from server.post.error_text import in_words
from server.post.errors import BadAccount, NoLine
from server.post.smtp.refusals import About, what_about
from server.post.smtp.schedule import HOUR, MINUTE, PATIENCE, next_attempt
from server.post.smtp.verdict import Fate, judge


def refused(code: int, text: str) -> SMTPRecipientsRefused:
    return SMTPRecipientsRefused([SMTPRecipientRefused(code, text, "anna@example.org")])


@pytest.mark.parametrize(
    ("error", "fate", "words"),
    [
        (NoLine("no route"), Fate.UNTRIED, "no route"),
        (refused(550, "5.1.1 unknown"), Fate.NEVER, "550 5.1.1 unknown"),
        (refused(450, "4.2.0 later"), Fate.LATER, "450 4.2.0 later"),
        (refused(550, "5.5.0 hm"), Fate.MAYBE, "550 5.5.0 hm"),
        (refused(552, "5.2.2 full"), Fate.LATER, "full"),
        (refused(550, "15.5.0 hm"), Fate.MAYBE, "15.5.0"),
        (SMTPDataError(554, "5.7.1 spam"), Fate.MAYBE, "spam"),
        (SMTPDataError(552, "5.3.4 Message too big for system"), Fate.NEVER, "too big"),
        (SMTPDataError(451, "4.3.0 later"), Fate.LATER, "451"),
        (SMTPDataError(250, "ok"), Fate.LATER, "250"),
        (SMTPSenderRefused(553, "5.7.1 not yours", "a@example.org"), Fate.HELD, "not yours"),
        (SMTPSenderRefused(421, "4.7.0 enough", "a@example.org"), Fate.HELD, "enough"),
        (SMTPDataError(550, "5.4.5 Daily user sending limit exceeded"), Fate.HELD, "limit"),
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
    waits = [next_attempt(attempts, 0) for attempts in range(9)]
    assert waits[1:5] == [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]
    assert waits[0] == MINUTE
    assert waits[6:] == [4 * HOUR] * 3


@given(some.integers(0, 10_000), some.integers(0, PATIENCE * 2))
def test_an_attempt_is_later_and_not_too_late(attempts: int, now: int) -> None:
    at = next_attempt(attempts, now)
    assert (at is None) == (attempts > 22)
    assert at is None or now < at <= now + 4 * HOUR


def test_attempts_end_after_three_days() -> None:
    now, attempts = 0, 1
    while (at := next_attempt(attempts, now)) is not None:
        now, attempts = at, attempts + 1
    assert PATIENCE - 4 * HOUR < now <= PATIENCE


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


ENOUGH = [
    "550 5.4.5 Daily user sending limit exceeded. For more information go to the help page",
    "550-5.4.5 Daily SMTP relay sending limit exceeded for user",
    "421 4.7.28 Our system has detected an unusual rate of mail from this account",
    "454 Throttling failure: Daily message quota exceeded.",
    "454 4.7.0 Throttling failure: Maximum sending rate exceeded.",
    "550 5.7.1 Sending limit exceeded, try again tomorrow",
    "554 5.2.0 Submission.Exception:OutboundSpamException; message: user was suspended",
    "550 5.1.8 Access denied, bad outbound sender",
    "550 5.7.705 Access denied, tenant has exceeded threshold",
    "452 4.5.3 Too many recipients in this hour",
    "553 5.7.1 <grubenpost@example.org>: Sender address rejected: not owned by user anna",
    "554 Message rejected: Email address is not verified.",
    "451 Ratelimit exceeded for mailbox grubenpost@example.org",
    "550 5.4.6 Unusual sending activity detected. Please try after sometime",
    "450 4.7.1 Error: too much mail from 192.0.2.1",
    "554 5.7.0 Your account was temporarily blocked: too many messages sent",
    "550 You have exceeded the hourly limit of messages",
    "530 5.7.0 Authentication required",
    "550 5.7.26 This mail is unauthenticated, which poses a security risk to the sender",
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    "552 5.2.0 Submission quota exceeded: the sender's submission quota was exceeded",
    "550 5.7.501 Access denied, spam abuse detected from this account",
    "550 5.7.750 Service unavailable. Client blocked from sending from unregistered domains",
    "550 5.7.57 Client not authenticated to send mail",
    "432 4.3.2 Concurrent connections limit exceeded; sender thread limit exceeded",
    "554 Transaction failed Reject due to policy restrictions.",
    "550 Requested action not taken: mailbox unavailable Sender address is not allowed.",
    "454 Throttling failure: Maximum sending rate exceeded",
    "554 Message rejected: Sending suspended for this account. For more information see the console",
    "554 Access denied: User is not authorized to perform SendRawEmail",
    "421 Domain pit.example.org is not allowed to send: account on probation",
    "550 5.7.1 Sandbox subdomains are for test purposes only. Please add your own domain",
    "550 The from address does not match a verified Sender Identity",
    "553 Relaying disallowed as grubenpost@example.org",
    "554 Versandlimit wurde überschritten, bitte später versuchen",
    "554 5.1.8 Email Outgoing Blocked",
]
NOBODY = [
    "550 5.1.1 <anna@example.org>: Recipient address rejected: User unknown in virtual mailbox table",
    "550-5.1.1 The email account that you tried to reach does not exist.",
    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    "553 5.1.2 The recipient address is not a valid address",
    "550 No such user here",
    "550 Requested action not taken: mailbox unavailable, no such mailbox",
    "554 delivery error: this user doesn't exist",
    "550 5.2.1 The email account that you tried to reach is disabled",
]
NOT_NOW = [
    "552 5.2.2 Mailbox full",
    "452 4.2.2 over quota",
    "552 The recipient's mailbox is full",
    "550 overquota",
    "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery",
    "450 4.2.1 The user you are trying to contact is receiving mail too quickly",
    "552 Requested mail action aborted: exceeded storage allocation",
    "550 Mailbox quota exceeded",
    "452 4.3.1 Insufficient system storage",
]
UNCLEAR = [
    "550 5.7.1 Message rejected due to local policy",
    "554 5.7.1 Spam message rejected",
    "550 5.5.0 hm",
    "550 mailbox unavailable",
    "554 Transaction failed",
    "550 5.4.1 Recipient address rejected: Access denied",
]


@pytest.mark.parametrize(
    ("reply", "about"),
    [
        *((reply, About.US) for reply in ENOUGH),
        *((reply, About.RECIPIENT) for reply in NOBODY),
        *((reply, About.NOT_NOW) for reply in NOT_NOW),
        *((reply, About.UNKNOWN) for reply in UNCLEAR),
        ("552 5.3.4 Message size exceeds fixed limit", About.MAIL),
        ("552 Message too large for this account", About.MAIL),
        ("552 5.2.3 Message length exceeds administrative limit", About.MAIL),
    ],
)
def test_what_a_refusal_is_about(reply: str, about: About) -> None:
    assert what_about(reply) is about


@pytest.mark.parametrize("reply", ENOUGH)
@pytest.mark.parametrize("kind", [SMTPDataError, refused])
def test_no_mail_dies_of_a_limit(reply: str, kind: Callable[[int, str], Exception]) -> None:
    verdict = judge(kind(int(reply[:3]), reply[4:]))
    assert verdict.fate is Fate.HELD


@given(some.text(max_size=300))
def test_every_reply_is_about_something(text: str) -> None:
    assert what_about(text) in About


def test_a_long_reply_is_read_as_far_as_it_matters() -> None:
    for part in ("rate ", "account a ", "user ", "sender address ", "message message "):
        assert what_about(part * 100_000) in About
