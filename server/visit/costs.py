"""Costs of a registered player's mails, so many in a day. What a refused mail has cost stays spent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from server.ledger.budgets import DAY, spend_tally

if TYPE_CHECKING:
    from server.visit.visit import Visit

COMMANDS: Final = "commands"
ARCHIVES: Final = "archives"
GAMES: Final = "games"
VOTES: Final = "votes"
ASKED: Final = "asked"
"""Mails by which something is wanted of other players."""
REPORTS: Final = "reports"

Cost = tuple[str, int, int]
"""The budget's name, the most that it allows in a day, and how much was spent at once."""


def spend(visit: Visit, what: str, most: int, by: int = 1) -> bool:
    """Whether the player may do this so many times more today. Strangers have other limits."""
    if visit.sender.player is None:
        return True
    cost = (f"{what} {visit.sender.player.id}", most, by)
    visit.costs.append(cost)
    return _spend(visit, *cost)


def spent_on(visit: Visit, what: str) -> int:
    """The number of times that this mail did it."""
    return sum(by for name, _, by in visit.costs if name.split()[0] == what)


def keep_costs(visit: Visit) -> None:
    """Spend once more what was undone with all that the mail did."""
    for cost in visit.costs:
        _spend(visit, *cost)


def _spend(visit: Visit, name: str, most: int, by: int) -> bool:
    return spend_tally(visit.session, name, visit.now, DAY, most, by) > 0
