"""Mails made to waste time or memory are refused or read, within bounds.

The alarm is only there to end a test that would run for minutes; nothing is asserted about time.
"""

from __future__ import annotations

import signal
import tracemalloc
from collections.abc import Iterator

import pytest

from engine.mail.limits import MOST_BYTES, MOST_LETTERS, BadMail
from engine.wire.codes import find_codes
from server.mail.reading import Incoming, read_mail
from server.mail.replies.quoting import own_lines
from tests.server.mail.bombs import HARMLESS, REFUSED

MOST_MEMORY = 24 * 1024 * 1024
PATIENCE = 60


@pytest.fixture(autouse=True)
def _patience() -> Iterator[None]:
    def give_up(*_: object) -> None:
        raise TimeoutError("this mail takes far too long to read")

    usual = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, usual)


def read_all(raw: bytes) -> Incoming:
    """Read a mail with all that is ever done to one before its sender is known."""
    mail = read_mail(raw, "pit.example.org", "mx.example.org")
    own_lines(mail.text)
    find_codes(mail.text)
    return mail


def peak_of_reading(raw: bytes) -> int:
    tracemalloc.start()
    try:
        read_all(raw)
    except BadMail:
        pass
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return peak


@pytest.mark.parametrize("name", REFUSED)
def test_a_bomb_is_refused(name: str) -> None:
    make, code = REFUSED[name]
    with pytest.raises(BadMail) as refusal:
        read_all(make())
    assert refusal.value.code == code


@pytest.mark.parametrize("name", HARMLESS)
def test_a_bomb_is_read_like_any_mail(name: str) -> None:
    raw = HARMLESS[name]()
    assert MOST_BYTES * 0.9 < len(raw) <= MOST_BYTES or name in SMALL
    mail = read_all(raw)
    assert len(mail.letters) <= MOST_LETTERS
    assert len(mail.recipients) <= 50
    assert len(mail.references) <= 11
    assert len(mail.subject) <= 200
    assert len(mail.report.fates if mail.report else ()) <= 20


SMALL = {"2,000 brackets in From", "a zip of 64 MB", "forty letters"}


@pytest.mark.parametrize("name", [*REFUSED, *HARMLESS])
def test_a_bomb_takes_little_memory(name: str) -> None:
    raw = HARMLESS[name]() if name in HARMLESS else REFUSED[name][0]()
    assert peak_of_reading(raw) < MOST_MEMORY


def test_forty_letters_are_eight_and_a_word_about_it() -> None:
    mail = read_mail(HARMLESS["forty letters"]())
    assert len(mail.letters) == MOST_LETTERS
    assert [problem.code for problem in mail.problems] == ["mail/too-many-letters"]


def test_a_tricky_sender_is_nobody() -> None:
    for name in ("2,000 brackets in From", "all brackets in From", "all quotes in From"):
        assert read_mail(HARMLESS[name]()).sender == ""
