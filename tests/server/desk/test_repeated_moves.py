"""A move that comes again is answered with "it counts", never with a refusal, however it comes."""

from __future__ import annotations

import json

import pytest

from server.ledger import models as rows
from tests.server.beginnings import remembered
from tests.server.clocks.clocking import plain
from tests.server.house import Got, House, Member, mail
from tests.server.playing import (
    first_move,
    hand_out,
    make_table,
    play_on,
    position,
    to_move,
)

COUNTS = "it was taken, and it counts"
DAY = 24 * 3600


class Duel:
    """Anna with her key against Ben from his mailbox."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.both, self.game = make_table(house, 2)
        self.anna, self.ben = self.both

    def play_to(self, member: Member) -> None:
        while to_move(self.both) is not member:
            play_on(self.both, 1)

    def reply(self, text: str) -> bytes:
        """What Ben's mail program sends, again and again with another Message-ID."""
        assert self.ben.last is not None
        quoted = "".join(f"> {line}\n" for line in self.ben.last.text.splitlines())
        return mail(self.ben.address, f"{text}\n\nOn Monday at 12:00 Grubenpost wrote:\n{quoted}")

    def log(self) -> list[rows.Entry]:
        return self.house.entries(self.game)


@pytest.fixture
@remembered
def duel(house: House) -> Duel:
    return Duel(house)


def again(duel: Duel, raw: bytes, sender: str = "") -> list[Got]:
    """The same mail by another way, so that its bytes are others."""
    if sender:
        raw = raw.replace(f"From: {duel.ben.address}".encode(), f"From: {sender}".encode(), 1)
    duel.house.time += 60
    duel.house.uid += 1
    duel.house.post(b"Received: by way-%d.example.org\r\n" % duel.house.uid + raw)
    return duel.house.work()


def told_that_it_counts(duel: Duel, mails: list[Got], member: Member) -> None:
    (got,) = mails
    assert got.recipient == member.address
    assert COUNTS in got.text
    assert "didn't work" not in got.text
    assert duel.house.outcome() in ("done", "known")


@pytest.mark.parametrize("typed", ["3", "a move in words", "#3"])
def test_a_reply_with_a_code_comes_again(duel: Duel, typed: str) -> None:
    duel.play_to(duel.ben)
    while position(duel.ben).drawn or not position(duel.ben).shift:
        play_on(duel.both, 1)
        duel.play_to(duel.ben)
    raw = duel.reply(typed if "3" in typed else first_move(duel.ben))
    hand_out(duel.both, again(duel, raw))
    assert duel.house.outcome() == "done"
    log = duel.log()
    told_that_it_counts(duel, again(duel, raw), duel.ben)
    assert duel.log() == log


def test_it_comes_again_when_it_is_their_turn_again(duel: Duel) -> None:
    """It is no move for this turn, though it would be a good one; the answer says how to move now."""
    duel.play_to(duel.ben)
    raw = duel.reply(first_move(duel.ben))
    hand_out(duel.both, again(duel, raw))
    play_on(duel.both, 1)
    duel.play_to(duel.ben)
    log = duel.log()
    (got,) = answers = again(duel, raw)
    told_that_it_counts(duel, answers, duel.ben)
    assert "To move, reply" in got.text
    assert duel.log() == log


def test_it_comes_again_long_after(duel: Duel) -> None:
    """When the game is over, and the code has expired."""
    duel.play_to(duel.ben)
    raw = duel.reply(first_move(duel.ben))
    hand_out(duel.both, again(duel, raw))
    for member in duel.both:
        member.ask(f"abandon {duel.game}")
    assert duel.house.game(duel.game).state == "abandoned"
    for days in (30, 380, 20):
        duel.house.time += days * DAY
        told_that_it_counts(duel, again(duel, raw), duel.ben)


def test_it_comes_again_from_another_address_of_theirs(duel: Duel) -> None:
    duel.play_to(duel.ben)
    raw = duel.reply(first_move(duel.ben))
    hand_out(duel.both, again(duel, raw))
    with duel.house.ledger.writing() as session:
        ben = duel.house.all(rows.Player, rows.Player.handle == "ben")[0]
        session.add(rows.Address(player_id=ben.id, address="ben@work.example", main=False, created_at=1))
    told_that_it_counts(duel, again(duel, raw, "ben@work.example"), duel.ben)
    (warned,) = again(duel, raw, "mallory@example.net")
    assert warned.recipient == duel.ben.address
    assert COUNTS not in warned.text


def test_another_move_with_a_spent_code_is_refused(duel: Duel) -> None:
    duel.play_to(duel.ben)
    while position(duel.ben).drawn or not position(duel.ben).shift:
        play_on(duel.both, 1)
        duel.play_to(duel.ben)
    raw = duel.reply("3")
    hand_out(duel.both, again(duel, raw))
    log = duel.log()
    (got,) = again(duel, raw.replace(b"\r\n3\r\n", b"\r\n2\r\n"))
    assert COUNTS not in got.text
    assert duel.log() == log


def test_a_sealed_move_comes_again(duel: Duel) -> None:
    duel.play_to(duel.anna)
    letter = duel.anna.move_letter(first_move(duel.anna))
    hand_out(duel.both, duel.house.write(duel.anna.address, "", letter))
    log = duel.log()
    told_that_it_counts(duel, duel.house.write(duel.anna.address, "", letter), duel.anna)
    duel.house.time += 500 * DAY
    told_that_it_counts(duel, duel.house.write(duel.anna.address, "", letter), duel.anna)
    assert duel.log() == log


def test_the_same_move_is_sealed_a_second_time(duel: Duel) -> None:
    """By somebody who is not sure whether the first letter went out: nothing is refused, and none burnt."""
    duel.play_to(duel.anna)
    move = first_move(duel.anna)
    first, second = duel.anna.move_letter(move), duel.anna.move_letter(move)
    hand_out(duel.both, duel.house.write(duel.anna.address, "", first))
    log = duel.log()
    told_that_it_counts(duel, duel.house.write(duel.anna.address, "", second), duel.anna)
    told_that_it_counts(duel, duel.house.write(duel.anna.address, "", second), duel.anna)
    assert duel.log() == log
    assert not duel.house.all(rows.Burnt)


def test_a_letter_that_somebody_else_sends_again(duel: Duel) -> None:
    """Letters are in the log, which others have: whoever sends one gets its player a mail a day at most."""
    duel.play_to(duel.anna)
    letter = duel.anna.move_letter(first_move(duel.anna))
    duel.house.write(duel.anna.address, "", letter)
    assert duel.house.write(duel.ben.address, "look", letter) == []
    told_that_it_counts(duel, duel.house.write("mallory@example.net", "", letter), duel.anna)
    assert duel.house.write("mallory@example.net", "again", letter) == []
    robot = {"Auto_Submitted": "auto-replied"}
    assert duel.house.write(duel.anna.address, "out of office", letter, **robot) == []


def test_two_machines_do_not_keep_each_other_busy(duel: Duel) -> None:
    duel.play_to(duel.anna)
    letter = duel.anna.move_letter(first_move(duel.anna))
    duel.house.write(duel.anna.address, "", letter)
    answers = [duel.house.write(duel.anna.address, f"copy {n}", letter) for n in range(25)]
    assert sum(map(len, answers)) == 20


@pytest.mark.parametrize("who", [0, 1])
def test_a_late_move_like_the_one_that_a_bot_made_was_not_taken(house: House, who: int) -> None:
    """The bot chose the same, but the player's own came too late: nobody tells them that it counts."""
    both, game = make_table(house, 2, "pace=1d")
    while to_move(both) is not both[who]:
        play_on(both, 1)
    late = both[who]
    house.time = max(entry.at for entry in house.entries(game)) + DAY
    house.tick()
    *_, by_bot = [fact["action"] for entry in house.entries(game) if "action" in (fact := facts_of(entry))]
    got = late.move(by_bot)
    (answer,) = [plain(mail.text) for mail in got if (mail.recipient, mail.kind) == (late.address, "answer")]
    assert "(move/" in answer
    assert COUNTS not in answer


def facts_of(entry: rows.Entry) -> dict[str, str]:
    facts: dict[str, str] = json.loads(entry.facts)
    return facts
