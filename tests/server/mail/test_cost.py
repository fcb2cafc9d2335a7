"""Whatever a mail says, reading it costs as much as it is long, and not more, wherever it is read.

A text of a quarter of the most that is read is compared with one of all of it. A quadratic reader takes
sixteen times as long for that, a linear one four times; the bound lies between them, and only what takes long
enough to be measured is looked at. The cap is there to end what would run for minutes.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest

from engine.errors import Refused
from engine.mail.addresses import addresses_in, sender_in
from engine.mail.flowed import unflowed
from engine.mail.header import in_words
from engine.mail.ids import first_id, thread_of
from engine.mail.limits import MOST_BYTES
from engine.mail.markup import readable
from engine.record.letters import armour
from engine.record.letters.post import open_letter
from engine.record.letters.seal import repair
from engine.rules import parse
from engine.tongue.move_words import canonical
from engine.wire.codes import find_codes
from server.desk import commands as _commands  # noqa: F401  gathers the commands
from server.mail.reading import read_mail
from server.words.command import understand
from server.words.wording import read_words
from server.words.yes_no import answer_in
from tests.server.mail.hostile import families, grown

MEASURABLE = 0.15
GROWTH = 10.0
TRIES = 3
CAP = 3.0
ROOM = MOST_BYTES - 2048
FROM = "From: anna@example.org\n"
LETTER = 'format = "grubenpost-move/1"\n'
FIELDS = ("From", "To", "Subject", "References", "Content-Type", "Authentication-Results", "Message-ID")

Reader = Callable[[str], object]


def mail_of(head: str, tail: str = "") -> Reader:
    """Reads a mail that begins and ends like this."""
    return lambda text: read_mail(f"{head}{text}{tail}".encode("utf-8", "replace")[:MOST_BYTES])


def field(name: str) -> Reader:
    """Reads a mail with this in a field."""
    first = "" if name == "From" else FROM
    return lambda text: mail_of(f"{first}{name}: ", "\n\nx")(text.replace("\n", "\n "))


READERS: dict[str, Reader] = {
    "words": read_words,
    "yes or no": lambda text: answer_in(list(read_words(text).own)),
    "sealed commands": lambda text: understand(text.split(";")),
    "moves": lambda text: parse(canonical(text)),
    "codes": find_codes,
    "HTML": readable,
    "flowed": unflowed,
    "flowed without spaces": lambda text: unflowed(text, True),
    "armour": armour.find,
    "letters": lambda text: repair((LETTER + text).encode("utf-8", "replace")),
    "sealed letters": lambda text: open_letter((LETTER + text).encode("utf-8", "replace"), lambda _: ()),
    "plain mails": mail_of(FROM + "\n"),
    "flowed mails": mail_of(FROM + "Content-Type: text/plain; format=flowed\n\n"),
    "HTML mails": mail_of(FROM + "Content-Type: text/html\n\n"),
}

MORE_READERS: dict[str, Reader] = {
    "addresses": lambda text: addresses_in([text]),
    "senders": lambda text: sender_in([text]),
    "threads": thread_of,
    "ids": first_id,
    "encoded words": in_words,
    "multipart": mail_of(FROM + "Content-Type: multipart/mixed; boundary=x\n\n"),
    "quoted-printable": mail_of(FROM + "Content-Transfer-Encoding: quoted-printable\n\n"),
    "base64": mail_of(FROM + "Content-Transfer-Encoding: base64\n\n"),
    "charset utf-16": mail_of(FROM + "Content-Type: text/plain; charset=utf-16\n\n"),
    "charset iso-2022-jp": mail_of(FROM + "Content-Type: text/plain; charset=iso-2022-jp\n\n"),
    "charset gb18030": mail_of(FROM + "Content-Type: text/plain; charset=gb2312\n\n"),
    "reports": mail_of(
        FROM + "Content-Type: multipart/report; report-type=delivery-status; boundary=x\n\n--x\n\n"
        "sorry\n--x\nContent-Type: message/delivery-status\n\n",
        "\n--x--\n",
    ),
    "reports in words": mail_of("From: MAILER-DAEMON@example.org\nSubject: Undelivered Mail\n\n"),
    "reports of recipients": mail_of(FROM + "X-Failed-Recipients: a@example.org\n\n"),
    **{f"field {name}": field(name) for name in FIELDS},
}


def once(read: Reader, text: str) -> float:
    """The processor's seconds."""
    began = process_time()
    read(text)
    return max(process_time() - began, 0.001)


def growth(read: Reader, seed: str) -> float:
    """The factor by which four times as much costs more; the smaller text at best, as others work too."""
    return once(read, grown(seed, ROOM)) / min(once(read, grown(seed, ROOM // 4)) for _ in range(TRIES))


def is_linear(read: Reader, seed: str) -> bool:
    """Whether it takes no time to speak of, or grows as the text does. Whatever disturbs it makes it a no."""
    whole = once(read, grown(seed, ROOM))
    return whole < MEASURABLE or (whole < CAP and growth(read, seed) < GROWTH)


def check(read: Reader) -> None:
    read("nothing")  # what is made once, such as the dictionary, is made now
    for family, seed in families().items():
        assert any(is_linear(read, seed) for _ in range(TRIES)), family


@pytest.mark.parametrize("reader", READERS)
def test_reading_is_linear(reader: str) -> None:
    check(quietly(READERS[reader]))


@pytest.mark.slow
@pytest.mark.parametrize("reader", MORE_READERS)
def test_reading_the_rest_is_linear(reader: str) -> None:
    check(quietly(MORE_READERS[reader]))


def quietly(read: Reader) -> Reader:
    """The reader without its refusals: a clear refusal is as good as anything read."""

    def reading(text: str) -> None:
        try:
            read(text)
        except Refused:
            return

    return reading


def test_a_quadratic_reader_is_found() -> None:
    """The measure itself."""

    def careless(text: str) -> None:
        for _ in range((len(text) // 100) ** 2):
            pass

    assert growth(careless, "to g,\n") > GROWTH
