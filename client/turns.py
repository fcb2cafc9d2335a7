"""A turn mail: the player's view of a game, with what a move has to name.

The position comes as an attachment. The checkpoint at the foot of the text is the server's signature under
the log that leads there: its size and its root must be those that the attachment names, so that the move
which answers them makes the player a witness of exactly this history.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from client.mails import BadMail, Mail
from engine.errors import Refused
from engine.harmless import harmless_line
from engine.record.checkpoint import Checkpoint, find_lines, verify, write_line
from engine.record.fields import GAME, HANDLE, HASH, SERVER, Number, one_of
from engine.record.keys import PublicKey
from engine.rules import Game, from_data

POSITION: Final = "grubenpost-position.json"
FORMAT: Final = "grubenpost-turn/1"
LARGEST: Final = 64 * 1024

_ENTRIES: Final = Number(1, 999_999)
_CLOSED: Final = one_of("over", "abandoned")
_LONGEST_NAME: Final = 80
_ACROSS: Final = re.compile(r"[=═]{40,}")
_POSITIONS: Final = re.compile(r"grubenpost-position(?:-[0-9]{1,3})?\.json")
_BETWEEN_GAMES: Final = re.compile(r"^~{40,}$", re.MULTILINE)
_ANY_KEY: Final = bytes(32)
"""Lines are found without the server's key too; only their key id is then not the right one."""

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
    """How the game ended: `over` or `abandoned`; nothing while it goes on."""
    position: Game
    facts: Mapping[str, Any]
    """All this as it came."""

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


@dataclass(frozen=True)
class TurnMail:
    """A mail with a turn that has been checked."""

    mail: Mail
    turn: Turn
    checkpoint: str
    """The line under it."""
    told: str
    """What it tells above the board."""


def turns_in(mail: Mail) -> list[Mail]:
    """A mail for each game that a mail is about: one of the day may be about several."""
    positions = [mail.files[name] for name in mail.files if _POSITIONS.fullmatch(name)]
    if len(positions) < 2:
        return [mail] if POSITION in mail.files else []
    sections = _BETWEEN_GAMES.split(mail.text)
    return [_about(read_turn(position).game, position, mail, sections) for position in positions]


def _about(game: str, position: bytes, mail: Mail, sections: Sequence[str]) -> Mail:
    """What a mail says of one game."""
    text = next((section for section in sections if f"/{game}, " in section), mail.text)
    return replace(mail, text=text.strip("\n"), files={POSITION: position})


def read_turn_mail(mail: Mail, server: str, key: PublicKey | None) -> TurnMail:
    """The turn in a mail that has a position attached."""
    turn = read_turn(mail.files[POSITION])
    if turn.server != server:
        raise BadMail(
            "turn/other-server",
            "a turn is of the server {other}, not of {server}",
            other=turn.server,
            server=server,
        )
    line = write_line(find_checkpoint(mail.text, turn, key))
    return TurnMail(mail, turn, line, told_in(mail.text))


def read_turn(data: bytes) -> Turn:
    """The attachment, or BadMail."""
    try:
        if len(data) > LARGEST:
            raise ValueError
        facts = json.loads(data)
    except (ValueError, RecursionError):
        raise BadMail("turn/not-json", "the position in a mail can't be read") from None
    return turn_of(facts)


def turn_of(facts: Any) -> Turn:
    """The turn that these facts tell, or BadMail."""
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise BadMail("turn/format", "this is not a turn of the form {form}", form=FORMAT)
    try:
        position = from_data(facts.get("position"))
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
            closed=None if facts.get("closed") is None else _CLOSED.read("closed", facts["closed"]),
            position=position,
            facts=facts,
        )
    except BadMail:
        raise
    except Refused as error:
        raise BadMail(error.code, "in a turn: {why}", why=error) from error


def _one_each(position: Game, name: str, values: object, read: Callable[[object], T]) -> tuple[T, ...]:
    if not isinstance(values, list) or len(values) != position.players:
        raise BadMail("turn/seats", "a turn has not one of {name} for each seat", name=name)
    return tuple(read(value) for value in values)


def _name(value: object) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST_NAME:
        raise BadMail("turn/name", "a name in a turn is no name")
    return value


def find_checkpoint(text: str, turn: Turn, key: PublicKey | None) -> Checkpoint:
    """The checkpoint under a turn mail. It must be of the log that the turn names, and the server's."""
    origin = f"{turn.server}/{turn.game}"
    found = [
        checkpoint
        for checkpoint in find_lines(text, key.raw if key else _ANY_KEY)
        if (checkpoint.origin, checkpoint.size) == (origin, turn.entries)
    ]
    if not found:
        raise BadMail(
            "turn/no-checkpoint",
            "the turn mail of {game} has no checkpoint of {entries} entries",
            game=turn.game,
            entries=turn.entries,
        )
    checkpoint = found[-1]
    if key is not None:
        verify(checkpoint, key.raw)
    if checkpoint.root.hex() != turn.head:
        raise BadMail(
            "turn/other-head",
            "the turn mail of {game} names another head than its checkpoint",
            game=turn.game,
        )
    return checkpoint


def find_signed(text: str, origin: str, key: PublicKey | None) -> list[Checkpoint]:
    """The checkpoints of one log in a mail, each of them the server's."""
    found = [signed for signed in find_lines(text, key.raw if key else _ANY_KEY) if signed.origin == origin]
    if key is not None:
        for signed in found:
            verify(signed, key.raw)
    return found


def read_checkpoint(line: str, key: PublicKey | None = None) -> Checkpoint:
    """A checkpoint that was kept as a line."""
    found = find_lines(line, key.raw if key else _ANY_KEY)
    if len(found) != 1:
        raise BadMail("turn/no-checkpoint", "this is not the line of a checkpoint")
    return found[0]


def told_in(text: str) -> str:
    """What a mail tells above its board, in whatever language.

    The board is the first paragraph with a double line across it; one to be read aloud has none, and
    then only the headline is known to be above it.
    """
    paragraphs = text.split("\n\n")
    for number, paragraph in enumerate(paragraphs):
        if any(_ACROSS.fullmatch(line) for line in paragraph.splitlines()):
            return "\n\n".join(paragraphs[:number]).strip()
    return paragraphs[0].strip()
