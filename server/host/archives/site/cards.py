"""Cards: what the site's lists know of a game, one card each, kept beside the pages from one visit to the
next."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from engine.library.chronicle import Chronicle
from engine.rules import standings
from engine.rules.events import Delivered


@dataclass(frozen=True)
class SeatCard:
    """One player in one game. `page` is the number of the player's page; bots and the forgotten have none."""

    name: str
    page: int | None
    vp: int
    rank: int
    scored: int
    """VP in the best scoring of a shift."""
    delivery: int
    """VP of the largest delivery."""
    orders: int
    """The number of orders that were delivered."""


@dataclass(frozen=True)
class GameCard:
    """A game."""

    game: str
    stamp: str
    """The hash of all that the pages of the game were made from: if that changes, they are made anew."""
    server: str
    ended_at: int
    plies: int
    sittings: tuple[SeatCard, ...]

    @property
    def winners(self) -> list[SeatCard]:
        return [sitting for sitting in self.sittings if sitting.rank == 1]

    @property
    def margin(self) -> int:
        """By how many VP the winners beat the best of the others."""
        others = [sitting.vp for sitting in self.sittings if sitting.rank > 1]
        return self.winners[0].vp - max(others, default=self.winners[0].vp)

    def facts(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class LiveCard:
    """A game under way, or one that was given up."""

    game: str
    stamp: str
    names: tuple[str, ...]
    ply: int
    turn: str | None
    """The name of whoever is on turn."""
    began_at: int
    moved_at: int
    over: bool

    def facts(self) -> dict[str, Any]:
        return asdict(self)


def card_of(game: Chronicle, stamp: str, pages: list[int | None]) -> GameCard:
    """The card of a finished game; `pages` by seat."""
    ranked = {standing.seat: standing for standing in standings(game.end)}
    return GameCard(
        game=game.game,
        stamp=stamp,
        server=game.server,
        ended_at=game.ended_at or 0,
        plies=len(game.plies),
        sittings=tuple(
            SeatCard(
                name=game.names[seat],
                page=pages[seat],
                vp=ranked[seat].vp,
                rank=ranked[seat].rank,
                scored=max((shift.total for shift in ranked[seat].breakdown.shifts), default=0),
                delivery=_largest_delivery(game, seat),
                orders=len(ranked[seat].breakdown.delivered),
            )
            for seat in range(game.players)
        ),
    )


def _largest_delivery(game: Chronicle, seat: int) -> int:
    made = (event for ply in game.plies for event in ply.events if isinstance(event, Delivered))
    return max((event.vp for event in made if event.seat == seat), default=0)


def read_card(facts: dict[str, Any]) -> GameCard:
    """A card as it was kept."""
    return GameCard(**{**facts, "sittings": tuple(SeatCard(**each) for each in facts["sittings"])})


def read_live_card(facts: dict[str, Any]) -> LiveCard:
    """The same of a game under way."""
    return LiveCard(**{**facts, "names": tuple(facts["names"])})
