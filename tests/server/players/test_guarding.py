"""Changes of addresses and keys end all codes, wait, and are told to every address.

Ben plays from his mailbox and Anna with a key. Mallory has read mails from Ben's old mailbox.
"""

from __future__ import annotations

from hashlib import sha256

import pytest

from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.post import seal_letter
from server.ledger import models as rows
from server.players.guard import WAIT
from tests.server.accounts import (
    DAY,
    EVIL,
    HOUR,
    NEW,
    NONCE,
    add,
    addresses,
    make_pair,
    player,
    plies,
    recover_letter,
    stop,
    tick,
    to,
)
from tests.server.house import CODE, HOST, SERVER, Got, House, Member


@pytest.fixture
def club(house: House) -> list[Member]:
    return make_pair(house)


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


@pytest.mark.parametrize("asked", [f"set address {NEW}", f"set address {NEW} off"])
def test_what_a_code_asked_for_is_not_done_when_a_key_is_in_force(
    house: House, club: list[Member], asked: str
) -> None:
    """Mallory asks for it with a code from an old mail, shortly before Ben's own key takes over."""
    _, ben = club
    add(ben, NEW)
    house.time += DAY
    house.write(ben.address, "", recover_letter(house, ben, "ben's own"))
    house.time += HOUR
    (status,) = ben.write("status")
    asking = house.write(ben.address, f"{asked}\n\n> code: {status.code}")
    assert "In 72 hours" in to(asking, NEW).text
    told = tick(house, WAIT - HOUR + 60)
    assert player(house).auth == "key"
    for address in (ben.address, NEW):
        assert "still waited, is not done" in to(told, address).text
    assert tick(house, 2 * HOUR) == []
    assert addresses(house, "ben") == {ben.address: True, NEW: False}


@pytest.mark.parametrize("text", ["set name Mallory", f"set address {EVIL}", "forget me", "new", "1"])
def test_a_key_player_changes_nothing_by_any_code(house: House, club: list[Member], text: str) -> None:
    """Not even by one that is good: it lets them ask, and no more."""
    anna, _ = club
    before = (addresses(house, "anna"), player(house, "anna").name, len(house.all(rows.Game)), plies(house))
    with house.ledger.writing() as session:
        visit = house.desk.visit(session, "codes", house.time)
        row = visit.players.find("anna")
        game = visit.session.get(rows.Game, anna.turn["game"])
        codes = [visit.codes.make("reply", row, DAY), visit.codes.make("turn", row, DAY, game=game)]
    for code in codes:
        house.write(anna.address, f"{text}\n\n> code: {code}")
    assert (answers := house.write(anna.address, f"status\n\n> code: {codes[0]}"))
    assert [got.recipient for got in answers] == [anna.address]
    after = (addresses(house, "anna"), player(house, "anna").name, len(house.all(rows.Game)), plies(house))
    assert after == before


def test_two_changes_with_two_codes_at_once_are_one(house: House, club: list[Member]) -> None:
    """Each code is good when its mail is read; the second change finds that the first has ended it."""
    from server.players.guard import end_codes
    from server.visit.refusal import BadCommand

    with house.ledger.writing() as session:
        visit = house.desk.visit(session, "second", house.time)
        row = visit.players.find("ben")
        row_epoch = row.epoch
        session.connection().exec_driver_sql(f"UPDATE player SET epoch = {row_epoch + 1} WHERE id = {row.id}")
        with pytest.raises(BadCommand, match="by another mail") as caught:
            end_codes(visit, row)
        assert caught.value.code == "account/changed"


def test_what_waits_can_be_taken_back_and_that_is_told_too(house: House, club: list[Member]) -> None:
    _, ben = club
    add(ben, NEW)
    ben.ask(f"set address {NEW}")
    again = ben.ask(f"set address {NEW}")
    assert [got.recipient for got in again] == [ben.address], "nothing new, nothing to tell"
    ben.ask(f"set address {ben.address} off")
    kept = ben.ask(f"set address {ben.address}")
    assert "called off" in to(kept, NEW).text
    tick(house, WAIT + 1)
    assert addresses(house, "ben") == {ben.address: True, NEW: False}
    (nothing,) = ben.ask(f"set address {ben.address}")
    assert "still will" in nothing.text


def test_moving_away_takes_one_wait(house: House, club: list[Member]) -> None:
    """Another address can be chosen and the old one be dropped at the same time."""
    _, ben = club
    add(ben, NEW)
    (refused,) = ben.ask(f"set address {ben.address} off")
    assert "set/address-main" in refused.text
    ben.ask(f"set address {NEW}")
    ben.ask(f"set address {ben.address} off")
    tick(house, WAIT - HOUR)
    assert addresses(house, "ben") == {ben.address: True, NEW: False}
    told = tick(house, 2 * HOUR)
    assert addresses(house, "ben") == {NEW: True}
    assert {got.recipient for got in told} == {ben.address, NEW}


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
