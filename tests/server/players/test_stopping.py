"""Changes are stopped from any address that was told, and whoever stops them gains nothing by it."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise

import pytest

from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.rotate import Rotate
from engine.record.letters.post import seal_letter
from server.ledger import models as rows
from server.players.guard import FROZEN, HEARS, WAIT
from server.players.memos import ask_for
from tests.server.accounts import (
    DAY,
    EVIL,
    NEW,
    NONCE,
    add,
    addresses,
    make_pair,
    player,
    recover_letter,
    stop,
    stop_code,
    tick,
    to,
)
from tests.server.house import CODE, SERVER, House, Member
from tests.server.playing import hand_out


@pytest.fixture
def club(house: House) -> list[Member]:
    return make_pair(house)


# The converse: somebody who still reads an old mailbox


def test_stop_gives_no_mail_no_move_and_no_address(house: House, club: list[Member]) -> None:
    """Ben moves away from a mailbox that Mallory reads. All that Mallory can do is to hold it up."""
    _, ben = club
    add(ben, NEW)
    ben.ask(f"set address {NEW}")
    moved = tick(house, WAIT)
    assert addresses(house, "ben") == {ben.address: False, NEW: True}
    code = stop_code(moved, ben.address)
    told = house.write(ben.address, f"stop\n\n> {code}")
    assert addresses(house, "ben") == {ben.address: False, NEW: True}, "mail goes on going to Ben"
    (note,) = [got for got in told if got.recipient == ben.address]
    assert not CODE.search(note.text)
    assert "Game" not in note.text
    assert [got.recipient for got in told if got.kind == "turn"] == [NEW]
    # Once, and the games go on.
    again = house.write(ben.address, f"stop\n\n> {code}")
    assert all(got.recipient == NEW for got in again)
    (turn,) = [got for got in told if got.kind == "turn"]
    assert len(house.write(NEW, f"1\n\n> code: {turn.code}")) == 2
    # It has an end.
    house.time += FROZEN + 1
    (status,) = house.write(NEW, "status")
    mails = house.write(NEW, f"set address {ben.address} off\n\n> code: {status.code}")
    assert "In 72 hours" in to(mails, NEW).text


def test_a_former_address_knows_nothing_and_is_forgotten(house: House, club: list[Member]) -> None:
    anna, ben = club
    add(ben, NEW)
    mails = ben.ask(f"set address {NEW} off")
    tick(house, WAIT)
    assert addresses(house, "ben") == {ben.address: True}
    # What Ben's new addresses are is told in full to his own only.
    third = "ben.secret@elsewhere.example.com"
    told = add(ben, third)
    assert third not in to(told, NEW).text
    assert third in to(told, ben.address).text
    # It may neither ask nor be registered by another.
    assert house.write(NEW, "status") == []
    (refused,) = house.write(NEW, "register mallory")
    assert "register/address-taken" in refused.text
    taken = anna.ask(f"set address {NEW}")
    assert [got.recipient for got in taken] == [anna.address]
    # Ben can have it again; and else it is gone after a while.
    tick(house, HEARS)
    assert house.all(rows.Former) == []
    assert NEW not in {got.recipient for got in add(ben, "fourth@example.com")}
    assert mails


@pytest.mark.parametrize("text", ["", "Who is this?", "stop it now or else", "status", "yes", "no", "unstop"])
def test_only_the_word_stops(house: House, club: list[Member], text: str) -> None:
    _, ben = club
    added = add(ben, NEW)
    for address in (ben.address, NEW):
        code = stop_code(added, address)
        house.write(address, f"{text}\n\n> {code}")
    assert player(house).frozen_until is None
    assert addresses(house, "ben") == {ben.address: True, NEW: False}


@pytest.mark.parametrize("text", ["stop", "Stop!", "STOPP", "стоп", "Hello,\n\nstop\n\nBen"])
def test_the_word_in_any_language(house: House, club: list[Member], text: str) -> None:
    _, ben = club
    code = stop_code(add(ben, NEW), ben.address)
    house.write(ben.address.upper(), f"{text}\n\n> {code}")
    assert player(house).frozen_until is not None


def test_a_code_to_stop_counts_from_its_own_address_only(house: House, club: list[Member]) -> None:
    anna, ben = club
    added = add(ben, NEW)
    code = stop_code(added, ben.address)
    for sender in (EVIL, anna.address, NEW):
        house.write(sender, f"stop\n\n> {code}")
    assert player(house).frozen_until is None
    house.time += 15 * DAY
    house.write(ben.address, f"stop\n\n> {code}")
    assert player(house).frozen_until is None, "it is too old"


# Keys


def test_what_a_key_seals_happens_at_once_and_is_told(house: House, club: list[Member]) -> None:
    anna, _ = club
    work = "anna@work.example.org"
    assert work in to(add(anna, work), anna.address).text
    moved = anna.ask(f"set address {work}")
    assert addresses(house, "anna") == {anna.address: False, work: True}
    assert "goes to" in to(moved, anna.address).text
    dropped = anna.ask(f"set address {anna.address} off")
    assert addresses(house, "anna") == {work: True}
    assert "no longer an address" in to(dropped, anna.address).text
    new = PrivateKey(sha256(b"new").digest())
    letter = Rotate(SERVER, "anna", anna.key.public, new.public, NONCE)
    rotated = house.write(work, "", seal_letter(letter, anna.key, new))
    assert "exchanged" in to(rotated, anna.address).text
    # A mailbox can stop what a mailbox began, but nothing that a key seals.
    stop(house, anna.address, rotated)
    assert player(house, "anna").frozen_until is not None
    assert addresses(house, "anna") == {work: True}
    again = PrivateKey(sha256(b"again").digest())
    letter = Rotate(SERVER, "anna", new.public, again.public, "cd" * 16)
    house.write(work, "", seal_letter(letter, new, again))
    assert player(house, "anna").frozen_until is None


def test_a_stopped_recovery_never_comes_into_force(house: House, club: list[Member]) -> None:
    """Neither later nor after the stop is over; another one can."""
    anna, ben = club
    add(anna, "anna@work.example.org")
    house.time += DAY
    started = house.write(anna.address, "", recover_letter(house, anna))
    stop(house, "anna@work.example.org", started)
    for days in (1, 3, 14, 30):
        tick(house, days * DAY)
    assert "to move since" in to(anna.ask("status"), anna.address).text, "the old key speaks still"
    assert "is open" in anna.ask("new players=2")[0].text, "and no key is in doubt"
    house.write(anna.address, "", recover_letter(house, anna, "another"))
    finished = tick(house, WAIT + 1)
    assert {got.recipient for got in finished} == {anna.address, "anna@work.example.org"}
    assert all("in force" in got.text and "`stop`" in got.text for got in finished)
    hand_out([anna, ben], finished)


def test_changes_have_a_limit_a_day_so_that_all_can_be_told(house: House, club: list[Member]) -> None:
    anna, _ = club
    keys = [anna.key, *(PrivateKey(sha256(f"k{n}".encode()).digest()) for n in range(12))]
    for number, (old, new) in enumerate(pairwise(keys)):
        letter = Rotate(SERVER, "anna", old.public, new.public, f"{number:032d}")
        (answer,) = house.write(anna.address, "", seal_letter(letter, old, new))
        assert ("account/too-many" in answer.text) == (number >= 10)
        if number >= 10:
            break


def test_the_host_ends_a_stop(house: House, club: list[Member]) -> None:
    _, ben = club
    added = add(ben, NEW)
    other = stop_code(added, NEW)
    stop(house, ben.address, added)

    house.time = max(house.time, ask_for(house.ledger, "release", "ben", house.time))
    house.tick()
    mails = house.new_mails()
    assert {got.recipient for got in mails} == {ben.address, NEW}
    assert player(house).frozen_until is None
    house.write(NEW, f"stop\n\n> {other}")
    assert player(house).frozen_until is None, "codes of before have ended too"


def test_forgetting_is_told_to_all_and_erases_all(house: House, club: list[Member]) -> None:
    _, ben = club
    add(ben, NEW)
    ben.ask(f"set address {NEW} off")
    tick(house, WAIT)
    add(ben, "third@example.com")
    told = ben.ask("forget me")
    assert {got.recipient for got in told} >= {ben.address, NEW, "third@example.com"}
    assert house.all(rows.Former) == []
    (question,) = house.write(NEW, "register benno")
    assert question.recipient == NEW
