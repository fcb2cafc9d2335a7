"""Orders ahead by mail: taken, kept secret, played the moment the turn comes, told, replaced and withdrawn."""

from __future__ import annotations

import json

import pytest

from tests.server.house import Got, House, Member
from tests.server.playing import hand_out, make_club, play_on, position, start_game, to_move


class Table:
    """Anna and Clara with keys, Ben from his mailbox; the draft is over."""

    def __init__(self, house: House, players: int = 3) -> None:
        self.house = house
        self.members = make_club(house, players)
        self.game = start_game(self.members)
        play_on(self.members, 3 * players)

    def mover(self) -> Member:
        found = to_move(self.members)
        assert found is not None
        return found

    def play_until_waits(self, member: Member) -> None:
        """Go on until it is the turn of the one before this member, and nothing is drawn."""
        while True:
            seen = position(self.members[0])
            if (seen.turn + 1) % seen.players == member.turn["seat"] and not seen.drawn:
                return
            play_on(self.members, 1)

    def move(self, action: str = "bank") -> list[Got]:
        return hand_out(self.members, self.mover().move(action))

    def plies(self) -> list[dict[str, object]]:
        return [json.loads(e.facts) for e in self.house.entries(self.game) if e.kind == "ply"]


@pytest.fixture
def table(house: House) -> Table:
    return Table(house)


def of(mails: list[Got], member: Member) -> list[Got]:
    return [got for got in mails if got.recipient == member.address]


@pytest.mark.parametrize("who", [0, 1])
def test_orders_are_played_the_moment_the_turn_comes(table: Table, who: int) -> None:
    member = table.members[who]
    table.play_until_waits(member)
    (told,) = member.order("next: bank")
    assert told.recipient == member.address
    print(told.text)
    before = len(table.plies())
    mails = table.move("bank")
    print(of(mails, member)[0].text)
    played = table.plies()[before:]
    assert [(ply["seat"], ply["action"], ply.get("by")) for ply in played][1] == (
        member.turn["seat"],
        "bank",
        "standing",
    )
    assert len(of(mails, member)) == 1
