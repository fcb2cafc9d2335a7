"""The table of a game that has not started, as the server has signed it; and the shares that we told there.

A share is told once all seats are taken, and never the same or an earlier one in two logs: whoever got it for
one could choose the shuffle of the other. So what was told is kept, in its letter, before that is sent.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from client.letters.server_mail import BadMail
from client.profile.files import make_folder, write_whole
from client.profile.home import Home
from client.refusals import BadProfile
from engine.record.game.book import Book
from engine.record.letters.key import PublicKey
from engine.record.letters.kinds.join import Join
from engine.record.letters.post import open_letter
from engine.record.letters.seal import open_seal
from engine.record.log.checkpoint import Checkpoint
from engine.wire.tablefile import read_table

FORMAT: Final = "grubenpost-told/1"


@dataclass(frozen=True)
class ToldShare:
    """The last share that was told for one join letter."""

    number: int
    base: str
    letter: bytes
    at: int = 0
    """The moment at which it was sent; 0 if it was not yet."""
    heard: bool = False
    """Whether the server has answered."""


@dataclass
class Known:
    """The known facts of one table."""

    game: str
    table: bytes = b""
    """The newest one that came."""
    told: dict[str, ToldShare] = field(default_factory=dict)
    """The shares that were told, by the id of the join letter."""
    waiting: list[str] = field(default_factory=list)
    """The handles whose shares it waits for."""


@dataclass(frozen=True)
class Chair:
    """Our own seat at a table that was checked."""

    book: Book
    number: int
    nonce: str
    """That of our join letter, from which our shares follow."""
    joined: str
    """The id of that letter."""

    @property
    def is_due(self) -> bool:
        """Whether our share is to be told now."""
        return self.book.table.full and self.number in self.book.table.awaited

    @property
    def share(self) -> int:
        """The number of that share."""
        return self.book.table.due(self.number)

    @property
    def awaited(self) -> list[str]:
        """The handles whose shares the table waits for, if it is full."""
        table = self.book.table
        return [self.book.joined[number].handle for number in table.awaited] if table.full else []


def find_chair(data: bytes, handle: str, key: PublicKey, seen: list[Checkpoint]) -> Chair:
    """Our seat at a table which the server has signed and which goes on from what it signed before."""
    book = read_table(data, key, seen)
    for number, seat in book.joined.items():
        letter = open_letter(seat.join, lambda _: ()).letter if seat.join is not None else None
        if seat.handle == handle and isinstance(letter, Join):
            assert seat.join is not None
            return Chair(book, number, letter.nonce, open_seal(seat.join).letter_id)
    raise BadMail("table/not-yours", "{handle} does not sit at the table that was mailed", handle=handle)


class Tables:
    """The files in which they lie, one for each game that has not started."""

    def __init__(self, home: Home) -> None:
        self._folder = home.tables

    def games(self) -> list[str]:
        return sorted(path.stem for path in self._folder.glob("*.json"))

    def read(self, game: str) -> Known:
        """The known facts of a table, which may be none."""
        path = self._file(game)
        try:
            return _known(game, json.loads(path.read_bytes()))
        except FileNotFoundError:
            return Known(game)
        except OSError as error:
            raise BadProfile(
                "state/unreadable", "{file} can't be read: {why}", file=path, why=error.strerror
            ) from None
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            # To delete it would be to forget what was told.
            raise BadProfile(
                "state/damaged-table",
                "{file} is damaged: delete it, say `grubenpost leave {game}`, and join the game again",
                file=path,
                game=game,
            ) from None

    def keep(self, known: Known) -> None:
        make_folder(self._folder)
        told = {
            joined: {**told.__dict__, "letter": told.letter.decode("ascii")}
            for joined, told in known.told.items()
        }
        facts = {
            "format": FORMAT,
            "table": known.table.decode("utf-8"),
            "told": told,
            "waiting": known.waiting,
        }
        write_whole(self._file(known.game), json.dumps(facts, ensure_ascii=False).encode())

    def forget(self, game: str) -> None:
        """The game has started, or is none of ours any more."""
        self._file(game).unlink(missing_ok=True)

    def _file(self, game: str) -> Path:
        return self._folder / f"{game}.json"


def _known(game: str, facts: Any) -> Known:
    if facts["format"] != FORMAT:
        raise ValueError(FORMAT)
    told = {
        str(joined): ToldShare(
            int(one["number"]),
            str(one["base"]),
            one["letter"].encode("ascii"),
            int(one["at"]),
            bool(one["heard"]),
        )
        for joined, one in facts["told"].items()
    }
    return Known(game, facts["table"].encode("utf-8"), told, list(map(str, facts["waiting"])))
