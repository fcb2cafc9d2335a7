"""Changes of addresses and keys: told to every address, waiting, stopped, and the end of all codes.

Ben plays from his mailbox and Anna with a key. Mallory reads an old mailbox, or has read mails from it.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise

import pytest

from engine.record.keys import PrivateKey
from engine.record.letters.recover import Recover
from engine.record.letters.rotate import Rotate
from engine.record.post import seal_letter
from server.guarding import FROZEN, HEARS, WAIT, release
from server.ledger import models as rows
from tests.server.house import CODE, HOST, SERVER, Got, House, Member
from tests.server.playing import hand_out, make_club, play_on, start_game, to_move

DAY = 24 * 3600
HOUR = 3600
EVIL = "mallory@example.net"
NEW = "ben@work.example.org"
NONCE = "ab" * 16


@pytest.fixture
def club(house: House) -> list[Member]:
    """Anna (key) and Ben (mailbox) in a running game; it is Ben's turn."""
    members = make_club(house, 2)
    start_game(members)
    while to_move(members) is not members[1]:
        play_on(members, 1)
    members[1].ask("status")
    house.time += DAY
    return members


def tick(house: House, seconds: int = 0) -> list[Got]:
    house.time += seconds
    house.desk.tick()
    return house.new_mails()


def add(member: Member, address: str) -> list[Got]:
    """Add an address, as its owner does; what all get when it is confirmed."""
    mails = member.ask(f"set address {address}")
    (question,) = [got for got in mails if got.recipient == address]
    return member.hear(member.house.write(address, f"yes\n\n> code: {question.code}"))


def addresses(house: House, handle: str) -> dict[str, bool]:
    (player,) = house.all(rows.Player, rows.Player.handle == handle)
    return {row.address: row.main for row in house.all(rows.Address, rows.Address.player_id == player.id)}


def player(house: House, handle: str = "ben") -> rows.Player:
    (found,) = house.all(rows.Player, rows.Player.handle == handle)
    return found


def plies(house: House) -> int:
    return len(house.all(rows.Entry, rows.Entry.kind == "ply"))


def to(mails: list[Got], address: str) -> Got:
    """The one mail to an address that is not about a turn."""
    (found,) = [got for got in mails if got.recipient == address and got.kind != "turn"]
    return found


def stop_code(mails: list[Got], address: str) -> str:
    """The code to stop with: the last one in the mail."""
    got = to(mails, address)
    assert "`stop`" in got.text
    return CODE.findall(got.text)[-1]


def stop(house: House, address: str, mails: list[Got]) -> list[Got]:
    return house.write(address, f"stop\n\n> {stop_code(mails, address)}")


def recover_letter(house: House, member: Member, name: str = "thief") -> bytes:
    key = PrivateKey(sha256(name.encode()).digest())
    (mailed,) = member.write("recover")
    return seal_letter(Recover(SERVER, member.handle, key.public, mailed.code, NONCE), key)


# Codes end


def change_added(house: House, ben: Member) -> list[Got]:
    return add(ben, NEW)


def change_main(house: House, ben: Member) -> list[Got]:
    add(ben, NEW)
    ben.ask(f"set address {NEW}")
    return tick(house, WAIT)


def change_dropped(house: House, ben: Member) -> list[Got]:
    add(ben, NEW)
    ben.ask(f"set address {NEW} off")
    return tick(house, WAIT)


def change_stopped(house: House, ben: Member) -> list[Got]:
    return stop(house, NEW, add(ben, NEW))


@pytest.mark.parametrize("change", [change_added, change_main, change_dropped, change_stopped])
def test_codes_end_with_every_change_and_a_turn_gets_a_new_one(
    house: House, club: list[Member], change: object
) -> None:
    _, ben = club
    assert ben.last is not None
    (question,) = ben.house.write(ben.address, "set name Held")
    old = [ben.last.code, ben.code, question.code]
    mails = change(house, ben)  # type: ignore[operator]
    before = plies(house)
    for code in old:
        for text in ("1", "set name Mallory", "yes", "forget me"):
            house.time += DAY
            for got in house.write(ben.address, f"{text}\n\n> code: {code}"):
                assert got.recipient in addresses(house, "ben")
    assert plies(house) == before
    assert (player(house).name, player(house).state) == ("Ben Bäcker", "active")
    # But it is Ben's turn, and a new mail of the game has come to where his mail goes now.
    (turn,) = [got for got in mails if got.kind == "turn"]
    assert turn.recipient == next(address for address, main in addresses(house, "ben").items() if main)
    assert turn.code not in old
    assert len(house.write(turn.recipient, f"1\n\n> code: {turn.code}")) == 2
    assert plies(house) == before + 1


def test_codes_end_with_a_key_of_ones_own_and_change_nothing_then(house: House, club: list[Member]) -> None:
    _, ben = club
    assert ben.last is not None
    letter = recover_letter(house, ben, "ben's own")
    (question,) = ben.house.write(ben.address, f"set address {NEW}\n\n> code: {ben.code}")[:1]
    assert question.recipient == NEW  # waits for a yes from there
    house.time += DAY
    (held,) = house.write(ben.address, "set name Mallory")
    house.write(ben.address, "", letter)
    tick(house, WAIT + 1)
    assert player(house).auth == "key"
    for sender, text, code in [
        (ben.address, "1", ben.last.code),
        (ben.address, "set name Mallory", ben.code),
        (ben.address, "yes", held.code),
        (NEW, "yes", question.code),
    ]:
        house.time += DAY
        assert {got.recipient for got in house.write(sender, f"{text}\n\n> code: {code}")} <= {
            ben.address,
            NEW,
        }
    assert addresses(house, "ben") == {ben.address: True}
    assert player(house).name == "Ben Bäcker"


@pytest.mark.parametrize("text", ["set name Mallory", f"set address {EVIL}", "forget me", "new", "1"])
def test_a_key_player_changes_nothing_by_any_code(house: House, club: list[Member], text: str) -> None:
    """Not even by one that is good: it lets them ask, and no more."""
    anna, _ = club
    before = (addresses(house, "anna"), player(house, "anna").name, len(house.all(rows.Game)), plies(house))
    with house.ledger.writing() as session:
        visit = house.desk._visit(session, "codes")
        row = visit.find_player("anna")
        game = visit.session.get(rows.Game, anna.turn["game"])
        codes = [visit.make_code("reply", row, DAY), visit.make_code("turn", row, DAY, game=game)]
    for code in codes:
        house.write(anna.address, f"{text}\n\n> code: {code}")
    assert (answers := house.write(anna.address, f"status\n\n> code: {codes[0]}"))
    assert [got.recipient for got in answers] == [anna.address]
    after = (addresses(house, "anna"), player(house, "anna").name, len(house.all(rows.Game)), plies(house))
    assert after == before


def test_two_changes_with_two_codes_at_once_are_one(house: House, club: list[Member]) -> None:
    """Each code is good when its mail is read; the second change finds that the first has ended it."""
    from server.command import BadCommand
    from server.guarding import end_codes

    with house.ledger.writing() as session:
        visit = house.desk._visit(session, "second")
        row = visit.find_player("ben")
        row_epoch = row.epoch
        session.connection().exec_driver_sql(f"UPDATE player SET epoch = {row_epoch + 1} WHERE id = {row.id}")
        with pytest.raises(BadCommand, match="by another mail"):
            end_codes(visit, row)


# The whole story


def test_an_old_mailbox_with_two_codes_takes_nothing_over(house: House, club: list[Member]) -> None:
    """Mallory has two good codes of Ben's and forges his address; Ben reads his mail within three days."""
    _, ben = club
    ben.ask("status")
    first = ben.code
    (status,) = house.write(ben.address, f"status\n\n> code: {first}")
    second = status.code
    assert first != second
    asked = house.write(ben.address, f"set address {EVIL}\n\n> code: {first}")
    (question,) = [got for got in asked if got.recipient == EVIL]
    added = house.write(EVIL, f"yes\n\n> code: {question.code}")
    assert EVIL in to(added, ben.address).text
    assert addresses(house, "ben") == {ben.address: True, EVIL: False}
    # The second code has ended; what goes to Mallory's address holds none that is good for a change.
    for text in (f"set address {EVIL}", f"set address {ben.address} off", "set name Mallory"):
        house.time += HOUR
        for sender in (ben.address, EVIL):
            house.write(sender, f"{text}\n\n> code: {second}\n> {CODE.findall(to(added, EVIL).text)[0]}")
    assert addresses(house, "ben") == {ben.address: True, EVIL: False}
    assert all(row.main_at is None for row in house.all(rows.Address))
    # Suppose that Mallory got one more: mail to Ben still goes to Ben, who is told and stops it.
    ben.hear(added)
    waiting = house.write(EVIL, f"set address {EVIL}\n\n> code: {ben.code}")
    assert "In 72 hours" in to(waiting, ben.address).text
    assert addresses(house, "ben") == {ben.address: True, EVIL: False}
    told = stop(house, ben.address, waiting)
    assert {got.recipient for got in told if got.kind != "turn"} == {ben.address, EVIL, HOST}
    assert addresses(house, "ben") == {ben.address: True}
    tick(house, WAIT + 1)
    assert addresses(house, "ben") == {ben.address: True}
    # For a while nothing of the kind is begun by mail, and Ben plays on.
    ben.ask("status")
    for text in (f"set address {EVIL}", "forget me"):
        house.time += HOUR
        (refused,) = ben.ask(text)
        assert "account/frozen" in refused.text
    house.time += DAY
    letter = recover_letter(house, ben)
    (refused,) = house.write(ben.address, "", letter)
    assert "account/frozen" in refused.text
    (turn,) = [got for got in told if got.kind == "turn"]
    assert len(house.write(ben.address, f"1\n\n> code: {turn.code}")) == 2


def test_an_unseen_take_over_is_told_at_each_step_to_the_dropped_address(
    house: House, club: list[Member]
) -> None:
    """Ben is away for a week. When he comes back, his old address stops what is still under way."""
    _, ben = club
    add(ben, EVIL)
    told = [to(ben.ask(f"set address {EVIL}"), ben.address)]
    told.append(to(moved := tick(house, WAIT), ben.address))
    code = to(moved, EVIL).code
    code = to(house.write(EVIL, f"status\n\n> code: {code}"), EVIL).code
    dropping = house.write(EVIL, f"set address {ben.address} off\n\n> code: {code}")
    told.append(to(dropping, ben.address))
    told.append(to(tick(house, WAIT), ben.address))
    assert addresses(house, "ben") == {EVIL: True}
    (mailed,) = house.write(EVIL, "recover")
    key = PrivateKey(sha256(b"thief").digest())
    letter = seal_letter(Recover(SERVER, "ben", key.public, mailed.code, NONCE), key)
    recovering = house.write(EVIL, "", letter)
    told.append(to(recovering, ben.address))
    assert all("`stop`" in got.text for got in told)
    stopped = stop(house, ben.address, recovering)
    assert {got.recipient for got in stopped} >= {ben.address, EVIL, HOST}
    tick(house, WAIT + 1)
    assert player(house).auth == "mailbox"
    assert "a new key" not in "".join(got.text for got in tick(house, 1))
    # The host hears both sides, and gives Ben his mail back.
    assert addresses(house, "ben") == {EVIL: True}


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
    assert "ply" in to(anna.ask("status"), anna.address).text, "the old key speaks still"
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

    def end(visit: object) -> None:
        release(visit, visit.find_player("ben"))  # type: ignore[attr-defined, arg-type]

    house.desk.do(end)
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
