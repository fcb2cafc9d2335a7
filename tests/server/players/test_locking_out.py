"""Nobody who proves too little takes from what a player may send, or floods the player with answers.

Ben plays from his mailbox and Anna with a key. Mallory has a key or a code that was theirs for a moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

import pytest

from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.leave import Leave
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.revoke import Revoke
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.post import seal_letter
from server.ledger import models as rows
from tests.server.accounts import (
    DAY,
    EVIL,
    HOUR,
    NEW,
    NONCE,
    add,
    make_pair,
    player,
    recover_letter,
    stop,
    stop_code,
    to,
)
from tests.server.house import SERVER, Got, House, Member, mail

AN_HOUR = 5
NEW_KEY = PrivateKey(sha256(b"new").digest())


@pytest.fixture
def club(house: House) -> list[Member]:
    members = make_pair(house)
    house.desk.settings = replace(house.settings, mails_per_hour=AN_HOUR)
    return members


def rotated(house: House, anna: Member) -> PrivateKey:
    """Anna has exchanged her key, and Mallory has the old one."""
    letter = Rotate(SERVER, "anna", anna.key.public, NEW_KEY.public, NONCE)
    house.write(anna.address, "", seal_letter(letter, anna.key, NEW_KEY))
    return anna.key


def revoked(house: House, anna: Member) -> PrivateKey:
    house.write(anna.address, "", seal_letter(Revoke(SERVER, "anna", anna.key.public), anna.key))
    return anna.key


def waiting(house: House, anna: Member) -> PrivateKey:
    """Mallory has read one mail to Anna, and asked for a key of his own to be hers."""
    house.write(anna.address, "", recover_letter(house, anna))
    return PrivateKey(sha256(b"thief").digest())


def stopped(house: House, anna: Member) -> PrivateKey:
    add(anna, "anna@work.example.org")
    house.time += DAY
    started = house.write(anna.address, "", recover_letter(house, anna))
    stop(house, "anna@work.example.org", started)
    return PrivateKey(sha256(b"thief").digest())


@pytest.mark.parametrize("lose", [rotated, revoked, waiting, stopped])
@pytest.mark.parametrize("sender", [EVIL, "anna@example.org"])
def test_a_key_that_is_not_in_force_takes_nothing(
    house: House, club: list[Member], lose: object, sender: str
) -> None:
    anna, _ = club
    key = lose(house, anna)  # type: ignore[operator]
    house.time += DAY
    for number in range(AN_HOUR + 2):
        letter = seal_letter(Request(SERVER, "anna", f"{number:032d}", "status"), key)
        for got in house.write(sender, "", letter):
            assert got.recipient == anna.address
            assert "(keyring/" in got.text
        assert house.outcome().startswith("refused: keyring/")
    assert not house.all(rows.Inbox, rows.Inbox.state == "aside")
    if lose is revoked:
        return
    now = NEW_KEY if lose is rotated else anna.key
    (answer,) = house.write(anna.address, "", seal_letter(Request(SERVER, "anna", "ef" * 16, "status"), now))
    assert "That didn't work" not in answer.text


def test_a_letter_that_was_refused_before_takes_nothing(house: House, club: list[Member]) -> None:
    """Somebody who saw it on its way sends it again and again, also beside a letter of his own."""
    anna, _ = club
    refused = anna.sealed(anna.request("join zzzz99"))
    house.write(anna.address, "", refused)
    mallory = Member(house, "mallory")
    mallory.register()
    house.time += DAY
    for number in range(AN_HOUR + 2):
        (got,) = house.write(EVIL, "", refused)
        assert (got.recipient, "letter/refused-before" in got.text) == (anna.address, True)
        if number < AN_HOUR:
            own = mallory.sealed(mallory.request("status"))
            (got,) = house.write(EVIL, "", *([refused, own] if number % 2 else [own, refused]))
            assert (got.recipient, "seal/two-senders" in got.text) == (mallory.address, True)
    (answer,) = anna.ask("status")
    assert "That didn't work" not in answer.text


def test_a_code_that_was_mailed_elsewhere_takes_nothing(house: House, club: list[Member]) -> None:
    """One to stop with, or to add an address with: whoever reads it there is not Ben."""
    _, ben = club
    theirs = [stop_code(add(ben, NEW), NEW)]
    house.time += DAY
    (status,) = ben.write("status")
    asked = house.write(ben.address, f"set address {EVIL}\n\n> code: {status.code}")
    theirs.append(to(asked, EVIL).code)
    house.time += DAY
    for code in theirs:
        for _ in range(AN_HOUR + 1):
            assert all(
                got.recipient == ben.address for got in house.write(ben.address, f"status\n\n> {code}")
            )
    assert not house.all(rows.Inbox, rows.Inbox.state == "aside")
    assert ben.last is not None
    house.write(ben.address, f"status\n\n> code: {ben.code}")
    assert house.outcome() == "done"
    # But Ben, who reads both and answers from the wrong one, is told.
    (told,) = house.write(ben.address, f"yes\n\n> code: {theirs[1]}")
    assert "confirm/address" in told.text
    assert player(house).state == "active"


def test_a_recover_letter_from_elsewhere_is_told_so_many_times_a_day(
    house: House, club: list[Member]
) -> None:
    """However many addresses its sender has, or none at all."""
    anna, _ = club
    letter = recover_letter(house, anna)
    told = [house.write(f"mallory{number}@example.net", "", letter) for number in range(25)]
    assert all(got.recipient == anna.address for mails in told for got in mails)
    assert sum(map(len, told)) == 20
    house.time += DAY
    (got,) = house.write("a@example.net, b@example.net", "", letter)
    assert (got.recipient, "recover/address" in got.text) == (anna.address, True)


# What is known to others, and can be sent again under the player's address


@pytest.fixture
def roomy(house: House, club: list[Member]) -> list[Member]:
    """They may write more often, so that nothing that was put off comes between."""
    house.desk.settings = replace(house.settings, mails_per_hour=60)
    return club


def id_of(got: Got) -> str:
    return str(got.message["Message-ID"])


def by_reply_code(ben: Member) -> str:
    code = ben.code
    ben.ask("status")  # Ben goes on with the code of this answer
    return code


def by_turn_code(ben: Member) -> str:
    assert ben.last is not None
    return ben.last.code


@pytest.mark.parametrize("known", [by_reply_code, by_turn_code])
@pytest.mark.parametrize("forged", ["status", "board zzzz99", "Thanks!"])
def test_who_knows_a_code_uses_up_nothing_of_what_comes_with_another(
    house: House, roomy: list[Member], known: Callable[[Member], str], forged: str
) -> None:
    """Neither the mails of an hour, nor the refusals of a day: Ben is heard, and told what is wrong."""
    _, ben = roomy
    words = f"{forged}\n\n> code: {known(ben)}"
    house.post(*(mail(ben.address, words, Message_ID=f"<{number}@example.net>") for number in range(61)))
    assert {got.recipient for got in house.work()} == {ben.address}
    (wrong,) = ben.ask("board zzzz99")
    assert "game/unknown" in wrong.text
    (answer,) = ben.ask("status")
    assert "That didn't work" not in answer.text
    if known is by_reply_code:
        assert len(ben.reply("1")) == 2  # the move is made, and told to both


def test_who_knows_a_mail_uses_up_nothing_of_what_answers_another(house: House, roomy: list[Member]) -> None:
    _, ben = roomy
    assert ben.last is not None
    known, later = ben.last, ben.ask("status")[-1]
    sent = [got for _ in range(61) for got in house.write(ben.address, "help", In_Reply_To=id_of(known))]
    assert len(sent) == 20
    for text in ("score", "board", "status", "2", "help", "2", "score", "What?"):
        (later,) = house.write(ben.address, text, In_Reply_To=id_of(later))


def test_a_letter_that_can_not_be_burnt_takes_little_when_it_is_sent_again(
    house: House, roomy: list[Member]
) -> None:
    """A letter without a nonce says the same whenever it is written, so it is refused each time."""
    anna, _ = roomy
    stale = anna.sealed(Leave(SERVER, anna.turn["game"], "anna", "0" * 64))
    sent = [got for _ in range(61) for got in house.write(EVIL, "", stale)]
    assert {got.recipient for got in sent} == {anna.address}
    (wrong,) = anna.ask("board zzzz99")
    assert "game/unknown" in wrong.text
    (answer,) = anna.ask("status")
    assert "That didn't work" not in answer.text


def test_a_code_from_elsewhere_is_told_though_another_was_today(house: House, roomy: list[Member]) -> None:
    """Mallory writes with an old code; then Ben does, from an address that is not known, with the newest."""
    _, ben = roomy
    old = ben.code
    ben.ask("status")
    assert len(house.write(EVIL, f"1\n\n> {old}")) == 1
    assert house.write(EVIL, f"1\n\n> {old}") == []
    (told,) = house.write("ben@phone.example.org", f"1\n\n> {ben.code}\n> {old}")
    assert (told.recipient, "ben@phone.example.org" in told.text) == (ben.address, True)
    codes = [ben.ask("status")[0].code for _ in range(8)]
    house.time += HOUR
    assert sum(len(house.write(EVIL, f"1\n\n> {code}")) for code in codes) == 3
