"""The turn: one player's view of a game, with all that a move has to name, signed by the server.

It is the only thing in a turn mail that a client shows as true or acts on: which server, game and seat it
is for, how far the log goes, the checkpoint of exactly that log, who plays, what happened, and the
position. `read_turn` says that the owner of `signer` has signed all of it; whether that is the server
which the reader knows is for the reader to judge.

The first form, `grubenpost-turn/1`, was not signed. What was kept in it can still be read
(`read_unsigned_turn`), and has no signer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from engine.errors import BadRecord, Refused
from engine.harmless import harmless_line
from engine.record.game.book import Book
from engine.record.letters.fields import GAME, HANDLE, HASH, SERVER, Number, one_of
from engine.record.letters.key import PrivateKey, PublicKey
from engine.record.log import checkpoint
from engine.record.log.checkpoint import find_lines, write_line
from engine.rules import Game, from_data
from engine.wire.statement import AT, LONGEST_SAID, read_answers, read_statement, read_text, write_statement

FORMAT: Final = "grubenpost-turn/2"
FIRST_FORMAT: Final = "grubenpost-turn/1"
MEMBERS: Final = (
    "format",
    "server",
    "game",
    "seat",
    "names",
    "handles",
    "head",
    "entries",
    "checkpoint",
    "at",
    "closed",
    "said",
    "answers",
    "position",
)
"""The members of a turn, besides the key and the signature under it."""

_ENTRIES: Final = Number(1, checkpoint.MAX_SIZE)
_CLOSED: Final = one_of("over", "abandoned")
_LONGEST_NAME: Final = 80

T = TypeVar("T")


@dataclass(frozen=True)
class Turn:
    """A game as its player on a seat may see it, after so many entries of its log."""

    server: str
    game: str
    seat: int
    names: tuple[str, ...]
    handles: tuple[str, ...]
    head: str
    entries: int
    closed: str | None
    """The end of the game: `over` or `abandoned`; nothing while it goes on."""
    position: Game
    facts: Mapping[str, Any]
    """All this as it came, with the signature."""
    signer: PublicKey | None = None
    """The key whose signature stands under it; none in the first form."""
    checkpoint: str = ""
    """The line of the checkpoint of this log; empty in the first form."""
    at: int = 0
    """The moment at which the newest entry was written; 0 in the first form."""
    said: str = ""
    """The state of the game and what happened, in the reader's words."""
    answers: tuple[str, ...] = ()
    """The ids of the reader's letters that it answers."""

    @property
    def handle(self) -> str:
        """The handle of the player whose view it is."""
        return self.handles[self.seat]

    @property
    def mine(self) -> bool:
        """Whether it is the reader's turn."""
        return not self.ended and self.position.turn == self.seat

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to play: the game is over, or was given up."""
        return self.position.over or self.closed is not None

    @property
    def whose(self) -> str:
        """The name of the player to move."""
        return harmless_line(self.names[self.position.turn])


@dataclass(frozen=True, slots=True)
class TurnReader:
    """For whom a turn is written: what differs between those who sit in one game."""

    seat: int
    position: Mapping[str, Any]
    """The view of this seat, as `to_data` writes it."""
    said: str
    answers: Sequence[str] = ()


def write_turn(book: Book, names: Sequence[str], line: str, reader: TurnReader, key: PrivateKey) -> bytes:
    """The file for one seat. `line` is the checkpoint of this book, `names` are shown for the seats."""
    log = book.log
    facts = {
        "format": FORMAT,
        "server": book.opening.server,
        "game": book.opening.game,
        "seat": reader.seat,
        "names": list(names),
        "handles": [seated.handle for seated in book.seats],
        "head": log.head,
        "entries": len(log.entries),
        "checkpoint": line,
        "at": log.entries[-1].at,
        "closed": ("over" if book.game.over else "abandoned") if book.closed else None,
        "said": reader.said[:LONGEST_SAID],
        "answers": list(reader.answers),
        "position": reader.position,
    }
    return write_statement(facts, key)


def read_turn(data: bytes) -> Turn:
    """The turn that its `signer` has signed, or BadRecord."""
    statement = read_statement(data, FORMAT, MEMBERS)
    facts, signer = statement.facts, statement.signer
    try:
        turn = _turn(
            facts,
            signer=signer,
            checkpoint=read_text("checkpoint", facts["checkpoint"], checkpoint.MAX_LINE),
            at=AT.read("at", facts["at"]),
            said=read_text("said", facts["said"]),
            answers=read_answers(facts["answers"]),
        )
    except Refused as error:
        raise _wrong(error) from error
    _check_checkpoint(turn, signer)
    return turn


def read_unsigned_turn(facts: Any) -> Turn:
    """A turn of the first form, which proves nothing, or BadRecord."""
    if not isinstance(facts, dict) or facts.get("format") != FIRST_FORMAT:
        raise BadRecord("turn/format", "this is not a turn of the form {form}", form=FIRST_FORMAT)
    try:
        return _turn(facts)
    except Refused as error:
        raise _wrong(error) from error


def _turn(facts: Mapping[str, Any], **more: Any) -> Turn:
    position = from_data(facts.get("position"))
    closed = facts.get("closed")
    return Turn(
        server=SERVER.read("server", facts.get("server")),
        game=GAME.read("game", facts.get("game")),
        seat=Number(0, position.players - 1).read("seat", facts.get("seat")),
        names=_one_each(position, "names", facts.get("names"), _name),
        handles=_one_each(
            position, "handles", facts.get("handles"), lambda value: HANDLE.read("handles", value)
        ),
        head=HASH.read("head", facts.get("head")),
        entries=_ENTRIES.read("entries", facts.get("entries")),
        closed=None if closed is None else _CLOSED.read("closed", closed),
        position=position,
        facts=facts,
        **more,
    )


def _check_checkpoint(turn: Turn, signer: PublicKey) -> None:
    """It must be of exactly this log: whoever keeps it can hold it against every archive of the game."""
    found = find_lines(turn.checkpoint, signer.raw)
    if len(found) != 1 or write_line(found[0]) != turn.checkpoint:
        raise BadRecord("turn/no-checkpoint", "the turn in {game} has no checkpoint", game=turn.game)
    told = (found[0].origin, found[0].size, found[0].root.hex())
    if told != (f"{turn.server}/{turn.game}", turn.entries, turn.head):
        raise BadRecord(
            "turn/other-head", "the turn in {game} is not of the log of its checkpoint", game=turn.game
        )
    checkpoint.verify(found[0], signer.raw)


def _one_each(position: Game, name: str, values: object, read: Callable[[object], T]) -> tuple[T, ...]:
    if not isinstance(values, list) or len(values) != position.players:
        raise BadRecord("turn/seats", "a turn has not one of {name} for each seat", name=name)
    return tuple(read(value) for value in values)


def _name(value: object) -> str:
    return read_text("names", value, _LONGEST_NAME)


def _wrong(error: Refused) -> BadRecord:
    return BadRecord(error.code, "in a turn: {why}", why=error)
