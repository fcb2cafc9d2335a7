"""Whatever comes: each mail is dealt with, nothing fails, and nothing is changed that was not asked for."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.mail.limits import MOST_BYTES
from engine.record.letters.kinds.request import Request
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.words.command import COMMANDS, MOVE_WORDS
from server.words.wording import read_words
from tests.server.house import HOST, SERVER, House, Member, mail
from tests.server.playing import make_club, play_on, rename, start_game

PIECES = [
    *COMMANDS,
    *MOVE_WORDS,
    *"me name zone address language style since off players=3 auth=key hold=yes 3 7b #3. 0 99999 -1".split(),
    *"C-kk g2L top bottom none: , ; x2 + ? to load fill store from with y b g k draw".split(),
    *[
        "\n",
        "\n\n",
        "> ",
        "--",
        "\0",
        "\x1b[31m",
        "\u202e",
        "\u00a0",
        "٣",
        "３",
        "Ω",
        "😀",
        "%s{0}{game}",
        "'; DROP TABLE",
    ],
    *[
        "anna",
        "ben",
        "nobody",
        "anna@example.org",
        "x@example.net",
        "zzzzz9",
        "k3t9qa",
        "yes",
        "no",
        "Hello,",
    ],
]


def scribble(rng: Random, game: str, codes: list[str]) -> str:
    """Words that make sense by chance at most."""
    pieces = [*PIECES, game, game, *codes, "x" * rng.choice([30, 300, 3000])]
    return " ".join(rng.choice(pieces) for _ in range(rng.randrange(1, 12))).replace("\r", " ")


def settled(house: House) -> None:
    for row in house.all(rows.Inbox):
        assert row.state == ("oversize" if row.size > MOST_BYTES else "done"), row.error


def test_scribbles(ledger: Ledger) -> None:
    """From a stranger, from players without proof, with codes of all kinds, and sealed."""
    house = House(ledger, more={"mails_per_hour": 100_000, "answers_per_window": 100_000})
    members = anna, ben = make_club(house, 2)
    game = start_game(members)
    play_on(members, 9)
    rng = Random(8)
    for number in range(300):
        house.time += 3600
        codes = [ben.code, ben.last.code if ben.last and "GP-" in ben.last.text else "GP-0000-0000-0000"]
        text = scribble(rng, game, codes)
        if number % 3 == 0:
            clean = " ".join("".join(c for c in text if c.isprintable() and c != "\u00a0").split())[:1900]
            try:
                letter = anna.sealed(Request(SERVER, "anna", f"{number:032x}", clean))
            except ValueError:
                continue
            house.post(mail(anna.address, "", letter, X_Number=str(number)))
        else:
            sender = rng.choice([ben.address, "x@example.net", anna.address])
            quoted = f"\n\n> code: {rng.choice(codes)}" if rng.random() < 0.7 else ""
            house.post(mail(sender, text + quoted, X_Number=str(number)))
        mails = ben.hear(house.work())
        assert {got.recipient for got in mails} <= may_get_mail(house)
    settled(house)
    assert {player.handle for player in house.all(rows.Player)} == {"anna", "ben"}


def may_get_mail(house: House) -> set[str]:
    """Players, whoever wrote, an address that a player wants to add, and the host."""
    known = {row.address for row in house.all(rows.Address)}
    wanted = {json.loads(row.what).get("address", "") for row in house.all(rows.Code)}
    return known | wanted | {"x@example.net", HOST, "anna@example.org", "ben@example.org"}


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00" * 1000,
        b"From: x@example.net\r\n\r\n",
        b"From: x@example.net\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\n--a--\r\n",
        b"From: x@example.net\r\nSubject: =?utf-8?q?help=0ABcc:_y@example.net?=\r\n\r\nhelp\r\n",
        b"From: x@example.net\r\nContent-Type: text/plain; charset=utf-7\r\n\r\nhelp\r\n",
        b"From: x@example.net\r\n\r\n" + b"help\r\n" * 40_000,
        b"From: x@example.net\r\n\r\n" + b"BEGIN GRUBENPOST. " * 10_000,
        b"From: x@example.net\r\n\r\n" + b"(" * 200_000,
        b"From: x@example.net\r\n\r\n" + b"set name " * 20_000,
        b"x" * 300_000,
    ],
    ids=lambda raw: f"{len(raw)} bytes of {raw[-12:]!r}",
)
def test_odd_mails(house: House, raw: bytes) -> None:
    house.post(raw)
    for got in house.work():
        assert got.recipient == "x@example.net"
        assert "Bcc" not in got.message
    settled(house)


def test_looking_for_commands_takes_little_time() -> None:
    """Counted in lines looked at, not in seconds: two hundred lines are all that is read of a mail."""
    found = read_words("Dear all,\n" + "statsu quo of the money in the bank\n" * 5000 + "status\n")
    assert found.commands == ()
    remarks = "\n".join(f"remark {number}" for number in range(150))
    assert read_words(f"{remarks}\nstatus").commands == ("status",)


def test_a_players_name_is_never_a_command(house: House) -> None:
    """Display names come back in quoted mails; one that looks like a command does nothing there."""
    anna = Member(house, "anna")
    ben = Member(house, "ben", own_key=False)
    for member, name in ((anna, "forget me"), (ben, "resign")):
        member.register()
        rename(house, member.handle, name)  # nobody can choose such a name, but a ledger may hold one
    start_game([anna, ben])
    play_on([anna, ben], 6)
    for member in (anna, ben):
        assert member.last is not None
        house.write(member.address, "".join(f"> {line}\n" for line in member.last.text.splitlines()))
    assert [player.state for player in house.all(rows.Player)] == ["active", "active"]
