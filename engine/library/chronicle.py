"""A game that is over, played again from its archive, ply by ply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import BadRecord
from engine.record.archive.verify import verify
from engine.record.keyring.keyring import fold
from engine.record.log import canonical
from engine.rules import Action, Event, Game, new_game, parse, play
from engine.rules.events import Placed

Facts = dict[str, Any]
FINISHED: Final = "finished"
ABANDONED: Final = "abandoned"


@dataclass(frozen=True, slots=True)
class Ply:
    """One ply: what was done, what came of it, and the position before and after."""

    number: int
    seat: int
    action: Action
    before: Game
    after: Game
    events: Sequence[Event]
    at: int | None
    """The time of its entry in the log, in seconds since 1970; unknown if nobody signed the game."""

    @property
    def shift(self) -> int:
        """The shift it belongs to; 0 is the draft."""
        return self.before.shift

    @property
    def placed(self) -> Placed | None:
        """The space to which workers went, if any did."""
        return next((event for event in self.events if isinstance(event, Placed)), None)


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A whole game. Seats count from 0; lists by seat are in that order."""

    game: str
    """The game's id on its server, or what it is called if it has none."""
    server: str
    names: tuple[str, ...]
    """The players' names; everyone is called differently."""
    handles: tuple[str, ...]
    auths: tuple[str, ...]
    opening: Game
    plies: tuple[Ply, ...]
    begun_at: int | None
    ended_at: int | None

    @property
    def end(self) -> Game:
        """The last position."""
        return self.plies[-1].after if self.plies else self.opening

    @property
    def state(self) -> str:
        """Whether it was played to its end, or given up."""
        return FINISHED if self.end.over else ABANDONED

    @property
    def players(self) -> int:
        return self.opening.players

    @property
    def points(self) -> list[list[int]]:
        """The VP of every seat, at the beginning and after each ply."""
        return [list(self.opening.vp), *(list(ply.after.vp) for ply in self.plies)]


def read_chronicle(data: bytes, called: str = "") -> Chronicle:
    """The game in an archive from anywhere: verified whole, then played again."""
    verify(data)
    facts = canonical.loads(data)
    assert isinstance(facts, dict)
    return chronicle(facts, called)


def chronicle(facts: Facts, called: str = "") -> Chronicle:
    """The game in an archive that is known to be right. `called` names one that has no id."""
    if "stacks" not in facts:
        raise BadRecord(
            "archive/running",
            "the game {game} is still being played: only when it is over can all of it be told",
            game=facts.get("game", ""),
        )
    options, log = facts["options"], facts.get("log", [])
    opening = new_game(
        options["players"], **facts["stacks"], start=facts["start"], face_down=options["face_down"]
    )
    players = facts["players"]
    handles = tuple(player["handle"] for player in players)
    # One that was taken back is followed by another with its number.
    times = {item["entry"]["ply"]: item["entry"]["at"] for item in log if item["entry"]["kind"] == "ply"}
    return Chronicle(
        game=facts.get("game", called),
        server=log[0]["entry"]["server"] if log else "",
        names=_told_apart(handles, facts["names"]),
        handles=handles,
        auths=tuple(player["auth"] for player in players),
        opening=opening,
        plies=tuple(_played(opening, facts["plies"], times)),
        begun_at=next((item["entry"]["at"] for item in log if item["entry"]["kind"] == "start"), None),
        ended_at=log[-1]["entry"]["at"] if log else None,
    )


def _played(opening: Game, plies: Sequence[Facts], times: dict[int, int]) -> Iterator[Ply]:
    game = opening
    for number, told in enumerate(plies):
        action = parse(told["action"])
        after, events = play(game, action, told["seat"])
        yield Ply(number, told["seat"], action, game, after, events, times.get(number))
        game = after


def _told_apart(handles: Sequence[str], names: Sequence[Facts | None]) -> tuple[str, ...]:
    """A name where it is known and nobody else's; else the handle, which is always a player's own."""
    known = [name["name"] if name else handle for name, handle in zip(names, handles, strict=True)]
    called = [fold(text) for text in (*known, *handles)]
    return tuple(
        name if called.count(fold(name)) == 1 + (fold(name) == fold(handle)) else handle
        for name, handle in zip(known, handles, strict=True)
    )
