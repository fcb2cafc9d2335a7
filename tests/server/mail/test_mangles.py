"""Letters come through real mails: every mangle of the armour, wrapped in MIME and read again."""

from __future__ import annotations

import html
import random
from email import policy
from email.message import EmailMessage

import pytest

from engine.record.letters.armour import wrap
from server.mail.reading import Incoming, read_mail
from tests.engine.record.mangles import MANGLES, OLDER, SURVIVABLE, mail_with
from tests.server.mail.samples import LETTER

TEXT = mail_with(wrap(LETTER))
ENCODINGS = ("8bit", "quoted-printable", "base64")


def started() -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = "Anna <anna@example.org>"
    mail["To"] = "pit@example.org"
    return mail


def plain(text: str, cte: str) -> bytes:
    mail = started()
    mail.set_content(text, cte=cte)
    return mail.as_bytes(policy=policy.SMTP)


def in_utf_16(text: str, _: str) -> bytes:
    mail = started()
    mail.set_content(
        text.encode("utf-16"), maintype="text", subtype="plain", cte="base64", disposition="inline"
    )
    mail.set_param("charset", "utf-16")
    return mail.as_bytes(policy=policy.SMTP)


def only_html(text: str, cte: str) -> bytes:
    lines = "".join(f"<div>{html.escape(line) or '<br>'}</div>\n" for line in text.split("\n"))
    mail = started()
    mail.set_content(
        f"<html><head><style>p {{}}</style></head><body>{lines}</body></html>", subtype="html", cte=cte
    )
    return mail.as_bytes(policy=policy.SMTP)


def collapsed_html(text: str, cte: str) -> bytes:
    mail = started()
    mail.set_content(f"<p>{' '.join(html.escape(text).split())}</p>", subtype="html", cte=cte)
    return mail.as_bytes(policy=policy.SMTP)


def blank_plain_beside_html(text: str, cte: str) -> bytes:
    mail = started()
    mail.set_content("\n", cte="7bit")
    mail.add_alternative(f"<pre>{html.escape(text)}</pre>", subtype="html", cte=cte)
    return mail.as_bytes(policy=policy.SMTP)


def forwarded(text: str, cte: str) -> bytes:
    inner = started()
    inner.set_content(text, cte=cte)
    mail = started()
    mail.set_content("see below")
    mail.add_attachment(inner)
    return mail.as_bytes(policy=policy.SMTP)


CARRIERS = {
    "plain": plain,
    "in UTF-16": in_utf_16,
    "only HTML": only_html,
    "collapsed HTML": collapsed_html,
    "a blank plain part beside HTML": blank_plain_beside_html,
    "forwarded": forwarded,
}


def codes(mail: Incoming) -> list[str]:
    return [problem.code for problem in mail.problems]


@pytest.mark.parametrize("cte", ENCODINGS)
@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("name", SURVIVABLE)
def test_a_letter_survives(name: str, carrier: str, cte: str) -> None:
    mail = read_mail(CARRIERS[carrier](MANGLES[name](TEXT), cte))
    assert mail.letters == ((LETTER, OLDER) if name.startswith("top-posted") else (LETTER,))
    assert codes(mail) == []


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize(("name", "code"), [("lower-cased", "lower-cased"), ("truncated at 70 %", "cut")])
def test_a_destroyed_letter_is_refused(name: str, code: str, carrier: str) -> None:
    mail = read_mail(CARRIERS[carrier](MANGLES[name](TEXT), "base64"))
    assert (mail.letters, codes(mail)) == ((), [f"armour/{code}"])


def test_chains_of_mangles() -> None:
    """Two to four at random, in any carrier; and never another letter than the one that was sent."""
    read = 0
    for seed in range(400):
        rng = random.Random(seed)
        text = TEXT
        for name in rng.choices(SURVIVABLE, k=rng.randint(2, 4)):
            text = MANGLES[name](text)
        carrier = rng.choice(list(CARRIERS.values()))
        mail = read_mail(carrier(text, rng.choice(ENCODINGS)))
        assert set(mail.letters) <= {LETTER, OLDER}
        read += LETTER in mail.letters
    assert read >= 396
