"""A tournament of bots: who meets whom, playing on all cores, and the results as they come in.

Everyone meets everyone. Each deal is played once for every rotation of the seats, so that nobody profits
from a seat or from luck. Each result is one line of JSON in a file, written as soon as its game is over: a
tournament that was stopped goes on where it was, and the same seed gives the same games on any number of
cores.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle, islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from client.bots.named import find_bot
from engine.bots.selfplay import play_one
from engine.errors import BadRecord, Refused
from engine.rules import standings
from engine.rules.components import WORKERS

MOST_SEED: Final = 2**63 - 1
BEGINNING: Final = '{"seed": '
"""The beginning of every line of results."""


class Fixture(NamedTuple):
    """One game: the bots by seat, and its deal."""

    seed: int
    deal: int
    seats: tuple[str, ...]


class Result(NamedTuple):
    """The end of a game, by seat."""

    fixture: Fixture
    vp: tuple[int, ...]
    ranks: tuple[int, ...]

    def line(self) -> str:
        seed, deal, seats = self.fixture
        return json.dumps({"seed": seed, "deal": deal, "seats": seats, "vp": self.vp, "ranks": self.ranks})


@dataclass(frozen=True)
class Tournament:
    """A tournament: for each group of bots so many games. The bots are in the order of their names, so that
    it does not matter in which order they were asked for.
    """

    bots: tuple[str, ...]
    players: int
    games: int
    seed: int

    def groups(self) -> list[tuple[str, ...]]:
        """The groups that sit at one table: every choice of bots; too few of them take several seats."""
        if len(self.bots) < self.players:
            return [tuple(islice(cycle(self.bots), self.players))]
        return list(combinations(self.bots, self.players))

    def fixtures(self) -> list[Fixture]:
        """All games, so that the groups get on evenly."""
        found = []
        for number in range(self.games):
            deal, turn = divmod(number, self.players)
            for group in self.groups():
                found.append(Fixture(self.seed, deal + 1, group[turn:] + group[:turn]))
        return found


def plan(bots: Sequence[str], players: int, games: int, seed: int) -> Tournament:
    """The tournament, after a check of everything that can be wrong with it."""
    if players not in WORKERS:
        raise Refused("tournament/players", "{players} players: the game is for 2, 3 or 4", players=players)
    if games < 1:
        raise Refused("tournament/games", "{games} games: ask for at least one", games=games)
    if not 0 <= seed <= MOST_SEED:
        raise Refused("tournament/seed", "a seed is a number from 0 to {most}", most=MOST_SEED)
    if len(set(bots)) < 2:
        raise Refused("tournament/bots", "a tournament needs two bots or more: name them with --bots")
    for name in bots:
        find_bot(name)
    return Tournament(tuple(sorted(set(bots))), players, games, seed)


def play_fixture(fixture: Fixture) -> Result:
    """Play one game."""
    bots = [find_bot(name) for name in fixture.seats]
    game = play_one(fixture.seed, fixture.deal, bots).game
    ranks = [0] * game.players
    for standing in standings(game):
        ranks[standing.seat] = standing.rank
    return Result(fixture, tuple(game.vp), tuple(ranks))


class Scroll:
    """The file with the results. A last line that was cut off while it was written is dropped."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> dict[Fixture, Result]:
        """The games that it has."""
        if not self.path.exists():
            return {}
        *lines, cut = self.path.read_text("utf-8", errors="replace").split("\n")
        if not cut.startswith(BEGINNING[: len(cut)]):
            raise self._something_else()
        results = [self._read_line(line) for line in lines]
        return {result.fixture: result for result in results}

    def _read_line(self, line: str) -> Result:
        try:
            told: dict[str, Any] = json.loads(line)
            fixture = Fixture(int(told["seed"]), int(told["deal"]), tuple(map(str, told["seats"])))
            vp, ranks = tuple(map(int, told["vp"])), tuple(map(int, told["ranks"]))
            if not len(fixture.seats) == len(vp) == len(ranks):
                raise ValueError(line)
        except (ValueError, KeyError, TypeError, RecursionError):
            raise self._something_else() from None
        return Result(fixture, vp, ranks)

    def _something_else(self) -> BadRecord:
        return BadRecord(
            "tournament/file",
            "{file} holds something else than results: choose another file",
            file=str(self.path),
        )

    def mend(self) -> None:
        """Cut off what follows the last whole line, so that new lines begin where they should.

        Read it first: that refuses a file which holds something else.
        """
        if self.path.exists():
            data = self.path.read_bytes()
            os.truncate(self.path, data.rfind(b"\n") + 1)

    def add(self, result: Result) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(result.line() + "\n")


def play_all(fixtures: Sequence[Fixture], cores: int) -> Iterator[Result]:
    """The results in the order in which the games end."""
    if cores == 1 or len(fixtures) < 2:
        yield from map(play_fixture, fixtures)
        return
    with multiprocessing.get_context("spawn").Pool(min(cores, len(fixtures)), _leave_ctrl_c) as pool:
        yield from pool.imap_unordered(play_fixture, fixtures)


def _leave_ctrl_c() -> None:
    """The one who hands out the games hears it, and ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
