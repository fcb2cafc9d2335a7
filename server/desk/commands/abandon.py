"""abandon: end a game early, when all who play agree."""

from __future__ import annotations

from engine.record.game.changes.votes import ABANDON, YES
from engine.tongue import word
from server.visit.visit import Visit
from server.votes.voting import cast_vote
from server.words.command import ONE_GAME, Command, command


@command
class Abandon(Command):
    name = "abandon"
    usage = "abandon k3t9qa"
    purpose = word("propose to end a running game without a winner")
    help = word(
        "Proposes to abandon a running game: the same as `vote k3t9qa abandon`. When all agree, it "
        "ends without a winner. `vote k3t9qa abandon no` takes it back."
    )
    takes = ONE_GAME
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        cast_vote(visit, visit.games.find(text), ABANDON, YES)
