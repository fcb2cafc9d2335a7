"""Mail that nothing authenticates: forged, foreign, junk. It changes nothing and hardly any is answered."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.move import Move
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.kinds.request import Request
from engine.record.letters.post import seal_letter
from server.ledger import models as rows
from server.words.command import COMMANDS
from tests.server.beginnings import remembered
from tests.server.house import HOST, SERVER, House, Member, mail
from tests.server.playing import make_table, play_on, position, to_move

DAY = 24 * 3600
STRANGER = "mallory@example.net"
DIGITS = str.maketrans("0189", "abcd")


@pytest.fixture
@remembered
def club(house: House) -> list[Member]:
    members, _ = make_table(house)
    play_on(members, 3)
    house.time += DAY
    return members


def untouched(house: House) -> tuple[object, ...]:
    """Everything that a stranger may not change."""
    return tuple(
        house.all(kind)
        for kind in (rows.Player, rows.Address, rows.Game, rows.Seat, rows.Entry, rows.KeyLetter, rows.Taken)
    )


def forged_letters(members: list[Member], rng: Random) -> list[bytes]:
    """Letters that are not their alleged sender's."""
    anna, mallory = members[0], PrivateKey(b"m" * 32)
    turn, nonce = anna.turn, "cd" * 16
    move = Move(SERVER, turn["game"], turn["position"]["ply"], turn["seat"], turn["head"], nonce, "bank")
    good = anna.sealed(anna.request("status"))
    cut = rng.randrange(20, len(good) - 20)
    flipped = bytearray(good)
    flipped[rng.randrange(30, len(good) - 30)] ^= 1
    return [
        seal_letter(move, mallory),
        seal_letter(Join(SERVER, turn["game"], "anna", mallory.public, "ef" * 32, nonce), mallory),
        seal_letter(Request(SERVER, "anna", nonce, "set name Mallory"), mallory),
        seal_letter(Recover(SERVER, "anna", mallory.public, "GP-AAAA-BBBB-CCCC", nonce), mallory),
        seal_letter(Request("other.example.org", "anna", nonce, "forget me"), anna.key),
        good[:cut],
        bytes(flipped),
    ]


WORDS = [
    "",
    "Dear friend, I have 17,000,000 marks for you.",
    "status",
    "forget me",
    "set address mallory@example.net",
    "resign {game}",
    "move {game} bank",
    "3",
    "join {game}",
    "recover",
    "recover anna",
    "code: GP-AAAA-BBBB-CCCC\nyes",
    "yes",
    "board {game}",
    "archive {game}",
    "help us to win the lottery",
    "register",
    "help\nstatus",
]


SENDERS = ["x{n}@example.net", '"anna@example.org" <x{n}@example.net>', "<x{n}@a.example.net>"]


def test_a_thousand_forged_mails(house: House, club: list[Member]) -> None:
    """Whatever comes from unknown addresses: nothing goes out and nothing changes."""
    rng, before = Random(11), untouched(house)
    words = [text.format(game=club[0].turn["game"]) for text in WORDS]
    letters = forged_letters(club, rng)
    mails = []
    for number, what in list(product(range(56), [*words, *letters]))[:1000]:
        sender = rng.choice(SENDERS).format(n=number)
        text, files = (what, []) if isinstance(what, str) else ("see the letter", [what])
        mails.append(mail(sender, text, *files, Message_ID=f"<{number}.{rng.random()}@example.net>"))
    house.post(*mails)
    assert house.work() == []
    assert untouched(house) == before
    assert [row for row in house.all(rows.Inbox) if row.state != "done"] == []
    print(f"{len(mails)} forged mails: 0 outgoing")


def test_help_and_register_once_a_day_and_not_too_often_in_all(house: House, club: list[Member]) -> None:
    before = untouched(house)
    words = ("help", "register h{n} Name {n}", "help join")
    house.post(
        *(
            mail(f"x{n}@example.net", words[n % 3].format(n=n), Message_ID=f"<{copy}@example.net>")
            for n in range(200)
            for copy in range(2)
        )
    )
    mails = house.work()
    recipients = [got.recipient for got in mails if got.recipient != HOST]
    # Those who ask and those who want to register use up nothing of each other's.
    assert len(recipients) == len(set(recipients)) == 2 * house.settings.answers_per_window == 60
    assert [got.kind for got in mails if got.recipient == HOST] == ["host"]
    assert untouched(house) == before
    # Who was not answered for lack of room is answered when there is some, and the host hears nothing more.
    for _ in range(10):
        house.time += house.settings.answer_window
        house.tick()
        recipients += [got.recipient for got in house.work()]
    assert sorted(recipients) == sorted(f"x{n}@example.net" for n in range(200))
    assert house.write("x0@example.net", "help") == []
    assert len(house.write("x1@example.net", "help")) == 1  # asked to register before, which is another thing
    assert house.write("x1@example.net", "help") == []


def test_every_command_from_a_stranger(house: House, club: list[Member]) -> None:
    before = untouched(house)
    game = club[0].turn["game"]
    for name, known in COMMANDS.items():
        house.time += DAY
        mails = house.write(STRANGER, known.usage.split(",")[0].replace("k3t9qa", game))
        assert [got.recipient for got in mails] == ([STRANGER] if known.for_strangers else []), name
    assert untouched(house) == before


def test_a_forged_sender_gets_its_owner_one_mail_a_day(house: House, club: list[Member]) -> None:
    """Whoever forges a player's address can ask in that name, and the player hears it: once, and once of a
    recovery, for which nothing else is spent."""
    _, ben, _, _ = club
    while to_move(club) is ben:  # a move is answered once a turn
        play_on(club, 1)
    before = untouched(house)
    sent = []
    for text in ("status", "set name Mallory", "forget me", "games", "help", "nonsense", "1"):
        sent += house.write(ben.address, text)
    assert [got.recipient for got in sent] == [ben.address]
    (recovery,) = [got for _ in range(3) for got in house.write(ben.address, "recover")]
    assert recovery.recipient == ben.address
    assert "[key recovery]" in recovery.subject
    assert untouched(house) == before


def test_every_address_of_a_player_is_answered_at_the_main_one(house: House, club: list[Member]) -> None:
    anna = club[0]
    code, _ = anna.ask("set address anna@work.example.org")
    house.write("anna@work.example.org", f"yes\n{code.code}")
    house.time += DAY
    (got,) = house.write("Anna@Work.Example.ORG", "status")
    assert got.recipient == anna.address


def test_a_vouching_mail_server_lets_players_ask_but_not_act(house: House, club: list[Member]) -> None:
    trusting = House(house.ledger, time=house.time, more={"authserv": "mx.pit.example.org"})
    trusting.seen, trusting.uid = house.seen, house.uid
    ben = club[1]
    vouched = "mx.pit.example.org; dmarc=pass header.from=example.org"
    for _ in range(5):
        (got,) = trusting.write(ben.address, "status", Authentication_Results=vouched)
        assert got.recipient == ben.address
    (question,) = trusting.write(ben.address, "set name Mallory", Authentication_Results=vouched)
    assert question.subject.startswith("[please confirm]")
    forged = "mx.example.net; dmarc=pass header.from=example.org"
    assert len(trusting.write(ben.address, "status", Authentication_Results=forged)) == 1
    assert trusting.write(ben.address, "status", Authentication_Results=forged) == []
    # The other house does not believe the field at all.
    house.uid, house.seen = trusting.uid, trusting.seen
    assert house.write(ben.address, "status", Authentication_Results=vouched) == []


def test_a_report_without_our_token_changes_nothing(house: House, club: list[Member]) -> None:
    before = untouched(house)
    forged = (
        b"From: MAILER-DAEMON@example.net\r\nTo: bounce+%s@pit.example.org\r\n"
        b'Content-Type: multipart/report; report-type=delivery-status; boundary="x"\r\n\r\n'
        b"--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a\r\n\r\n"
        b"Final-Recipient: rfc822; ben@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--x--\r\n"
    )
    house.post(*(forged % f"{number:026d}".translate(DIGITS).encode() for number in range(100)))
    assert house.work() == []
    assert house.all(rows.Bounce) == []
    assert untouched(house) == before


def test_three_bounces_make_somebody_unreachable(house: House, club: list[Member]) -> None:
    ben = club[1]
    ben.ask("status")
    tokens = [
        row.token for row in house.all(rows.Outbox) if row.kind == "turn" and row.recipient == ben.address
    ]
    report = (
        "From: MAILER-DAEMON@example.org\r\nTo: bounce+{token}@pit.example.org\r\nX-Number: {number}\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="x"\r\n\r\n'
        "--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a\r\n\r\n"
        "Final-Recipient: rfc822; ben@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--x--\r\n"
    )

    def bounce(token: str, number: int) -> list[str]:
        house.post(report.format(token=token, number=number).encode())
        return [got.recipient for got in house.work()]

    def since() -> int | None:
        return house.all(rows.Player, rows.Player.handle == "ben")[0].unreachable_since

    for number in range(5):  # one mail that comes back again and again is one
        assert bounce(tokens[0], number) == []
    assert bounce(tokens[1], 0) == []
    assert since() is None
    assert bounce(tokens[2], 0) == [HOST]
    assert since() == house.time
    assert bounce(tokens[3], 0) == []
    ben.ask("status")  # a reply to a mail of ours: it got through
    assert since() is None


def test_unsubscribing_needs_our_token(house: House, club: list[Member]) -> None:
    ben = club[1]
    assert ben.last is not None
    link = str(ben.last.message["List-Unsubscribe"])
    token = link.split("%20")[1].rstrip(">")
    house.write(STRANGER, "", subject=f"unsubscribe {token[::-1]}")
    assert house.all(rows.Player, rows.Player.handle == "ben")[0].mails == "every"
    assert house.write(STRANGER, "", subject=f"unsubscribe {token}") == []
    assert house.all(rows.Player, rows.Player.handle == "ben")[0].mails == "none"
    others = [member for member in club if member is not ben]
    if position(club[0]).turn != ben.turn["seat"]:
        assert ben.address not in {got.recipient for got in play_on(others, 1)}


def test_our_own_address_is_nobody(house: House) -> None:
    assert house.write(house.settings.address, "help") == []
    assert house.outcome() == "our own"
    for sender in ("mailer-daemon@example.net", "postmaster@example.net", "noreply@example.net"):
        assert house.write(sender, "help") == []
    for sender in ("", "a@b, c@d", "undisclosed-recipients:;"):
        raw = f"From: {sender}\r\nTo: x\r\n\r\nhelp\r\n".encode()
        house.post(raw)
        assert house.work() == []


def test_strangers_use_up_nobodys_answers_but_strangers(house: House, club: list[Member]) -> None:
    """However many of them write: players are answered, whatever stands behind their mail."""
    _, ben, _, dora = club
    house.post(*(mail(f"x{n}@example.net", "help", Message_ID=f"<{n}@example.net>") for n in range(60)))
    assert len(house.work()) == house.settings.answers_per_window + 1
    assert house.write("x99@example.net", "help") == []
    assert ben.last is not None
    assert len(house.write(ben.address, "status")) == 1
    assert len(house.write(ben.address, "recover")) == 1
    assert len(house.write(ben.address, "status", In_Reply_To=str(ben.last.message["Message-ID"]))) == 1
    assert len(ben.ask("status")) == 1
    (answer, code) = sorted(dora.ask("set address dora@work.example.org"), key=lambda got: got.recipient)
    assert (answer.recipient, code.recipient) == (dora.address, "dora@work.example.org")


@pytest.mark.parametrize("forged", ["help", "status", "set name Mallory", "1", "recover", "forget me"])
def test_what_a_forger_spends_of_a_players_answers(house: House, club: list[Member], forged: str) -> None:
    """With the address alone: the one answer of the day that such mail gets, and nothing else."""
    _, ben, _, _ = club
    assert ben.last is not None
    house.post(*(mail(ben.address, forged, Message_ID=f"<{n}@example.net>") for n in range(100)))
    assert len(house.work()) == 1
    others = [text for text in ("recover", "status") if (text == "recover") != (forged == "recover")]
    for text in others:
        assert len(house.write(ben.address, text)) == 1
    for _ in range(5):
        (answer,) = house.write(ben.address, "status", In_Reply_To=str(ben.last.message["Message-ID"]))
        assert answer.recipient == ben.address
        assert len(ben.ask("status")) == 1
    assert [row for row in house.all(rows.Inbox) if row.state == "aside"] == []


def test_a_forger_who_saw_a_message_id_takes_no_turn_away(house: House, club: list[Member]) -> None:
    """Somebody in Cc of a reply knows one: the player gets some mail, and is heard by code as ever."""
    _, ben, _, _ = club
    assert ben.last is not None
    named = str(ben.last.message["Message-ID"])
    house.post(*(mail(ben.address, "help", In_Reply_To=named, X_Number=str(n)) for n in range(200)))
    assert len(house.work()) == 20
    assert len(ben.ask("status")) == 1
    assert len(house.write(ben.address, "recover")) == 1
    assert [row for row in house.all(rows.Inbox) if row.state == "aside"] == []
