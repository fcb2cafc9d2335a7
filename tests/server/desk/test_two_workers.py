"""Several workers at one inbox, with nothing between them but the ledger."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from engine.bots import choose
from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.recover import Recover
from server.desk.clerk import Clerk
from server.ledger import models as rows
from server.ledger.queues import claim_inbox
from server.ledger.store import Ledger
from server.visit.shelf import read_book
from tests.server.house import House, Member, mail
from tests.server.players.test_register import register_letter
from tests.server.playing import hand_out, position, start_game, to_move
from tests.server.replaying import MANY, members_with_keys, move_mail
from tests.server.worker import Nursery

WORKERS = 4
COPIES = 3
"""How often each mail comes, so that workers have something to quarrel about."""


class Club:
    """Four players in several games at once."""

    def __init__(self, house: House, games: int) -> None:
        self.house = house
        self.members = members_with_keys(house)
        self.turns = {}
        for _ in range(games):
            game = start_game(self.members)
            self.turns[game] = [member.turn for member in self.members]

    def next_mails(self, rng: Random) -> list[bytes]:
        """One move for each game, several times."""
        mails = []
        for turns in self.turns.values():
            self.sit_at(turns)
            member = to_move(self.members)
            assert member is not None
            letter = member.move_letter(choose("random", position(member), rng).write())
            mails += [move_mail(member.address, letter, copy) for copy in range(COPIES)]
        rng.shuffle(mails)
        return mails

    def sit_at(self, turns: list[dict[str, object]]) -> None:
        for member, turn in zip(self.members, turns, strict=True):
            member.turn = turn

    def read_mails(self) -> None:
        new = self.house.new_mails()
        for game, turns in self.turns.items():
            self.sit_at(turns)
            hand_out(self.members, [got for got in new if got.subject.endswith(game)])
            turns[:] = [member.turn for member in self.members]

    def check(self, plies: int) -> None:
        """Every game has had its plies, each once, and proves itself."""
        assert {row.state for row in self.house.all(rows.Inbox)} == {"done"}
        with self.house.ledger.reading() as session:
            for game in session.exec(rows_of_games()).all():
                joined = json.loads(game.options)["players"]
                shares = sum(member.own_key for member in self.members)
                assert (game.ply, game.entries) == (plies, plies + 2 + joined + shares)
                told = archive.write(archive.running(read_book(session, game), self.house.settings.key))
                assert verify(told).plies == plies
        turn_mails = [row for row in self.house.all(rows.Outbox) if row.kind == "turn"]
        assert len(turn_mails) == len(self.turns) * 4 * (plies + 1)


def rows_of_games():  # type: ignore[no-untyped-def]
    from sqlmodel import select

    return select(rows.Game)


@pytest.fixture
def postgres_house(postgresql_url: str) -> Iterator[House]:
    with Ledger(postgresql_url) as ledger:
        yield House(ledger, more=MANY)


def test_processes_on_postgresql(postgres_house: House, postgresql_url: str) -> None:
    club, rng = Club(postgres_house, games=5), Random(3)
    url = postgresql_url
    with Nursery() as nursery:
        for _ in range(6):
            postgres_house.post(*club.next_mails(rng))
            workers = [nursery.start(url, f"w{n}", postgres_house.time) for n in range(WORKERS)]
            assert [nursery.wait(worker) for worker in workers] == [0] * WORKERS
            club.read_mails()
    club.check(plies=6)


def work_together(house: House) -> None:
    """Some clerks at one desk, each in a thread, until nothing is left to do."""
    clerks = [Clerk(house.desk, f"clerk-{number}") for number in range(WORKERS)]

    def work(clerk: Clerk) -> None:
        while clerk.work_once():
            pass

    with ThreadPoolExecutor(WORKERS) as pool:
        for done in [pool.submit(work, clerk) for clerk in clerks]:
            done.result()


def test_threads_at_one_desk(ledger: Ledger) -> None:
    house = House(ledger, more=MANY)
    club, rng = Club(house, games=4), Random(4)
    for _ in range(5):
        house.post(*club.next_mails(rng))
        work_together(house)
        club.read_mails()
    club.check(plies=5)


def test_two_desks_follow_each_other(postgres_house: House) -> None:
    """Each has books on its shelf that the other has gone on writing; none is ever out of step."""
    club, rng = Club(postgres_house, games=1), Random(5)
    other = House(postgres_house.ledger, time=postgres_house.time, more=MANY)
    for ply in range(12):
        postgres_house.post(*club.next_mails(rng))
        clerk = (postgres_house, other, other)[ply % 3].clerk
        while clerk.work_once():
            pass
        club.read_mails()
    club.check(plies=12)


def finish(house: House) -> None:
    """Work until nothing waits, also for a second try."""
    for _ in range(4):
        work_together(house)
        house.time += 10


def test_a_handle_goes_to_one_of_many(postgres_house: House) -> None:
    house, senders = postgres_house, [f"x{number}@example.net" for number in range(8)]
    codes = {}
    for sender in senders:
        (question,) = house.write(sender, "register nora")
        codes[sender] = question.code
    house.post(*(mail(sender, f"yes\n{code}") for sender, code in codes.items()))
    finish(house)
    assert len(house.all(rows.Player)) == len(house.all(rows.KeyLetter)) == 1
    assert {row.state for row in house.all(rows.Inbox)} == {"done"}
    answers = [got.text for got in house.new_mails()]
    assert sum("Welcome" in text for text in answers) == 1
    assert sum("handle-taken" in text for text in answers) == 7


def test_a_key_goes_to_one_of_many(postgres_house: House) -> None:
    """Nothing but the keyring refuses the second; a key log with both would be of no use to anyone."""
    house, key, codes = postgres_house, PrivateKey(b"k" * 32), {}
    for number in range(6):
        sender = f"x{number}@example.net"
        (question,) = house.write(sender, "", register_letter(f"player{number}", key))
        codes[sender] = question.code
    house.post(*(mail(sender, f"yes\n{code}") for sender, code in codes.items()))
    finish(house)
    assert len(house.all(rows.Player)) == len(house.all(rows.KeyLetter)) == 1
    with house.ledger.reading() as session:
        assert House(house.ledger).desk.cabinet.look(session).next_seq == 2


def test_a_recovery_is_finished_once(postgres_house: House) -> None:
    house = postgres_house
    anna = Member(house, "anna")
    anna.register()
    (mailed,) = anna.write("recover")
    new = PrivateKey(b"r" * 32)
    letter = Recover(house.server, "anna", new.public, mailed.code, "ab" * 16)
    from engine.record.letters.post import seal_letter

    house.write(anna.address, "", seal_letter(letter, new))
    house.time += 73 * 3600
    house.look()
    desks = [House(house.ledger, time=house.time).desk for _ in range(WORKERS)]
    with ThreadPoolExecutor(WORKERS) as pool:
        for done in [pool.submit(desk.tick) for desk in desks]:
            done.result()
    recovered = [row for row in house.all(rows.KeyLetter) if row.raw is None]
    assert len(recovered) == 1
    assert [got.text for got in house.new_mails() if "in force from now on" in got.text]


def test_one_request_in_two_mails_at_once(postgres_house: House) -> None:
    house = postgres_house
    anna = Member(house, "anna")
    anna.register()
    letters = [anna.sealed(anna.request("new")) for _ in range(5)]
    house.post(*(move_mail(anna.address, letter, copy) for copy in range(6) for letter in letters))
    finish(house)
    assert len(house.all(rows.Game)) == 5
    assert len([got for got in house.new_mails() if "is open" in got.text]) == 5


def test_one_code_in_two_mails_at_once(postgres_house: House) -> None:
    """The code of an answer is good for one change, however often and wherever it comes back."""
    house = postgres_house
    ben = Member(house, "ben", own_key=False)
    ben.register()
    copies = [
        mail(ben.address, f"new\n\n> code: {ben.code}", Message_ID=f"<{copy}@example.org>")
        for copy in range(8)
    ]
    house.post(*copies)
    with house.ledger.writing() as session:
        claimed = claim_inbox(session, "clerk", house.time, 120, len(copies))
    with ThreadPoolExecutor(WORKERS) as pool:
        outcomes = list(pool.map(house.desk.process, claimed))
    assert outcomes.count("done") == len(copies), "all but the first are asked to confirm"
    assert len(house.all(rows.Game)) == 1
    mails = house.new_mails()
    assert len([got for got in mails if "is open" in got.text]) == 1


def test_two_changes_of_addresses_at_once_are_one(postgres_house: House) -> None:
    """Two good codes, each of which ends the other: in however many hands they are, one counts."""
    house = postgres_house
    ben = Member(house, "ben", own_key=False)
    ben.register()
    new = [f"ben{number}@example.net" for number in range(4)]
    asked = {got.recipient: got.code for address in new for got in ben.ask(f"set address {address}")}
    house.post(
        *(
            mail(one, f"yes\n\n> {asked[one]}", Message_ID=f"<{number}.yes@example.net>")
            for number, one in enumerate(new)
        )
    )
    with house.ledger.writing() as session:
        claimed = claim_inbox(session, "clerk", house.time, 120, len(new))
    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(house.desk.process, claimed))
    (player,) = house.all(rows.Player)
    held = [row.address for row in house.all(rows.Address)]
    assert (len(held), player.epoch) == (2, 1)
