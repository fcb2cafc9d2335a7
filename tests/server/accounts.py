"""What tests of addresses and keys do: add an address, let time pass, stop a change, lose a key."""

from __future__ import annotations

from hashlib import sha256

from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.recover import Recover
from engine.record.letters.post import seal_letter
from server.ledger import models as rows
from tests.server.beginnings import remembered
from tests.server.house import CODE, SERVER, Got, House, Member
from tests.server.playing import make_table, play_on, to_move

DAY = 24 * 3600
HOUR = 3600
EVIL = "mallory@example.net"
NEW = "ben@work.example.org"
NONCE = "ab" * 16


def tick(house: House, seconds: int = 0) -> list[Got]:
    house.time += seconds
    house.tick()
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


@remembered
def make_pair(house: House) -> list[Member]:
    """Anna (key) and Ben (mailbox) in a running game; it is Ben's turn."""
    members, _ = make_table(house, 2)
    while to_move(members) is not members[1]:
        play_on(members, 1)
    members[1].ask("status")
    house.time += DAY
    return members
