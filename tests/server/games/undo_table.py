"""A table at which moves wait before they are played, for the tests of changes of mind."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from engine.bots import choose
from engine.record.game.changes.undo import shows
from engine.rules import Draw, legal_actions, play
from tests.server.beginnings import remembered
from tests.server.clocks.clocking import notes, tick
from tests.server.house import Got, House, Member
from tests.server.playing import hand_out, make_table, position, to_move

WINDOW = 600
DRAFT = 9


@remembered
def after_draft(house: House, options: str) -> tuple[list[Member], str]:
    """Three at a table, when the draft is over."""
    members, game = make_table(house, 3, options)
    rng = Random(4)
    for _ in range(DRAFT):
        mover = to_move(members)
        assert mover is not None
        hand_out(members, mover.move(choose("greedy", position(mover), rng).write()))
        tick(house, house.time + WINDOW, members)
    return members, game


class Table:
    """Anna with her key, Ben from his mailbox, Clara with her key; a move waits ten minutes."""

    def __init__(self, house: House, options: str = "undo=10m") -> None:
        self.house = house
        self.members, self.game = after_draft(house, options)
        self.rng = Random(4)

    @property
    def mover(self) -> Member:
        member = to_move(self.members)
        assert member is not None
        return member

    def others(self) -> list[Member]:
        return [member for member in self.members if member is not self.mover]

    def member(self, handle: str) -> Member:
        return next(member for member in self.members if member.handle == handle)

    def wait(self, seconds: int = WINDOW) -> list[Got]:
        return tick(self.house, self.house.time + seconds, self.members)

    def play_on(self, plies: int) -> None:
        """So many plies of the greedy bot, each after its window."""
        for _ in range(plies):
            move = choose("greedy", position(self.mover), self.rng).write()
            hand_out(self.members, self.mover.move(move))
            self.wait()

    def go_to(self, handle: str) -> Member:
        """Go on until it is somebody's turn, and they have nothing to choose of a draw."""
        while self.mover.handle != handle or position(self.mover).drawn:
            self.play_on(1)
        return self.mover

    def harmless(self) -> str:
        """A move that shows nothing."""
        seen = position(self.mover)
        return next(
            action.write()
            for action in legal_actions(seen)
            if not isinstance(action, Draw) and not shows(seen, play(seen, action).events)
        )

    def facts(self) -> list[dict[str, Any]]:
        return [json.loads(entry.facts) for entry in self.house.entries(self.game)]

    def plies(self) -> list[str]:
        return [each["action"] for each in self.facts() if each["kind"] == "ply"]

    def about(self) -> list[str]:
        return [about for _, about in notes(self.house, self.game)]

    def undo(self, member: Member, ply: int | None = None) -> list[Got]:
        said = f"undo {self.game}" if ply is None else f"undo {self.game} {ply}"
        return hand_out(self.members, member.ask(said))


def of(mails: list[Got], member: Member) -> Got:
    (found,) = [got for got in mails if got.recipient == member.address]
    return found


def refused(mails: list[Got], code: str) -> str:
    (got,) = mails
    assert f"({code})" in got.text, got.text
    return got.text
