"""The opening: the first entry of a log, which fixes all that must stand before anyone joins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.clock.notation import NONE, parse_full
from engine.errors import BadRecord
from engine.record.game import shuffle
from engine.record.letters.fields import GAME, HASH, SERVER, Number, one_of
from engine.record.letters.key import PublicKey
from engine.record.log.checkpoint import MAX_ORIGIN
from engine.rules import (
    CARDS,
    HIDDEN_CARD,
    HIDDEN_TILE,
    RULES_VERSION,
    TILE_COPIES,
    TILES,
    Game,
    new_game,
)

FORMAT: Final = "grubenpost-log/2"
OLD_FORMAT: Final = "grubenpost-log/1"
"""Of games that were opened when joining still told one's entropy at once: `shares` has what is done now."""
KEY: Final = "key"
MAILBOX: Final = "mailbox"
NO_CLOCK: Final = NONE
NO_WINDOW: Final = 0
LEAST_WINDOW: Final = 300
"""A move that waits for less would wake the server before it has dealt with the mails beside it."""
MOST_WINDOW: Final = 3600

_TILE_NAMES: Final = [name for name in TILES for _ in range(TILE_COPIES)]
_ORDER_NAMES: Final = list(CARDS)
_PLAYERS: Final = Number(2, 4)
_AUTH: Final = one_of(KEY, MAILBOX)
_FORMAT: Final = one_of(OLD_FORMAT, FORMAT)
_WINDOW: Final = Number(LEAST_WINDOW, MOST_WINDOW)


@dataclass(frozen=True, slots=True)
class Opening:
    """The rules, the server, the options, and the commitment to the server's seed.

    With `auth` = key every player must have an own key; with mailbox both ways are open.
    """

    server: str
    game: str
    server_key: PublicKey
    players: int
    face_down: bool
    auth: str
    commitment: str
    format: str = FORMAT
    pace: str = NO_CLOCK
    """The terms of the clock, in full; `NO_CLOCK` as in all games from before there were clocks."""
    undo: int = NO_WINDOW
    """The seconds for which a move can be taken back by its player alone."""

    def __post_init__(self) -> None:
        SERVER.read("server", self.server)
        GAME.read("game", self.game)
        _PLAYERS.read("players", self.players)
        _AUTH.read("auth", self.auth)
        HASH.read("commitment", self.commitment)
        _FORMAT.read("format", self.format)
        parse_full(self.pace)
        if self.undo != NO_WINDOW or type(self.undo) is not int:
            _WINDOW.read("undo", self.undo)
        if type(self.face_down) is not bool:
            raise BadRecord("book/option", "face_down is neither true nor false")
        if len(self.origin) > MAX_ORIGIN or "_" in self.origin:
            raise BadRecord(
                "book/origin",
                "{origin} can't stand in a checkpoint: it takes {most} characters and no underscore",
                origin=self.origin,
                most=MAX_ORIGIN,
            )

    @property
    def origin(self) -> str:
        """The log's name in checkpoints."""
        return f"{self.server}/{self.game}"

    @property
    def commits(self) -> bool:
        """Whether joining commits to entropy that is revealed later, when all seats are taken."""
        return self.format != OLD_FORMAT

    def options(self) -> dict[str, Any]:
        pace = {} if self.pace == NO_CLOCK else {"pace": self.pace}
        window = {} if self.undo == NO_WINDOW else {"undo": self.undo}
        return {
            "players": self.players,
            "face_down": self.face_down,
            "auth": self.auth,
            **pace,
            **window,
        }

    def facts(self) -> dict[str, Any]:
        return {
            "format": self.format,
            "rules": RULES_VERSION,
            "server": self.server,
            "game": self.game,
            "server_key": self.server_key.line,
            "options": self.options(),
            "commitment": self.commitment,
        }

    def check_seed(self, seed: bytes) -> None:
        """Refuse a seed that the server did not commit to."""
        if shuffle.commit(self.game, seed) != self.commitment:
            raise BadRecord("shuffle/commitment", "that is not the seed that the server committed to")

    def deal(self, seed: bytes, entropies: Sequence[bytes]) -> shuffle.Deal:
        """Both stacks and the starting seat."""
        return shuffle.deal(self.game, seed, entropies, _TILE_NAMES, _ORDER_NAMES, self.players)

    def lay_out(self, dealt: shuffle.Deal) -> Game:
        """The position with which the game begins."""
        return new_game(self.players, dealt.tiles, dealt.orders, dealt.start, face_down=self.face_down)

    def lay_out_public(self, tiles: Sequence[str], draft: Sequence[str], start: int) -> Game:
        """The same as far as anyone can see it: what lies face up, and who starts."""
        hidden_tiles = [HIDDEN_TILE.name] * (len(_TILE_NAMES) - len(tiles))
        hidden_orders = [HIDDEN_CARD.name] * (len(_ORDER_NAMES) - len(draft))
        dealt = shuffle.Deal((*tiles, *hidden_tiles), (*draft, *hidden_orders), start)
        return self.lay_out(dealt)
