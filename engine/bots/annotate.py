"""A finished game as `baron` sees it: what it would have played, what that was worth, and why.

Each ply is judged by what its player could see, not by what came of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple

from engine.rules import Action, Game, play, view
from engine.tongue import Phrase, Tongue, word

from .advice import greatest_gain
from .baron import NODES, Stop, Weighed, search

LEAST: Final = 6.0
"""A loss of fewer VP is not worth a word: so much may be chance."""

TURNED: Final = word("This gave the lead away.")
REASONS: Final = {
    "points": word("It would soon have delivered more."),
    "orders": word("More orders would have got done in time."),
    "means": word("It would have left more Marks, coal or workers."),
    "start": word("It would have led to starting the next shift."),
    "now": word("The scoring of this shift would have brought more."),
    "later": word("The scorings after this shift would have brought more."),
}
"""The reason for the better action, by the part of the lead that gains most from it."""


class Remark(NamedTuple):
    """A remark of `baron` on a ply. Leads are in VP, as the player on the seat could expect them."""

    ply: int
    seat: int
    played: Action
    best: Action
    loss: float
    lead: float
    """After the best action; what was played leaves it less by the loss."""
    why: str
    """A key of REASONS."""

    @property
    def turning(self) -> bool:
        """Whether the player led before, and no longer."""
        return self.lead > 0 > self.lead - self.loss

    @property
    def worth_a_word(self) -> bool:
        return self.loss >= LEAST

    def measure(self) -> dict[str, object]:
        """Of a ply that is not worth a word, the expected lead."""
        return {"ply": self.ply, "seat": self.seat, "loss": round(self.loss, 1), "lead": round(self.lead, 1)}

    def note(self, tongue: Tongue) -> dict[str, object]:
        """As transcript and replay take it."""
        said: list[Phrase] = [TURNED, REASONS[self.why]] if self.turning else [REASONS[self.why]]
        return {
            "ply": self.ply,
            "seat": self.seat,
            "played": self.played.write(),
            "best": self.best.write(),
            "loss": round(self.loss, 1),
            "lead": round(self.lead, 1),
            "turning": self.turning,
            "text": " ".join(tongue.say(sentence) for sentence in said),
        }


def annotate(
    opening: Game,
    actions: Sequence[Action],
    seed: int = 1,
    nodes: int = NODES,
    stop: Stop = lambda: False,
) -> Iterator[Remark]:
    """A remark on each ply, in order: none is left out, and most lose nothing.

    The same seed gives the same remarks. It ends early when it is told to stop.
    """
    game = opening
    for action in actions:
        rng = Random(
            int.from_bytes(sha256(f"grubenpost-annotate/1 {seed} {game.ply}".encode()).digest(), "big")
        )
        tried = search(view(game, game.turn), rng, nodes, stop, also=[action])
        if stop():
            return
        yield _remark(game, action, tried)
        game = play(game, action).game


def turning_points(remarks: Iterable[Remark], most: int) -> list[Remark]:
    """The plies that cost most, in the order in which they were played."""
    costly = sorted((remark for remark in remarks if remark.worth_a_word), key=lambda remark: -remark.loss)
    return sorted(costly[: max(most, 0)], key=lambda remark: remark.ply)


def _remark(game: Game, action: Action, tried: Sequence[Weighed]) -> Remark:
    """Both actions were tried in the same deals, as often."""
    best = tried[0]
    played = next(weighed for weighed in tried if weighed.action == action)
    loss = best.lead - played.lead
    why = greatest_gain(best.leads, played.leads)
    return Remark(game.ply, game.turn, action, best.action, loss, best.lead, why)
