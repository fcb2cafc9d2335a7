"""Numbers that follow from many cards: how each player fares, who beats whom, and the records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.tongue import word
from server.host.archives.site.cards import GameCard, SeatCard


@dataclass
class Against:
    """A player's results against one other, in games with both."""

    games: int = 0
    ahead: int = 0
    behind: int = 0


@dataclass
class Career:
    """A player's games."""

    page: int
    name: str
    """The newest name."""
    cards: list[GameCard] = field(default_factory=list)
    wins: int = 0
    vp: int = 0
    best: int = 0
    against: dict[int, Against] = field(default_factory=lambda: defaultdict(Against))
    """By the pages of the others."""

    def add(self, card: GameCard, own: SeatCard) -> None:
        self.cards.append(card)
        self.wins += own.rank == 1
        self.vp += own.vp
        self.best = max(self.best, own.vp) if len(self.cards) > 1 else own.vp
        for other in card.sittings:
            if other.page is not None and other.page != own.page:
                score = self.against[other.page]
                score.games += 1
                score.ahead += own.rank < other.rank
                score.behind += own.rank > other.rank


def careers(cards: Iterable[GameCard]) -> dict[int, Career]:
    """Every player who has a page, from cards with the newest first."""
    found: dict[int, Career] = {}
    for card in cards:
        for sitting in card.sittings:
            if sitting.page is not None:
                found.setdefault(sitting.page, Career(sitting.page, sitting.name)).add(card, sitting)
    return found


class ClubRecord(NamedTuple):
    """A record, the game in which it was set, and by whom."""

    what: str
    value: int
    card: GameCard
    holders: Sequence[SeatCard]


def records(cards: Sequence[GameCard]) -> list[ClubRecord]:
    """The best of each kind; the earliest game keeps it."""
    oldest_first = sorted(cards, key=lambda card: (card.ended_at, card.game))
    return [record for find in _KINDS if (record := find(oldest_first)) is not None]


def _by_sitting(
    what: str, value: Callable[[SeatCard], int]
) -> Callable[[Sequence[GameCard]], ClubRecord | None]:
    def find(cards: Sequence[GameCard]) -> ClubRecord | None:
        pairs = [(card, sitting) for card in cards for sitting in card.sittings]
        if not pairs:
            return None
        card, sitting = max(pairs, key=lambda pair: value(pair[1]))
        return ClubRecord(what, value(sitting), card, [sitting])

    return find


def _by_game(
    what: str, value: Callable[[GameCard], int]
) -> Callable[[Sequence[GameCard]], ClubRecord | None]:
    def find(cards: Sequence[GameCard]) -> ClubRecord | None:
        if not cards:
            return None
        card = max(cards, key=value)
        return ClubRecord(what, value(card), card, card.winners)

    return find


_KINDS: Final = (
    _by_sitting(word("Most victory points"), lambda sitting: sitting.vp),
    _by_game(word("Clearest victory, by VP"), lambda card: card.margin),
    _by_sitting(word("Most VP in one scoring"), lambda sitting: sitting.scored),
    _by_sitting(word("Largest delivery, in VP"), lambda sitting: sitting.delivery),
    _by_sitting(word("Most orders delivered"), lambda sitting: sitting.orders),
    _by_game(word("Most moves"), lambda card: card.plies),
)
