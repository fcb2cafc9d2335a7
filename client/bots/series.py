"""A series of games between bots, each written as one archive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from client.bots.named import find_bot
from client.profile.files import ORDINARY, unbroken, write_whole
from engine.bots.selfplay import Finished, play_one
from engine.errors import Refused
from engine.record.archive import archive
from engine.record.game import shuffle
from engine.rules import Game, winners
from engine.rules.components import WORKERS

MOST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Series:
    """A series of games: a bot for each seat, and the seed from which all chance follows."""

    bots: tuple[str, ...]
    games: int
    seed: int
    face_down: bool
    out: Path

    def path(self, number: int) -> Path:
        return self.out / f"selfplay-{len(self.bots)}p-{self.seed}-{number:04d}.json"


@dataclass
class SeriesTally:
    """The games written so far, and how each bot fared."""

    written: int = 0
    seats: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    vp: Counter[str] = field(default_factory=Counter)

    def add(self, bots: Sequence[str], game: Game) -> None:
        self.written += 1
        for seat, name in enumerate(bots):
            self.seats[name] += 1
            self.vp[name] += game.vp[seat]
            self.wins[name] += seat in winners(game)

    def facts(self) -> list[dict[str, Any]]:
        """One row for each bot. A shared victory counts for all who share it."""
        return [
            {"bot": name, "seats": n, "wins": self.wins[name], "mean_vp": round(self.vp[name] / n, 2)}
            for name, n in sorted(self.seats.items())
        ]


def plan(players: int, bots: Sequence[str], games: int, seed: int, face_down: bool, out: Path) -> Series:
    """The series, after a check of everything that can be wrong with it."""
    if players not in WORKERS:
        raise Refused("selfplay/players", "{players} players: the game is for 2, 3 or 4", players=players)
    if games < 1:
        raise Refused("selfplay/games", "{games} games: ask for at least one", games=games)
    if not 0 <= seed <= MOST_SEED:
        raise Refused("selfplay/seed", "a seed is a number from 0 to {most}", most=MOST_SEED)
    if len(bots) > players:
        raise Refused(
            "selfplay/bots",
            "{bots} bots for {players} seats: name one a seat",
            bots=len(bots),
            players=players,
        )
    for name in bots:
        find_bot(name)
    return Series(tuple(islice(cycle(bots), players)), games, seed, face_down, out)


def play_series(series: Series, tally: SeriesTally) -> Iterator[Path]:
    """Play and write game after game; the tally always tells how many are written."""
    series.out.mkdir(parents=True, exist_ok=True)
    for number in range(1, series.games + 1):
        finished = play_one(series.seed, number, [*map(find_bot, series.bots)], series.face_down)
        data, path = to_archive(finished, series.bots), series.path(number)
        with unbroken():
            _write_once(path, data)
            tally.add(series.bots, finished.game)
        yield path


def _write_once(path: Path, data: bytes) -> None:
    """Write a new file. The same game again is left alone, another one is never overwritten."""
    if not path.exists():
        write_whole(path, data, ORDINARY)
    elif path.read_bytes() != data:
        raise Refused(
            "selfplay/other-game", "{path} holds another game: choose another folder or seed", path=str(path)
        )


def to_archive(finished: Finished, bots: Sequence[str]) -> bytes:
    """A finished game as an unsigned archive."""
    opening = finished.opening
    stacks = shuffle.Deal(
        tiles=tuple(tile.name for tile in (*filter(None, opening.tiles), *opening.tile_stack)),
        orders=tuple(card.name for card in (*opening.draft, *opening.card_stack)),
        start=opening.start,
    )
    players = [{"seat": seat, "handle": f"{name}-{seat}", "auth": "bot"} for seat, name in enumerate(bots)]
    names = [{"name": name} for name in bots]
    return archive.write(archive.unsigned(opening, stacks, players, names, finished.actions))
