"""A game of two, and what its players mail."""

from __future__ import annotations

from tests.server.house import House, Member
from tests.server.playing import (
    make_table,
    play_on,
    position,
    to_move,
)


class Duel:
    """Anna with her key against Ben from his mailbox, and it is Ben's turn in the first shift."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.both, self.game = make_table(house, 2)
        self.anna, self.ben = self.both
        self.play_to(self.ben, after=6)

    def play_to(self, member: Member, after: int = 0) -> None:
        play_on(self.both, after)
        while to_move(self.both) is not member or position(member).drawn:
            play_on(self.both, 1)

    def plies(self) -> list[str]:
        return [entry.facts for entry in self.house.entries(self.game) if entry.kind == "ply"]
