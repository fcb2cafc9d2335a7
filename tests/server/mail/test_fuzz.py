"""Nothing but a refusal escapes, whatever a mail has become on its way."""

from __future__ import annotations

import random

import pytest

from engine.errors import Refused
from engine.wire.codes import find_codes
from server.mail.reading import read_mail
from server.mail.replies.quoting import own_lines
from tests.engine.record.club import SERVER
from tests.server.mail.make_corpus import CORPUS
from tests.server.mail.samples import LETTER

MAILS = [path.read_bytes() for path in sorted(CORPUS.glob("*.eml"))]
GENUINE = {letter for mail in MAILS for letter in read_mail(mail).letters}

# Words that steer a reader of mails, to be put where they do not belong.
WORDS = [
    b"\r\n--",
    b"\r\n\r\n",
    b"\n",
    b"\r",
    b"\x00",
    b"=\r\n",
    b"=?utf-8?b?",
    b"?=",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"Content-Type: multipart/mixed; boundary=",
    b"Content-Type: message/rfc822\r\n",
    b"Content-Transfer-Encoding: base64\r\n",
    b"charset=utf-16",
    b"; boundary=",
    b"From: ",
    b'"',
    b"(",
    b"<",
    b">",
    b"<blockquote>",
    b"<!--",
    b"BEGIN GRUBENPOST.",
    b"END GRUBENPOST.",
    b'format = "grubenpost-',
    b"GP-",
    b"wrote:",
    b"-----",
    b"&#x",
]


def mutated(rng: random.Random) -> bytes:
    """A mail of the corpus, after one to six accidents."""
    raw = bytearray(rng.choice(MAILS))
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(raw) + 1)
        end = min(len(raw), at + rng.choice([1, 1, 4, 40, 400]))
        kind = rng.randrange(6)
        if kind == 0:
            del raw[at:end]
        elif kind == 1:
            raw[at:end] = rng.randbytes(end - at)
        elif kind == 2:
            raw[at:at] = rng.choice(WORDS)
        elif kind == 3:
            raw[at:at] = raw[at:end] * rng.randint(1, 20)
        elif kind == 4:
            other = rng.choice(MAILS)
            raw[at:at] = other[rng.randrange(len(other)) :][:2000]
        else:
            del raw[at:]
    return bytes(raw)


def read_all(raw: bytes) -> None:
    try:
        mail = read_mail(raw, SERVER, "mx.example.org")
    except Refused as refusal:
        assert refusal.code.startswith("mail/")
        return
    assert all(str(problem) for problem in mail.problems)
    assert all(line == line.strip() and line for line in own_lines(mail.text))
    assert all(len(code) == len("GP-7K3M-Q9XW-2TRD") for code in find_codes(mail.text))
    check_harmless(mail.sender, mail.message_id, mail.in_reply_to, *mail.references, *mail.recipients)
    check_sealed(mail.letters)


def check_harmless(*kept: str) -> None:
    """What may be written into a header of ours, or sent to."""
    assert all(text.isascii() and text.isprintable() and " " not in text for text in kept)


def check_sealed(letters: tuple[bytes, ...]) -> None:
    """A block has a checksum: what comes out of a damaged one is what went in, or nothing. A file
    has none, and is told by its seal later."""
    for letter in letters:
        assert letter in GENUINE or letter.startswith(b'format = "grubenpost-')


@pytest.mark.parametrize("seed", range(10))
def test_mutated_mails(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(500):
        read_all(mutated(rng))


def test_random_bytes() -> None:
    rng = random.Random(7)
    for size in range(0, 3000, 3):
        read_all(rng.randbytes(size))
        read_all(b"From: anna@example.org\r\nContent-Type: text/html\r\n\r\n" + rng.randbytes(size))


def test_every_beginning_of_a_mail() -> None:
    """Cut off at any byte, as a connection is."""
    for mail in MAILS[::12]:
        for end in range(0, len(mail), 7):
            read_all(mail[:end])


def test_the_corpus_has_letters_to_mutate() -> None:
    assert LETTER in GENUINE
    assert len(GENUINE) >= 10


@pytest.mark.slow
def test_many_mutated_mails() -> None:
    rng = random.Random(2026)
    for _ in range(100_000):
        read_all(mutated(rng))
